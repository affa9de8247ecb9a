//! Turning and mirroring a grid.

use crate::{Cell, Cells};

/// The symmetries of a grid: eight of a square, four of any other rectangle, two of a row. The
/// first is the identity.
///
/// Whole sets are mapped eight cells at a time by looking them up.
///
/// ```
/// use quintet_rules::{Cells, Symmetries};
///
/// let symmetries = Symmetries::<2, 3>::new();
/// let corner = Cells::from_bits(1);
/// let images: Vec<_> = (0..symmetries.count())
///     .map(|symmetry| format!("{:?}", symmetries.set(symmetry, corner)))
///     .collect();
/// assert_eq!(images, ["#../...", "..#/...", ".../#..", ".../..#"]);
/// ```
#[derive(Clone, Debug)]
pub struct Symmetries<const R: usize, const C: usize> {
    /// For each symmetry in turn, where it takes each cell.
    cells: Vec<Cell<R, C>>,
    /// For each symmetry in turn and each group of eight cells, the images of their sets.
    sets: Vec<[Cells<R, C>; 256]>,
}

impl<const R: usize, const C: usize> Default for Symmetries<R, C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const R: usize, const C: usize> Symmetries<R, C> {
    const GROUPS: usize = (R * C).div_ceil(8);

    /// Works out all images.
    pub fn new() -> Self {
        let images = |number| {
            Cells::<R, C>::ALL
                .iter()
                .map(move |cell| image(number, cell))
        };
        let cells: Vec<_> = (0..Self::COUNT).flat_map(images).collect();
        let sets = cells
            .chunks(R * C)
            .flat_map(|map| map.chunks(8).map(images_of_sets))
            .collect();
        Symmetries { cells, sets }
    }

    /// How many there are.
    pub const COUNT: usize = if R == C {
        8
    } else if R == 1 {
        2
    } else {
        4
    };

    /// Where a symmetry takes a set, worked out cell by cell: for a few sets, without the tables.
    pub fn image(symmetry: usize, set: Cells<R, C>) -> Cells<R, C> {
        set.iter().map(|cell| image(symmetry, cell)).collect()
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> usize {
        Self::COUNT
    }

    /// Where a symmetry takes a cell.
    #[inline]
    pub fn cell(&self, symmetry: usize, cell: Cell<R, C>) -> Cell<R, C> {
        self.cells[symmetry * (R * C) + cell.index()]
    }

    /// Where a symmetry takes a set.
    #[inline]
    pub fn set(&self, symmetry: usize, set: Cells<R, C>) -> Cells<R, C> {
        let groups = &self.sets[symmetry * Self::GROUPS..][..Self::GROUPS];
        let mut bits = set.bits();
        let mut image = Cells::NONE;
        for images in groups {
            image = image | images[(bits & 0xff) as usize];
            bits >>= 8;
        }
        image
    }
}

/// Where a symmetry takes a cell: bit 0 of its number mirrors left and right, bit 1 top and bottom,
/// bit 2 makes rows columns.
fn image<const R: usize, const C: usize>(number: usize, cell: Cell<R, C>) -> Cell<R, C> {
    let (mut row, mut column) = (cell.row(), cell.column());
    if number & 1 != 0 {
        column = C - 1 - column;
    }
    if number & 2 != 0 {
        row = R - 1 - row;
    }
    if number & 4 != 0 {
        (row, column) = (column, row);
    }
    Cell::at(row, column).expect("only squares exchange rows and columns")
}

/// The image of every set of up to eight cells, given the images of the cells.
fn images_of_sets<const R: usize, const C: usize>(cells: &[Cell<R, C>]) -> [Cells<R, C>; 256] {
    let mut images = [Cells::NONE; 256];
    for set in 1usize..1 << cells.len() {
        // Without its lowest member a set has been mapped before.
        let lowest = cells[set.trailing_zeros() as usize].alone();
        images[set] = images[set & (set - 1)] | lowest;
    }
    images
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{Random, Wyrand};

    fn check<const R: usize, const C: usize>(count: usize) {
        let symmetries = Symmetries::<R, C>::new();
        assert_eq!(symmetries.count(), count);
        let mut random = Wyrand::new(7);
        let sets: Vec<_> = (0..50)
            .map(|_| u64::from(random.bits()) << 32 | u64::from(random.bits()))
            .map(Cells::<R, C>::from_bits)
            .collect();
        let images = |symmetry: usize| -> Vec<_> {
            sets.iter()
                .map(|set| symmetries.set(symmetry, *set))
                .collect()
        };
        assert_eq!(images(0), sets, "the first is the identity");
        let distinct: HashSet<_> = (0..count).map(images).collect();
        assert_eq!(distinct.len(), count, "no two are the same");
        for symmetry in 0..count {
            for set in &sets {
                let image = symmetries.set(symmetry, *set);
                let by_cells: Cells<R, C> = set
                    .iter()
                    .map(|cell| symmetries.cell(symmetry, cell))
                    .collect();
                assert_eq!(image, by_cells);
                assert_eq!(image, Symmetries::<R, C>::image(symmetry, *set));
                assert_eq!(image.beside(), symmetries.set(symmetry, set.beside()));
            }
        }
    }

    #[test]
    fn symmetries_keep_neighbours_and_are_all_different() {
        check::<1, 10>(2);
        check::<3, 4>(4);
        check::<4, 4>(8);
        check::<5, 5>(8);
        check::<8, 8>(8);
    }
}
