//! Balanced openings, for informative games between players of different strength.

use std::cmp::Reverse;
use std::collections::HashSet;

use quintet_games::{AnyOracle, Variant};
use quintet_rules::{Player, Random};
use quintet_solver::{Budget, Value};

use crate::{Dice, Session};

/// Random openings to try for each one returned.
const DRAWN: usize = 64;

/// Minimum and maximum number of plies of an opening.
const PLIES: [u32; 2] = [2, 4];

/// Returns balanced openings, the start first. They depend only on the seed. Every position is won, lost or endless; those
/// with the longest distance count as the most balanced. Returns fewer than `count` if too few are found.
pub fn openings(
    variant: &'static dyn Variant,
    oracle: &dyn AnyOracle,
    budget: Budget<'static>,
    count: usize,
    seed: u64,
) -> Vec<Session> {
    let start = Session::new(variant.start(Player::One));
    let mut texts = HashSet::from([start.position().text()]);
    let mut drawn = Vec::new();
    // The streams of a match are counted from 0.
    let mut dice = Dice::new(seed, u64::MAX);
    for number in 0..count.saturating_sub(1).saturating_mul(DRAWN) {
        let Some(session) = draw(variant, &mut dice) else {
            continue;
        };
        if texts.insert(session.position().text()) {
            let value = oracle.analyze(session.position(), budget).value;
            drawn.push((Reverse(rank(value)), number, session));
        }
    }
    drawn.sort_by_key(|(rank, number, _)| (*rank, *number));
    let drawn = drawn.into_iter().map(|(.., session)| session);
    [start].into_iter().chain(drawn).take(count).collect()
}

/// Orders values by their distance, endless ones last.
fn rank(value: Option<Value>) -> u32 {
    match value {
        Some(Value::Endless) => u32::MAX,
        Some(worth) => worth.distance().map_or(u32::MAX - 1, u32::from),
        None => u32::MAX - 1,
    }
}

/// Draws a random opening of an unfinished game.
fn draw(variant: &'static dyn Variant, dice: &mut Dice) -> Option<Session> {
    let mut session = Session::new(variant.start(Player::One));
    let [fewest, most] = PLIES;
    for _ in 0..fewest + dice.below(most - fewest + 1) {
        let mv = session.position().random_move(dice)?;
        session.play(&mv).expect("a random move is legal");
    }
    session.ended().is_none().then_some(session)
}
