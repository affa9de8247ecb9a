//! Moves as numbers: the direction (up, right, down, left) times the number of cells, and the cell that
//! is blocked.

#![expect(
    clippy::inline_always,
    reason = "a batch compiles it for several games at once, as a part of its own loop"
)]

use quintet_rules::{Cell, Cells, Player, Position};

use super::{Isolation, MatrixIsolation, Turn};
use crate::actions::{ActionSet, Actions, Direction, Parts, Plane};

impl<const R: usize, const C: usize> Actions for MatrixIsolation<R, C> {
    const ACTIONS: usize = 4 * R * C;
    const PLANES: &'static [&'static str] = &["own piece", "opponent's piece", "blocked cells"];
    const PARTS: usize = Isolation::<R, C>::PARTS;

    #[inline]
    fn parts(position: &Isolation<R, C>) -> Parts {
        position.parts()
    }

    #[inline]
    fn from_parts(parts: &Parts) -> Isolation<R, C> {
        Isolation::from_parts(parts)
    }

    #[inline]
    fn number(position: &Isolation<R, C>, Turn { to, block }: Turn<R, C>) -> usize {
        let direction = Direction::between(position.piece(position.to_move()), to);
        direction as usize * R * C + block.index()
    }

    #[inline]
    fn numbered(position: &Isolation<R, C>, number: usize) -> Option<Turn<R, C>> {
        let direction = Direction::ALL.get(number / (R * C))?;
        let to = direction.step(position.piece(position.to_move()))?;
        let block = Cell::new(number % (R * C))?;
        Some(Turn { to, block })
    }

    #[inline(always)]
    fn take(position: &Isolation<R, C>, number: usize) -> Isolation<R, C> {
        let to = Direction::land(position.piece(position.to_move()), number / (R * C));
        position.after(to, Cells::from_bits(1 << (number % (R * C))))
    }

    #[inline(always)]
    fn legal(position: &Isolation<R, C>) -> ActionSet {
        let mover = position.to_move();
        let [mine, theirs] = [mover, mover.other()].map(|player| position.piece(player).alone());
        let free = !(position.blocked() | theirs);
        let blockable = |step: Cells<R, C>| {
            let to = step & free;
            // Without a branch: whether a step is free is hard to predict.
            (free - to).bits() & u64::from(!to.is_empty()).wrapping_neg()
        };
        ActionSet::NONE
            .with(0, blockable(mine.up()))
            .with(R * C, blockable(mine.right()))
            .with(2 * R * C, blockable(mine.down()))
            .with(3 * R * C, blockable(mine.left()))
    }

    #[inline]
    fn observe(position: &Isolation<R, C>, viewer: Player, mut show: impl FnMut(Plane)) {
        show(Plane::Cell(position.piece(viewer).index()));
        show(Plane::Cell(position.piece(viewer.other()).index()));
        show(Plane::Cells(position.blocked().bits()));
    }
}
