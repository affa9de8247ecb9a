//! Games of a few lines. The player without a move loses.

use quintet_rules::{Outcome, Player, Position};
use quintet_solver::search::Keyed;

/// One, three or four stones are taken from a heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Heap {
    pub(crate) stones: u16,
    to_move: Player,
}

/// A token walks along the arrows of a random graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Walk {
    pub(crate) graph: Graph,
    pub(crate) place: u16,
    to_move: Player,
}

/// A token walks down from place to place; from odd places it may also turn back, which wins as
/// surely but later.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Corridor {
    pub(crate) place: u16,
    to_move: Player,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Graph {
    pub(crate) seed: u64,
    pub(crate) places: u16,
}

impl Graph {
    pub(crate) fn hash(self, number: u64) -> u64 {
        let mixed = (number + self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed.rotate_left(23).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 40
    }

    /// The ends of the arrows from a place, some of them twice.
    pub(crate) fn arrows(self, place: u16) -> impl Iterator<Item = u16> {
        let arrows = self.hash(place.into()) % 4;
        let end = move |arrow| self.hash(1000 + 10 * u64::from(place) + arrow);
        (0..arrows).map(move |arrow| (end(arrow) % u64::from(self.places)) as u16)
    }

    /// The walks that begin at each place.
    pub(crate) fn walks(self) -> impl Iterator<Item = Walk> {
        (0..self.places).map(move |place| Walk {
            graph: self,
            place,
            to_move: Player::Two,
        })
    }
}

pub(crate) fn heap(stones: u16) -> Heap {
    let to_move = Player::One;
    Heap { stones, to_move }
}

pub(crate) fn corridor(place: u16) -> Corridor {
    let to_move = Player::One;
    Corridor { place, to_move }
}

macro_rules! a_game_of_numbers {
    ($game:ty, $number:ident, $targets:expr, ends: $ends:literal) => {
        impl Position for $game {
            type Move = u16;
            type Refusal = ();

            fn to_move(&self) -> Player {
                self.to_move
            }

            fn outcome(&self) -> Option<Outcome> {
                let winner = self.to_move.other();
                self.moves().next().is_none().then_some(Outcome { winner })
            }

            fn moves(&self) -> impl Iterator<Item = u16> {
                let mut targets: Vec<u16> = $targets(self);
                targets.sort_unstable();
                targets.dedup();
                targets.into_iter()
            }

            fn check(&self, target: u16) -> Result<(), ()> {
                self.moves().find(|mv| *mv == target).map(drop).ok_or(())
            }

            fn play_unchecked(&self, target: u16) -> Self {
                let mut next = *self;
                next.$number = target;
                next.to_move = self.to_move.other();
                next
            }
        }

        impl Keyed for $game {
            const ENDS: bool = $ends;

            fn key(&self) -> u128 {
                // The player to move makes no difference, and the upper half of a key must count too.
                u128::from(self.$number) << 90
            }
        }
    };
}

a_game_of_numbers!(Heap, stones, |heap: &Heap| {
    [1, 3, 4].into_iter().filter_map(|taken| heap.stones.checked_sub(taken)).collect()
}, ends: true);

a_game_of_numbers!(Walk, place, |walk: &Walk| walk.graph.arrows(walk.place).collect(), ends: false);

a_game_of_numbers!(Corridor, place, |corridor: &Corridor| match corridor.place {
    0 => vec![],
    place if place.is_multiple_of(2) => vec![place - 1],
    place => vec![place - 1, place + 1],
}, ends: false);
