//! Grids: a contest is the two sets of contested cells on which the players may place. Where every contest is to be
//! known, it is the least of its images.

use quintet_rules::{Cell, Cells, Symmetries};

use super::leads::{Contest, Contested, Extent, Parts};
use crate::snort::Snort;

/// Grids with `R` rows and `C` columns.
pub(super) struct Grids<const R: usize, const C: usize> {
    symmetries: Symmetries<R, C>,
    /// Whether a contest stands for its images, too. That costs more than it gains where few of them are looked at.
    is_folded: bool,
    /// The symmetries that undo themselves, each with the cells that are their own opposites or beside them: such a cell
    /// cannot be answered by its opposite.
    opposites: Vec<(usize, Cells<R, C>)>,
}

impl<const R: usize, const C: usize> Grids<R, C> {
    pub(super) fn new(is_folded: bool) -> Self {
        let symmetries = Symmetries::<R, C>::new();
        let undoes_itself = |symmetry: &usize| {
            let mut cells = Cells::<R, C>::ALL.iter();
            cells.all(|cell| symmetries.cell(*symmetry, symmetries.cell(*symmetry, cell)) == cell)
        };
        let close = |symmetry: usize| {
            let cells = Cells::ALL.iter().filter(|cell: &Cell<R, C>| {
                let opposite = symmetries.cell(symmetry, *cell);
                opposite == *cell || cell.neighbours().contains(opposite)
            });
            (symmetry, cells.collect())
        };
        Grids {
            opposites: (1..symmetries.count())
                .filter(undoes_itself)
                .map(close)
                .collect(),
            symmetries,
            is_folded,
        }
    }

    fn contest(&self, mine: Cells<R, C>, theirs: Cells<R, C>) -> Contest {
        let mut least = (mine.bits(), theirs.bits());
        if self.is_folded {
            let image = |symmetry, set| self.symmetries.set(symmetry, set).bits();
            for symmetry in 1..self.symmetries.count() {
                let mine = image(symmetry, mine);
                if mine <= least.0 {
                    least = least.min((mine, image(symmetry, theirs)));
                }
            }
        }
        join(least.0, least.1)
    }
}

fn join(mine: u64, theirs: u64) -> Contest {
    Contest::from(mine) << 64 | Contest::from(theirs)
}

/// The two sets of a contest.
fn sets<const R: usize, const C: usize>(contest: Contest) -> [Cells<R, C>; 2] {
    [(contest >> 64) as u64, contest as u64].map(Cells::from_bits)
}

/// The cells of a set that are open to the other player, too, or beside such a cell.
fn contested<const R: usize, const C: usize>(open: Cells<R, C>, other: Cells<R, C>) -> Cells<R, C> {
    open & (other | other.beside())
}

impl<const R: usize, const C: usize> Contested for Grids<R, C> {
    type Position = Snort<R, C>;

    fn parts(&self, position: &Snort<R, C>) -> Parts {
        let (mine, theirs) = (position.legal(), position.passed().legal());
        let (my_contested, their_contested) = (contested(mine, theirs), contested(theirs, mine));
        Parts {
            contest: self.contest(my_contested, their_contested),
            mine: (mine.len() - my_contested.len()) as u8,
            theirs: (theirs.len() - their_contested.len()) as u8,
        }
    }

    fn moves(&self, contest: Contest, moves: &mut Vec<(Contest, u8)>) {
        let [mine, theirs] = sets::<R, C>(contest);
        for cell in mine.singles() {
            let mine = mine & !cell;
            let theirs = theirs & !(cell | cell.beside());
            let contested = contested(mine, theirs);
            let gain = mine.len() - contested.len();
            moves.push((self.contest(theirs, contested), gain as u8));
        }
    }

    fn extent(&self, contest: Contest) -> Extent {
        let [mine, theirs] = sets::<R, C>(contest);
        Extent {
            mine: mine.len() as u8,
            theirs: theirs.len() as u8,
            cells: (mine | theirs).len() as u8,
            room: (R * C) as u8 - (mine | theirs).len() as u8,
        }
    }

    fn passed(&self, contest: Contest) -> Contest {
        let [mine, theirs] = sets::<R, C>(contest);
        self.contest(theirs, mine)
    }

    /// A cell has to do with those beside it that are open to the other player.
    fn regions(&self, contest: Contest) -> Vec<Contest> {
        let [mine, theirs] = sets::<R, C>(contest);
        let mut left = mine | theirs;
        let mut regions = Vec::new();
        while let Some(cell) = left.first() {
            let mut region = cell.alone();
            loop {
                let more = (region & mine).beside() & theirs | (region & theirs).beside() & mine;
                if (region | more) == region {
                    break;
                }
                region = region | more;
            }
            left = left & !region;
            let [mine, theirs] = at_the_corner(mine & region, theirs & region);
            regions.push(join(mine.bits(), theirs.bits()));
        }
        regions
    }

    fn is_answered(&self, contest: Contest) -> bool {
        let [mine, theirs] = sets::<R, C>(contest);
        mine.len() == theirs.len()
            && self.opposites.iter().any(|(symmetry, close)| {
                !mine.meets(*close) && self.symmetries.set(*symmetry, mine) == theirs
            })
    }
}

/// Two sets moved up and to the left as far as they go.
fn at_the_corner<const R: usize, const C: usize>(
    mut mine: Cells<R, C>,
    mut theirs: Cells<R, C>,
) -> [Cells<R, C>; 2] {
    while !(mine | theirs).meets(Cells::row(0)) {
        (mine, theirs) = (mine.up(), theirs.up());
    }
    while !(mine | theirs).meets(Cells::column(0)) {
        (mine, theirs) = (mine.left(), theirs.left());
    }
    [mine, theirs]
}
