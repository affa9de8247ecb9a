//! Every value of a table against those of its successors, by the plain rules.
//!
//! Moves and what they lead to are those of the game. Only the way to a value is shortened: the
//! successors of the positions of one block are in few blocks, its own and one for each barrier,
//! and each of them is found once.

use quintet_rules::Position;
use quintet_solver::{Progress, Value, agrees, share_out};

use super::exits::Known;
use super::index::{Block, Found, Index};
use super::pairs::Pairs;
use super::placement::{Placement, runners};
use super::table::BLOCKS_IN_A_PART;
use super::word::{Word, each, only};
use crate::grid_runner::Runners;

/// Checks the values of the layer with so many barriers placed: `own` has that layer, `beyond` the one with one barrier more. The
/// first position in the order of the table whose value is wrong, if there is one. `None` if the work was cancelled.
///
/// Each block advances the progress by 1.
pub(super) fn check<W: Word, const R: usize, const C: usize>(
    own: Known<'_, W>,
    beyond: Known<'_, W>,
    placed: usize,
    progress: &Progress,
) -> Option<Result<(), Runners<R, C>>> {
    let blocks: Vec<Block<W>> = own.index.blocks(placed).collect();
    let mut wrong = vec![None; blocks.len().div_ceil(BLOCKS_IN_A_PART)];
    share_out(
        blocks.chunks(BLOCKS_IN_A_PART).zip(&mut wrong).collect(),
        || (),
        |(blocks, wrong), ()| {
            if progress.is_cancelled() {
                return;
            }
            *wrong = blocks.iter().find_map(|block| wrong_in(block, own, beyond));
            progress.advance(blocks.len() as u64);
        },
    );
    let wrong = wrong.into_iter().flatten().next();
    (!progress.is_cancelled()).then(|| wrong.map_or(Ok(()), Err))
}

/// The first position of a block whose value is wrong.
fn wrong_in<W: Word, const R: usize, const C: usize>(
    block: &Block<W>,
    own: Known<'_, W>,
    beyond: Known<'_, W>,
) -> Option<Runners<R, C>> {
    let frame = &own.index.scope.frame;
    let around = Surroundings::new(own, beyond, block);
    let pairs = Pairs::of(frame, block.barriers);
    let bytes = &own.bytes[block.start..][..2 * pairs.len()];
    let sides = bytes.chunks_exact(pairs.len()).enumerate();
    let mut all = sides.flat_map(|(to_move, bytes)| {
        let pairs = pairs.all().zip(bytes);
        pairs.map(move |(runners, byte)| (runners, to_move, byte))
    });
    all.find_map(|(runners, to_move, byte)| {
        let placement = Placement {
            barriers: block.barriers,
            left: block.left,
            runners,
            to_move,
        };
        let position: Runners<R, C> = placement.position(frame);
        let value = |next: &Runners<R, C>| around.value(&position, next);
        let is_right = agrees(&position, Value::from_byte(*byte), value);
        (!is_right).then_some(position)
    })
}

/// Where the successors of the positions of one block are found.
struct Surroundings<'a, W> {
    own: Known<'a, W>,
    beyond: Known<'a, W>,
    /// After a step.
    by_step: Found<W>,
    /// After a barrier of each player, by its cell.
    by_barrier: [[Option<Found<W>>; 64]; 2],
}

impl<'a, W: Word> Surroundings<'a, W> {
    fn new(own: Known<'a, W>, beyond: Known<'a, W>, block: &Block<W>) -> Self {
        let found = |index: &Index<W>, barriers, left| index.find(barriers, left);
        let frame = &own.index.scope.frame;
        let mut by_barrier = [[None; _]; 2];
        for (side, by_barrier) in by_barrier.iter_mut().enumerate() {
            let mut left = block.left;
            let Some(fewer) = left[side].checked_sub(1) else {
                continue;
            };
            left[side] = fewer;
            for square in each(frame.buildable & !block.barriers) {
                let barriers = block.barriers | only(square);
                by_barrier[frame.cell_of(square)] = found(beyond.index, barriers, left);
            }
        }
        let by_step = found(own.index, block.barriers, block.left);
        Surroundings {
            own,
            beyond,
            by_step: by_step.expect("a block has possible barriers"),
            by_barrier,
        }
    }

    /// The value of the position `next`, which a move from `position` leads to.
    #[inline]
    fn value<const R: usize, const C: usize>(
        &self,
        position: &Runners<R, C>,
        next: &Runners<R, C>,
    ) -> Option<Value> {
        if next.outcome().is_some() {
            return Some(Value::loss(0));
        }
        let (known, found) = match (next.barriers() - position.barriers()).first() {
            None => (&self.own, &self.by_step),
            Some(barrier) => {
                let by_barrier = &self.by_barrier[position.to_move() as usize];
                (&self.beyond, by_barrier[barrier.index()].as_ref()?)
            }
        };
        let frame = &known.index.scope.frame;
        let place = found.place(frame, runners(frame, next), next.to_move() as usize)?;
        Some(Value::from_byte(known.bytes[place]))
    }
}
