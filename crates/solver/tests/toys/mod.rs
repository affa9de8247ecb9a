//! Games of a few lines.

use quintet_rules::{Outcome, Player, Position};
use quintet_solver::search::Keyed;

/// One, three or four stones are taken from a heap; the player who finds none has lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Heap {
    pub(crate) stones: u8,
    pub(crate) to_move: Player,
}

/// A token walks along the arrows of a random graph with 60 places; the player who cannot go on has lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Walk<const SEED: u64> {
    pub(crate) place: u8,
    pub(crate) to_move: Player,
}

/// A token walks down from place to place; from odd places it may also turn back, which wins as
/// surely but later.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Corridor {
    pub(crate) place: u8,
    pub(crate) to_move: Player,
}

/// What the toys have in common: the player who cannot move has lost.
macro_rules! a_game_of_numbers {
    ([$($generics:tt)*] $game:ty, $number:ident, $targets:expr, ends: $ends:literal) => {
        impl<$($generics)*> Position for $game {
            type Move = u8;
            type Refusal = ();

            fn to_move(&self) -> Player {
                self.to_move
            }

            fn outcome(&self) -> Option<Outcome> {
                self.moves().next().is_none().then_some(Outcome {
                    winner: self.to_move.other(),
                })
            }

            fn moves(&self) -> impl Iterator<Item = u8> {
                let mut targets: Vec<u8> = $targets(self.$number);
                targets.sort_unstable();
                targets.dedup();
                targets.into_iter()
            }

            fn check(&self, target: u8) -> Result<(), ()> {
                self.moves().find(|mv| *mv == target).map(drop).ok_or(())
            }

            fn play_unchecked(&self, target: u8) -> Self {
                Self { $number: target, to_move: self.to_move.other() }
            }
        }

        impl<$($generics)*> Keyed for $game {
            const ENDS: bool = $ends;

            fn key(&self) -> u128 {
                // Who is to move makes no difference, and the upper half of a key must count too.
                u128::from(self.$number) << 90
            }
        }
    };
}

a_game_of_numbers!([] Heap, stones, |stones: u8| {
    [1, 3, 4].into_iter().filter_map(|taken| stones.checked_sub(taken)).collect()
}, ends: true);

a_game_of_numbers!([const SEED: u64] Walk<SEED>, place, |place: u8| {
    let hash = |n: u64| (n + SEED).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 40;
    let arrows = hash(u64::from(place)) % 4;
    (0..arrows).map(|arrow| (hash(1000 + 10 * u64::from(place) + arrow) % 60) as u8).collect()
}, ends: false);

a_game_of_numbers!([] Corridor, place, |place: u8| match place {
    0 => vec![],
    _ if place.is_multiple_of(2) => vec![place - 1],
    _ => vec![place - 1, place + 1],
}, ends: false);
