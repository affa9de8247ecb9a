//! What is found out, and how it is written.

use std::fmt;
use std::time::Duration;

/// Times, of which every single one is kept.
#[derive(Default)]
pub(super) struct Times(Vec<Duration>);

impl Times {
    pub(super) fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(super) fn extend(&mut self, more: Times) {
        self.0.extend(more.0);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The times below which so many of a thousand lie; the longest for 1000.
    pub(super) fn quantiles<const N: usize>(&mut self, thousandths: [usize; N]) -> [Duration; N] {
        self.0.sort_unstable();
        thousandths.map(|wanted| {
            let at = (self.0.len() * wanted).div_ceil(1000);
            let found = self.0.get(at.saturating_sub(1));
            found.copied().unwrap_or_default()
        })
    }

    /// The rows that tell about these times.
    pub(super) fn rows(&mut self, most: &str) -> Vec<Row> {
        let [median, p99, p999, worst] = self.quantiles([500, 990, 999, 1000]);
        vec![
            Row::new("  median", milliseconds(median)),
            Row::new("  99th percentile", milliseconds(p99)).wanted(most),
            Row::new("  99.9th percentile", milliseconds(p999)),
            Row::new("  worst", milliseconds(worst)),
        ]
    }
}

/// One figure.
pub(super) struct Row {
    what: String,
    found: String,
    wanted: String,
}

impl Row {
    pub(super) fn new(what: impl Into<String>, found: impl Into<String>) -> Self {
        Row {
            what: what.into(),
            found: found.into(),
            wanted: String::new(),
        }
    }

    /// What it should be.
    pub(super) fn wanted(mut self, wanted: impl Into<String>) -> Self {
        self.wanted = wanted.into();
        self
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            what,
            found,
            wanted,
        } = self;
        let line = format!("{what:<46} {found:>16}   {wanted}");
        f.write_str(line.trim_end())
    }
}

pub(super) fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

pub(super) fn microseconds(time: Duration) -> String {
    format!("{:.0} us", time.as_secs_f64() * 1e6)
}

pub(super) fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// So many in a time, per second.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a speed needs no more than six digits"
)]
pub(super) fn per_second(count: usize, time: Duration) -> String {
    let speed = count as f64 / time.as_secs_f64();
    format!("{} /s", quintet_games::grouped(speed.round() as u64))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a size needs no more than a few digits"
)]
pub(super) fn kilobytes(bytes: u64) -> String {
    format!("{:.1} kB", bytes as f64 / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_a_time_that_was_measured() {
        let mut times = Times::default();
        let millis = Duration::from_millis;
        for time in (1..=200).rev().map(millis) {
            times.add(time);
        }
        let found = times.quantiles([0, 5, 500, 990, 1000]);
        assert_eq!(found, [1, 1, 100, 198, 200].map(millis));
        assert_eq!(Times::default().quantiles([990]), [Duration::ZERO]);
    }
}
