//! Processor time, quantiles, and the tables in which figures are printed.

use std::time::Duration;

use quintet_games::Variant;
use rustix::time::{ClockId, clock_gettime};

/// Returns the processor time used by this process. Other programs on the machine do not lengthen it.
pub(crate) fn used() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.try_into().expect("processor time is not negative")
}

/// Runs `work` and measures its processor time.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let before = used();
    let result = work();
    (result, used().saturating_sub(before))
}

/// A count as a floating-point number.
#[expect(
    clippy::cast_precision_loss,
    reason = "a figure needs no more than a few digits"
)]
pub(crate) fn float(count: u64) -> f64 {
    count as f64
}

pub(crate) fn per_second(count: usize, time: Duration) -> f64 {
    float(count as u64) / time.as_secs_f64()
}

pub(crate) fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

pub(crate) fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Sorts times and returns those at some thousandths of them; the longest for 1000.
pub(crate) fn quantiles<const N: usize>(
    times: &mut [Duration],
    thousandths: [usize; N],
) -> [Duration; N] {
    times.sort_unstable();
    thousandths.map(|thousandth| {
        let at = (times.len() * thousandth).div_ceil(1000);
        times.get(at.saturating_sub(1)).copied().unwrap_or_default()
    })
}

/// A table on standard output with one row for each size of a game.
pub(crate) struct FigureTable {
    headings: Vec<&'static str>,
}

impl FigureTable {
    /// Prints the headings of the columns after the game and the size, given with commas between them.
    pub(crate) fn new(headings: &'static str) -> Self {
        let headings = headings.split(", ").collect();
        let table = FigureTable { headings };
        table.print("game", "size", &table.headings);
        table
    }

    /// Prints the figures of a size.
    pub(crate) fn row(&self, variant: &dyn Variant, figures: &[String]) {
        self.print(variant.id(), &variant.size().to_string(), figures);
    }

    fn print(&self, game: &str, size: &str, cells: &[impl AsRef<str>]) {
        print!("{game:<18} {size:<5}");
        for (cell, heading) in cells.iter().zip(&self.headings) {
            let width = heading.len().max(9);
            print!(" {:>width$}", cell.as_ref());
        }
        println!();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_one_of_the_times() {
        let millis = Duration::from_millis;
        let mut times: Vec<_> = (1..=200).rev().map(millis).collect();
        let found = quantiles(&mut times, [0, 5, 500, 990, 1000]);
        assert_eq!(found, [1, 1, 100, 198, 200].map(millis));
        assert_eq!(quantiles(&mut [], [990]), [Duration::ZERO]);
    }
}
