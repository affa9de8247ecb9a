//! The one definition of the command line, from which parsing, help, completions and the man page
//! come.

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
pub(crate) use players::{PolicyArgs, with_usual_key};
use players::{machine_parser, opponent, outsider, who_parser};

/// The command `quintet`.
#[derive(Parser)]
#[command(name = "quintet", version, max_term_width = 100)]
pub(crate) struct Quintet {
    /// Draw the full-screen app with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Let a player from outside be chosen in the full-screen app (docs/agents.md); may be given several times
    #[arg(long = "player", value_name = "WHO", value_parser = outsider)]
    pub(crate) players: Vec<Who>,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The command line, which takes the games of a catalogue.
pub(crate) fn command(catalogue: Catalogue) -> clap::Command {
    let mut count = number_word(catalogue.iter().count());
    count[..1].make_ascii_uppercase();
    let about = format!(
        "{count} two-player grid games, perfectly known: play them, and ask the truth about any position"
    );
    let long = format!("{about}\n\nWithout a command it opens the full-screen app.");
    let game = game_parser(catalogue);
    let with_games = |arg: Arg| {
        if is_game(&arg) {
            arg.value_parser(game.clone())
        } else {
            // The help of a command says once that its options have variables.
            arg.hide_env(true)
        }
    };
    Quintet::command()
        .about(about)
        .long_about(long)
        .mut_subcommands(|subcommand| subcommand.mut_args(with_games))
}

/// True if the value of an argument is a game of the catalogue.
pub(crate) fn is_game(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<&'static Listing>()
}

/// What is said about the size where no position can be given.
const SIZE: &str = "The board, such as 5x5; the rule book's unless said otherwise";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games and their sizes
    Games {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },

    /// Show the rules of a game, with the rulings
    Rules {
        /// The game
        #[arg(value_parser = game_parser(Catalogue::STANDARD), ignore_case = true)]
        game: &'static Listing,
    },

    /// Play a game in this terminal, as its rule book shows it
    #[command(after_help = "While playing, enter help to see what else can be entered.")]
    Play(PlayArgs),

    /// Say what each move of a position is worth, and why
    #[command(
        after_help = "Where a search is needed, all that it has found is printed when it ends."
    )]
    Analyze(AnalyzeArgs),

    /// Solve a game from nothing: who wins, in how many moves, and how many positions are won
    #[command(mut_arg("size", |size| size.help(SIZE)))]
    Solve(SolveArgs),

    /// Let two players that are not people play many games
    #[command(mut_arg("size", |size| size.help(SIZE)))]
    Match(MatchArgs),

    /// Look at a recorded game move by move: where the result changed hands
    Review(ReviewArgs),

    /// Count the sequences of legal moves; the last line is the count alone
    Perft(PerftArgs),

    /// Write every position of a game with its value and best moves to a Parquet file
    #[command(mut_arg("size", |size| size.help(SIZE)))]
    Export(ExportArgs),

    /// Show a recorded game move by move: with keys at a terminal, else all at once
    Replay {
        /// The file with the record, or - for standard input
        file: PathBuf,

        /// Draw with ASCII characters only
        #[arg(long)]
        ascii: bool,
    },

    /// Serve the games to browsers and programs, alone or with a friend
    #[command(
        after_help = "Every option except --open can also be set in the environment, such as QUINTET_PORT for --port."
    )]
    Serve(ServeArgs),

    /// Write the page as static files, which answer every question without a server
    Site {
        /// The folder: a new or empty one, or one with an older site
        folder: PathBuf,
    },

    /// Copy the games that the server keeps, also while it runs
    Backup {
        /// The new file
        file: PathBuf,

        #[command(flatten)]
        kept: Kept,
    },

    /// Put a copy of the games back in their place, while no server runs
    Restore {
        /// The copy
        file: PathBuf,

        #[command(flatten)]
        kept: Kept,
    },

    /// Check every game that the server keeps, also while it runs
    Check {
        /// Where games are kept, as for `quintet serve`; the file in the user's data folder unless said otherwise
        #[arg(value_name = "FILE|URL", env = "QUINTET_DB", hide_env_values = true,
              value_parser = db_parser())]
        db: Option<Db>,
    },

    /// Move the games that a server keeps to another place: from a file to a database that several servers share
    #[command(
        after_help = "No server may run on either. A move that was interrupted goes on when it is started again."
    )]
    Migrate {
        /// Where the games are: sqlite:FILE, or postgres://USER:PASSWORD@HOST:PORT/NAME
        #[arg(value_parser = db_parser())]
        from: Db,

        /// Where they are to be; what is there stays
        #[arg(value_parser = db_parser())]
        to: Db,
    },

    /// Delete a game that the server keeps; from a file, while no server runs
    Delete {
        /// The address of the game
        game: String,

        #[command(flatten)]
        kept: Kept,
    },

    /// Ask a player for moves in many positions, and judge every answer by the truth
    #[command(after_help = "docs/agents.md tells what the figures mean.")]
    Evaluate(EvaluateArgs),

    /// Find moves for another program, which asks in the words of UGI
    #[command(after_help = "docs/engine.md tells the words, and shows a conversation.")]
    Engine,

    /// Let an assistant play, which talks in the words of the Model Context Protocol
    #[command(after_help = "docs/mcp.md tells how an assistant is set up, and what it can do.")]
    Mcp {
        /// Tell nothing about what positions and moves are worth, to measure the assistant
        #[arg(long)]
        no_truth: bool,
    },

    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },

    /// Print the manual page
    Man,

    /// Print the licenses of this program and of the packages in it
    Licenses,
}

