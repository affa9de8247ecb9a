//! Sets of cells on a grid of any shape, one bit a cell: what is searched on large boards is compiled once for all of
//! them.

use quintet_rules::{Cells, Symmetries};

use crate::snort::Snort;

/// A grid.
pub(super) struct Field {
    columns: u32,
    all: u64,
    left_column: u64,
    right_column: u64,
    /// The symmetries that undo themselves, but for the identity: where each takes each cell.
    opposites: Vec<[u8; 64]>,
}

/// The cells that are open to the player to move, and to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Open {
    pub(super) mine: u64,
    pub(super) theirs: u64,
}

impl Open {
    pub(super) const NONE: Open = Open { mine: 0, theirs: 0 };

    pub(super) const fn passed(self) -> Open {
        Open {
            mine: self.theirs,
            theirs: self.mine,
        }
    }

    pub(super) const fn key(self) -> u128 {
        (self.mine as u128) << 64 | self.theirs as u128
    }

    /// The sets with this key.
    pub(super) const fn of_key(key: u128) -> Open {
        Open {
            mine: (key >> 64) as u64,
            theirs: key as u64,
        }
    }

    /// How many cells are open to somebody.
    pub(super) const fn len(self) -> u32 {
        (self.mine | self.theirs).count_ones()
    }

    /// How many are open to the player to move.
    pub(super) const fn my_count(self) -> i8 {
        self.mine.count_ones() as i8
    }

    /// How many are open to the opponent.
    pub(super) const fn their_count(self) -> i8 {
        self.theirs.count_ones() as i8
    }
}

/// The cells of a set, each by itself.
fn singles(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = set & set.wrapping_neg();
        set ^= cell;
        (cell != 0).then_some(cell)
    })
}

impl Field {
    /// A grid with `R` rows and `C` columns.
    pub(super) fn new<const R: usize, const C: usize>() -> Self {
        const { assert!(C < 64, "a step down is a shift") };
        let map = |symmetry: usize| {
            let mut map = [0; 64];
            for cell in Cells::<R, C>::ALL {
                let image = Symmetries::image(symmetry, cell.alone());
                map[cell.index()] = image.bits().trailing_zeros() as u8;
            }
            map
        };
        let undoes_itself = |map: &[u8; 64]| {
            let mut cells = 0..R * C;
            cells.all(|cell| usize::from(map[usize::from(map[cell])]) == cell)
        };
        Field {
            columns: C as u32,
            all: Cells::<R, C>::ALL.bits(),
            left_column: Cells::<R, C>::column(0).bits(),
            right_column: Cells::<R, C>::column(C - 1).bits(),
            opposites: (1..Symmetries::<R, C>::COUNT)
                .map(map)
                .filter(undoes_itself)
                .collect(),
        }
    }

    /// A set and the cells that share a side with one of it.
    #[inline]
    fn around(&self, set: u64) -> u64 {
        let aside = (set & !self.right_column) << 1 | (set & !self.left_column) >> 1;
        let above_or_below = set << self.columns | set >> self.columns;
        set | (aside | above_or_below) & self.all
    }

    /// The contest of a position, and the spare cells of the player to move and of the opponent.
    pub(super) fn parts<const R: usize, const C: usize>(
        &self,
        position: &Snort<R, C>,
    ) -> (Open, [u8; 2]) {
        let all = Open {
            mine: position.legal().bits(),
            theirs: position.passed().legal().bits(),
        };
        let open = self.contested(all);
        let spare = [
            all.my_count() - open.my_count(),
            all.their_count() - open.their_count(),
        ];
        (open, spare.map(i8::cast_unsigned))
    }

    /// The cells of the contest: all others are spare.
    fn contested(&self, open: Open) -> Open {
        Open {
            mine: open.mine & self.around(open.theirs),
            theirs: open.theirs & self.around(open.mine),
        }
    }

    /// Shows the contests, as the opponent sees them, to which the player to move can come by placing on a contested
    /// cell, each with the spare cells that the player gains.
    ///
    /// Of two cells of which one closes all that the other would close to the opponent, only that one is shown. It is at
    /// least as good: the other cell is spare then, so the player can do all that they could do after placing there first,
    /// with the two cells exchanged, and the opponent can do no more.
    pub(super) fn each_placement(&self, open: Open, mut show: impl FnMut(Open, u8)) {
        let mut kept = [(0, 0); 64];
        let mut count = 0;
        for cell in singles(open.mine) {
            let closed = self.around(cell) & open.theirs;
            let is_covered = |(_, other): &(u64, u64)| closed & !other == 0;
            if kept[..count].iter().any(is_covered) {
                continue;
            }
            let before = count;
            count = 0;
            for at in 0..before {
                if kept[at].1 & !closed != 0 {
                    kept[count] = kept[at];
                    count += 1;
                }
            }
            kept[count] = (cell, closed);
            count += 1;
        }
        for (cell, closed) in &kept[..count] {
            let left = Open {
                mine: open.mine & !cell,
                theirs: open.theirs & !closed,
            };
            let next = self.contested(left);
            let gain = left.my_count() - next.my_count();
            show(next.passed(), gain.cast_unsigned());
        }
    }

    /// The parts of a contest that have nothing to do with each other: a cell has to do with those beside it that are open
    /// to the other player. A region is the same wherever it lies.
    pub(super) fn each_region(&self, open: Open, mut show: impl FnMut(Open)) {
        let mut left = open.mine | open.theirs;
        while left != 0 {
            let mut region = left & left.wrapping_neg();
            loop {
                let more = self.around(region & open.mine) & open.theirs
                    | self.around(region & open.theirs) & open.mine;
                if more & !region == 0 {
                    break;
                }
                region |= more;
            }
            left &= !region;
            show(self.at_the_corner(Open {
                mine: open.mine & region,
                theirs: open.theirs & region,
            }));
        }
    }

    /// The sets moved up and to the left as far as they go.
    pub(super) fn at_the_corner(&self, open: Open) -> Open {
        let cells = open.mine | open.theirs;
        if cells == 0 {
            return open;
        }
        let mut by = cells.trailing_zeros() / self.columns * self.columns;
        while cells >> by & self.left_column == 0 {
            by += 1;
        }
        Open {
            mine: open.mine >> by,
            theirs: open.theirs >> by,
        }
    }

    /// Whether it is seen at once that the opponent can answer every placement by its opposite: for some symmetry, the
    /// opposite of each cell that is open to the player to move is open to the opponent, and not beside that cell.
    ///
    /// Then the same holds after the answer: the placement closes to the opponent just the opposites of what its answer closes to
    /// the player. So without a lead the player to move loses.
    pub(super) fn is_answered(&self, open: Open) -> bool {
        let is_answered = |map: &[u8; 64]| {
            singles(open.mine).all(|cell| {
                let opposite = 1 << map[cell.trailing_zeros() as usize];
                opposite & open.theirs & !self.around(cell) != 0
            })
        };
        open.my_count() <= open.their_count() && self.opposites.iter().any(is_answered)
    }
}
