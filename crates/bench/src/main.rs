//! Benchmarks, separate from the tests: a slow machine is not a broken program.

mod answered;
mod figures;
#[cfg(feature = "programs")]
mod frame;
mod growth;
mod levels;
#[cfg(feature = "programs")]
mod load;
mod sample;
mod solved;
mod solving;
mod steps;
#[cfg(feature = "programs")]
mod web;

use anyhow::Result;
use clap::Parser;

/// Measures Quintet on this machine.
#[derive(Parser)]
#[command(name = "quintet-bench")]
enum Benchmark {
    Steps(steps::Steps),
    Batch(steps::Batches),
    /// Prints the page docs/solved.md, computed now
    Solved,
    Answered(answered::Answered),
    Solving(solving::SolvingTimes),
    Growth(growth::Growth),
    Levels(levels::Levels),
    #[cfg(feature = "programs")]
    Frame(frame::Frames),
    #[cfg(feature = "programs")]
    Load(load::Load),
    #[cfg(feature = "programs")]
    Web(web::Web),
}

fn main() -> Result<()> {
    match Benchmark::parse() {
        Benchmark::Steps(steps) => steps.run(),
        Benchmark::Batch(batches) => batches.run(),
        Benchmark::Solved => solved::run()?,
        Benchmark::Answered(answered) => answered.run()?,
        Benchmark::Solving(solving) => solving.run()?,
        Benchmark::Growth(growth) => growth.run()?,
        Benchmark::Levels(levels) => levels.run()?,
        #[cfg(feature = "programs")]
        Benchmark::Frame(frames) => frames.run()?,
        #[cfg(feature = "programs")]
        Benchmark::Load(load) => load.run()?,
        #[cfg(feature = "programs")]
        Benchmark::Web(web) => web.run()?,
    }
    Ok(())
}