/// Which game, on which board.
#[derive(Args)]
pub(crate) struct GameAndSize {
    /// The game
    #[arg(value_parser = game_parser(Catalogue::STANDARD), ignore_case = true)]
    game: &'static Listing,

    /// The board, such as 5x5; the rule book's unless said otherwise (`quintet games` lists them)
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
}

/// Which game, on which board, from which position.
#[derive(Args)]
pub(crate) struct Board {
    #[command(flatten)]
    pub(crate) game: GameAndSize,

    /// The position to start from, such as "..../.X../..../.... 2"
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    /// The game; with --from that of the record
    #[arg(value_parser = game_parser(Catalogue::STANDARD), ignore_case = true, required_unless_present = "from")]
    pub(crate) game: Option<&'static Listing>,

    /// The board, such as 5x5; the rule book's unless said otherwise (`quintet games` lists them)
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,

    /// The position to start from, such as "..../.X../..../.... 2"
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// Continue the last game of this record, which is not over, with its players
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["size", "position", "first"])]
    pub(crate) from: Option<PathBuf>,

    /// Who plays for Player 1; human unless said otherwise
    #[arg(long, value_name = "WHO", value_parser = who_parser())]
    pub(crate) p1: Option<Who>,

    /// Who plays for Player 2; human unless said otherwise
    #[arg(long, value_name = "WHO", value_parser = who_parser())]
    pub(crate) p2: Option<Who>,

    /// Who begins; in a match who begins the first game, then it alternates
    #[arg(long, value_name = "1|2|random", default_value = "1", conflicts_with = "position",
          value_parser = first_parser())]
    pub(crate) first: First,

    /// How many games to play in a row, with a running score; with --position all from there
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,

    /// The seed of every random choice; one is drawn and printed if it is not given
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Keep the record of the games in this file, every move as soon as it is made. A file that is
    /// there already is refused, unless it is that of --from, which is continued
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Let --record replace a file that is there already
    #[arg(long, requires = "record")]
    pub(crate) force: bool,

    /// Stop a game as unfinished after this many moves; 1000 if nobody is human, else never
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_plies: Option<u64>,

    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
}

#[derive(Args)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) board: Board,

    /// Moves to make first, one word each, such as "2-2 3-3"
    #[arg(long, value_name = "LIST")]
    pub(crate) moves: Option<String>,

    #[command(flatten)]
    pub(crate) budget: BudgetArg,

    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which values are checked.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Verify {
    /// Every one
    All,
    /// Those of some thousand positions of random games
    Sample,
}

