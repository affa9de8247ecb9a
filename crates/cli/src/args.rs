//! Definition of the command line. Parsing, help, completions and the manual page all derive from it.

use std::any::TypeId;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, CommandFactory, Parser, Subcommand, ValueEnum};
use quintet_arena::{First, Who};
use quintet_games::{AnyPosition, Catalogue, Listing, Variant, escape, number_word};
use quintet_rules::Player;
use quintet_server::{Base, Limits, Proxies};

use crate::db::{Db, db_parser};

mod budget;
mod players;

pub(crate) use budget::BudgetArg;
pub(crate) use players::{PolicyArgs, with_default_key};
use players::{external_parser, machine_parser, opponent, who_parser};

/// The command `quintet`.
#[derive(Parser)]
#[command(name = "quintet", version, max_term_width = 100)]
pub(crate) struct Quintet {
    /// Draw the full-screen app with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Add an external player to the full-screen app; can be repeated (see docs/agents.md)
    #[arg(long = "player", value_name = "PLAYER", value_parser = external_parser)]
    pub(crate) players: Vec<Who>,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Returns the command line for the games of a catalogue.
pub(crate) fn command(catalogue: Catalogue) -> clap::Command {
    let count = number_word(catalogue.iter().count());
    let about =
        format!("Play {count} two-player grid games and get the exact value of any position");
    let long = format!("{about}\n\nWithout a command, the full-screen app starts.");
    let game = game_parser(catalogue);
    let with_games = |arg: Arg| {
        if is_game(&arg) {
            arg.value_parser(game.clone())
        } else {
            // The help of `serve` describes the variables in one sentence.
            arg.hide_env(true)
        }
    };
    Quintet::command()
        .about(about)
        .long_about(long)
        .mut_subcommands(|subcommand| subcommand.mut_args(with_games))
}

/// True if the value of an argument is a game.
pub(crate) fn is_game(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<&'static Listing>()
}

/// Help for `--size` of commands that solve or play whole games.
const SIZE: &str = "Board size, such as 5x5 [default: the rule book's]";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games and their sizes
    Games {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },

    /// Show the rules of a game
    Rules {
        /// Game
        #[arg(value_parser = game_parser(Catalogue::STANDARD), ignore_case = true)]
        game: &'static Listing,
    },

    /// Play a game in the terminal
    #[command(after_help = "Enter help during a game to list the available commands.")]
    Play(PlayArgs),

    /// Show the value of every move in a position, and why
    Analyze(AnalyzeArgs),

    /// Solve a game: the winner, the length of the game and the number of won positions
    #[command(mut_arg("size", |size| size.help(SIZE)))]
    Solve(SolveArgs),

    /// Play a match between computer players
    #[command(mut_arg("size", |size| size.help(SIZE)))]
    Match(MatchArgs),

    /// Review a recorded game and mark the moves that changed its outcome
    Review(ReviewArgs),

    /// Count the sequences of legal moves of a given length
    Perft(PerftArgs),

    /// Export all positions of a game with their values and best moves as a Parquet file
    #[command(mut_arg("size", |size| size.help(SIZE)))]
    Export(ExportArgs),

    /// Replay a recorded game, interactively on a terminal
    Replay {
        /// Record file, or - for standard input
        file: PathBuf,

        /// Draw with ASCII characters only
        #[arg(long)]
        ascii: bool,
    },

