//! Means of a stratified sample, and their variance.
//!
//! Positions are drawn evenly from strata, so differences between strata do not make an estimate uncertain. Only the
//! differences within strata do.

use quintet_arena::{Figure, Interval};

use crate::Stratum;

/// The stratum of an observation: the game by its index, and the kind of position, if it was drawn by kind.
pub(crate) type Key = (usize, Option<Stratum>);

/// The mean of a sample, and the variance of this mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate {
    pub(crate) mean: f64,
    pub(crate) variance: f64,
    pub(crate) count: f64,
}

/// Returns the mean of stratified observations; `None` without observations.
pub(crate) fn estimate(mut values: Vec<(Key, f64)>) -> Option<Estimate> {
    if values.is_empty() {
        return None;
    }
    values.sort_by_key(|(key, _)| *key);
    let values: Vec<(Key, [f64; 2])> = values.iter().map(|(key, it)| (*key, [*it; 2])).collect();
    let count = values.len() as f64;
    let mean = values.iter().map(|(_, [value, _])| value).sum::<f64>() / count;
    Some(Estimate {
        mean,
        variance: covariance(&values),
        count,
    })
}

/// Returns the covariance of the means of two stratified samples of the same positions, sorted by stratum.
pub(crate) fn covariance(values: &[(Key, [f64; 2])]) -> f64 {
    let mut sum = 0.0;
    let mut rest = values;
    while !rest.is_empty() {
        // A stratum with a single observation has no variance of its own; it is joined to the next.
        let mut size = 0;
        while size < 2 && size < rest.len() {
            let key = rest[size].0;
            size += rest[size..]
                .iter()
                .take_while(|(one, _)| *one == key)
                .count();
        }
        if rest.len() - size == 1 {
            size += 1;
        }
        let (stratum, later) = rest.split_at(size);
        rest = later;
        let n = size as f64;
        let mean = |which: usize| stratum.iter().map(|(_, it)| it[which]).sum::<f64>() / n;
        let (a, b) = (mean(0), mean(1));
        let products = stratum.iter().map(|(_, it)| (it[0] - a) * (it[1] - b));
        sum += products.sum::<f64>() * n / (n - 1.0).max(1.0);
    }
    let count = values.len() as f64;
    sum / (count * count)
}

impl Estimate {
    /// Returns the mean as a share between 0 and 1, with the Wilson score interval of as many independent observations as
    /// would have the same variance.
    pub(crate) fn share(self) -> Figure {
        let spread = self.mean * (1.0 - self.mean);
        let independent = if self.variance > 0.0 && spread > 0.0 {
            (spread / self.variance).min(MOST_GAIN * self.count)
        } else {
            self.count
        };
        Figure {
            value: self.mean,
            interval: Interval::of_share(self.mean, independent),
        }
    }

    /// Returns the mean with the interval of a normal distribution.
    pub(crate) fn mean(self) -> Figure {
        Figure::normal(self.mean, self.variance)
    }
}

/// The most that stratification may count for: the variance within strata is itself estimated from few observations.
const MOST_GAIN: f64 = 4.0;
