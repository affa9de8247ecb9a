//! The command `quintet`, as a function, so that tests can run it with a game that is not shipped.

mod analyze;
mod answer;
mod app;
mod args;
mod completions;
mod config;
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

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

use args::{Command, Quintet};

/// Does what the command line says, and says how it went.
pub fn main() -> ExitCode {
    let matches = Quintet::command().get_matches();
    let quintet = Quintet::from_arg_matches(&matches).unwrap_or_else(|fault| fault.exit());
    let Some(command) = quintet.command else {
        return answer::exit_code(app::run(quintet.ascii, quintet.players));
    };
    if !quintet.players.is_empty() {
        let message = "--player is for the full-screen app: give it without a command";
        Quintet::command()
            .error(ErrorKind::ArgumentConflict, message)
            .exit();
    }
    if quintet.ascii && !matches!(command, Command::Replay { .. }) {
        let message =
            "--ascii is for the full-screen app: give it without a command, or with replay";
        Quintet::command()
            .error(ErrorKind::ArgumentConflict, message)
            .exit();
    }
    // Not locked: after a panic any thread of the full-screen app gives the terminal back.
    let mut out = std::io::stdout();
    let answer = match command {
        Command::Games { json } => games::list(json, &mut out),
        Command::Rules { game } => games::rules(game, &mut out),
        Command::Play(args) => play::run(&args, &mut out),
        Command::Analyze(args) => analyze::run(&args, &mut out),
        Command::Solve(args) => solve::run(&args, &mut out),
        Command::Match(args) => matches::run(&args, &mut out),
        Command::Review(args) => review::run(&args, &mut out),
        Command::Perft(args) => perft::run(&args, &mut out),
        Command::Export(args) => export::run(&args, &mut out),
        Command::Replay { file, ascii } => replay::run(ascii || quintet.ascii, &file, &mut out),
        Command::Serve(args) => {
            let (_, given) = matches.subcommand().expect("serve was read from it");
            serve::run(&args, given, &mut out)
        }
        Command::Site { folder } => site::write(&folder, &mut out),
        Command::Backup { file, kept } => keeping::backup(&file, kept, &mut out),
        Command::Restore { file, kept } => keeping::restore(&file, kept, &mut out),
        Command::Check { db } => keeping::check(db, &mut out),
        Command::Migrate { from, to } => keeping::migrate(&from, &to, &mut out),
        Command::Delete { game, kept } => keeping::delete(&game, kept, &mut out),
        Command::Evaluate(args) => evaluate::run(&args, &mut out),
        Command::Engine => engine::run(&mut out),
        Command::Mcp { no_truth } => mcp::run(!no_truth),
        Command::Completions { shell } => shell::completions(shell, &mut out),
        Command::Man => shell::man(&mut out),
        Command::Licenses => licenses::print(&mut out),
    };
    answer::exit_code(answer)
}
