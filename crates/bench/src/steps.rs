//! How many moves a second the rules allow: uniformly random games, and perft.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use quintet_games::{Catalogue, Variant};
use quintet_rules::Player;

use crate::clock::timed;

/// Plays random games and counts trees at every size of every game.
#[derive(Args)]
pub(crate) struct Steps {
    /// Only this game
    game: Option<String>,

    /// The processor time each figure should rest on, in milliseconds
    #[arg(long, default_value_t = 500)]
    millis: u64,

    /// The seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Steps {
    pub(crate) fn run(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "{:<18} {:<5} {:>14} {:>9} {:>16} {:>6}",
            "game", "size", "random steps/s", "x Python", "perft leaves/s", "depth"
        )?;
        for listing in Catalogue::STANDARD.iter() {
            if self.game.as_deref().is_some_and(|id| id != listing.id) {
                continue;
            }
            for (n, variant) in listing.sizes.iter().enumerate() {
                let steps = self.random_steps(*variant);
                let reference = python_steps(listing.id).filter(|_| n == 0);
                let ratio =
                    reference.map_or(String::new(), |python| format!("{:.0}", steps / python));
                let (leaves, depth) = self.perft_leaves(*variant);
                writeln!(
                    out,
                    "{:<18} {:<5} {:>13.1}M {ratio:>9} {:>15.1}M {depth:>6}",
                    listing.id,
                    variant.size().to_string(),
                    steps / 1e6,
                    leaves / 1e6
                )?;
            }
        }
        Ok(())
    }

    /// Moves of random games per second of processor time.
    fn random_steps(&self, variant: &dyn Variant) -> f64 {
        let mut steps = 1 << 16;
        loop {
            let (tally, time) = timed(|| variant.random_games(steps, self.seed));
            if time >= Duration::from_millis(self.millis) {
                return per_second(tally.steps, time);
            }
            steps *= 2;
        }
    }

    /// Leaves counted per second of processor time, and the depth: the first that takes a
    /// noticeable part of the time, or the last that the game has.
    fn perft_leaves(&self, variant: &dyn Variant) -> (f64, u32) {
        let start = variant.start(Player::One);
        let enough = Duration::from_millis(self.millis);
        let is_deep = |depth: u32| timed(|| start.perft(depth)).1 > enough / 10;
        let depth = (1..=64)
            .find(|depth| is_deep(*depth) || start.perft(depth + 1) == 0)
            .expect("every game ends or grows");
        let (mut leaves, mut time) = (0, Duration::ZERO);
        while time < enough {
            let (count, took) = timed(|| start.perft(depth));
            leaves += count;
            time += took;
        }
        (per_second(leaves, time), depth)
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a speed needs no more than six digits"
)]
pub(crate) fn per_second(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}

/// What the public Python environment for a game reaches at the rule book's size.
fn python_steps(id: &str) -> Option<f64> {
    include_str!("../python_environments.txt")
        .lines()
        .filter_map(|line| line.split_once(' '))
        .find_map(|(game, steps)| (game == id).then(|| steps.parse().ok())?)
}
