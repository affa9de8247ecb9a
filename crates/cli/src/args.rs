//! Definition of the command line. Parsing, help, completions and the manual page all derive from it.

use std::any::TypeId;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, ColorChoice, CommandFactory, Parser, Subcommand, ValueEnum};
use quintet_arena::{First, Grade, Who};
use quintet_games::{Catalogue, Listing, number_word};

use crate::db::{Db, db_parser};

mod budget;
pub(crate) mod examples;
mod game;
mod number;
mod players;
mod serve;

pub(crate) use budget::BudgetArg;
use game::game_parser;
pub(crate) use game::{AppStart, Board, GameAndSize, is_game, position_of, variant_of};
use number::whole;
pub(crate) use players::{PolicyArgs, is_player, most_similar, with_default_key};
use players::{external_parser, machine_parser, opponent_parser, who_parser};
pub(crate) use serve::{Database, LogFormat, ServeArgs};

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

    #[command(flatten)]
    pub(crate) start: AppStart,

    /// When to use colors: auto, always or never
    #[arg(long, value_name = "WHEN", global = true, default_value_t = ColorChoice::Auto,
          hide_possible_values = true, display_order = 900)]
    pub(crate) color: ColorChoice,

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
            let is_number = is_number(&arg);
            // The help of `serve` describes the variables in one sentence.
            arg.hide_env(true).allow_negative_numbers(is_number)
        }
    };
    let with_examples = |command: clap::Command| {
        let help = examples::help(&command, catalogue);
        command.after_help(help)
    };
    let command = Quintet::command().about(about).long_about(long);
    let command = command.mut_args(with_games);
    with_examples(command)
        .mut_subcommands(|subcommand| with_examples(subcommand).mut_args(with_games))
}

/// True if the value of an argument is a number. A negative one is then a bad value, and not an unknown option.
fn is_number(arg: &Arg) -> bool {
    let found = arg.get_value_parser().type_id();
    found == TypeId::of::<u16>()
        || found == TypeId::of::<u32>()
        || found == TypeId::of::<u64>()
        || found == TypeId::of::<f64>()
        || found == TypeId::of::<Duration>()
}

/// Help for `--size` of commands that solve or play whole games.
const SIZE: &str = "Board size, such as 5x5 [default: the standard size]";

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

    /// Learn a game step by step
    Learn(LearnArgs),

    /// Play a game in the terminal
    #[command(after_help = "Type 'help' during a game to list the available commands.")]
    Play(PlayArgs),

    /// Solve a puzzle: find the only winning move
    #[command(
        after_help = "Without --game, this is the puzzle of the day. In a terminal, you can keep trying until you find the move."
    )]
    Puzzle(PuzzleArgs),

    /// Suggest a move in a position, and explain it
    Hint(PositionArgs),

    /// Show the value of every move in a position, and why
    Analyze(PositionArgs),

    /// Solve a game: find the winner and count the won positions
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
        /// Output folder; must be new, be empty, or contain an older site
        folder: PathBuf,
    },

    /// Back up the games of a server, even while it runs
    Backup {
        /// Backup file to create
        file: PathBuf,

        #[command(flatten)]
        database: Database,
    },

    /// Restore the games of a stopped server from a backup
    Restore {
        /// Backup file
        file: PathBuf,

        #[command(flatten)]
        database: Database,
    },

    /// Check the games of a server for corruption, even while it runs
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

        /// Target; its existing games are preserved
        #[arg(value_parser = db_parser())]
        to: Db,
    },

    /// Delete a game from a server; with SQLite, stop the server first
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

#[derive(Args)]
pub(crate) struct PlayArgs {
    /// Game; not needed with --from
    #[arg(value_parser = game_parser(Catalogue::STANDARD), ignore_case = true, required_unless_present = "from")]
    pub(crate) game: Option<&'static Listing>,

    /// Board size, such as 5x5; `quintet games` lists them [default: the standard size]
    #[arg(long, value_name = "SIZE")]
    pub(crate) size: Option<String>,

    /// Position, such as "..../.X../..../.... 2" [default: the initial one]
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,

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
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1..))]
    pub(crate) games: u32,

    /// Seed for all random choices [default: random, and printed]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    pub(crate) seed: Option<u64>,

    /// Record the games in this file after every move. The file must not exist, unless it is the one given to
    /// --from
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Let --record overwrite an existing file
    #[arg(long, requires = "record")]
    pub(crate) force: bool,

    /// Stop a game after N moves and count it as unfinished [default: 1000 between computer players]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    pub(crate) max_plies: Option<u64>,

    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
}

