//! How the cost of knowing a game grows with its board: the page `docs/growth.md` and its pictures.

mod fit;
mod page;
mod picture;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use quintet_games::{AnyOracle, Catalogue, Listing, Variant};
use quintet_solver::blocks::Source;
use quintet_solver::{Large, Progress, Solution};

use crate::clock::timed;
use fit::Fit;

/// Solves every game at increasing sizes, and writes the page and its pictures.
#[derive(Args)]
pub(crate) struct Growth {
    /// The most processor time for one size: what would take longer is not begun
    #[arg(long, value_name = "N", default_value_t = 60.0)]
    seconds: f64,

    /// The folder of the page and its pictures
    #[arg(long, default_value = "docs")]
    folder: PathBuf,
}

/// What it takes to know one size.
#[derive(Clone, Copy)]
struct Point {
    variant: &'static dyn Variant,
    /// What was found; `None` where it was not measured, or there is no such figure.
    figures: [Option<f64>; 3],
    state: State,
}

/// What is known about a size.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It was solved now.
    Solved,
    /// A table can be built, and was not: the figures are what the game says beforehand.
    Estimated,
    /// Every position is known when it is asked for; they are too many to be counted.
    Asked,
    /// Not every position is known, or it would take longer than was allowed.
    Searched,
}

/// A figure that grows.
struct Quantity {
    name: &'static str,
    unit: &'static str,
    file: &'static str,
    /// Less than this says nothing about growth.
    least: f64,
}

const POSITIONS: usize = 0;
const SECONDS: usize = 1;
const BYTES: usize = 2;

const QUANTITIES: [Quantity; 3] = [
    Quantity {
        name: "Positions",
        unit: "positions",
        file: "growth-positions.svg",
        least: 1.0,
    },
    Quantity {
        name: "Processor time",
        unit: "seconds",
        file: "growth-seconds.svg",
        least: 0.001,
    },
    Quantity {
        name: "Bytes kept",
        unit: "bytes",
        file: "growth-bytes.svg",
        least: 1.0,
    },
];

/// A game and what was measured of it, the smallest board first.
struct Family {
    listing: &'static Listing,
    points: Vec<Point>,
}

impl Growth {
    pub(crate) fn run(&self) -> Result<()> {
        let mut families = Vec::new();
        for listing in Catalogue::STANDARD.iter() {
            families.push(self.measure(listing)?);
        }
        fs::write(
            self.folder.join("growth.md"),
            page::page(&families, self.seconds),
        )?;
        for (at, quantity) in QUANTITIES.iter().enumerate() {
            let picture = picture::picture(&families, at);
            fs::write(self.folder.join(quantity.file), picture)?;
        }
        Ok(())
    }

    fn measure(&self, listing: &'static Listing) -> Result<Family> {
        let mut sizes: Vec<&'static dyn Variant> = listing.sizes.to_vec();
        sizes.sort_by_key(|variant| cells(*variant));
        let mut family = Family {
            listing,
            points: Vec::new(),
        };
        for variant in sizes {
            let expected = family.fit(SECONDS).map(|fit| fit.at(cells(variant)));
            let fits = |seconds: f64| seconds <= self.seconds;
            let point = Point::of(variant, expected, fits)?;
            if let Some(seconds) = point.figures[SECONDS].filter(|_| point.state == State::Solved) {
                writeln!(io::stderr(), "{variant:?}: {seconds:.4} s")?;
            }
            family.points.push(point);
        }
        Ok(family)
    }
}

