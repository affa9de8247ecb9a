//! Growth by the same factor with each cell.

/// `base * rate ^ cells`, as near as it comes to what was measured.
#[derive(Clone, Copy)]
pub(super) struct Fit {
    base: f64,
    /// By how much a figure grows with one cell.
    pub(super) rate: f64,
}

impl Fit {
    /// By least squares of the logarithms; `None` for fewer than two boards.
    pub(super) fn of(measured: &[(u32, f64)]) -> Option<Self> {
        let count = f64::from(u32::try_from(measured.len()).ok()?);
        let points = || {
            measured
                .iter()
                .map(|(cells, figure)| (f64::from(*cells), figure.ln()))
        };
        let mean = |value: fn((f64, f64)) -> f64| points().map(value).sum::<f64>() / count;
        let (x, y) = (mean(|(x, _)| x), mean(|(_, y)| y));
        let spread: f64 = points().map(|point| (point.0 - x).powi(2)).sum();
        let slope = points()
            .map(|point| (point.0 - x) * (point.1 - y))
            .sum::<f64>()
            / spread;
        (measured.len() > 1 && spread > 0.0).then(|| Fit {
            base: (y - slope * x).exp(),
            rate: slope.exp(),
        })
    }

    /// What is to be expected of a board.
    pub(super) fn at(self, cells: u32) -> f64 {
        self.base * self.rate.powf(f64::from(cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_doubles_with_each_cell_is_found_to_double() {
        let fit = Fit::of(&[(3, 24.0), (5, 96.0), (6, 192.0)]).expect("three boards");
        assert!((fit.rate - 2.0).abs() < 1e-9, "{}", fit.rate);
        assert!((fit.at(10) - 3072.0).abs() < 1e-6, "{}", fit.at(10));
        assert!(Fit::of(&[(3, 24.0)]).is_none(), "one board shows no growth");
        assert!(
            Fit::of(&[(3, 24.0), (3, 25.0)]).is_none(),
            "nor do two alike"
        );
    }
}
