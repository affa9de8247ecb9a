//! Moves as numbers: the direction (up, right, down, left) times the number of cells, and the cell that
//! is blocked.

use quintet_rules::{Cell, Player, Position};

use super::{Isolation, MatrixIsolation, Turn};
use crate::actions::{ActionSet, Actions, Direction, Plane};

impl<const R: usize, const C: usize> Actions for MatrixIsolation<R, C> {
    const ACTIONS: usize = 4 * R * C;
    const PLANES: &'static [&'static str] = &["own piece", "opponent's piece", "blocked cells"];

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

    #[inline]
    fn legal(position: &Isolation<R, C>) -> ActionSet {
        let mover = position.to_move();
        let [mine, theirs] = [mover, mover.other()].map(|player| position.piece(player).alone());
        let free = !(position.blocked() | theirs);
        let mut legal = ActionSet::NONE;
        for (n, direction) in Direction::ALL.into_iter().enumerate() {
            let to = direction.shift(mine) & free;
            // Without a branch: whether a step is free is hard to predict.
            let is_free = u64::from(!to.is_empty()).wrapping_neg();
            legal = legal.with(n * R * C, (free - to).bits() & is_free);
        }
        legal
    }

    #[inline]
    fn observe(position: &Isolation<R, C>, viewer: Player, mut show: impl FnMut(Plane)) {
        show(Plane::Cell(position.piece(viewer).index()));
        show(Plane::Cell(position.piece(viewer.other()).index()));
        show(Plane::Cells(position.blocked().bits()));
    }
}
