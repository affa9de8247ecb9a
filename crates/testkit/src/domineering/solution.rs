//! Domineering's solution: a map of all positions for boards of up to sixteen cells, otherwise search.

use std::collections::HashMap;
use std::ops::ControlFlow;

use quintet_games::Solving;
use quintet_rules::{Player, Position};
use quintet_solver::search::KeyedPosition;
use quintet_solver::{
    Budget, Oracle, Progress, Solution, Table, Value, Visitor, is_consistent, reference,
};

use super::{Domineering, Domino, Dominoes};

impl<const R: usize, const C: usize> Solving for Domineering<R, C> {
    const IS_SOLVED: bool = R * C <= 16;

    fn solution() -> Solution<dyn Oracle<Dominoes<R, C>>> {
        if Self::IS_SOLVED {
            Solution::direct(Values::new)
        } else {
            Solution::search()
        }
    }
}

/// The values of all reachable positions.
struct Values<const R: usize, const C: usize>(HashMap<Dominoes<R, C>, Value>);

impl<const R: usize, const C: usize> Values<R, C> {
    fn new() -> Self {
        let starts = Player::BOTH.map(Dominoes::start);
        Values(starts.into_iter().flat_map(reference::solve).collect())
    }
}

impl<const R: usize, const C: usize> Oracle<Dominoes<R, C>> for Values<R, C> {
    fn value(&self, position: &Dominoes<R, C>, _: Budget) -> Option<Value> {
        self.0.get(position).copied()
    }

    fn is_solved(&self) -> bool {
        true
    }

    fn table(&self) -> Option<&dyn Table<Dominoes<R, C>>> {
        Some(self)
    }
}

impl<const R: usize, const C: usize> Table<Dominoes<R, C>> for Values<R, C> {
    fn visit(&self, progress: &Progress, show: &mut Visitor<Dominoes<R, C>>) -> ControlFlow<()> {
        let unfinished = self.0.iter().filter(|(_, value)| **value != Value::loss(0));
        let mut all: Vec<_> = unfinished.collect();
        all.sort_unstable_by_key(|(position, _)| {
            let [one, two] = Player::BOTH.map(|player| position.covered(player).bits());
            (one, two, position.to_move() == Player::Two)
        });
        progress.try_for_each(all.len(), |n| show(all[n].0, *all[n].1, 1))
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, Dominoes<R, C>>> {
        progress.expect(self.0.len() as u64);
        for (position, value) in &self.0 {
            if progress.is_cancelled() {
                return None;
            }
            if !is_consistent(position, *value, |next| self.0.get(next).copied()) {
                return Some(Err(*position));
            }
            progress.advance(1);
        }
        Some(Ok(self.0.len() as u64))
    }
}

impl<const R: usize, const C: usize> KeyedPosition for Dominoes<R, C> {
    const IS_FINITE: bool = true;

    /// The value depends only on the covered cells and the player to move.
    fn key(&self) -> u128 {
        let covered = self.covered(Player::One) | self.covered(Player::Two);
        u128::from(covered.bits()) << 1 | u128::from(self.to_move() == Player::Two)
    }

    fn move_number(domino: Domino<R, C>, _: u16) -> u16 {
        domino.cells()[0].index() as u16
    }
}
