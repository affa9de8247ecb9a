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
use quintet_server::{Base, Proxies};
use serde::{Deserialize, Serialize};

use crate::config::{as_text, limits};
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
            arg
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
    #[command(after_help = crate::serve::limits_help())]
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
        #[arg(value_name = "FILE|URL", env = "QUINTET_DB", hide_env = true, hide_env_values = true,
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

/// The settings of the server. Each is a flag, a variable of the environment, and an entry of the file that --config names,
/// under the same name; what is not a setting is left out of the file.
#[derive(Clone, Args, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each of them is a flag")]
pub(crate) struct ServeArgs {
    /// The port; 0 takes any that is free
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5555,
        env = "QUINTET_PORT",
        hide_env = true
    )]
    pub(crate) port: u16,

    /// The address to listen at; others than this machine reach 0.0.0.0
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1",
        env = "QUINTET_BIND",
        hide_env = true
    )]
    pub(crate) bind: IpAddr,

    /// The path below which everything is served, such as /quintet
    #[arg(
        long,
        value_name = "PATH",
        default_value = "/",
        env = "QUINTET_BASE",
        hide_env = true
    )]
    #[serde(with = "as_text")]
    pub(crate) base: Base,

    /// A name under which browsers reach the server, if not localhost; may be given several times
    #[arg(
        long = "host",
        value_name = "NAME",
        value_delimiter = ',',
        env = "QUINTET_HOST",
        hide_env = true
    )]
    #[serde(rename = "host")]
    pub(crate) hosts: Vec<String>,

    /// Take the address of a client from the header X-Forwarded-For of a proxy; of several, their number or their
    /// addresses are given, such as --behind-proxy=10.0.0.0/8,192.0.2.1
    #[arg(
        long,
        value_name = "PROXIES",
        num_args = 0..=1,
        require_equals = true,
        default_value = "0",
        hide_default_value = true,
        default_missing_value = "1",
        env = "QUINTET_BEHIND_PROXY",
        hide_env = true
    )]
    #[serde(with = "as_text")]
    pub(crate) behind_proxy: Proxies,

    /// Answer health, readiness and metrics at this address and no longer beside the page
    #[arg(
        long,
        value_name = "ADDRESS:PORT",
        env = "QUINTET_ADMIN",
        hide_env = true
    )]
    pub(crate) admin: Option<SocketAddr>,

    /// The file in which games are kept, one in the user's data folder unless said otherwise; or a database
    /// that several servers share: postgres://USER:PASSWORD@HOST:PORT/NAME
    #[arg(long, value_name = "FILE|URL", env = "QUINTET_DB", hide_env = true, hide_env_values = true,
          value_parser = db_parser())]
    pub(crate) db: Option<Db>,

    /// Delete games in which nothing has happened for so many days; 0 keeps them for ever
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        env = "QUINTET_KEEP_DAYS",
        hide_env = true
    )]
    pub(crate) keep_days: u32,

    /// Delete games that were never begun after so many days; 0 keeps them for ever
    #[arg(
        long,
        value_name = "N",
        default_value_t = 7,
        env = "QUINTET_KEEP_UNBEGUN_DAYS",
        hide_env = true
    )]
    pub(crate) keep_unbegun_days: u32,

    /// Let assistants play at the path /mcp, in the words of the Model Context Protocol
    #[arg(long, env = "QUINTET_MCP", hide_env = true)]
    pub(crate) mcp: bool,

    /// The same, but tell them nothing about what positions and moves are worth
    #[arg(long, env = "QUINTET_MCP_NO_TRUTH", hide_env = true)]
    pub(crate) mcp_no_truth: bool,

    /// Open the page in the browser
    #[arg(long)]
    #[serde(skip)]
    pub(crate) open: bool,

    /// Change a limit (see below); may be given several times
    #[arg(
        long = "limit",
        value_name = "NAME=N",
        value_parser = crate::config::limit,
        value_delimiter = ',',
        env = crate::config::LIMIT_VARIABLE,
        hide_env = true
    )]
    #[serde(rename = "limit", with = "limits")]
    pub(crate) limits: Vec<(String, u32)>,

    /// How to log to standard error; text at a terminal, else json, unless said otherwise
    #[arg(long, value_name = "FORMAT", env = "QUINTET_LOG", hide_env = true)]
    pub(crate) log: Option<LogFormat>,

    /// Log the addresses of clients, too
    #[arg(long, env = "QUINTET_LOG_ADDRESSES", hide_env = true)]
    pub(crate) log_addresses: bool,

    /// Log every request, too
    #[arg(long, env = "QUINTET_VERBOSE", hide_env = true)]
    pub(crate) verbose: bool,

    /// Read settings from this file, in TOML; what is given here or in the environment comes first
    #[arg(long, value_name = "FILE", env = "QUINTET_CONFIG", hide_env = true)]
    #[serde(skip)]
    pub(crate) config: Option<PathBuf>,

    /// Print the settings in force as such a file, and end
    #[arg(long)]
    #[serde(skip)]
    pub(crate) print_config: bool,
}

/// Where games are kept.
#[derive(Args)]
pub(crate) struct Kept {
    /// Where games are kept, as for `quintet serve`; the file in the user's data folder unless said otherwise
    #[arg(long, value_name = "FILE|URL", env = "QUINTET_DB", hide_env = true, hide_env_values = true,
          value_parser = db_parser())]
    pub(crate) db: Option<Db>,
}

/// How to log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    PossibleValuesParser::new(First::ALL.map(First::name)).try_map(|name| name.parse::<First>())
}
