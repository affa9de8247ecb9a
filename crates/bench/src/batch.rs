//! How many steps a second a batch takes, with observations and masks written and games begun anew.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use quintet_games::Catalogue;
use quintet_games::Variant;
use quintet_games::batch::{AnyBatch, Arrays, Settings};
use quintet_rules::Player;

use crate::clock::timed;
use crate::steps::per_second;

/// Steps batches of random games of every game.
#[derive(Args)]
pub(crate) struct Batches {
    /// Only this game
    game: Option<String>,

    /// Games in a batch
    #[arg(long, default_value_t = 1024)]
    games: usize,

    /// The processor time each figure should rest on, in milliseconds
    #[arg(long, default_value_t = 1000)]
    millis: u64,

    /// Every size, not only that of the rule book
    #[arg(long)]
    sizes: bool,

    /// The seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Batches {
    pub(crate) fn run(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "{:<18} {:<5} {:>14} {:>20}",
            "game", "size", "steps/s", "with random actions"
        )?;
        for listing in Catalogue::STANDARD.iter() {
            if self.game.as_deref().is_some_and(|id| id != listing.id) {
                continue;
            }
            let sizes = if self.sizes { listing.sizes.len() } else { 1 };
            for variant in &listing.sizes[..sizes] {
                let [steps, sampled] = self.measure(*variant);
                writeln!(
                    out,
                    "{:<18} {:<5} {:>13.1}M {:>19.1}M",
                    listing.id,
                    variant.size().to_string(),
                    steps / 1e6,
                    sampled / 1e6
                )?;
            }
        }
        Ok(())
    }

    /// Steps a second, the actions being known beforehand, and being drawn. The games are the same.
    fn measure(&self, variant: &dyn Variant) -> [f64; 2] {
        /// Steps of the whole batch between two looks at the clock.
        const ROUND: usize = 500;
        let settings = Settings {
            games: self.games,
            seed: self.seed,
            first: Some(Player::One),
            limit: None,
            autoreset: true,
        };
        let mut arrays = Arrays::new(variant, self.games);
        let mut drawing = variant.batch(&settings);
        let mut replaying = variant.batch(&settings);
        let mut actions = vec![0; ROUND * self.games];
        let (mut steps, mut times) = (0, [Duration::ZERO; 2]);
        while times[0] < Duration::from_millis(self.millis) {
            times[1] += timed(|| {
                for actions in actions.chunks_exact_mut(self.games) {
                    drawing.sample(actions);
                    step(&mut *drawing, actions, &mut arrays);
                }
            })
            .1;
            times[0] += timed(|| {
                for actions in actions.chunks_exact(self.games) {
                    step(&mut *replaying, actions, &mut arrays);
                }
            })
            .1;
            steps += (ROUND * self.games) as u64;
        }
        times.map(|time| per_second(steps, time))
    }
}

fn step(batch: &mut dyn AnyBatch, actions: &[i32], arrays: &mut Arrays) {
    let stepped = batch.step(actions, &mut arrays.outputs());
    stepped.expect("random actions are legal");
}
