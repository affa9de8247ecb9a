//! The cost of solving by the size of the board: the page `docs/growth.md`.

mod page;

use std::io;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use quintet_games::{AnyOracle, Catalogue, Listing, Variant};
use quintet_solver::blocks::BlockSource;
use quintet_solver::{LargeSolution, Progress, Solution};

use crate::figures::{float, timed};

/// Solves every game at increasing sizes, and prints the page docs/growth.md
#[derive(Args)]
pub(crate) struct Growth {
    /// The most processor time for one size: what would take longer is not begun
    #[arg(long, value_name = "N", default_value_t = 60.0)]
    seconds: f64,
}

/// A game and its sizes, the smallest board first.
struct Family {
    listing: &'static Listing,
    points: Vec<Point>,
}

/// The cost of solving one size.
struct Point {
    variant: &'static dyn Variant,
    state: State,
    /// By quantity; `None` if it was not measured or does not exist.
    figures: [Option<f64>; 3],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Solved now.
    Solved,
    /// A table could be built but was not: the figures are the game's own estimates.
    Estimated,
    /// Every position is solved when asked for; there are too many to count.
    OnDemand,
    /// Not every position can be solved, or it would take longer than allowed.
    Searched,
}

const POSITIONS: usize = 0;
const SECONDS: usize = 1;
const BYTES: usize = 2;

/// Smaller figures show no growth, by quantity.
const LEAST: [f64; 3] = [1.0, 0.001, 1.0];

impl Growth {
    pub(crate) fn run(&self) -> Result<()> {
        let families: Vec<_> = Catalogue::STANDARD
            .iter()
            .map(|listing| self.family(listing))
            .collect::<Result<_>>()?;
        print!("{}", page::page(&families, self.seconds));
        Ok(())
    }

    fn family(&self, listing: &'static Listing) -> Result<Family> {
        let mut sizes = listing.sizes.to_vec();
        sizes.sort_by_key(|variant| cells(*variant));
        let mut points = Vec::new();
        for variant in sizes {
            let expected = fit(&points, SECONDS).map(|fit| fit.at(cells(variant)));
            let (state, figures) = self.measure(variant, expected)?;
            eprintln!("{variant:?}: {figures:?}");
            points.push(Point {
                variant,
                state,
                figures,
            });
        }
        Ok(Family { listing, points })
    }

    /// Solves one size, unless it is expected to take too long.
    fn measure(
        &self,
        variant: &dyn Variant,
        expected: Option<f64>,
    ) -> Result<(State, [Option<f64>; 3])> {
        let fits = |seconds: f64| seconds <= self.seconds;
        let measured = match &variant.solution() {
            Solution::Large(large) => {
                // The estimate is for two cores.
                let seconds = 2.0 * float(large.cost.seconds);
                if fits(seconds) {
                    (State::Solved, solve_large(large)?)
                } else {
                    let bytes = float(large.cost.bytes);
                    (State::Estimated, [None, Some(seconds), Some(bytes)])
                }
            }
            _ if !variant.is_solved() => (State::Searched, [None; 3]),
            Solution::Direct(make) if make().enumerable_table().is_none() => {
                (State::OnDemand, [None; 3])
            }
            _ if !expected.is_none_or(fits) => (State::Searched, [None; 3]),
            solution => (State::Solved, solve(solution)?),
        };
        Ok(measured)
    }
}

/// Solves a size; there are bytes only if its table is stored.
fn solve(solution: &Solution<dyn AnyOracle>) -> Result<[Option<f64>; 3]> {
    let (solved, time) = timed(|| {
        let mut bytes = None;
        if let Solution::Table { compute, write, .. } = solution {
            let table = compute(&Progress::default()).context("never cancelled")?;
            let mut written = Vec::new();
            write(&table, &mut written)?;
            bytes = Some(float(written.len() as u64));
        }
        let oracle = solution.oracle(&Progress::default());
        let oracle = oracle.context("never cancelled")?;
        let census = oracle
            .enumerable_table()
            .and_then(|it| it.census(&Progress::default()));
        anyhow::Ok((census.map(|census| float(census.total())), bytes))
    });
    let (positions, bytes) = solved?;
    Ok([positions, Some(time.as_secs_f64()), bytes])
}

/// Builds a large table in memory. The time does not include counting its positions.
fn solve_large(large: &LargeSolution<dyn AnyOracle>) -> Result<[Option<f64>; 3]> {
    let (parts, time) = timed(|| {
        let mut build = (large.build)();
        let mut parts: Vec<Arc<dyn BlockSource>> = Vec::new();
        for part in 0..large.cost.parts {
            let mut bytes = Vec::new();
            build.write(part, &parts, &mut bytes, &Progress::default())?;
            parts.push(Arc::new(bytes));
        }
        anyhow::Ok(parts)
    });
    let parts = parts?;
    let bytes: u64 = parts
        .iter()
        .map(|part| part.size())
        .sum::<io::Result<_>>()?;
    let oracle = (large.open)(parts).context("just built")?;
    let table = oracle.table().context("just built")?;
    let census = table.census(&Progress::default());
    let positions = census.map(|census| float(census.total()));
    Ok([positions, Some(time.as_secs_f64()), Some(float(bytes))])
}

/// Returns the growth of a quantity, if enough sizes were solved.
fn fit(points: &[Point], quantity: usize) -> Option<Fit> {
    let solved = points.iter().filter(|point| point.state == State::Solved);
    let figures = solved.filter_map(|point| {
        let figure = point.figures[quantity]?;
        (figure >= LEAST[quantity]).then_some((cells(point.variant), figure))
    });
    Fit::new(&figures.collect::<Vec<_>>())
}

fn cells(variant: &dyn Variant) -> u32 {
    let size = variant.size();
    (size.rows * size.columns) as u32
}

/// `base * rate ^ cells`, fitted to measurements.
#[derive(Clone, Copy)]
struct Fit {
    base: f64,
    /// The factor for one more cell.
    rate: f64,
}

impl Fit {
    /// Fits a line to the logarithms by least squares; `None` for fewer than two boards.
    fn new(measured: &[(u32, f64)]) -> Option<Self> {
        let points = measured
            .iter()
            .map(|(cells, figure)| (f64::from(*cells), figure.ln()));
        let count = float(measured.len() as u64);
        let x_mean = points.clone().map(|(x, _)| x).sum::<f64>() / count;
        let y_mean = points.clone().map(|(_, y)| y).sum::<f64>() / count;
        let variance: f64 = points.clone().map(|(x, _)| (x - x_mean).powi(2)).sum();
        let covariance: f64 = points.map(|(x, y)| (x - x_mean) * (y - y_mean)).sum();
        let slope = covariance / variance;
        (variance > 0.0).then(|| Fit {
            base: (y_mean - slope * x_mean).exp(),
            rate: slope.exp(),
        })
    }

    /// Returns the expected figure of a board.
    fn at(self, cells: u32) -> f64 {
        self.base * self.rate.powf(f64::from(cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubling_with_each_cell_is_found() {
        let fit = Fit::new(&[(3, 24.0), (5, 96.0), (6, 192.0)]).expect("three boards");
        assert!((fit.rate - 2.0).abs() < 1e-9, "{}", fit.rate);
        assert!((fit.at(10) - 3072.0).abs() < 1e-6, "{}", fit.at(10));
        for alike in [&[][..], &[(3, 24.0)], &[(3, 24.0), (3, 25.0)]] {
            assert!(Fit::new(alike).is_none(), "no growth in {alike:?}");
        }
    }
}
