//! Turning and mirroring a grid.

use crate::{Cell, Cells};

/// The symmetries of a grid: eight of a square, four of any other rectangle, two of a row. The
/// first is the identity.
///
/// Whole sets are mapped eight cells at a time by looking them up.
#[derive(Clone, Debug)]
pub struct Symmetries<const R: usize, const C: usize> {
    maps: Vec<Map<R, C>>,
}

#[derive(Clone, Debug)]
struct Map<const R: usize, const C: usize> {
    cells: Vec<Cell<R, C>>,
    /// For each group of eight cells, the images of their sets.
    sets: Vec<[Cells<R, C>; 256]>,
}

impl<const R: usize, const C: usize> Default for Symmetries<R, C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const R: usize, const C: usize> Symmetries<R, C> {
    /// Works out all images.
    pub fn new() -> Self {
        let numbers = if R == C {
            0..8
        } else if R == 1 {
            0..2
        } else {
            0..4
        };
        Symmetries {
            maps: numbers.map(Map::new).collect(),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.maps.len()
    }

    /// Where a symmetry takes a cell.
    #[inline]
    pub fn cell(&self, symmetry: usize, cell: Cell<R, C>) -> Cell<R, C> {
        self.maps[symmetry].cells[cell.index()]
    }

    /// Where a symmetry takes a set.
    #[inline]
    pub fn set(&self, symmetry: usize, set: Cells<R, C>) -> Cells<R, C> {
        let mut bits = set.bits();
        let mut image = Cells::NONE;
        for images in &self.maps[symmetry].sets {
            image = image | images[(bits & 0xff) as usize];
            bits >>= 8;
        }
        image
    }
}

impl<const R: usize, const C: usize> Map<R, C> {
    /// Bit 0 of the number mirrors left and right, bit 1 top and bottom, bit 2 makes rows columns.
    fn new(number: usize) -> Self {
        let image = |cell: Cell<R, C>| {
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
        };
        let cells: Vec<_> = Cells::ALL.iter().map(image).collect();
        let sets = cells
            .chunks(8)
            .map(|group| {
                let mut images = [Cells::NONE; 256];
                for set in 1usize..1 << group.len() {
                    // Without its lowest member a set has been mapped before.
                    let lowest = group[set.trailing_zeros() as usize].alone();
                    images[set] = images[set & (set - 1)] | lowest;
                }
                images
            })
            .collect();
        Map { cells, sets }
    }
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
