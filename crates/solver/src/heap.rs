//! The smallest game, for examples.

use quintet_rules::{Outcome, Player, Position};

use crate::search::Keyed;

/// One or two stones are taken from a heap. A player who finds none has lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heap {
    /// How many are left.
    pub stones: u8,
    /// The player whose turn it is.
    pub to_move: Player,
}

impl Heap {
    /// A heap from which Player 1 takes first.
    pub const fn new(stones: u8) -> Self {
        let to_move = Player::One;
        Heap { stones, to_move }
    }
}

impl Position for Heap {
    type Move = u8;
    type Refusal = &'static str;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.to_move.other();
        (self.stones == 0).then_some(Outcome { winner })
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        1..=self.stones.min(2)
    }

    fn check(&self, taken: u8) -> Result<(), &'static str> {
        match taken {
            1 | 2 if taken <= self.stones => Ok(()),
            1 | 2 => Err("the heap has fewer stones"),
            _ => Err("a player takes one or two"),
        }
    }

    fn play_unchecked(&self, taken: u8) -> Self {
        Heap {
            stones: self.stones - taken,
            to_move: self.to_move.other(),
        }
    }
}

impl Keyed for Heap {
    const ENDS: bool = true;

    fn key(&self) -> u128 {
        self.stones.into()
    }
}
