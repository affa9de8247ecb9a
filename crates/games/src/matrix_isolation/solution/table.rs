//! The table of a small board.
//!
//! Each turn blocks a cell, so positions with more blocked cells are solved first. Each pair of cells of the two pieces
//! has a row with one byte for each set of blocked cells, whose bits are the number of the byte in the row:
//!
//! ```text
//!     row of (mine, theirs)   | nothing blocked | cell 0 blocked | cell 1 | cells 0 and 1 | ... |
//! ```
//!
//! All positions after a step are in one row, that of the pair (theirs, entered), and the best reply is the least of a
//! few bytes close together. Pairs that are images of each other share a row: the 240 pairs of the 4x4 board have 33, and
//! the whole table takes two megabytes.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use quintet_rules::{Cell, Cells, Player, Position, Symmetries};
use quintet_solver::blocks::{Sequential, TableBytes};
use quintet_solver::{
    self as solver, Budget, NO_VALUE, Oracle, Progress, Solution, Value, Visitor, for_each,
    is_consistent,
};

use crate::matrix_isolation::Isolation;

/// Returns how a small board is solved.
pub(super) fn solution<const R: usize, const C: usize>() -> Solution<dyn Oracle<Isolation<R, C>>> {
    Solution::table(
        1,
        |progress| Rows::<R, C>::new().solve(progress),
        || Sequential {
            len: Rows::<R, C>::new().len(),
        },
        |_, bytes| RowTable {
            rows: Rows::<R, C>::new(),
            bytes,
        },
    )
}

/// The values of all positions.
struct RowTable<const R: usize, const C: usize> {
    rows: Rows<R, C>,
    bytes: TableBytes,
}

impl<const R: usize, const C: usize> RowTable<R, C> {
    fn byte(&self, place: usize) -> u8 {
        let byte = self.bytes.byte(place, || Sequential::block_of(place));
        byte.expect("a damaged table is computed again")
    }

    fn look_up(&self, position: &Isolation<R, C>) -> Value {
        let mover = position.to_move();
        let (row, symmetry) = self
            .rows
            .find(position.piece(mover), position.piece(mover.other()));
        let blocked = self.rows.symmetries.set(symmetry, position.blocked());
        Value::from_byte(self.byte(row << (R * C) | blocked.bits() as usize))
    }

    /// Shows one position of each set of images, with its value and the size of the set.
    fn positions(
        &self,
        progress: &Progress,
        mut show: impl FnMut(Isolation<R, C>, Value, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        progress.try_for_each(self.rows.pairs.len(), |row| {
            let (mine, theirs, images) = self.rows.pairs[row];
            (0..1 << (R * C)).try_for_each(|blocked| {
                let byte = self.byte(row << (R * C) | blocked);
                if byte == NO_VALUE {
                    return ControlFlow::Continue(());
                }
                // Either player may be to move.
                let blocked = Cells::from_bits(blocked as u64);
                let position = Isolation::new(mine, theirs, blocked, Player::One);
                show(position, Value::from_byte(byte), 2 * images)
            })
        })
    }
}

impl<const R: usize, const C: usize> Oracle<Isolation<R, C>> for RowTable<R, C> {
    fn is_solved(&self) -> bool {
        true
    }

    fn value(&self, position: &Isolation<R, C>, _: Budget) -> Option<Value> {
        Some(self.look_up(position))
    }

    fn decompress(&self) {
        self.bytes.decompress();
    }

    fn table(&self) -> Option<&dyn solver::Table<Isolation<R, C>>> {
        Some(self)
    }
}

impl<const R: usize, const C: usize> solver::Table<Isolation<R, C>> for RowTable<R, C> {
    fn visit(&self, progress: &Progress, show: &mut Visitor<Isolation<R, C>>) -> ControlFlow<()> {
        self.positions(progress, |position, value, images| match value {
            Value::Loss(Some(0)) => ControlFlow::Continue(()),
            value => show(&position, value, images),
        })
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, Isolation<R, C>>> {
        let (mut checked, mut wrong) = (0, None);
        let visited = self.positions(progress, |position, value, _| {
            checked += 1;
            if is_consistent(&position, value, |next| Some(self.look_up(next))) {
                return ControlFlow::Continue(());
            }
            wrong = Some(position);
            ControlFlow::Break(())
        });
        match wrong {
            Some(position) => Some(Err(position)),
            None => visited.is_continue().then_some(Ok(checked)),
        }
    }
}

/// The rows of a table.
struct Rows<const R: usize, const C: usize> {
    symmetries: Symmetries<R, C>,
    /// For each row, the least of its pairs of cells, and the number of its pairs.
    pairs: Vec<(Cell<R, C>, Cell<R, C>, u64)>,
    /// For each pair, its row and a symmetry that leads to the least pair of the row.
    homes: Vec<(usize, usize)>,
}

impl<const R: usize, const C: usize> Rows<R, C> {
    fn new() -> Self {
        let symmetries = Symmetries::new();
        let mut pairs: Vec<(Cell<R, C>, Cell<R, C>, u64)> = Vec::new();
        let mut homes = vec![(0, 0); (R * C) * (R * C)];
        for mine in Cells::<R, C>::ALL {
            for theirs in Cells::ALL - mine.alone() {
                let images = (0..symmetries.count()).map(|symmetry| {
                    let image = |cell| symmetries.cell(symmetry, cell);
                    (image(mine), image(theirs), symmetry)
                });
                let (first, their_first, symmetry) =
                    images.min().expect("the identity is a symmetry");
                if (first, their_first) == (mine, theirs) {
                    pairs.push((mine, theirs, 0));
                }
                let row = (pairs.iter())
                    .position(|(mine, theirs, _)| (*mine, *theirs) == (first, their_first))
                    .expect("the least pair of a row comes first");
                pairs[row].2 += 1;
                homes[mine.index() * R * C + theirs.index()] = (row, symmetry);
            }
        }
        Rows {
            symmetries,
            pairs,
            homes,
        }
    }

    /// Returns the number of bytes of the table.
    fn len(&self) -> usize {
        self.pairs.len() << (R * C)
    }

    fn find(&self, mine: Cell<R, C>, theirs: Cell<R, C>) -> (usize, usize) {
        self.homes[mine.index() * R * C + theirs.index()]
    }

    /// Computes the table. The bytes of sets that block a piece are [`NO_VALUE`]. `None` if the work was cancelled.
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
            for_each(rows, || (), |row, ()| self.solve_row(row, sets, &bytes));
            progress.advance(1);
        }
        Some(bytes.into_iter().map(AtomicU8::into_inner).collect())
    }

    /// Solves the positions of a row with these sets of blocked cells; those with one cell more are solved.
    fn solve_row(&self, row: usize, sets: &[Cells<R, C>], bytes: &[AtomicU8]) {
        let (mine, theirs, _) = self.pairs[row];
        let pieces = mine.alone() | theirs.alone();
        for &blocked in sets.iter().filter(|blocked| !blocked.meets(pieces)) {
            let mut least = NO_VALUE;
            for to in mine.neighbors() - blocked - theirs.alone() {
                let (row, symmetry) = self.find(theirs, to);
                let image = |set| self.symmetries.set(symmetry, set);
                let base = image(blocked).bits() as usize;
                let replies = &bytes[row << (R * C)..(row + 1) << (R * C)];
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
