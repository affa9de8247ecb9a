//! Every value of a table against those of its successors, by the plain rules.
//!
//! The moves and the positions that they lead to are those of the game. Only the lookup is shortened: the successors of
//! the positions of one block are in few blocks, its own and one for each barrier, and each of them is found once.

use quintet_rules::{Position, bits};
use quintet_solver::{Progress, Value, is_consistent};

use super::exits::Solved;
use super::frame::Side;
use super::index::{Block, Found};
use super::solve::survey;
use super::symmetry::Images;
use crate::grid_runner::Runners;

/// Checks the layer with so many barriers placed: `own` has that layer, `beyond` the one with one barrier more. Returns
/// the first position in the order of the table whose value is wrong. `None` if the work was cancelled.
pub(super) fn check<const R: usize, const C: usize>(
    own: Solved<'_>,
    beyond: Solved<'_>,
    placed: usize,
    progress: &Progress,
) -> Option<Result<(), Runners<R, C>>> {
    let wrong = survey(
        own.index.layer(placed),
        progress,
        |wrong: Option<_>, block| {
            Some(wrong.or_else(|| Surroundings::new(own, beyond, block).first_wrong(block)))
        },
    );
    let wrong = wrong?.into_iter().flatten().next();
    Some(wrong.map_or(Ok(()), Err))
}

/// The blocks of the successors of the positions of one block.
struct Surroundings<'a> {
    own: Solved<'a>,
    beyond: Solved<'a>,
    /// After a step.
    by_step: Found,
    /// After a barrier of each player, by its cell.
    by_barrier: [[Option<Found>; 64]; 2],
}

impl<'a> Surroundings<'a> {
    fn new(own: Solved<'a>, beyond: Solved<'a>, block: &Block) -> Self {
        let frame = &own.index.frame;
        let barriers = Images::of(frame, block.barriers);
        let mut by_barrier = [[None; _]; 2];
        for (side, by_barrier) in by_barrier.iter_mut().enumerate() {
            let mut left = block.left;
            if left[side] == 0 {
                continue;
            }
            left[side] -= 1;
            for square in bits(frame.buildable & !block.barriers) {
                let barriers = barriers.with(frame, square);
                by_barrier[frame.cell_of(square)] = beyond.index.find(barriers, left);
            }
        }
        let by_step = own.index.find(barriers, block.left);
        Surroundings {
            own,
            beyond,
            by_step: by_step.expect("the block itself"),
            by_barrier,
        }
    }

    /// Returns the first position of the block whose value is wrong.
    fn first_wrong<const R: usize, const C: usize>(&self, block: &Block) -> Option<Runners<R, C>> {
        let bytes = &self.own.bytes[block.range()];
        let mut all = block.places().zip(bytes);
        all.find_map(|((runners, to_move), byte)| {
            let position = self.own.index.frame.position(block, runners, to_move);
            let value = |next: &Runners<R, C>| self.value(&position, next);
            let is_right = is_consistent(&position, Value::from_byte(*byte), value);
            (!is_right).then_some(position)
        })
    }

    /// Returns the value of `next`, which a move from `position` leads to.
    #[inline]
    fn value<const R: usize, const C: usize>(
        &self,
        position: &Runners<R, C>,
        next: &Runners<R, C>,
    ) -> Option<Value> {
        if next.outcome().is_some() {
            return Some(Value::loss(0));
        }
        let (solved, found) = match (next.barriers() - position.barriers()).first() {
            None => (&self.own, &self.by_step),
            Some(barrier) => {
                let by_barrier = &self.by_barrier[position.to_move() as Side];
                (&self.beyond, by_barrier[barrier.index()].as_ref()?)
            }
        };
        let frame = &solved.index.frame;
        let place = found.place(frame, frame.runners(next), next.to_move() as Side)?;
        Some(Value::from_byte(solved.bytes[place]))
    }
}
