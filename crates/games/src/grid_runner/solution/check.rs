//! Verification of a table: every value against those of its successors, by the rules of the game.
//!
//! Only the lookup has a shortcut: the successors of the positions of a block are in few blocks, its own and one for each
//! barrier, and each of these is found once.

use quintet_rules::{Position, bits};
use quintet_solver::{Progress, Value, is_consistent};

use super::frame::Side;
use super::index::Block;
use super::solve::{Layers, survey};
use super::symmetry::Images;
use crate::grid_runner::Runners;

/// Verifies the layer with `placed` barriers on the board, given the layer with one more in `beyond`. Returns the first
/// position in the order of the table that has a wrong value, or `None` if the work was cancelled.
pub(super) fn check<const R: usize, const C: usize>(
    own: &Layers,
    beyond: &Layers,
    placed: usize,
    progress: &Progress,
) -> Option<Result<(), Runners<R, C>>> {
    let blocks = own.index.layer(placed);
    let wrong = survey(blocks, progress, |wrong: Option<_>, block| {
        Some(wrong.or_else(|| first_wrong(own, beyond, block)))
    });
    let first = wrong?.into_iter().flatten().next();
    Some(first.map_or(Ok(()), Err))
}

/// Returns the first position of a block that has a wrong value.
fn first_wrong<const R: usize, const C: usize>(
    own: &Layers,
    beyond: &Layers,
    block: &Block,
) -> Option<Runners<R, C>> {
    let frame = &own.index.frame;
    let barriers = Images::of(frame, block.barriers);
    let after_step = own.index.find(barriers, block.left);
    let after_step = after_step.expect("the block itself");
    let mut after_barrier = [[None; 64]; 2];
    for (side, after_barrier) in after_barrier.iter_mut().enumerate() {
        let mut left = block.left;
        if left[side] > 0 {
            left[side] -= 1;
            for square in bits(frame.buildable & !block.barriers) {
                let found = beyond.index.find(barriers.with(frame, square), left);
                after_barrier[frame.cell_of(square)] = found;
            }
        }
    }
    let value = |position: &Runners<R, C>, next: &Runners<R, C>| {
        if next.is_over() {
            return Some(Value::loss(0));
        }
        let (bytes, (symmetry, found)) = match (next.barriers() - position.barriers()).first() {
            None => (&own.bytes, after_step),
            Some(cell) => {
                let after_barrier = &after_barrier[position.to_move() as Side];
                (&beyond.bytes, after_barrier[cell.index()]?)
            }
        };
        let (runners, side) = (frame.runners(next), next.to_move() as Side);
        let place = found.place(frame, symmetry, runners, side)?;
        Some(Value::from_byte(bytes[place]))
    };
    let mut places = block.places().zip(&own.bytes[block.range()]);
    places.find_map(|((runners, to_move), byte)| {
        let position = frame.position(block, runners, to_move);
        let after = |next: &Runners<R, C>| value(&position, next);
        (!is_consistent(&position, Value::from_byte(*byte), after)).then_some(position)
    })
}