    /// Run a server for browsers and programs
    #[command(
        after_help = "Every option except --open can also be set in the environment, such as QUINTET_PORT for --port."
    )]
    Serve(ServeArgs),

    /// Write the web app as static files that need no server
    Site {
        /// Output folder: new, empty, or with an older site
        folder: PathBuf,
    },

    /// Back up the games of a server, which may be running
    Backup {
        /// Backup file to create
        file: PathBuf,

        #[command(flatten)]
        database: Database,
    },

    /// Restore the games of a server, which must not be running
    Restore {
        /// Backup file
        file: PathBuf,

        #[command(flatten)]
        database: Database,
    },

    /// Check the games of a server, which may be running, for corruption
    Check {
        /// SQLite file or PostgreSQL URL [default: games.db in the data folder]
        #[arg(value_name = "FILE|URL", env = "QUINTET_DB", hide_env_values = true,
              value_parser = db_parser())]
        db: Option<Db>,
    },

    /// Copy the games of a server from one database to another
    #[command(
        after_help = "No server may be running on either database. To resume after an interruption, run the command again."
    )]
    Migrate {
        /// Source: sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/NAME
        #[arg(value_parser = db_parser())]
        from: Db,

        /// Target; games that it already has are preserved
        #[arg(value_parser = db_parser())]
        to: Db,
    },

    /// Delete a game of a server, which must not be running on an SQLite file
    Delete {
        /// Id of the game
        game: String,

        #[command(flatten)]
        database: Database,
    },

    /// Measure how well a player plays by comparing its moves with the exact values
    #[command(after_help = "docs/agents.md explains the metrics.")]
    Evaluate(EvaluateArgs),

    /// Run as a UGI engine
    #[command(after_help = "docs/engine.md describes the protocol.")]
    Engine,

    /// Run an MCP server for AI assistants
    #[command(after_help = "docs/mcp.md explains how to set up an assistant.")]
    Mcp(McpArgs),

    /// Print a shell completion script
    Completions {
        /// Shell
        shell: clap_complete::Shell,
    },

    /// Print the manual page
    Man,

    /// Print the licenses of Quintet and its dependencies
    Licenses,
}

/// A game and its size.
#[derive(Args)]
pub(crate) struct GameAndSize {
    /// Game
    #[arg(value_parser = game_parser(Catalogue::STANDARD), ignore_case = true)]
    game: &'static Listing,

    /// Board size, such as 5x5; `quintet games` lists them [default: the rule book's]
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
}

/// A game, its size and a position.
#[derive(Args)]
pub(crate) struct Board {
    #[command(flatten)]
    pub(crate) game: GameAndSize,

    /// Position, such as "..../.X../..../.... 2" [default: the initial one]
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    /// Game; not needed with --from
    #[arg(value_parser = game_parser(Catalogue::STANDARD), ignore_case = true, required_unless_present = "from")]
    pub(crate) game: Option<&'static Listing>,

    /// Board size, such as 5x5; `quintet games` lists them [default: the rule book's]
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,

    /// Position, such as "..../.X../..../.... 2" [default: the initial one]
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// Continue the last game of this record, which must be unfinished
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["size", "position", "first"])]
    pub(crate) from: Option<PathBuf>,

    /// Player 1 [default: human]
    #[arg(long, value_name = "PLAYER", value_parser = who_parser())]
    pub(crate) p1: Option<Who>,

    /// Player 2 [default: human]
    #[arg(long, value_name = "PLAYER", value_parser = who_parser())]
    pub(crate) p2: Option<Who>,

    /// The player to move first; with --games, players alternate
    #[arg(long, value_name = "1|2|random", default_value = "1", conflicts_with = "position",
          value_parser = first_parser())]
    pub(crate) first: First,

    /// Number of games to play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,

    /// Seed for all random choices [default: random, and printed]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Record the games in this file after every move. It must not exist, unless it is the file of --from
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Let --record overwrite an existing file
    #[arg(long, requires = "record")]
    pub(crate) force: bool,

    /// Stop games as unfinished after N moves [default: 1000 between computer players]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_plies: Option<u64>,

    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
}

#[derive(Args)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) board: Board,

    /// Moves to play first, such as "2-2 3-3"
    #[arg(long, value_name = "LIST")]
    pub(crate) moves: Option<String>,

    #[command(flatten)]
    pub(crate) budget: BudgetArg,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Values to verify.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Verify {
    /// All values
    All,
    /// The values of 10,000 positions from random games
    Sample,
}

#[derive(Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) game: GameAndSize,

    /// Build and store the table of a size that is too large to solve automatically. An interrupted build is resumed by the
    /// same command
    #[arg(long)]
    pub(crate) keep: bool,

    /// Verify the values against the rules of the game [default: all]
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all"
    )]
    pub(crate) verify: Option<Verify>,

    #[command(flatten)]
    pub(crate) budget: BudgetArg,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameAndSize,

    /// Player 1
    #[arg(long, value_name = "PLAYER", value_parser = machine_parser())]
    pub(crate) p1: Who,

    /// Player 2
    #[arg(long, value_name = "PLAYER", value_parser = machine_parser())]
    pub(crate) p2: Who,

    /// Number of games; players alternate in moving first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,

    /// Seed for all random choices [default: random, and printed]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Stop games as unfinished after N moves
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_plies: u32,

    #[command(flatten)]
    pub(crate) policy: PolicyArgs,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How the questions of an evaluation are changed.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Disguise {
    /// Turn or reflect the boards
    Mirrored,
    /// Give language models other names of games, pieces and players
    Renamed,
    /// Label the rows, columns and cells of language models in reverse order
    Relabelled,
}

