//! What the tests about knowledge share: oracles that no file was asked for, and positions met in
//! play.

#![allow(dead_code, reason = "not every suite needs all of it")]

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use quintet_arena::{Dice, Tables};
use quintet_catalogue::{catalogue, find};
use quintet_games::{AnyOracle, AnyPosition, Listing, Variant};
use quintet_rules::{Player, Random};
use quintet_solver::Progress;

/// An oracle that is computed when it is first wanted.
type Lazy = LazyLock<Arc<dyn AnyOracle>, Box<dyn FnOnce() -> Arc<dyn AnyOracle> + Send>>;

/// The oracle of each game at the rule book's size.
static ORACLES: LazyLock<BTreeMap<&'static str, Lazy>> = LazyLock::new(|| {
    let lazy = |variant: &'static dyn Variant| -> Lazy {
        let compute = move || {
            Tables::nowhere()
                .oracle(variant, &Progress::default())
                .expect("never cancelled")
                .oracle
        };
        LazyLock::new(Box::new(compute))
    };
    games()
        .map(|listing| (listing.id, lazy(listing.standard())))
        .collect()
});

/// Every game, and a guest that no part of the crate can know.
pub(crate) fn games() -> impl Iterator<Item = &'static Listing> {
    quintet_testkit::admit_guest();
    catalogue()
}

/// A game at the rule book's size.
pub(crate) fn standard(id: &str) -> &'static dyn Variant {
    find(id).expect("a game of the catalogue").standard()
}

/// Its oracle, the same for all tests of a file.
pub(crate) fn oracle(id: &str) -> Arc<dyn AnyOracle> {
    Arc::clone(&ORACLES[id])
}

/// Unfinished positions from random games, each from a game of its own.
pub(crate) fn random_positions(
    variant: &'static dyn Variant,
    seed: u64,
    count: usize,
) -> Vec<Box<dyn AnyPosition>> {
    let mut dice = Dice::new(seed, 0);
    let mut positions = Vec::new();
    while positions.len() < count {
        let first = Player::BOTH[dice.below(2) as usize];
        let mut position = variant.start(first);
        // No game of the catalogue has its usual end much later.
        for _ in 0..dice.below(30) {
            let Some(mv) = position.random_move(&mut dice) else {
                break;
            };
            position = position.play(&mv).expect("a random move is legal").position;
        }
        if position.outcome().is_none() {
            positions.push(position);
        }
    }
    positions
}
