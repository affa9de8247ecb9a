//! The share of random positions whose value is explained by a real reason, and the time of an explanation.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use clap::Args;
use quintet_arena::{Explanation, Library, Tables};
use quintet_games::Catalogue;
use quintet_solver::Budget;

use crate::figures::millis;
use crate::sample::{Sample, random_positions};

/// Prints the share of random positions that have a real reason, with the ideas behind them, at the rule books' sizes
#[derive(Args)]
pub(crate) struct Reasons {
    #[command(flatten)]
    sample: Sample,

    /// Number of positions of each game
    #[arg(long, default_value_t = 500)]
    positions: usize,

    /// Print this many reasons, and this many positions without one
    #[arg(long, default_value_t = 0)]
    show: usize,
}

impl Reasons {
    pub(crate) fn run(&self) {
        let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
        for listing in self.sample.listings() {
            let variant = listing.standard();
            let oracle = library.oracle(variant);
            let positions = random_positions(variant, self.positions, self.sample.seed);
            let mut explained = 0;
            let mut ideas: BTreeMap<&str, usize> = BTreeMap::new();
            let (mut total, mut longest) = (Duration::ZERO, Duration::ZERO);
            let mut missing = Vec::new();
            for (n, position) in positions.iter().enumerate() {
                let begun = Instant::now();
                let explanation = Explanation::of(&**position, &*oracle, Budget::NONE);
                let time = begun.elapsed();
                total += time;
                longest = longest.max(time);
                if n < self.show {
                    println!("{} => {}", position.text(), explanation.headline);
                }
                let claims = &explanation.claims;
                if claims.iter().any(|claim| claim.is_decisive()) {
                    explained += 1;
                } else {
                    missing.push(format!("{} => {}", position.text(), explanation.headline));
                }
                let decisive = claims.iter().find(|claim| claim.is_decisive());
                let idea = decisive.map_or("none", |claim| claim.idea.unwrap_or("other"));
                *ideas.entry(idea).or_default() += 1;
            }
            let count = positions.len();
            println!(
                "{}: {explained} of {count} positions have a reason ({:.1} %), {:.2} ms each, at most {:.1} ms",
                variant.id(),
                100.0 * f64::from(u32::try_from(explained).unwrap_or(u32::MAX)) / count as f64,
                millis(total) / count as f64,
                millis(longest)
            );
            let ideas = ideas.iter().map(|(idea, count)| format!("{idea} {count}"));
            println!("    {}", ideas.collect::<Vec<_>>().join(", "));
            for line in missing.iter().take(self.show) {
                println!("    without: {line}");
            }
        }
    }
}
