//! How many positions have a known value on the sizes that are not known whole.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use quintet_games::{Variant, catalogue};
use quintet_solver::{Budget, Progress, Worth};

use crate::solving::random_positions;

/// Asks for the values of random positions on every size that is not known whole.
#[derive(Args)]
pub(crate) struct Answered {
    /// Only this game
    game: Option<String>,

    /// Only this size
    #[arg(long)]
    size: Option<String>,

    /// How many random positions to ask for
    #[arg(long, default_value_t = 200)]
    questions: usize,

    /// How many positions may be looked at for each value
    #[arg(long, default_value_t = 100_000)]
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
            "{:<18} {:<5} {:>9} {:>10} {:>10} {:>9}",
            "game", "size", "known %", "distance %", "median ms", "worst ms"
        )?;
        for listing in catalogue() {
            for variant in listing.sizes {
                let is_asked = self.game.as_deref().is_none_or(|id| id == listing.id)
                    && self
                        .size
                        .as_ref()
                        .is_none_or(|size| *size == variant.size().to_string());
                if is_asked && !variant.is_whole() {
                    self.measure(*variant, &mut out)?;
                }
            }
        }
        Ok(())
    }

    fn measure(&self, variant: &dyn Variant, out: &mut dyn Write) -> Result<()> {
        let oracle = variant.solution().oracle(&Progress::default());
        let oracle = oracle.context("never cancelled")?;
        let (mut known, mut exact) = (0, 0);
        let mut times: Vec<Duration> = random_positions(variant, self.questions, self.seed)
            .iter()
            .map(|position| {
                let asked = Instant::now();
                let worth = oracle.worth(&**position, Budget::positions(self.nodes));
                known += usize::from(worth.is_some());
                exact += usize::from(worth.and_then(Worth::value).is_some());
                asked.elapsed()
            })
            .collect();
        times.sort_unstable();
        let millis = |at: usize| times[at].as_secs_f64() * 1e3;
        #[expect(
            clippy::cast_precision_loss,
            reason = "a share needs no more than a few digits"
        )]
        let share = |count: usize| 100.0 * count as f64 / times.len() as f64;
        writeln!(
            out,
            "{:<18} {:<5} {:>9.1} {:>10.1} {:>10.2} {:>9.2}",
            variant.id(),
            variant.size().to_string(),
            share(known),
            share(exact),
            millis(times.len() / 2),
            millis(times.len() - 1)
        )?;
        Ok(())
    }
}
