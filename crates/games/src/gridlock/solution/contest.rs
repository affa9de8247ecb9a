//! Positions as contests and private cells.

use quintet_rules::{Cell, Cells, Symmetries};

use crate::gridlock::Snort;

/// The contested cells that are open to the player to move, and those that are open to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contest<const R: usize, const C: usize> {
    pub(super) mine: Cells<R, C>,
    pub(super) theirs: Cells<R, C>,
}

/// A contest, and the private cells of both players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance<const R: usize, const C: usize> {
    pub(super) contest: Contest<R, C>,
    /// The private cells of the player to move.
    pub(super) mine: u8,
    /// The private cells of the opponent.
    pub(super) theirs: u8,
}

impl<const R: usize, const C: usize> Balance<R, C> {
    pub(super) fn of(position: &Snort<R, C>) -> Self {
        let open = Contest {
            mine: position.legal(),
            theirs: position.passed().legal(),
        };
        let contest = open.contested();
        Balance {
            contest,
            mine: (open.my_count() - contest.my_count()).cast_unsigned(),
            theirs: (open.their_count() - contest.their_count()).cast_unsigned(),
        }
    }

    pub(super) fn lead(self) -> i8 {
        self.mine.cast_signed() - self.theirs.cast_signed()
    }
}

/// Returns a set with all adjacent cells.
#[inline]
fn reach<const R: usize, const C: usize>(set: Cells<R, C>) -> Cells<R, C> {
    set | set.beside()
}

impl<const R: usize, const C: usize> Contest<R, C> {
    pub(super) const NONE: Self = Contest {
        mine: Cells::NONE,
        theirs: Cells::NONE,
    };

    /// Returns the contest as the opponent sees it.
    pub(super) const fn passed(self) -> Self {
        Contest {
            mine: self.theirs,
            theirs: self.mine,
        }
    }

    pub(super) const fn key(self) -> u128 {
        (self.mine.bits() as u128) << 64 | self.theirs.bits() as u128
    }

    /// Returns the contest with this [`key`](Contest::key).
    pub(super) const fn from_key(key: u128) -> Self {
        Contest {
            mine: Cells::from_bits((key >> 64) as u64),
            theirs: Cells::from_bits(key as u64),
        }
    }

    /// Returns the number of contested cells.
    pub(super) fn len(self) -> u32 {
        (self.mine | self.theirs).len()
    }

    /// Returns the number of contested cells that are open to the player to move.
    pub(super) const fn my_count(self) -> i8 {
        self.mine.len() as i8
    }

    /// Returns the number of contested cells that are open to the opponent.
    pub(super) const fn their_count(self) -> i8 {
        self.theirs.len() as i8
    }

    /// Removes the private cells from sets of open cells.
    fn contested(self) -> Self {
        Contest {
            mine: self.mine & reach(self.theirs),
            theirs: self.theirs & reach(self.mine),
        }
    }

    /// True for a row whose canonical contests are packed.
    const IS_PACKED: bool = R == 1 && C <= 32;

    /// Returns the canonical form: the same for many contests with equal results. On a grid, these are the images of a
    /// contest; on a row, its regions may be in any order, and each may be reversed.
    pub(super) fn canonical(self, symmetries: &Symmetries<R, C>) -> Self {
        if Self::IS_PACKED {
            return self.packed();
        }
        let mut least = self.key();
        for symmetry in 1..symmetries.count() {
            let image = |set| symmetries.set(symmetry, set);
            let mine = image(self.mine);
            if u128::from(mine.bits()) <= least >> 64 {
                let theirs = image(self.theirs);
                least = least.min(Contest { mine, theirs }.key());
            }
        }
        Self::from_key(least)
    }

    /// Returns the regions of a row in ascending order from the left, with one cell between them.
    fn packed(self) -> Self {
        /// A row of 32 cells has no more regions than this.
        const MOST: usize = 16;
        let (mut mine, mut theirs) = (self.mine.bits(), self.theirs.bits());
        let mut regions = [0; MOST];
        let mut count = 0;
        while mine | theirs != 0 {
            let skipped = (mine | theirs).trailing_zeros();
            (mine, theirs) = (mine >> skipped, theirs >> skipped);
            let length = (mine | theirs).trailing_ones();
            let region = |set: u64| set & ((1 << length) - 1);
            let mut sets = [mine, theirs].map(region);
            // Inside a region, all cells are open to both players, so its ends alone decide whether to reverse it.
            let [first, last] = [0, length - 1].map(|at| sets.map(|set| set >> at & 1));
            if first > last {
                sets = sets.map(|set| set.reverse_bits() >> (64 - length));
            }
            regions[count] = sets[0] << 32 | sets[1];
            count += 1;
            (mine, theirs) = (mine >> length, theirs >> length);
        }
        regions[..count].sort_unstable();
        let mut packed = [0, 0];
        let mut from = 0;
        for region in &regions[..count] {
            let sets = [region >> 32, region & u64::from(u32::MAX)];
            packed = [packed[0] | sets[0] << from, packed[1] | sets[1] << from];
            from += 65 - (sets[0] | sets[1]).leading_zeros();
        }
        let [mine, theirs] = packed.map(Cells::from_bits);
        Contest { mine, theirs }
    }

