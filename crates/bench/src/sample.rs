//! The games that are measured, and random positions of them.

use clap::Args;
use quintet_games::{AnyPosition, Catalogue, Listing, Variant};
use quintet_rules::{Player, Random, Wyrand};

/// One game or all, and the seed of all random choices.
#[derive(Args)]
pub(crate) struct Sample {
    /// Only this game
    game: Option<String>,

    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl Sample {
    pub(crate) fn listings(&self) -> impl Iterator<Item = &'static Listing> {
        Catalogue::STANDARD
            .iter()
            .filter(|listing| self.game.as_deref().is_none_or(|id| id == listing.id))
    }

    /// Returns every size of the games.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = &'static dyn Variant> {
        self.listings().flat_map(|it| it.sizes.iter().copied())
    }
}

/// Positions of uniformly random games, each stopped at a uniformly random ply before its end.
pub(crate) fn random_positions(
    variant: &dyn Variant,
    count: usize,
    seed: u64,
) -> Vec<Box<dyn AnyPosition>> {
    let mut random = Wyrand::new(seed);
    (0..count)
        .map(|n| {
            let mut game = vec![variant.start(Player::BOTH[n % 2])];
            while let Some(next) = random_successor(&*game[game.len() - 1], &mut random) {
                game.push(next);
            }
            let unfinished = u32::try_from(game.len() - 1).expect("random games are short");
            game.swap_remove(random.below(unfinished) as usize)
        })
        .collect()
}

/// Returns the position after a random move; `None` if the game is over.
pub(crate) fn random_successor(
    position: &dyn AnyPosition,
    random: &mut dyn Random,
) -> Option<Box<dyn AnyPosition>> {
    let mv = position.random_move(random)?;
    let played = position.play(&mv).expect("a random move is legal");
    Some(played.position)
}
