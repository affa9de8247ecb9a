//! Verification of a sample of a large table.

use quintet_games::{AnyOracle, Variant};
use quintet_rules::Random;
use quintet_solver::{Budget, Value};

use crate::Dice;

/// Verifies the values of `count` positions of random games against those of their successors. Returns the number of verified
/// positions, or the text of a position with a wrong value.
pub fn verify_sample(
    variant: &dyn Variant,
    oracle: &dyn AnyOracle,
    seed: u64,
    count: u64,
) -> Result<u64, String> {
    let mut dice = Dice::new(seed, 0);
    let mut checked = 0;
    while checked < count {
        let first = dice.player();
        let mut position = variant.start(first);
        // Most games of the catalogue are over by then.
        let plies = dice.below(30);
        for _ in 0..plies {
            let Some(mv) = position.random_move(&mut dice) else {
                break;
            };
            position = position.play(&mv).expect("a random move is legal").position;
        }
        let value = oracle.value(&*position, Budget::NONE);
        let mut best = position.outcome().map(|_| Value::loss(0));
        for mv in position.moves() {
            let next = position.play(&mv.text).expect("a listed move is legal");
            let next = next.position;
            // An unreadable value is an error as well.
            let Some(next) = oracle.value(&*next, Budget::NONE) else {
                return Err(next.text());
            };
            best = best.max(Some(next.one_ply_earlier()));
        }
        if value.is_none() || value != best {
            return Err(position.text());
        }
        checked += 1;
    }
    Ok(checked)
}
