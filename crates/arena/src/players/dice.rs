//! Reproducible random choices.

use quintet_rules::{Player, Random};
use rand::rngs::ChaCha12Rng;
use rand::{Rng, SeedableRng};

/// A random number generator whose output is the same on all machines and in all versions.
#[derive(Debug)]
pub struct Dice(ChaCha12Rng);

impl Dice {
    /// Creates a generator from a seed. Streams of one seed are independent, so that each purpose can have its own.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = ChaCha12Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Dice(generator)
    }

    /// Creates the generator of a player in a game of a match, counted from 0. Stream 0 belongs to no player.
    pub fn for_game(seed: u64, game: u64, player: Player) -> Self {
        Self::new(seed, 2 * game + u64::from(player.number()))
    }

    /// Returns an unpredictable seed that is short enough to type.
    #[cfg(not(target_family = "wasm"))]
    pub fn random_seed() -> u64 {
        u64::from(getrandom::u32().expect("the system has random numbers"))
    }

    /// Returns a random player.
    pub fn player(&mut self) -> Player {
        Player::BOTH[self.below(2) as usize]
    }
}

impl Random for Dice {
    fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }
}