    /// Returns the most private cells that the board has room for, in addition to a canonical contest.
    pub(super) fn room(self) -> i8 {
        // The cells between the regions of a row hold markers.
        let taken = if Self::IS_PACKED {
            64 - (self.mine | self.theirs).bits().leading_zeros()
        } else {
            self.len()
        };
        (R * C) as i8 - taken as i8
    }

    /// Shows the contests that the player to move can reach by placing on a contested cell, as the opponent sees them, each
    /// with the number of private cells that the player gains. The opponent never gains any.
    ///
    /// A cell is left out if another closes every cell of the opponent that it would close. The other is at least as good:
    /// the cell that is left out becomes spare, so the player can do whatever they could do after placing there first, with
    /// the two cells exchanged, and the opponent can do no more.
    pub(super) fn each_placement(self, show: &mut dyn FnMut(Self, u8)) {
        let mut best = [(Cells::NONE, Cells::NONE); 64];
        let mut count = 0_usize;
        for cell in self.mine.singles() {
            let closed = reach(cell) & self.theirs;
            // On a row, only the two cells before this one close any of the same cells.
            let from = if R == 1 { count.saturating_sub(2) } else { 0 };
            let is_covered = |(_, other): &(_, Cells<R, C>)| (closed & !*other).is_empty();
            if best[from..count].iter().any(is_covered) {
                continue;
            }
            let before = count;
            count = from;
            for at in from..before {
                if !(best[at].1 & !closed).is_empty() {
                    best[count] = best[at];
                    count += 1;
                }
            }
            best[count] = (cell, closed);
            count += 1;
        }
        for (cell, closed) in &best[..count] {
            let left = Contest {
                mine: self.mine & !*cell,
                theirs: self.theirs & !*closed,
            };
            let next = left.contested();
            let gain = left.my_count() - next.my_count();
            show(next.passed(), gain.cast_unsigned());
        }
    }

    /// Shows the independent regions of a contest, moved to the top left: cells of the two players that are equal or
    /// adjacent belong to the same region.
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
            let part = Contest {
                mine: self.mine & region,
                theirs: self.theirs & region,
            };
            show(part.at_the_corner());
        }
    }

    /// Moves a contest as far up and to the left as possible.
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
        Contest {
            mine: moved(self.mine),
            theirs: moved(self.theirs),
        }
    }
}

/// The symmetries that are their own inverse, without the identity: the image of each cell.
pub(super) struct Involutions<const R: usize, const C: usize>(Vec<Vec<Cell<R, C>>>);

impl<const R: usize, const C: usize> Involutions<R, C> {
    pub(super) fn new() -> Self {
        let map = |symmetry| {
            let image = |cell: Cells<R, C>| Symmetries::image(symmetry, cell).iter();
            Cells::ALL.singles().flat_map(image).collect()
        };
        let is_involution = |map: &Vec<Cell<R, C>>| {
            let mut cells = Cells::ALL.iter();
            cells.all(|cell| map[map[cell.index()].index()] == cell)
        };
        let maps = (1..Symmetries::<R, C>::COUNT).map(map);
        Involutions(maps.filter(is_involution).collect())
    }

    /// Tests whether the opponent can answer every placement with its image under one of these symmetries: the image of
    /// each cell that is open to the player to move is open to the opponent, and neither is nor adjoins that cell.
    ///
    /// The same then holds after the answer: the cells that the placement closes to the opponent are the images of those
    /// that the answer closes to the player. So the player to move loses, unless they have a lead.
    pub(super) fn has_answer(&self, contest: Contest<R, C>) -> bool {
        let is_answered = |map: &Vec<Cell<R, C>>| {
            contest.mine.iter().all(|cell| {
                let far = contest.theirs & !reach(cell.alone());
                far.contains(map[cell.index()])
            })
        };
        contest.my_count() <= contest.their_count() && self.0.iter().any(is_answered)
    }
}
