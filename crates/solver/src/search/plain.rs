//! Any position made searchable, with nothing but its moves.

use std::marker::PhantomData;

use quintet_rules::Position;

use crate::bounds::Bounds;
use crate::score::loss;
use crate::search::{Moves, Searchable};

/// A position that has a key.
pub trait Keyed: Position {
    /// Whether every game comes to an end.
    const ENDS: bool;

    /// Equal only for positions of equal value.
    fn key(&self) -> u128;

    /// Of all positions that are this one but for turning or mirroring the board, always the same:
    /// they have the same value.
    #[must_use]
    fn image(&self) -> Self {
        *self
    }

    /// A number for a move, which is at `place` in the list of moves. A number that means the same
    /// in all positions helps the search to order moves; no two moves of one position may share
    /// it.
    fn move_number(_mv: Self::Move, place: u16) -> u16 {
        place
    }
}

/// A game as its rules say, without knowledge of its own.
pub struct Plain<P>(PhantomData<P>);

impl<P> Default for Plain<P> {
    fn default() -> Self {
        Plain(PhantomData)
    }
}

impl<P: Keyed> Searchable for Plain<P> {
    type Node = P;
    type Key = u128;
    const ENDS: bool = P::ENDS;

    #[inline]
    fn key(&self, node: P) -> u128 {
        node.key()
    }

    #[inline]
    fn glance(&self, node: P) -> Bounds {
        if node.outcome().is_some() {
            Bounds::exact(loss(0))
        } else {
            Bounds::UNFINISHED
        }
    }

    fn expand(&self, node: P, moves: &mut Moves<P>) -> Bounds {
        for (place, mv) in (0..).zip(node.moves()) {
            moves.push(node.play_unchecked(mv), P::move_number(mv, place));
        }
        Bounds::OPEN
    }
}