#[derive(Args)]
pub(crate) struct EvaluateArgs {
    /// Player to evaluate
    #[arg(value_name = "PLAYER", value_parser = machine_parser(), required_unless_present_any = ["compare", "leaderboard"])]
    pub(crate) player: Option<Who>,

    /// Games, at the rule book's size [default: all]
    #[arg(value_name = "GAME", value_parser = game_parser(Catalogue::STANDARD), ignore_case = true)]
    pub(crate) games: Vec<&'static Listing>,

    /// Another player, which gets the same questions; can be repeated
    #[arg(long, value_name = "PLAYER", value_parser = machine_parser(), requires = "player")]
    pub(crate) also: Vec<Who>,

    /// Board size of a single game [default: the rule book's]
    #[arg(long, value_name = "SIZE")]
    pub(crate) size: Option<String>,

    /// Ask the fixed questions v1 or those in a file (see docs/agents.md), instead of drawing positions
    #[arg(long, value_name = "SET", conflicts_with_all = ["positions", "size"])]
    pub(crate) questions: Option<String>,

    /// Save the questions to this file, for --questions
    #[arg(long, value_name = "FILE", requires = "player")]
    pub(crate) save_questions: Option<PathBuf>,

    /// Change the questions and not their values, to show whether a model remembers them
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) disguise: Option<Disguise>,

    /// How often to ask each question
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeats: u32,

    /// Positions per game
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) positions: u32,

    /// Pairs of games per game and opponent; each opening is played from both sides [default: 2, or 0 on an unsolved size]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=10_000))]
    pub(crate) pairs: Option<u32>,

    /// Opponents, separated by commas
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', default_value = "slips:20,perfect", value_parser = opponent)]
    pub(crate) opponents: Vec<Who>,

    /// Seed for all random choices; to compare players, use the same
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Number of questions to ask in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) jobs: u32,

    /// Log answers to this file, or with --also to one file per player beside it; the same command resumes an interrupted run
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) policy: PolicyArgs,

    /// Compare reports that were printed with --json
    #[arg(long, value_name = "REPORT", num_args = 1.., conflicts_with_all = ["player", "games", "log"])]
    pub(crate) compare: Vec<PathBuf>,

    /// Save the reports in this folder, and rank all reports in it on a page, index.html
    #[arg(long, value_name = "FOLDER")]
    pub(crate) leaderboard: Option<PathBuf>,

    /// Write an HTML report to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct McpArgs {
    /// Leave out the tools that reveal the values of moves or take back a move
    #[arg(long, alias = "no-truth")]
    pub(crate) no_analysis: bool,

    /// Ask questions instead of playing games, and write the report of quintet evaluate to this file
    #[arg(long, value_name = "FILE", conflicts_with = "no_analysis")]
    pub(crate) score: Option<PathBuf>,

    /// The fixed questions v1, or those in a file
    #[arg(long, value_name = "SET", default_value = "v1", requires = "score")]
    pub(crate) questions: String,
}

impl EvaluateArgs {
    pub(crate) fn disguise(&self) -> Option<quintet_evaluation::Disguise> {
        self.disguise.map(|disguise| match disguise {
            Disguise::Mirrored => quintet_evaluation::Disguise::Mirrored,
            Disguise::Renamed => quintet_evaluation::Disguise::Renamed,
            Disguise::Relabelled => quintet_evaluation::Disguise::Relabelled,
        })
    }
}

#[derive(Args)]
pub(crate) struct ReviewArgs {
    /// Record file, or - for standard input
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) budget: BudgetArg,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) board: Board,

    /// Length of the sequences
    pub(crate) depth: u32,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A game to export, and the file.
#[derive(Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) game: GameAndSize,

    /// Parquet file to create
    pub(crate) file: PathBuf,

    /// Overwrite an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

