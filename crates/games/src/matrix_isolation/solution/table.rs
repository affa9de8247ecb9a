//! A table of all positions, for small boards.
//!
//! Each turn blocks a cell, so positions with more blocks are settled first. For every pair of
//! cells of the two pieces there is a row of bytes, one for each set of blocked cells, which is the
//! number of the byte:
//!
//! ```text
//!     row of (mine, theirs)   | value with nothing blocked | value with cell 0 blocked | ... |
//! ```
//!
//! After a step, all positions with one more block are in the one row of the pair (theirs,
//! entered), so that the best reply is the least of a few bytes near each other. Of pairs that are
//! images of each other only one has a row: of the 240 pairs of the 4x4 board 33 are left, and the
//! whole table has two megabytes.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use quintet_rules::{Cell, Cells, Player, Position, Symmetries};
use quintet_solver::blocks::{Sequential, TableBytes};
use quintet_solver::{
    self as solver, Budget, NO_VALUE, Oracle, Progress, Solution, Value, Visitor, for_each,
    is_consistent,
};

use crate::matrix_isolation::Isolation;

/// How a small board is solved.
pub(super) fn solution<const R: usize, const C: usize>() -> Solution<dyn Oracle<Isolation<R, C>>> {
    Solution::table(
        1,
        |progress| Layout::<R, C>::new().solve(progress),
        || Sequential {
            len: Layout::<R, C>::new().len(),
        },
        |_, bytes| Table::new(bytes),
    )
}

/// The value of every position.
struct Table<const R: usize, const C: usize> {
    layout: Layout<R, C>,
    bytes: TableBytes,
}

impl<const R: usize, const C: usize> Table<R, C> {
    fn new(bytes: TableBytes) -> Self {
        let layout = Layout::new();
        Table { layout, bytes }
    }

    fn byte(&self, place: usize) -> u8 {
        let byte = self.bytes.byte(place);
        byte.expect("what is damaged is computed anew")
    }

    fn look_up(&self, position: &Isolation<R, C>) -> Value {
        let mover = position.to_move();
        let home = self
            .layout
            .home(position.piece(mover), position.piece(mover.other()));
        let blocked = self
            .layout
            .symmetries
            .set(home.symmetry, position.blocked());
        Value::from_byte(self.byte(home.row << (R * C) | blocked.bits() as usize))
    }

    /// Every position with its value, of each set of images one, and how many there are in the set.
    fn each(&self) -> impl Iterator<Item = (Isolation<R, C>, Value, u64)> {
        self.layout
            .pairs
            .iter()
            .enumerate()
            .flat_map(move |(row, pair)| {
                let bytes = (row << (R * C)..(row + 1) << (R * C)).map(|place| self.byte(place));
                bytes.enumerate().filter(|(_, byte)| *byte != NO_VALUE).map(
                    move |(blocked, byte)| {
                        let blocked = Cells::from_bits(blocked as u64);
                        let position = Isolation::new(pair.mine, pair.theirs, blocked, Player::One);
                        // Either player may be to move.
                        (position, Value::from_byte(byte), 2 * pair.images)
                    },
                )
            })
    }
}

impl<const R: usize, const C: usize> Oracle<Isolation<R, C>> for Table<R, C> {
    fn is_solved(&self) -> bool {
        true
    }

    fn value(&self, position: &Isolation<R, C>, _: Budget) -> Option<Value> {
        Some(self.look_up(position))
    }

    fn table(&self) -> Option<&dyn solver::Table<Isolation<R, C>>> {
        Some(self)
    }
}

