//! The positions on the way of a search.

use std::hash::Hasher;

use quintet_rules::Position;

use super::{Choice, Look, MOST, WON};
use crate::IntHasher;

/// Positions in a list. The first is the root.
pub(super) trait Tree {
    /// How many positions there are.
    fn len(&self) -> usize;

    /// Drops all but the first `len`.
    fn keep(&mut self, len: usize);

    /// Appends the positions after every move of one that is not finished, and what can be said of them.
    fn expand(&mut self, place: u32, choices: &mut Vec<Choice>);
}

/// The positions of one game.
pub(super) struct Grown<P> {
    positions: Vec<P>,
    estimate: fn(&P) -> i64,
}

impl<P> Grown<P> {
    pub(super) fn new(root: P, estimate: fn(&P) -> i64) -> Self {
        Grown {
            positions: vec![root],
            estimate,
        }
    }
}

impl<P: Position> Tree for Grown<P> {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn keep(&mut self, len: usize) {
        self.positions.truncate(len);
    }

    fn expand(&mut self, place: u32, choices: &mut Vec<Choice>) {
        let position = self.positions[place as usize];
        for mv in position.moves() {
            let next = position.play_unchecked(mv);
            let look = if next.outcome().is_some() {
                WON
            } else {
                let most = i64::from(MOST);
                -(self.estimate)(&next).clamp(-most, most) as Look
            };
            let mut key = IntHasher::default();
            next.hash(&mut key);
            choices.push(Choice {
                place: self.positions.len() as u32,
                look,
                key: key.finish(),
            });
            self.positions.push(next);
        }
    }
}
