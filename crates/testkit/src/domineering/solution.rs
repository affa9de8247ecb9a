//! How Domineering is solved: whole where there are at most sixteen cells, else by search.

use quintet_games::Solving;
use quintet_rules::{Cells, PerPlayer, Player, Position};
use quintet_solver::memo::{Folding, Memo};
use quintet_solver::search::Keyed;
use quintet_solver::{Oracle, Solution};

use super::{Domineering, Domino, Dominoes};

impl<const R: usize, const C: usize> Solving for Domineering<R, C> {
    const IS_WHOLE: bool = R * C <= 16;

    fn solution() -> Solution<dyn Oracle<Dominoes<R, C>>> {
        if Self::IS_WHOLE {
            Solution::direct(|| Memo::new(Plain, Player::BOTH.map(Dominoes::start)))
        } else {
            Solution::search()
        }
    }
}

/// Folds nothing: a position is the cells of each player and the player to move, as one number.
#[derive(Debug)]
pub(super) struct Plain<const R: usize, const C: usize>;

impl<const R: usize, const C: usize> Folding for Plain<R, C> {
    type Position = Dominoes<R, C>;

    fn key(&self, position: &Dominoes<R, C>) -> u64 {
        let [one, two] = Player::BOTH.map(|player| position.covered(player).bits());
        (one << (R * C) | two) << 1 | u64::from(position.to_move() == Player::Two)
    }

    fn unfold(&self, key: u64) -> Dominoes<R, C> {
        let covered = PerPlayer {
            one: Cells::from_bits(key >> (R * C + 1)),
            two: Cells::from_bits(key >> 1),
        };
        let to_move = Player::BOTH[(key & 1) as usize];
        Dominoes::new(covered, to_move)
    }

    fn count(&self, _: u64) -> u64 {
        1
    }
}

impl<const R: usize, const C: usize> Keyed for Dominoes<R, C> {
    const ENDS: bool = true;

    /// Only which cells are covered and who is to move decides what follows.
    fn key(&self) -> u128 {
        let covered = self.covered(Player::One) | self.covered(Player::Two);
        u128::from(covered.bits()) << 1 | u128::from(self.to_move() == Player::Two)
    }

    fn move_number(domino: Domino<R, C>, _: u16) -> u16 {
        domino.cells()[0].index() as u16
    }
}
