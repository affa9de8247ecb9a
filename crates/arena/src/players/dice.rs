//! Random choices that a seed repeats.

use quintet_rules::{Player, Random};
use rand::rngs::ChaCha12Rng;
use rand::{Rng, SeedableRng};

/// A stream of random numbers that stays the same across machines and versions.
#[derive(Debug)]
pub struct Dice(ChaCha12Rng);

impl Dice {
    /// The stream with this number of a seed. Streams of one seed have nothing to do with each
    /// other, so that each purpose can have its own.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = ChaCha12Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Dice(generator)
    }

    /// The stream of a player in a game of a match, the first being game 0. Stream 0 is nobody's.
    pub fn for_game(seed: u64, game: u64, player: Player) -> Self {
        Self::new(seed, 2 * game + u64::from(player.number()))
    }

    /// A seed that nobody knows beforehand, short enough to be typed again.
    #[cfg(not(target_family = "wasm"))]
    pub fn unforeseen_seed() -> u64 {
        u64::from(getrandom::u32().expect("the system has random numbers"))
    }

    /// One of the players.
    pub fn player(&mut self) -> Player {
        Player::BOTH[self.below(2) as usize]
    }
}

impl Random for Dice {
    fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }
}
