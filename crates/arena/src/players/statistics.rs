//! Estimates with their confidence intervals.

use serde::{Deserialize, Serialize};

/// Standard deviations on either side of the mean that cover 95% of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A 95% confidence interval; in JSON an array of two numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "[f64; 2]", into = "[f64; 2]")]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Self {
        Interval { low, high }
    }
}

impl From<Interval> for [f64; 2] {
    fn from(Interval { low, high }: Interval) -> Self {
        [low, high]
    }
}

impl Interval {
    /// Returns the Wilson score interval for `count` of `total`, from 0 to 1 if `total` is 0.
    pub fn of(count: u32, total: u32) -> Self {
        if total == 0 {
            return Interval::from([0.0, 1.0]);
        }
        Interval::of_share(f64::from(count) / f64::from(total), f64::from(total))
    }

    /// Returns the Wilson score interval for a share of `n` observations, which need not be a whole number.
    pub fn of_share(share: f64, n: f64) -> Self {
        let scale = 1.0 + Z * Z / n;
        let center = (share + Z * Z / (2.0 * n)) / scale;
        let half = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        Interval {
            // Rounding must not exclude the share itself.
            low: (center - half).clamp(0.0, share),
            high: (center + half).clamp(share, 1.0),
        }
    }
}

/// An estimate with its 95% confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figure {
    /// The estimate.
    pub value: f64,
    /// Its confidence interval.
    #[serde(rename = "interval95")]
    pub interval: Interval,
}

impl Figure {
    /// Returns the share of `count` in `total` with its Wilson score interval; `None` if `total` is 0.
    pub fn share(count: u32, total: u32) -> Option<Self> {
        (total > 0).then(|| Figure {
            value: f64::from(count) / f64::from(total),
            interval: Interval::of(count, total),
        })
    }

    /// Returns an estimate with the interval of a normal distribution, given the variance of the estimate.
    pub fn normal(value: f64, variance: f64) -> Self {
        let half = Z * variance.sqrt();
        Figure {
            value,
            interval: Interval::from([value - half, value + half]),
        }
    }

    /// Applies an increasing function to the estimate and its interval.
    #[must_use]
    pub fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Figure {
            value: function(self.value),
            interval: Interval {
                low: function(self.interval.low),
                high: function(self.interval.high),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_contain_their_share_and_shrink_as_the_total_grows() {
        let close = |a: f64, b: f64| (a - b).abs() < 5e-4;
        // Published values of the Wilson score interval.
        let half = Interval::of(5, 10);
        assert!(
            close(half.low, 0.2366) && close(half.high, 0.7634),
            "{half:?}"
        );
        let all = Interval::of(10, 10);
        assert!(close(all.low, 0.7225) && close(all.high, 1.0), "{all:?}");
        assert!(Interval::of(500, 1000).low > half.low);
        for total in 1..100 {
            for count in 0..=total {
                let share = f64::from(count) / f64::from(total);
                let interval = Interval::of(count, total);
                assert!(
                    interval.low <= share && share <= interval.high,
                    "{count} of {total}"
                );
            }
        }
        assert_eq!(Interval::of(0, 0), Interval::from([0.0, 1.0]));
    }
}
