//! The share of positions that are solved at unsolved sizes, and the time per value.

use anyhow::{Context, Result};
use clap::Args;
use quintet_arena::{Who, verdict};
use quintet_games::Variant;
use quintet_rules::Player;
use quintet_solver::{Budget, Progress};

use crate::figures::{FigureTable, float, millis, quantiles, timed};
use crate::sample::{Sample, random_positions};

/// Searches the values of random positions at every unsolved size.
#[derive(Args)]
pub(crate) struct Answered {
    #[command(flatten)]
    sample: Sample,

    /// Only this size, even if it is solved
    #[arg(long)]
    size: Option<String>,

    /// Number of random positions
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    questions: u64,

    /// Most positions searched for each value
    #[arg(long, default_value_t = Who::BUDGET.max_positions())]
    nodes: u64,
}

impl Answered {
    pub(crate) fn run(&self) -> Result<()> {
        let table = FigureTable::new("answered %, distance %, median ms, p99 ms, worst ms, start");
        for variant in self.sample.sizes().filter(|it| self.includes(*it)) {
            table.row(variant, &self.measure(variant)?);
        }
        Ok(())
    }

    fn includes(&self, variant: &dyn Variant) -> bool {
        match &self.size {
            Some(size) => *size == variant.size().to_string(),
            None => !variant.is_solved(),
        }
    }

    fn measure(&self, variant: &dyn Variant) -> Result<[String; 6]> {
        let oracle = variant.solution().oracle(&Progress::default());
        let oracle = oracle.context("never cancelled")?;
        let budget = Budget::positions(self.nodes);
        let positions = random_positions(variant, self.questions as usize, self.sample.seed);
        let found = positions
            .iter()
            .map(|position| timed(|| oracle.value(&**position, budget)));
        let (values, mut times): (Vec<_>, Vec<_>) = found.unzip();
        let values = || values.iter().flatten();
        let exact = values().filter(|value| value.is_exact()).count();
        let [answered, exact] = [values().count(), exact].map(|count| {
            let share = float(count as u64) / float(self.questions);
            format!("{:.1}", 100.0 * share)
        });
        let times = quantiles(&mut times, [500, 990, 1000]);
        let [median, p99, worst] = times.map(|time| format!("{:.2}", millis(time)));
        let (value, time) = timed(|| oracle.value(&*variant.start(Player::One), budget));
        let start = format!("{} ({:.2} ms)", verdict(value), millis(time));
        Ok([answered, exact, median, p99, worst, start])
    }
}