impl<const R: usize, const C: usize> solver::Table<Isolation<R, C>> for Table<R, C> {
    fn visit(&self, show: &mut Visitor<Isolation<R, C>>) -> ControlFlow<()> {
        self.each()
            .filter(|(_, value, _)| *value != Value::loss(0))
            .try_for_each(|(position, value, images)| show(&position, value, images))
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, Isolation<R, C>>> {
        let mut checked = 0;
        for (position, value, _) in self.each() {
            if progress.is_cancelled() {
                return None;
            }
            if !is_consistent(&position, value, |next| Some(self.look_up(next))) {
                return Some(Err(position));
            }
            checked += 1;
        }
        Some(Ok(checked))
    }
}

/// Which pair of cells has which row.
struct Layout<const R: usize, const C: usize> {
    symmetries: Symmetries<R, C>,
    pairs: Vec<Pair<R, C>>,
    /// For each pair of cells, the second within the first.
    homes: Vec<Home>,
}

/// A pair of cells that has a row.
#[derive(Clone, Copy, Debug)]
struct Pair<const R: usize, const C: usize> {
    mine: Cell<R, C>,
    theirs: Cell<R, C>,
    /// How many pairs are images of this one, itself included.
    images: u64,
}

/// Where the values of a pair are found: a row, and the symmetry that leads to its pair.
#[derive(Clone, Copy, Debug, Default)]
struct Home {
    row: usize,
    symmetry: usize,
}

impl<const R: usize, const C: usize> Layout<R, C> {
    fn new() -> Self {
        let symmetries = Symmetries::new();
        let mut pairs: Vec<Pair<R, C>> = Vec::new();
        let mut homes = vec![Home::default(); (R * C) * (R * C)];
        for mine in Cells::<R, C>::ALL {
            for theirs in Cells::ALL - mine.alone() {
                let image = |symmetry| {
                    (
                        symmetries.cell(symmetry, mine),
                        symmetries.cell(symmetry, theirs),
                        symmetry,
                    )
                };
                let first = (0..symmetries.count()).map(image).min();
                let (first_mine, first_theirs, symmetry) =
                    first.expect("the identity is a symmetry");
                let known = pairs
                    .iter()
                    .position(|pair| (pair.mine, pair.theirs) == (first_mine, first_theirs));
                // The least image comes first in this order, so it opens the row that the others
                // find.
                let row = known.unwrap_or(pairs.len());
                if known.is_none() {
                    pairs.push(Pair {
                        mine,
                        theirs,
                        images: 0,
                    });
                }
                pairs[row].images += 1;
                homes[mine.index() * R * C + theirs.index()] = Home { row, symmetry };
            }
        }
        Layout {
            symmetries,
            pairs,
            homes,
        }
    }

    fn len(&self) -> usize {
        self.pairs.len() << (R * C)
    }

    fn home(&self, mine: Cell<R, C>, theirs: Cell<R, C>) -> Home {
        self.homes[mine.index() * R * C + theirs.index()]
    }

    /// Settles all positions, those with most blocks first. Bytes of sets that block a piece stay
    /// [`NO_VALUE`]. `None` if the work was cancelled.
    fn solve(&self, progress: &Progress) -> Option<Vec<u8>> {
        let bytes: Vec<AtomicU8> = (0..self.len()).map(|_| AtomicU8::new(NO_VALUE)).collect();
        let mut by_count = vec![Vec::new(); R * C + 1];
        for blocked in 0u64..1 << (R * C) {
            by_count[blocked.count_ones() as usize].push(Cells::<R, C>::from_bits(blocked));
        }
        progress.expect(by_count.len() as u64);
        for sets in by_count.iter().rev() {
            if progress.is_cancelled() {
                return None;
            }
            let rows = (0..self.pairs.len()).collect();
            for_each(rows, || (), |row, ()| self.settle(row, sets, &bytes));
            progress.advance(1);
        }
        Some(bytes.into_iter().map(AtomicU8::into_inner).collect())
    }

    /// Settles one row for sets that all have one block less than those that are settled.
    fn settle(&self, row: usize, sets: &[Cells<R, C>], bytes: &[AtomicU8]) {
        let Pair { mine, theirs, .. } = self.pairs[row];
        let pieces = mine.alone() | theirs.alone();
        for blocked in sets
            .iter()
            .copied()
            .filter(|blocked| !blocked.meets(pieces))
        {
            let mut least = NO_VALUE;
            for to in mine.neighbours() - blocked - theirs.alone() {
                let home = self.home(theirs, to);
                let image = |set| self.symmetries.set(home.symmetry, set);
                let base = image(blocked).bits() as usize;
                let replies = &bytes[home.row << (R * C)..(home.row + 1) << (R * C)];
                for block in image(!(blocked | theirs.alone() | to.alone())) {
                    least = least.min(replies[base | 1 << block.index()].load(Relaxed));
                }
            }
            let value = match least {
                NO_VALUE => Value::loss(0),
                least => Value::from_byte(least).one_ply_earlier(),
            };
            bytes[row << (R * C) | blocked.bits() as usize].store(value.to_byte(), Relaxed);
        }
    }
}
