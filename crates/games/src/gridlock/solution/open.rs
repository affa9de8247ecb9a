//! The cells that are open to each player: what is searched on large boards.

use quintet_rules::{Cell, Cells, Symmetries};

use crate::gridlock::Snort;

/// The cells that are open to the player to move, and to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Open<const R: usize, const C: usize> {
    pub(super) mine: Cells<R, C>,
    pub(super) theirs: Cells<R, C>,
}

/// A set and the cells that share a side with one of it.
#[inline]
fn reach<const R: usize, const C: usize>(set: Cells<R, C>) -> Cells<R, C> {
    set | set.beside()
}

impl<const R: usize, const C: usize> Open<R, C> {
    pub(super) const NONE: Self = Open {
        mine: Cells::NONE,
        theirs: Cells::NONE,
    };

    pub(super) const fn passed(self) -> Self {
        Open {
            mine: self.theirs,
            theirs: self.mine,
        }
    }

    pub(super) const fn key(self) -> u128 {
        (self.mine.bits() as u128) << 64 | self.theirs.bits() as u128
    }

    /// The sets with this key.
    pub(super) const fn of_key(key: u128) -> Self {
        Open {
            mine: Cells::from_bits((key >> 64) as u64),
            theirs: Cells::from_bits(key as u64),
        }
    }

    /// How many cells are open to somebody.
    pub(super) fn len(self) -> u32 {
        (self.mine | self.theirs).len()
    }

    /// How many are open to the player to move.
    pub(super) const fn my_count(self) -> i8 {
        self.mine.len() as i8
    }

    /// How many are open to the opponent.
    pub(super) const fn their_count(self) -> i8 {
        self.theirs.len() as i8
    }

    /// The contest of a position, and the spare cells of the player to move and of the opponent.
    pub(super) fn of(position: &Snort<R, C>) -> (Self, [u8; 2]) {
        let all = Open {
            mine: position.legal(),
            theirs: position.passed().legal(),
        };
        let open = all.contested();
        let spare = [
            all.my_count() - open.my_count(),
            all.their_count() - open.their_count(),
        ];
        (open, spare.map(i8::cast_unsigned))
    }

    /// The cells of the contest: all others are spare.
    fn contested(self) -> Self {
        Open {
            mine: self.mine & reach(self.theirs),
            theirs: self.theirs & reach(self.mine),
        }
    }

    /// Shows the contests, as the opponent sees them, to which the player to move can come by placing on a contested
    /// cell, each with the spare cells that the player gains.
    ///
    /// Of two cells of which one closes all that the other would close to the opponent, only that one is shown. It is at
    /// least as good: the other cell is spare then, so the player can do all that they could do after placing there first,
    /// with the two cells exchanged, and the opponent can do no more.
    pub(super) fn each_placement(self, show: &mut dyn FnMut(Self, u8)) {
        let mut kept = [(Cells::NONE, Cells::NONE); 64];
        let mut count = 0;
        for cell in self.mine.singles() {
            let closed = reach(cell) & self.theirs;
            let is_covered = |(_, other): &(_, Cells<R, C>)| (closed & !*other).is_empty();
            if kept[..count].iter().any(is_covered) {
                continue;
            }
            let before = count;
            count = 0;
            for at in 0..before {
                if !(kept[at].1 & !closed).is_empty() {
                    kept[count] = kept[at];
                    count += 1;
                }
            }
            kept[count] = (cell, closed);
            count += 1;
        }
        for (cell, closed) in &kept[..count] {
            let left = Open {
                mine: self.mine & !*cell,
                theirs: self.theirs & !*closed,
            };
            let next = left.contested();
            let gain = left.my_count() - next.my_count();
            show(next.passed(), gain.cast_unsigned());
        }
    }

    /// The parts of a contest that have nothing to do with each other: a cell has to do with those beside it that are open
    /// to the other player. A region is the same wherever it lies.
    pub(super) fn each_region(self, mut show: impl FnMut(Self)) {
        let mut left = self.mine | self.theirs;
        while let Some(cell) = left.first() {
            let mut region = cell.alone();
            loop {
                let more = reach(region & self.mine) & self.theirs
                    | reach(region & self.theirs) & self.mine;
                if (more & !region).is_empty() {
                    break;
                }
                region = region | more;
            }
            left = left & !region;
            let part = Open {
                mine: self.mine & region,
                theirs: self.theirs & region,
            };
            show(part.at_the_corner());
        }
    }

    /// The sets moved up and to the left as far as they go.
    pub(super) fn at_the_corner(self) -> Self {
        let Some(first) = (self.mine | self.theirs).first() else {
            return self;
        };
        let cells = (self.mine | self.theirs).bits();
        let left_column = Cells::<R, C>::column(0).bits();
        let mut by = first.row() * C;
        while cells >> by & left_column == 0 {
            by += 1;
        }
        let moved = |set: Cells<R, C>| Cells::from_bits(set.bits() >> by);
        Open {
            mine: moved(self.mine),
            theirs: moved(self.theirs),
        }
    }
}

/// The symmetries that undo themselves, but for the identity: where each takes each cell.
pub(super) struct Opposites<const R: usize, const C: usize>(Vec<Vec<Cell<R, C>>>);

impl<const R: usize, const C: usize> Opposites<R, C> {
    pub(super) fn new() -> Self {
        let map = |symmetry| {
            let image = |cell: Cells<R, C>| Symmetries::image(symmetry, cell).iter();
            Cells::ALL.singles().flat_map(image).collect()
        };
        let undoes_itself = |map: &Vec<Cell<R, C>>| {
            let mut cells = Cells::ALL.iter();
            cells.all(|cell| map[map[cell.index()].index()] == cell)
        };
        let maps = (1..Symmetries::<R, C>::COUNT).map(map);
        Opposites(maps.filter(undoes_itself).collect())
    }

    /// Whether it is seen at once that the opponent can answer every placement by its opposite: for some symmetry, the
    /// opposite of each cell that is open to the player to move is open to the opponent, and not beside that cell.
    ///
    /// Then the same holds after the answer: the placement closes to the opponent just the opposites of what its answer closes to
    /// the player. So without a lead the player to move loses.
    pub(super) fn answer(&self, open: Open<R, C>) -> bool {
        let is_answered = |map: &Vec<Cell<R, C>>| {
            open.mine.iter().all(|cell| {
                let far = open.theirs & !reach(cell.alone());
                far.contains(map[cell.index()])
            })
        };
        open.my_count() <= open.their_count() && self.0.iter().any(is_answered)
    }
}
