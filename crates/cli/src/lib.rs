//! The command `quintet`, as a function, so that tests can run it with a game that is not shipped.

mod analyze;
mod answer;
mod app;
mod args;
mod games;
mod keeping;
mod library;
mod matches;
mod paper;
mod perft;
mod picture;
mod play;
mod replay;
mod review;
mod rules;
mod serve;
mod shell;
mod signals;
mod solve;

use std::process::ExitCode;

use clap::Parser;

use args::{Command, Quintet};

/// Does what the command line says, and says how it went.
pub fn main() -> ExitCode {
    let quintet = Quintet::parse();
    let Some(command) = quintet.command else {
        return answer::exit_code(app::run(quintet.ascii));
    };
    // Not locked: after a panic any thread of the full-screen app gives the terminal back.
    let mut out = std::io::stdout();
    let answer = match command {
        Command::Games(args) => games::run(&args, &mut out),
        Command::Rules(args) => rules::run(&args, &mut out),
        Command::Play(args) => play::run(&args, &mut out),
        Command::Analyze(args) => analyze::run(&args, &mut out),
        Command::Solve(args) => solve::run(&args, &mut out),
        Command::Match(args) => matches::run(&args, &mut out),
        Command::Review(args) => review::run(&args, &mut out),
        Command::Perft(args) => perft::run(&args, &mut out),
        Command::Replay(args) => replay::run(quintet.ascii, &args, &mut out),
        Command::Serve(args) => serve::run(&args, &mut out),
        Command::Backup(args) => keeping::backup(&args, &mut out),
        Command::Restore(args) => keeping::restore(&args, &mut out),
        Command::Check(args) => keeping::check(&args, &mut out),
        Command::Delete(args) => keeping::delete(&args, &mut out),
        Command::Completions(args) => shell::completions(&args, &mut out),
        Command::Man => shell::man(&mut out),
    };
    answer::exit_code(answer)
}
