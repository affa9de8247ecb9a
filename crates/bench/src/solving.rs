//! The time to solve a game, and to look a value up afterward: in the computed table, and in the compressed one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use quintet_games::{AnyOracle, AnyPosition, Listing, Variant};
use quintet_solver::{Budget, Progress, Solution, TableSource};

use crate::figures::{FigureTable, float, micros, millis, quantiles, timed};
use crate::sample::{Sample, random_positions};

/// Solves the rule book's size of every game.
#[derive(Args)]
pub(crate) struct SolvingTimes {
    #[command(flatten)]
    sample: Sample,

    /// Number of random positions
    #[arg(long, default_value_t = 10_000)]
    questions: usize,
}

/// Random games are played this often at most to find positions of the table.
const MOST_ROUNDS: u64 = 100;

impl SolvingTimes {
    pub(crate) fn run(&self) -> Result<()> {
        let standard = || self.sample.listings().map(Listing::standard);
        let table = FigureTable::new("wall ms, cpu ms, table MB, median us, p99 us, worst us");
        for variant in standard() {
            table.row(variant, &self.solved(variant)?);
        }
        println!();
        let table = FigureTable::new(
            "stored MB, bits/position, cold p50 us, cold p99 us, warm p50 us, warm p99 us",
        );
        for variant in standard() {
            if let Some(figures) = self.compressed(variant)? {
                table.row(variant, &figures);
            }
        }
        Ok(())
    }

    fn solved(&self, variant: &dyn Variant) -> Result<[String; 6]> {
        let (began, solution) = (Instant::now(), variant.solution());
        let (solved, cpu) = timed(|| match &solution {
            Solution::Table { compute, open, .. } => {
                let table = compute(&Progress::default())?;
                Some((table.len(), open(TableSource::Computed(table))?))
            }
            _ => Some((0, solution.oracle(&Progress::default())?)),
        });
        let wall = began.elapsed();
        let (bytes, oracle) = solved.context("a computed table can be opened")?;
        let positions = random_positions(variant, self.questions, self.sample.seed);
        let mut times: Vec<_> = positions
            .iter()
            .map(|position| value_time(&*oracle, &**position, Budget::UNBOUNDED))
            .collect();
        let [median, p99, worst] = quantiles(&mut times, [500, 990, 1000]).map(micros);
        let megabytes = float(bytes as u64) / 1e6;
        let figures = [millis(wall), millis(cpu), megabytes, median, p99, worst];
        Ok(figures.map(|figure| format!("{figure:.2}")))
    }

    /// Compresses the table of a game and looks each of some positions up twice: cold, when its block must be decoded,
    /// and warm. `None` for a game without a table.
    fn compressed(&self, variant: &dyn Variant) -> Result<Option<[String; 6]>> {
        let Solution::Table {
            compute,
            write,
            open,
            ..
        } = variant.solution()
        else {
            return Ok(None);
        };
        let table = compute(&Progress::default()).context("never cancelled")?;
        let mut compressed = Vec::new();
        write(&table, &mut compressed)?;
        let bytes = float(compressed.len() as u64);
        let whole = open(TableSource::Computed(table)).context("a computed table can be opened")?;
        let census = whole
            .enumerable_table()
            .context("all positions are listed")?;
        let census = census.census(&Progress::default());
        let count = float(census.context("never cancelled")?.total());

        let oracle = open(TableSource::Compressed(Arc::new(compressed)));
        let oracle = oracle.context("a compressed table can be opened")?;
        let (mut cold, mut warm) = (Vec::new(), Vec::new());
        let positions = (0..MOST_ROUNDS)
            .flat_map(|n| random_positions(variant, self.questions, self.sample.seed + n))
            .filter(|position| oracle.is_tabulated(&**position));
        for position in positions.take(self.questions) {
            for times in [&mut cold, &mut warm] {
                times.push(value_time(&*oracle, &*position, Budget::NONE));
            }
            let [found, expected] =
                [&oracle, &whole].map(|oracle| oracle.value(&*position, Budget::NONE));
            assert_eq!(found, expected, "{position:?}");
        }
        let times = [cold, warm].map(|mut times| quantiles(&mut times, [500, 990]));
        let [cold50, cold99, warm50, warm99] = [times[0][0], times[0][1], times[1][0], times[1][1]]
            .map(|time| format!("{:.2}", micros(time)));
        let stored = format!("{:.3}", bytes / 1e6);
        let bits = format!("{:.4}", 8.0 * bytes / count);
        Ok(Some([stored, bits, cold50, cold99, warm50, warm99]))
    }
}

/// Returns the time of a lookup that must succeed.
fn value_time(oracle: &dyn AnyOracle, position: &dyn AnyPosition, budget: Budget) -> Duration {
    let began = Instant::now();
    let value = oracle.value(position, budget);
    let time = began.elapsed();
    assert!(value.is_some(), "unsolved: {position:?}");
    time
}
