//! Minimal games. A player without a move loses.

use quintet_rules::{Player, Position};
use quintet_solver::search::KeyedPosition;

/// Players take one, three or four stones from a heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Heap {
    pub(crate) stones: u16,
    to_move: Player,
}

/// Players move a token along the edges of a random directed graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Walk {
    pub(crate) graph: Graph,
    pub(crate) place: u16,
    to_move: Player,
}

/// Players move a token down a corridor. From odd places it may also move back up, which delays the end.
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

    /// Returns the targets of the edges from a place, possibly with duplicates.
    pub(crate) fn edges(self, place: u16) -> impl Iterator<Item = u16> {
        let edges = self.hash(place.into()) % 4;
        let target = move |edge| self.hash(1000 + 10 * u64::from(place) + edge);
        (0..edges).map(move |edge| (target(edge) % u64::from(self.places)) as u16)
    }

    /// Returns the walks from each place.
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

macro_rules! number_game {
    ($game:ty, $number:ident, $targets:expr, finite: $finite:literal) => {
        impl Position for $game {
            type Move = u16;
            type Refusal = ();

            fn to_move(&self) -> Player {
                self.to_move
            }

            fn is_over(&self) -> bool {
                self.moves().next().is_none()
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

        impl KeyedPosition for $game {
            const IS_FINITE: bool = $finite;

            fn key(&self) -> u128 {
                // The player to move is irrelevant. The shift tests that the upper half of a key matters.
                u128::from(self.$number) << 90
            }
        }
    };
}

number_game!(Heap, stones, |heap: &Heap| {
    [1, 3, 4].into_iter().filter_map(|taken| heap.stones.checked_sub(taken)).collect()
}, finite: true);

number_game!(Walk, place, |walk: &Walk| walk.graph.edges(walk.place).collect(), finite: false);

number_game!(Corridor, place, |corridor: &Corridor| match corridor.place {
    0 => vec![],
    place if place.is_multiple_of(2) => vec![place - 1],
    place => vec![place - 1, place + 1],
}, finite: false);