#[derive(Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) game: GameAndSize,

    /// Build the table of a size that is too large to be solved unasked, and keep it. If that is interrupted, the same
    /// command goes on
    #[arg(long)]
    pub(crate) keep: bool,

    /// Check values once more by the plain rules: every one, or a sample
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

    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameAndSize,

    /// Who plays for Player 1
    #[arg(long, value_name = "WHO", value_parser = machine_parser())]
    pub(crate) p1: Who,

    /// Who plays for Player 2
    #[arg(long, value_name = "WHO", value_parser = machine_parser())]
    pub(crate) p2: Who,

    /// How many games; who begins alternates
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,

    /// The seed of every random choice; one is drawn and printed if it is not given
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Leave a game unfinished after this many moves
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_plies: u32,

    #[command(flatten)]
    pub(crate) policy: PolicyArgs,

    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct EvaluateArgs {
    /// Who is asked
    #[arg(value_name = "PLAYER", value_parser = machine_parser(), required_unless_present = "compare")]
    pub(crate) player: Option<Who>,

    /// The games, at the rule book's size; all of them unless said otherwise
    #[arg(value_name = "GAME", value_parser = game_parser(Catalogue::STANDARD), ignore_case = true)]
    pub(crate) games: Vec<&'static Listing>,

    /// How many positions of each game
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) positions: u32,

    /// How many pairs of games against each opponent in each game; each opening is played with both seats
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=10_000))]
    pub(crate) pairs: u32,

    /// The opponents in games
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', default_values_t = [Who::Medium, Who::Perfect], value_parser = opponent)]
    pub(crate) opponents: Vec<Who>,

    /// The seed of everything; the same for players that are to be compared
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// How many are asked at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) jobs: u32,

    /// Write every answer down in this file as it comes; the same command goes on from there
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) policy: PolicyArgs,

    /// Show reports that were printed with --json side by side
    #[arg(long, value_name = "REPORT", num_args = 1.., conflicts_with_all = ["player", "games", "log"])]
    pub(crate) compare: Vec<PathBuf>,

    /// Write the report as a page for a browser, too
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ReviewArgs {
    /// The file with the record, or - for standard input
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) budget: BudgetArg,

    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) board: Board,

    /// How many moves each sequence has
    pub(crate) depth: u32,

    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is exported, and where to.
#[derive(Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) game: GameAndSize,

    /// The new file
    pub(crate) file: PathBuf,

    /// Replace a file that is there already
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

    /// Delete games that have been idle for N days; 0 keeps them indefinitely
    #[arg(long, value_name = "N", default_value_t = 0, env = "QUINTET_KEEP_DAYS")]
    pub(crate) keep_days: u32,

    /// Delete games without moves after N days; 0 keeps them indefinitely
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
    #[arg(long, env = "QUINTET_MCP_NO_TRUTH")]
    pub(crate) mcp_no_truth: bool,

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
pub(crate) struct LimitArgs {
    /// Requests per second from one client; 0 lifts this limit and that on messages per WebSocket
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        env = "QUINTET_MAX_REQUESTS_PER_SECOND"
    )]
    pub(crate) max_requests_per_second: u32,

    /// New games per minute from one client; 0 is unlimited. Twice as many seats and wrong tokens are allowed
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        env = "QUINTET_MAX_GAMES_PER_MINUTE"
    )]
    pub(crate) max_games_per_minute: u32,

    /// Open connections; also limited by the number of files that the process may open
    #[arg(long, value_name = "N", default_value_t = 10_000, env = "QUINTET_MAX_CONNECTIONS",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_connections: u32,

    /// Open connections of one client, except for proxies; 0 is unlimited
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        env = "QUINTET_MAX_CONNECTIONS_PER_CLIENT"
    )]
    pub(crate) max_connections_per_client: u32,

    /// Open WebSockets of one client; 0 is unlimited
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        env = "QUINTET_MAX_SOCKETS_PER_CLIENT"
    )]
    pub(crate) max_sockets_per_client: u32,

    /// Live games in memory; the others are loaded when they are used
    #[arg(long, value_name = "N", default_value_t = 10_000, env = "QUINTET_MAX_GAMES_IN_MEMORY",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_games_in_memory: u32,

    /// Analyses at a time, half of which one client may use
    #[arg(long, value_name = "N", default_value_t = 64, env = "QUINTET_MAX_ANALYSES",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_analyses: u32,

    /// Positions to search per analysis on sizes that are not solved
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

/// Where games are kept.
#[derive(Args)]
pub(crate) struct Kept {
    /// Where games are kept, as for `quintet serve`; the file in the user's data folder unless said otherwise
    #[arg(long, value_name = "FILE|URL", env = "QUINTET_DB", hide_env_values = true,
          value_parser = db_parser())]
    pub(crate) db: Option<Db>,
}

/// How to log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
    /// Not at all.
    Off,
}

impl PlayArgs {
    /// Where a new game starts.
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
    /// The game at the size with this name, or at the rule book's.
    pub(crate) fn variant(&self) -> Result<&'static dyn Variant> {
        variant_of(self.game, self.size.as_deref())
    }
}

impl Board {
    /// The chosen position, or the start.
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
        format!("no size '{found}' of {}: it has {sizes}", game.name)
    })
}

fn position_of(variant: &dyn Variant, text: &str) -> Result<Box<dyn AnyPosition>> {
    match variant.position(text) {
        Ok(position) => Ok(position),
        Err(error) => bail!(
            "--position is {error} (an example for {} {}: \"{}\")",
            variant.id(),
            variant.size(),
            variant.start(Player::One).text()
        ),
    }
}

/// Parses the id of a game. [`command`] replaces the catalogue.
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
