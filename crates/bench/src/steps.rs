//! Steps per second of processor time on one core: of random games, and of batches for learning.

use std::time::Duration;

use clap::Args;
use quintet_games::Variant;
use quintet_games::batch::{AnyBatch, Arrays, Settings};
use quintet_rules::Player;

use crate::figures::{FigureTable, per_second, timed};
use crate::sample::Sample;

/// Plays random games at every size of every game.
#[derive(Args)]
pub(crate) struct Steps {
    #[command(flatten)]
    sample: Sample,

    /// The least processor time of a measurement, in milliseconds
    #[arg(long, default_value_t = 500)]
    millis: u64,
}

impl Steps {
    pub(crate) fn run(&self) {
        let table = FigureTable::new("steps/s, x Python");
        for variant in self.sample.sizes() {
            let steps = self.measure(variant);
            let ratio = python_steps(variant).map(|python| format!("{:.0}", steps / python));
            let speed = format!("{:.1}M", steps / 1e6);
            table.row(variant, &[speed, ratio.unwrap_or_default()]);
        }
    }

    fn measure(&self, variant: &dyn Variant) -> f64 {
        let mut steps = 1 << 16;
        loop {
            let (tally, time) = timed(|| variant.random_games(steps, self.sample.seed));
            if time >= Duration::from_millis(self.millis) {
                return per_second(tally.steps as usize, time);
            }
            steps *= 2;
        }
    }
}

/// Steps per second of the public Python environment for a game at this size.
fn python_steps(variant: &dyn Variant) -> Option<f64> {
    let key = format!("{} {} ", variant.id(), variant.size());
    include_str!("../python_environments.txt")
        .lines()
        .find_map(|line| line.strip_prefix(&key)?.parse().ok())
}

/// Steps batches of every game, with observations and masks written and finished games started again.
#[derive(Args)]
pub(crate) struct Batches {
    #[command(flatten)]
    sample: Sample,

    /// Games in a batch
    #[arg(long, default_value_t = 1024)]
    games: usize,

    /// The least processor time of a measurement, in milliseconds
    #[arg(long, default_value_t = 1000)]
    millis: u64,
}

/// Steps of a batch between two readings of the clock.
const ROUND: usize = 500;

impl Batches {
    pub(crate) fn run(&self) {
        let table = FigureTable::new("steps/s, with random actions");
        for listing in self.sample.listings() {
            let speeds = self.measure(listing.standard());
            let speeds = speeds.map(|speed| format!("{:.1}M", speed / 1e6));
            table.row(listing.standard(), &speeds);
        }
    }

    /// Steps per second with actions known beforehand, and with actions drawn. The games are the same.
    fn measure(&self, variant: &dyn Variant) -> [f64; 2] {
        let settings = Settings {
            games: self.games,
            seed: self.sample.seed,
            first: Some(Player::One),
            limit: None,
            autoreset: true,
            threads: 1,
        };
        let mut arrays = Arrays::new(variant, self.games);
        let mut drawing = variant.batch(&settings);
        let mut replaying = variant.batch(&settings);
        let mut actions = vec![0; ROUND * self.games];
        let (mut steps, mut known, mut drawn) = (0, Duration::ZERO, Duration::ZERO);
        while known < Duration::from_millis(self.millis) {
            let draw = || {
                for actions in actions.chunks_exact_mut(self.games) {
                    drawing.sample(actions);
                    step(&mut *drawing, actions, &mut arrays);
                }
            };
            drawn += timed(draw).1;
            let replay = || {
                for actions in actions.chunks_exact(self.games) {
                    step(&mut *replaying, actions, &mut arrays);
                }
            };
            known += timed(replay).1;
            steps += actions.len();
        }
        [known, drawn].map(|time| per_second(steps, time))
    }
}

fn step(batch: &mut dyn AnyBatch, actions: &[i32], arrays: &mut Arrays) {
    let stepped = batch.step(actions, &mut arrays.outputs());
    stepped.expect("random actions are legal");
}
