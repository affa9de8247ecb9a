//! Action numbers: the direction (up, right, down, left) times the number of cells, plus the blocked cell.

#![expect(
    clippy::inline_always,
    reason = "a batch compiles it for several games at once, as a part of its own loop"
)]

use quintet_rules::{Cell, Cells, Player, Position};

use super::{Isolation, IsolationMove};
use crate::actions::{ActionSet, Actions, Direction, Parts, Plane};
use crate::symmetry::Transform;

impl<const R: usize, const C: usize> Actions for Isolation<R, C> {
    const ACTIONS: usize = 4 * R * C;
    const PLANES: &'static [&'static str] = &["own piece", "opponent's piece", "blocked cells"];
    // Each move blocks a cell without a piece.
    const LONGEST: Option<u32> = Some((R * C - 2) as u32);
    const PARTS: usize = 4;

    #[inline]
    fn parts(&self) -> Parts {
        Parts::of([
            self.mine.index() as u64,
            self.theirs.index() as u64,
            self.blocked.bits(),
            self.to_move as u64,
        ])
    }

    #[inline]
    fn from_parts(parts: &Parts) -> Self {
        Isolation {
            mine: parts.cell(0),
            theirs: parts.cell(1),
            blocked: parts.cells(2),
            to_move: parts.player(3),
        }
    }

    #[inline]
    fn number(&self, IsolationMove { to, block }: IsolationMove<R, C>) -> usize {
        let direction = Direction::between(self.piece(self.to_move()), to);
        direction as usize * R * C + block.index()
    }

    #[inline]
    fn action_move(&self, number: usize) -> Option<IsolationMove<R, C>> {
        let direction = Direction::ALL.get(number / (R * C))?;
        let to = direction.step(self.piece(self.to_move()))?;
        let block = Cell::new(number % (R * C))?;
        Some(IsolationMove { to, block })
    }

    fn action_image(number: usize, transform: &Transform) -> usize {
        let (direction, cell) = (Direction::ALL[number / (R * C)], number % (R * C));
        transform.direction(direction) as usize * R * C + transform.cell(cell)
    }

    #[inline(always)]
    fn take(&self, number: usize) -> Self {
        let to = Direction::land(self.piece(self.to_move()), number / (R * C));
        self.after(to, Cells::from_bits(1 << (number % (R * C))))
    }

    #[inline(always)]
    fn legal_actions(&self) -> ActionSet {
        let mover = self.to_move();
        let [mine, theirs] = [mover, mover.other()].map(|player| self.piece(player).alone());
        let free = !(self.blocked() | theirs);
        let blockable = |step: Cells<R, C>| {
            let to = step & free;
            // Without a branch, which would be hard to predict.
            (free - to).bits() & u64::from(!to.is_empty()).wrapping_neg()
        };
        ActionSet::NONE
            .with(0, blockable(mine.up()))
            .with(R * C, blockable(mine.right()))
            .with(2 * R * C, blockable(mine.down()))
            .with(3 * R * C, blockable(mine.left()))
    }

    #[inline]
    fn observe(&self, viewer: Player, mut show: impl FnMut(Plane)) {
        show(Plane::Cell(self.piece(viewer).index()));
        show(Plane::Cell(self.piece(viewer.other()).index()));
        show(Plane::Cells(self.blocked().bits()));
    }
}