impl Point {
    /// Solves one size, if what it is expected to take fits.
    fn of(
        variant: &'static dyn Variant,
        expected: Option<f64>,
        fits: impl Fn(f64) -> bool,
    ) -> Result<Point> {
        let nothing = Point {
            variant,
            figures: [None; 3],
            state: State::Searched,
        };
        let solution = variant.solution();
        if let Solution::Large(large) = &solution {
            let cost = large.cost;
            // It is given for two cores.
            let seconds = 2.0 * figure(cost.seconds);
            if fits(seconds) {
                return nothing.built(large);
            }
            let figures = [None, Some(seconds), Some(figure(cost.bytes))];
            let state = State::Estimated;
            return Ok(Point {
                figures,
                state,
                ..nothing
            });
        }
        if !variant.is_whole() {
            return Ok(nothing);
        }
        // Such an oracle is made at once.
        if let Solution::Direct(make) = &solution
            && make().listed().is_none()
        {
            let state = State::Asked;
            return Ok(Point { state, ..nothing });
        }
        if !expected.is_none_or(fits) {
            return Ok(nothing);
        }
        let (found, time) = timed(|| solve(&solution));
        let (positions, bytes) = found?;
        let figures = [
            positions.map(figure),
            Some(time.as_secs_f64()),
            bytes.map(figure),
        ];
        Ok(Point {
            figures,
            state: State::Solved,
            ..nothing
        })
    }
}

impl Point {
    /// With the figures of a large table, which is built in memory; what it takes to count it is not among them.
    fn built(self, large: &Large<dyn AnyOracle>) -> Result<Point> {
        let (parts, time) = timed(|| build(large));
        let parts = parts?;
        let bytes = parts
            .iter()
            .map(|part| part.size())
            .sum::<io::Result<u64>>();
        let oracle = (large.open)(parts).context("just built")?;
        let table = oracle.table().context("just built")?;
        let census = table.census(&Progress::default());
        let figures = [
            census.map(|census| figure(census.total())),
            Some(time.as_secs_f64()),
            Some(figure(bytes?)),
        ];
        Ok(Point {
            figures,
            state: State::Solved,
            ..self
        })
    }
}

/// All parts of a large table.
fn build(large: &Large<dyn AnyOracle>) -> Result<Vec<Arc<dyn Source>>> {
    let mut build = (large.build)();
    let mut parts: Vec<Arc<dyn Source>> = Vec::new();
    for part in 0..large.cost.parts {
        let mut bytes = Vec::new();
        build.write(part, &parts, &mut bytes, &Progress::default())?;
        parts.push(Arc::new(bytes));
    }
    Ok(parts)
}

/// Solves one size: how many positions there are, if they are counted, and how many bytes are kept, if a table is.
fn solve(solution: &Solution<dyn AnyOracle>) -> Result<(Option<u64>, Option<u64>)> {
    let kept = match solution {
        Solution::Table { compute, write, .. } => {
            let table = compute(&Progress::default()).context("never cancelled")?;
            let mut bytes = Vec::new();
            write(&table, &mut bytes)?;
            Some(bytes.len() as u64)
        }
        _ => None,
    };
    let oracle = solution.oracle(&Progress::default());
    let oracle = oracle.context("never cancelled")?;
    let census = oracle
        .listed()
        .and_then(|table| table.census(&Progress::default()));
    let positions = census.map(|census| census.total());
    Ok((positions, kept))
}

impl Family {
    /// How a figure grows, if it was measured often enough.
    fn fit(&self, quantity: usize) -> Option<Fit> {
        let least = QUANTITIES[quantity].least;
        let solved = |point: &&Point| point.state == State::Solved;
        let measured = self.points.iter().filter(solved).filter_map(|point| {
            let figure = point.figures[quantity].filter(|figure| *figure >= least);
            figure.map(|figure| (cells(point.variant), figure))
        });
        Fit::of(&measured.collect::<Vec<_>>())
    }

    /// The cells of the smallest board that is not known whole: one of the list, or the next beyond it.
    fn next(&self) -> (String, u32) {
        let mut points = self.points.iter();
        if let Some(point) = points.find(|point| point.state == State::Searched) {
            return (point.variant.size().to_string(), cells(point.variant));
        }
        let largest = self
            .points
            .last()
            .expect("a game has a size")
            .variant
            .size();
        let side = largest.columns + 1;
        match largest.rows {
            1 => (side.to_string(), side as u32),
            _ => (format!("{side}x{side}"), (side * side) as u32),
        }
    }
}

fn cells(variant: &dyn Variant) -> u32 {
    let size = variant.size();
    (size.rows * size.columns) as u32
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a figure needs no more than a few digits"
)]
fn figure(number: u64) -> f64 {
    number as f64
}
