//! How many positions have a known value on the sizes that are not known whole, and how long it takes to find it.

use std::io::Write;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use quintet_arena::{Who, verdict};
use quintet_games::{Catalogue, Variant};
use quintet_rules::Player;
use quintet_solver::{Budget, Progress, Value};

use crate::clock::timed;
use crate::solving::random_positions;

/// Asks for the values of random positions on every size that is not known whole.
#[derive(Args)]
pub(crate) struct Answered {
    /// Only this game
    game: Option<String>,

    /// Only this size, also if it is known whole
    #[arg(long)]
    size: Option<String>,

    /// How many random positions to ask for
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    questions: u64,

    /// How many positions may be looked at for each value
    #[arg(long, default_value_t = Who::BUDGET.most_positions())]
    nodes: u64,

    /// The seed of the random positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Answered {
    pub(crate) fn run(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "{:<18} {:<5} {:>10} {:>10} {:>10} {:>10} {:>10}  start",
            "game", "size", "answered %", "distance %", "median ms", "p99 ms", "worst ms"
        )?;
        for listing in Catalogue::STANDARD.iter() {
            for variant in listing.sizes {
                let size = variant.size().to_string();
                let is_meant = match &self.size {
                    Some(asked) => *asked == size,
                    None => !variant.is_whole(),
                };
                if is_meant && self.game.as_deref().is_none_or(|id| id == listing.id) {
                    self.measure(*variant, &mut out)?;
                }
            }
        }
        Ok(())
    }

    fn measure(&self, variant: &dyn Variant, out: &mut dyn Write) -> Result<()> {
        let oracle = variant.solution().oracle(&Progress::default());
        let oracle = oracle.context("never cancelled")?;
        let budget = Budget::positions(self.nodes);
        let (mut answered, mut exact) = (0, 0);
        let positions = random_positions(variant, self.questions as usize, self.seed);
        let mut times: Vec<Duration> = positions
            .iter()
            .map(|position| {
                let (worth, time) = timed(|| oracle.value(&**position, budget));
                answered += usize::from(worth.is_some());
                exact += usize::from(worth.as_ref().is_some_and(Value::is_exact));
                time
            })
            .collect();
        times.sort_unstable();
        let millis = |at: usize| times[at].as_secs_f64() * 1e3;
        let (start, time) = timed(|| oracle.value(&*variant.start(Player::One), budget));
        writeln!(
            out,
            "{:<18} {:<5} {:>10.1} {:>10.1} {:>10.2} {:>10.2} {:>10.2}  {} ({:.2} ms)",
            variant.id(),
            variant.size().to_string(),
            percent(answered, times.len()),
            percent(exact, times.len()),
            millis(times.len() / 2),
            millis(times.len() * 99 / 100),
            millis(times.len() - 1),
            verdict(start),
            time.as_secs_f64() * 1e3
        )?;
        Ok(())
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a share needs no more than a few digits"
)]
fn percent(count: usize, all: usize) -> f64 {
    100.0 * count as f64 / all as f64
}