/// Options of the server. Each can also be set in the environment.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each of them is a flag")]
pub(crate) struct ServeArgs {
    /// Port to listen on; 0 picks a free one
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 5555,
        env = "QUINTET_PORT"
    )]
    pub(crate) port: u16,

    /// Address to listen on; use 0.0.0.0 to accept connections from other machines
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1",
        env = "QUINTET_BIND"
    )]
    pub(crate) bind: IpAddr,

    /// URL path to serve under, such as /quintet
    #[arg(long, value_name = "PATH", default_value = "/", env = "QUINTET_BASE")]
    pub(crate) base: Base,

    /// Host name of the server other than localhost; can be repeated
    #[arg(
        long = "host",
        value_name = "NAME",
        value_delimiter = ',',
        env = "QUINTET_HOST"
    )]
    pub(crate) hosts: Vec<String>,

    /// Take client addresses from X-Forwarded-For, as set by one proxy, N proxies, or proxies at the given addresses
    /// (10.0.0.0/8,192.0.2.1)
    #[arg(
        long,
        value_name = "N|ADDRESSES",
        num_args = 0..=1,
        require_equals = true,
        default_value = "0",
        hide_default_value = true,
        default_missing_value = "1",
        env = "QUINTET_BEHIND_PROXY"
    )]
    pub(crate) behind_proxy: Proxies,

    /// Serve health checks, metrics and the deletion of games on this address instead of the public one
    #[arg(long, value_name = "ADDRESS:PORT", env = "QUINTET_ADMIN")]
    pub(crate) admin: Option<SocketAddr>,

    /// SQLite file for games between people [default: games.db in the data folder], or a PostgreSQL database that several
    /// servers can share (postgres://USER:PASSWORD@HOST:PORT/NAME)
    #[arg(long, value_name = "FILE|URL", env = "QUINTET_DB", hide_env_values = true,
          value_parser = db_parser())]
    pub(crate) db: Option<Db>,

    /// Delete games that have been idle for N days; 0 means never
    #[arg(long, value_name = "N", default_value_t = 0, env = "QUINTET_KEEP_DAYS")]
    pub(crate) keep_days: u32,

    /// Delete games without moves after N days; 0 means never
    #[arg(
        long,
        value_name = "N",
        default_value_t = 7,
        env = "QUINTET_KEEP_UNBEGUN_DAYS"
    )]
    pub(crate) keep_unbegun_days: u32,

    /// Run an MCP server for AI assistants at /mcp
    #[arg(long, env = "QUINTET_MCP")]
    pub(crate) mcp: bool,

    /// Like --mcp, but without the tools that reveal the values of moves
    #[arg(long, alias = "mcp-no-truth", env = "QUINTET_MCP_NO_ANALYSIS")]
    pub(crate) mcp_no_analysis: bool,

    /// Open the page in the default browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Log format [default: text on a terminal, otherwise json]
    #[arg(long, value_name = "FORMAT", env = "QUINTET_LOG")]
    pub(crate) log: Option<LogFormat>,

    /// Log client addresses
    #[arg(long, env = "QUINTET_LOG_ADDRESSES")]
    pub(crate) log_addresses: bool,

    /// Log every request
    #[arg(long, env = "QUINTET_VERBOSE")]
    pub(crate) verbose: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Limits of the server that an operator may change. A client is an IP address or an IPv6 /64.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
#[expect(clippy::struct_field_names, reason = "they are the names of options")]
pub(crate) struct LimitArgs {
    /// Maximum requests per second from one client; 0 lifts this limit and the one on WebSocket messages
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        env = "QUINTET_MAX_REQUESTS_PER_SECOND"
    )]
    pub(crate) max_requests_per_second: u32,

    /// Maximum new games per minute from one client; 0 is unlimited. Limits on joins and invalid tokens are twice as high
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        env = "QUINTET_MAX_GAMES_PER_MINUTE"
    )]
    pub(crate) max_games_per_minute: u32,

    /// Maximum open connections; also limited by the number of files that the process may open
    #[arg(long, value_name = "N", default_value_t = 10_000, env = "QUINTET_MAX_CONNECTIONS",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_connections: u32,

    /// Maximum open connections from one client, except for proxies; 0 is unlimited
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        env = "QUINTET_MAX_CONNECTIONS_PER_CLIENT"
    )]
    pub(crate) max_connections_per_client: u32,

    /// Maximum open WebSockets from one client; 0 is unlimited
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        env = "QUINTET_MAX_SOCKETS_PER_CLIENT"
    )]
    pub(crate) max_sockets_per_client: u32,

    /// Maximum games in memory; others are loaded on use
    #[arg(long, value_name = "N", default_value_t = 10_000, env = "QUINTET_MAX_GAMES_IN_MEMORY",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_games_in_memory: u32,

    /// Maximum concurrent analyses; one client may use half of them
    #[arg(long, value_name = "N", default_value_t = 64, env = "QUINTET_MAX_ANALYSES",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_analyses: u32,

    /// Maximum positions to search per analysis on sizes that are not solved
    #[arg(long, value_name = "N", default_value_t = quintet_api::NODES as u32, env = "QUINTET_MAX_NODES")]
    pub(crate) max_nodes: u32,
}

