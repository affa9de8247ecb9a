//! The command `quintet` as a library.

mod analyze;
mod app;
mod args;
mod completions;
mod database;
mod db;
mod engine;
mod evaluate;
#[cfg_attr(not(feature = "export"), path = "no_export.rs")]
mod export;
mod external;
mod games;
mod input;
mod learn;
mod library;
mod licenses;
mod log;
mod manual;
mod matches;
mod mcp;
mod output;
mod paper;
mod perft;
mod play;
mod puzzle;
mod replay;
mod review;
mod rules;
mod serve;
mod shell;
mod site;
mod solve;
mod system;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use quintet_arena::Library;
use quintet_games::Catalogue;
use quintet_server::Limits;

use args::{Command, Quintet, command};
use output::StandardOutput;

/// Runs the command with a catalogue of games. The first argument is the name of the program.
pub fn run(catalogue: Catalogue, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_with_limits(catalogue, &Limits::default(), args)
}

/// Runs the command with other defaults for the limits of the server that have no option. Tests shorten timeouts.
pub fn run_with_limits(
    catalogue: Catalogue,
    fixed: &Limits,
    args: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    let args: Vec<_> = args.into_iter().collect();
    output::set_color(&args);
    let parsed = command(catalogue)
        .try_get_matches_from(&args)
        .and_then(|matches| Quintet::from_arg_matches(&matches))
        .and_then(|quintet| check(quintet, catalogue));
    let quintet = match parsed {
        Ok(quintet) => quintet,
        Err(message) => return output::print_usage(&with_tips(message, &args, catalogue)),
    };
    let library = &Library::new(catalogue, library::tables());
    let Some(chosen) = quintet.command else {
        return output::exit_code(app::run(quintet, library));
    };
    let mut out = StandardOutput::default();
    let status = match chosen {
        Command::Games { json } => games::list(json, library, &mut out),
        Command::Rules { game } => rules::show(game, &mut out),
        Command::Learn(args) => learn::run(&args, library, &mut out),
        Command::Play(args) => play::run(&args, library, &mut out),
        Command::Puzzle(args) => puzzle::run(&args, library, &mut out),
        Command::Hint(args) => analyze::hint(&args, library, &mut out),
        Command::Analyze(args) => analyze::run(&args, library, &mut out),
        Command::Solve(args) => solve::run(&args, &mut out),
        Command::Match(args) => matches::run(&args, library, &mut out),
        Command::Review(args) => review::run(&args, library, &mut out),
        Command::Perft(args) => perft::run(&args, &mut out),
        Command::Export(args) => export::run(&args, library, &mut out),
        Command::Replay { file, ascii } => {
            replay::run(ascii || quintet.ascii, &file, library, &mut out)
        }
        Command::Serve(args) => serve::run(&args, fixed, catalogue, &mut out),
        Command::Site { folder } => site::write(&folder, catalogue, &mut out),
        Command::Backup { file, database } => {
            database::backup(&file, database.db, catalogue, &mut out)
        }
        Command::Restore { file, database } => {
            database::restore(&file, database.db, catalogue, &mut out)
        }
        Command::Check { db } => database::check(db, catalogue, &mut out),
        Command::Migrate { from, to } => database::migrate(&from, &to, catalogue, &mut out),
        Command::Delete { game, database } => {
            database::delete(&game, database.db, catalogue, &mut out)
        }
        Command::Evaluate(args) => evaluate::run(&args, library, &mut out),
        Command::Engine => engine::run(library, &mut out),
        Command::Mcp(args) => mcp::run(&args, library),
        Command::Completions { shell } => shell::completions(shell, catalogue, &mut out),
        Command::Man => shell::man(catalogue, &mut out),
        Command::Licenses => licenses::print(&mut out),
    };
    output::exit_code(status)
}

/// Adds tips to the errors for an unknown command that is the name of a game and for an unknown option.
fn with_tips(mut error: clap::Error, args: &[OsString], catalogue: Catalogue) -> clap::Error {
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidArg)
    {
        let similar = similar_options(found, args, catalogue);
        let tips = match error.remove(ContextKind::Suggested) {
            Some(ContextValue::StyledStrs(tips)) => tips,
            _ => Vec::new(),
        };
        // No value begins with a hyphen.
        let is_useful = |tip: &StyledStr| !tip.to_string().starts_with("to pass");
        let tips: Vec<_> = tips.into_iter().filter(is_useful).collect();
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        } else if error.get(ContextKind::SuggestedArg).is_none() && !similar.is_empty() {
            error.insert(ContextKind::SuggestedArg, ContextValue::Strings(similar));
        }
    }
    if let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidSubcommand) {
        let games = catalogue.iter().map(|listing| listing.id);
        if let Some(game) = args::most_similar(found, games) {
            let tip = format!("to play this game, use 'quintet play {game}'");
            error.insert(
                ContextKind::Suggested,
                ContextValue::StyledStrs(vec![tip.into()]),
            );
        }
    }
    error
}

/// Returns the options of the given command that differ from an unknown one in one character. clap does not suggest short ones.
fn similar_options(found: &str, args: &[OsString], catalogue: Catalogue) -> Vec<String> {
    let command = command(catalogue);
    let mut words = args.iter().filter_map(|arg| arg.to_str());
    let given = words.find_map(|word| command.find_subcommand(word));
    let options = given.unwrap_or(&command).get_arguments();
    let options = options.filter_map(|option| Some(format!("--{}", option.get_long()?)));
    options
        .filter(|option| strsim::levenshtein(option, found) == 1)
        .collect()
}

/// Refuses options of the full-screen app that were given with a command.
fn check(quintet: Quintet, catalogue: Catalogue) -> Result<Quintet, clap::Error> {
    let refuse = |message| Err(command(catalogue).error(ErrorKind::ArgumentConflict, message));
    match quintet.command {
        Some(_) if !quintet.players.is_empty() => {
            refuse("--player is for the full-screen app and cannot be used with a command")
        }
        Some(_) if quintet.start.is_given() => {
            refuse("--game is for the full-screen app and cannot be used before a command")
        }
        Some(Command::Replay { .. }) | None => Ok(quintet),
        Some(_) if quintet.ascii => {
            refuse("--ascii is for the full-screen app and `quintet replay`")
        }
        Some(_) => Ok(quintet),
    }
}
