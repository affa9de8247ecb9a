//! Every value of a table against those of its successors, by the plain rules.
//!
//! Moves and what they lead to are those of the game. Only the way to a value is shortened: the
//! successors of the positions of one block are in few blocks, its own and one for each barrier,
//! and each of them is found once.

use quintet_rules::Position;
use quintet_solver::{Value, agrees};

use super::frame::{Frame, LARGEST, each, only};
use super::index::{Block, Found, Index};
use super::placement::{Placement, runners};
use super::table::Table;
use crate::grid_runner::Runners;

impl<const N: usize> Table<N> {
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
                    let position: Runners<R, C> = placement.position();
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
struct Surroundings {
    /// After a step.
    own: Found,
    /// After a barrier of each player, by its cell.
    beyond: [[Option<Found>; LARGEST * LARGEST]; 2],
}

impl Surroundings {
    fn new<const N: usize>(index: &Index<N>, block: &Block) -> Self {
        let mut beyond = [[None; _]; 2];
        for (side, beyond) in beyond.iter_mut().enumerate() {
            let mut left = block.left;
            let Some(fewer) = left[side].checked_sub(1) else {
                continue;
            };
            left[side] = fewer;
            for square in each(Frame::<N>::BUILDABLE & !block.barriers) {
                beyond[Frame::<N>::to_cell(square)] =
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
    fn value<const N: usize, const R: usize, const C: usize>(
        &self,
        table: &Table<N>,
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
        let place = found.place::<N>(runners(next), next.to_move() as usize)?;
        Some(table.value_at(place))
    }
}
