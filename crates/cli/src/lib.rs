//! The command `quintet`, as a function of its games and its arguments.

mod analyze;
mod app;
mod args;
mod completions;
mod db;
mod engine;
mod evaluate;
#[cfg_attr(not(feature = "export"), path = "no_export.rs")]
mod export;
mod games;
mod keeping;
mod library;
mod licenses;
mod log;
mod manual;
mod matches;
mod mcp;
mod output;
mod outsiders;
mod paper;
mod perft;
mod play;
mod replay;
mod review;
mod serve;
mod shell;
mod site;
mod solve;
mod system;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;
use clap::error::ErrorKind;
use quintet_arena::Library;
use quintet_games::Catalogue;
use quintet_server::Limits;

use args::{Command, Quintet, command};

/// Runs the command with these games. The first argument is the name of the program.
///
/// Exits the process if the arguments are wrong, or ask for help or the version.
pub fn run(catalogue: Catalogue, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_with_limits(catalogue, &Limits::default(), args)
}

/// The same with other values for the limits of the server that no option sets. Tests shorten timeouts.
pub fn run_with_limits(
    catalogue: Catalogue,
    fixed: &Limits,
    args: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    let matches = command(catalogue).get_matches_from(args);
    let quintet = Quintet::from_arg_matches(&matches).unwrap_or_else(|fault| fault.exit());
    let library = &Library::new(catalogue, library::tables());
    let Some(chosen) = quintet.command else {
        return output::exit_code(app::run(quintet.ascii, quintet.players, library));
    };
    if !quintet.players.is_empty() {
        let message = "--player is for the full-screen app: give it without a command";
        command(catalogue)
            .error(ErrorKind::ArgumentConflict, message)
            .exit();
    }
    if quintet.ascii && !matches!(chosen, Command::Replay { .. }) {
        let message =
            "--ascii is for the full-screen app: give it without a command, or with replay";
        command(catalogue)
            .error(ErrorKind::ArgumentConflict, message)
            .exit();
    }
    // Not locked: after a panic any thread of the full-screen app gives the terminal back.
    let mut out = std::io::stdout();
    let status = match chosen {
        Command::Games { json } => games::list(json, library, &mut out),
        Command::Rules { game } => games::rules(game, &mut out),
        Command::Play(args) => play::run(&args, library, &mut out),
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
        Command::Backup { file, kept } => keeping::backup(&file, kept, catalogue, &mut out),
        Command::Restore { file, kept } => keeping::restore(&file, kept, catalogue, &mut out),
        Command::Check { db } => keeping::check(db, catalogue, &mut out),
        Command::Migrate { from, to } => keeping::migrate(&from, &to, catalogue, &mut out),
        Command::Delete { game, kept } => keeping::delete(&game, kept, catalogue, &mut out),
        Command::Evaluate(args) => evaluate::run(&args, library, &mut out),
        Command::Engine => engine::run(library, &mut out),
        Command::Mcp { no_truth } => mcp::run(!no_truth, library),
        Command::Completions { shell } => shell::completions(shell, catalogue, &mut out),
        Command::Man => shell::man(catalogue, &mut out),
        Command::Licenses => licenses::print(&mut out),
    };
    output::exit_code(status)
}