/// A position and a budget.
#[derive(Args)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) board: Board,

    /// Moves to play first, such as "2-2 3-3" or "(2,2) (3,3)"
    #[arg(long, value_name = "LIST")]
    pub(crate) moves: Option<String>,

    #[command(flatten)]
    pub(crate) budget: BudgetArg,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct LearnArgs {
    /// Game
    #[arg(value_parser = game_parser(Catalogue::STANDARD), ignore_case = true)]
    pub(crate) game: &'static Listing,

    /// Print the lesson as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct PuzzleArgs {
    /// Game; the puzzle is random unless --day or --seed is given
    #[arg(long, value_name = "GAME", value_parser = game_parser(Catalogue::STANDARD), ignore_case = true)]
    pub(crate) game: Option<&'static Listing>,

    /// Board size, such as 5x5; `quintet games` lists them [default: the standard size]
    #[arg(long, value_name = "SIZE", requires = "game")]
    pub(crate) size: Option<String>,

    /// Difficulty
    #[arg(long, alias = "level", value_name = "GRADE", requires = "game", conflicts_with = "day", value_parser = grade_parser())]
    pub(crate) grade: Option<Grade>,

    /// Day of the puzzle in UTC, such as 2026-11-15
    #[arg(long, value_name = "DATE", conflicts_with = "seed")]
    pub(crate) day: Option<String>,

    /// Seed of the puzzle [default: random, and printed]
    #[arg(long, value_name = "N", requires = "game", value_parser = whole::<u64>(..))]
    pub(crate) seed: Option<u64>,

    /// Print the solution instead of asking for it
    #[arg(long)]
    pub(crate) solution: bool,

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

    /// Number of games; players take turns moving first
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..))]
    pub(crate) games: u32,

    /// Seed for all random choices [default: random, and printed]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    pub(crate) seed: Option<u64>,

    /// Stop a game after N moves and count it as unfinished
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u32>(1..))]
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
    /// Rotate or reflect the boards
    Mirrored,
    /// Rename the games, pieces and players in prompts for language models
    Renamed,
    /// Reverse the labels of rows, columns and cells in prompts for language models
    Relabeled,
}

#[derive(Args)]
pub(crate) struct EvaluateArgs {
    /// Player to evaluate
    #[arg(value_name = "PLAYER", value_parser = machine_parser(), required_unless_present_any = ["compare", "leaderboard"])]
    pub(crate) player: Option<Who>,

    /// Games, at their standard sizes [default: all]
    #[arg(value_name = "GAME", value_parser = game_parser(Catalogue::STANDARD), ignore_case = true)]
    pub(crate) games: Vec<&'static Listing>,

    /// Also evaluate this player on the same questions; can be repeated
    #[arg(long, value_name = "PLAYER", value_parser = machine_parser(), requires = "player")]
    pub(crate) also: Vec<Who>,

    /// Board size, if a single game is given [default: the standard size]
    #[arg(long, value_name = "SIZE")]
    pub(crate) size: Option<String>,

    /// Ask the fixed question set v1, or the questions in a file, instead of choosing positions at random (see docs/agents.md)
    #[arg(long, value_name = "SET", conflicts_with_all = ["positions", "size"])]
    pub(crate) questions: Option<String>,

    /// Save the questions to this file, for --questions
    #[arg(long, value_name = "FILE", requires = "player")]
    pub(crate) save_questions: Option<PathBuf>,

    /// Change the questions but not their values, to detect memorized answers
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) disguise: Option<Disguise>,

    /// Number of times to ask each question
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1..=1000))]
    pub(crate) repeats: u32,

    /// Positions per game
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u32>(1..))]
    pub(crate) positions: u32,

    /// Number of openings to play per game and opponent, each from both sides [default: 2, or 0 on an unsolved size]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(..=10_000))]
    pub(crate) pairs: Option<u32>,

    /// Opponents, separated by commas
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', default_value = "slips:20,perfect", value_parser = opponent_parser())]
    pub(crate) opponents: Vec<Who>,

    /// Seed for all random choices; use the same seed to compare players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(..))]
    pub(crate) seed: u64,

    /// Number of questions to ask in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1..=1000))]
    pub(crate) jobs: u32,

    /// Log answers to this file, or with --also to one file per player next to it; the same command resumes an interrupted run
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) policy: PolicyArgs,

    /// Compare reports that were printed with --json
    #[arg(long, value_name = "REPORT", num_args = 1.., conflicts_with_all = ["player", "games", "log"])]
    pub(crate) compare: Vec<PathBuf>,

    /// Save the reports in this folder, and write index.html, which ranks all reports in it
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

    /// Ask questions instead of playing games, and write a report like that of `quintet evaluate` to this file
    #[arg(long, value_name = "FILE", conflicts_with = "no_analysis")]
    pub(crate) score: Option<PathBuf>,

    /// Question set to ask: v1, or a file of questions
    #[arg(long, value_name = "SET", default_value = "v1", requires = "score")]
    pub(crate) questions: String,
}

impl EvaluateArgs {
    pub(crate) fn disguise(&self) -> Option<quintet_evaluation::Disguise> {
        self.disguise.map(|disguise| match disguise {
            Disguise::Mirrored => quintet_evaluation::Disguise::Mirrored,
            Disguise::Renamed => quintet_evaluation::Disguise::Renamed,
            Disguise::Relabeled => quintet_evaluation::Disguise::Relabeled,
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
    #[arg(value_parser = whole::<u32>(..))]
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

fn first_parser() -> impl TypedValueParser<Value = First> {
    PossibleValuesParser::new(First::ALL.map(First::name))
        .map(|name| First::from_name(&name).expect("a possible value"))
}

fn grade_parser() -> impl TypedValueParser<Value = Grade> {
    PossibleValuesParser::new(Grade::ALL.map(Grade::name)).map(|name| {
        let mut grades = Grade::ALL.into_iter();
        grades
            .find(|grade| grade.name() == name)
            .expect("a possible value")
    })
}
