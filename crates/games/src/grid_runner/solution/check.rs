//! Every value of a table against those of its successors, by the plain rules.
//!
//! Moves and what they lead to are those of the game. Only the way to a value is shortened: the
//! successors of the positions of one block are in few blocks, its own and one for each barrier,
//! and each of them is found once.

use quintet_rules::Position;
use quintet_solver::{Value, agrees};

use super::index::{Block, Found, Index};
use super::placement::{Placement, runners};
use super::table::Table;
use super::word::{Word, each, only};
use crate::grid_runner::Runners;

impl<W: Word> Table<W> {
    /// How many values were checked, or the first position in the order of the table whose value is
    /// wrong.
    pub(super) fn check<const R: usize, const C: usize>(&self) -> Result<u64, Runners<R, C>> {
        let wrong = self.survey(|block, pairs, bytes, wrong: &mut Option<_>| {
            let around = Surroundings::new(self.index(), block);
            for (to_move, bytes) in bytes.chunks_exact(pairs.len()).enumerate() {
                for (runners, byte) in pairs.all().zip(bytes) {
                    let placement = Placement {
                        barriers: block.barriers,
                        left: block.left,
                        runners,
                        to_move,
                    };
                    let position: Runners<R, C> = placement.position(&self.index().scope.frame);
                    let value = |next: &Runners<R, C>| around.value(self, &position, next);
                    if !agrees(&position, Value::from_byte(*byte), value) {
                        wrong.get_or_insert(position);
                    }
                }
            }
        });
        match wrong.into_iter().flatten().next() {
            Some(position) => Err(position),
            None => Ok(self.index().len() as u64),
        }
    }
}

/// Where the successors of the positions of one block are found.
struct Surroundings<W> {
    /// After a step.
    own: Found<W>,
    /// After a barrier of each player, by its cell.
    beyond: [[Option<Found<W>>; 64]; 2],
}

impl<W: Word> Surroundings<W> {
    fn new(index: &Index<W>, block: &Block<W>) -> Self {
        let mut beyond = [[None; _]; 2];
        for (side, beyond) in beyond.iter_mut().enumerate() {
            let mut left = block.left;
            let Some(fewer) = left[side].checked_sub(1) else {
                continue;
            };
            left[side] = fewer;
            for square in each(index.scope.frame.buildable & !block.barriers) {
                beyond[index.scope.frame.cell_of(square)] =
                    index.find(block.barriers | only(square), left);
            }
        }
        let own = index.find(block.barriers, block.left);
        Surroundings {
            own: own.expect("a block has possible barriers"),
            beyond,
        }
    }

    /// The value of the position `next`, which a move from `position` leads to.
    #[inline]
    fn value<const R: usize, const C: usize>(
        &self,
        table: &Table<W>,
        position: &Runners<R, C>,
        next: &Runners<R, C>,
    ) -> Option<Value> {
        if next.outcome().is_some() {
            return Some(Value::Loss(0));
        }
        let found = match (next.barriers() - position.barriers()).first() {
            None => &self.own,
            Some(barrier) => self.beyond[position.to_move() as usize][barrier.index()].as_ref()?,
        };
        let frame = &table.index().scope.frame;
        let place = found.place(frame, runners(frame, next), next.to_move() as usize)?;
        Some(table.value_at(place))
    }
}