impl LimitArgs {
    /// Returns these limits; all others are those of `fixed`.
    pub(crate) fn limits(&self, fixed: &Limits) -> Limits {
        let doubled = self.max_games_per_minute.saturating_mul(2);
        Limits {
            requests_per_second: self.max_requests_per_second,
            messages_per_10_seconds: match self.max_requests_per_second {
                0 => 0,
                _ => fixed.messages_per_10_seconds,
            },
            games_per_minute: self.max_games_per_minute,
            seats_per_minute: doubled,
            wrong_tokens_per_minute: doubled,
            connections: self.max_connections,
            connections_per_client: self.max_connections_per_client,
            sockets_per_client: self.max_sockets_per_client,
            rooms: self.max_games_in_memory,
            analyses: self.max_analyses,
            analyses_per_client: self.max_analyses.div_ceil(2),
            nodes: self.max_nodes,
            ..*fixed
        }
    }
}

/// The database of a server.
#[derive(Args)]
pub(crate) struct Database {
    /// SQLite file or PostgreSQL URL [default: games.db in the data folder]
    #[arg(long, value_name = "FILE|URL", env = "QUINTET_DB", hide_env_values = true,
          value_parser = db_parser())]
    pub(crate) db: Option<Db>,
}

/// Log format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LogFormat {
    /// Plain text.
    Text,
    /// JSON lines.
    Json,
    /// No log.
    Off,
}

impl PlayArgs {
    /// Returns the starting position of a new game.
    pub(crate) fn start(&self, seed: u64) -> Result<Box<dyn AnyPosition>> {
        let game = self.game.expect("required unless a record is continued");
        let variant = variant_of(game, self.size.as_deref())?;
        match &self.position {
            Some(text) => position_of(variant, text),
            None => Ok(variant.start(self.first.player(seed))),
        }
    }
}

impl GameAndSize {
    /// Returns the game at the given size, or at the rule book's.
    pub(crate) fn variant(&self) -> Result<&'static dyn Variant> {
        variant_of(self.game, self.size.as_deref())
    }
}

impl Board {
    /// Returns the given position, or the initial one.
    pub(crate) fn position(&self) -> Result<Box<dyn AnyPosition>> {
        let variant = self.game.variant()?;
        match &self.position {
            Some(text) => position_of(variant, text),
            None => Ok(variant.start(Player::One)),
        }
    }
}

fn variant_of(game: &'static Listing, size: Option<&str>) -> Result<&'static dyn Variant> {
    let Some(name) = size else {
        return Ok(game.standard());
    };
    game.size(name).with_context(|| {
        let (found, sizes) = (escape(name), quintet_api::sizes(game).join(", "));
        format!("{} has no size '{found}'; available: {sizes}", game.name)
    })
}

fn position_of(variant: &dyn Variant, text: &str) -> Result<Box<dyn AnyPosition>> {
    match variant.position(text) {
        Ok(position) => Ok(position),
        Err(error) => bail!(
            "--position: {error} (example for {} {}: \"{}\")",
            variant.id(),
            variant.size(),
            variant.start(Player::One).text()
        ),
    }
}

/// Returns a parser of game ids. [`command`] replaces the catalogue.
fn game_parser(catalogue: Catalogue) -> impl TypedValueParser<Value = &'static Listing> {
    let value = |listing: &Listing| PossibleValue::new(listing.id).help(listing.summary);
    PossibleValuesParser::new(catalogue.iter().map(value)).map(move |id| {
        let found = catalogue.find(&id.to_lowercase());
        found.expect("only listed games are accepted")
    })
}

fn first_parser() -> impl TypedValueParser<Value = First> {
    PossibleValuesParser::new(First::ALL.map(First::name))
        .map(|name| First::from_name(&name).expect("a possible value"))
}
