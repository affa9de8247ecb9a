//! Benchmarks, kept apart from the tests: a slow machine is not a broken program.

mod answered;
mod batch;
mod clock;
#[cfg(feature = "programs")]
mod frame;
mod growth;
mod levels;
#[cfg(feature = "programs")]
mod load;
mod solved;
mod solving;
mod steps;
#[cfg(feature = "programs")]
mod web;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Measures Quintet on this machine.
#[derive(Parser)]
#[command(name = "quintet-bench")]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Random games and perft on one core, in steps per second of processor time.
    Steps(steps::Steps),

    /// Batches for learning on one core, in steps per second of processor time.
    Batch(batch::Batches),

    /// The page docs/solved.md: what is known about every game, computed now.
    Solved,

    /// The full-screen app: the time to compute and draw one frame of the board.
    #[cfg(feature = "programs")]
    Frame(frame::Frames),

    /// The server under load: durable moves, many sockets, restart, stop, analysis.
    #[cfg(feature = "programs")]
    Load(load::Load),

    /// The module in a headless browser: its size, the time until it is ready, tables, answers, memory.
    #[cfg(feature = "programs")]
    Web(web::Web),

    /// Random positions on sizes that are not known whole: how many have a known value, and in what time.
    Answered(answered::Answered),

    /// The page docs/growth.md and its pictures: how the cost of solving grows with the board.
    Growth(growth::Growth),

    /// `hard` against what it was, where a size is not solved.
    Levels(levels::Levels),

    /// Solving from nothing, and the time that one value takes afterwards.
    Solving(solving::Solving),
}

fn main() -> Result<()> {
    match Arguments::parse().what {
        What::Steps(steps) => steps.run(),
        What::Batch(batches) => batches.run(),
        What::Solved => solved::run(),
        #[cfg(feature = "programs")]
        What::Frame(frames) => frames.run(),
        #[cfg(feature = "programs")]
        What::Load(load) => load.run(),
        #[cfg(feature = "programs")]
        What::Web(web) => web.run(),
        What::Answered(answered) => answered.run(),
        What::Growth(growth) => growth.run(),
        What::Levels(levels) => levels.run(),
        What::Solving(solving) => solving.run(),
    }
}
