//! The symmetries of the grid.

use quintet_rules::Cells;

use crate::quad_block::sides::{Grid, Set, singles};

/// Sets are looked up in two parts; 13 + 12 bits keep all eight symmetries of 5x5 within a
/// second-level cache.
const LOW_BITS: usize = 13;
const HIGH_BITS: usize = 12;

/// For each cell, where a symmetry takes it.
pub(super) type Map = [u8; 64];

/// The symmetries as maps of cells, the identity first.
pub(super) fn maps<const R: usize, const C: usize>() -> Vec<Map> {
    let symmetries = quintet_rules::Symmetries::<R, C>::new();
    (0..symmetries.count())
        .map(|symmetry| {
            let mut map = [0; 64];
            for cell in Cells::<R, C>::ALL {
                map[cell.index()] = symmetries.cell(symmetry, cell).index() as u8;
            }
            map
        })
        .collect()
}

/// The image of a set, cell by cell: for sets of few cells.
#[inline]
pub(super) fn image(map: &Map, set: Set) -> Set {
    singles(set).fold(0, |image, cell| {
        image | 1 << map[cell.trailing_zeros() as usize]
    })
}

/// All symmetries of a grid of at most 25 cells, applied to whole sets by two lookups each.
pub(super) struct Symmetries {
    maps: Vec<Map>,
    /// For each symmetry in turn: the image of every set of the first cells.
    low: Vec<u32>,
    /// The same for the other cells.
    high: Vec<u32>,
}

impl Symmetries {
    /// Fills the tables.
    pub(super) fn new<const R: usize, const C: usize>() -> Self {
        assert!(Grid::<R, C>::CELLS <= LOW_BITS + HIGH_BITS);
        let maps = maps::<R, C>();
        let images = |map: &Map, first: usize, bits: usize| {
            let mut images = vec![0u32; 1 << bits];
            for set in 1..1usize << bits {
                // A set without its lowest cell has been mapped before: one step per entry.
                let cell = first + set.trailing_zeros() as usize;
                let image = if cell < Grid::<R, C>::CELLS {
                    1 << map[cell]
                } else {
                    0
                };
                images[set] = images[set & (set - 1)] | image;
            }
            images
        };
        Symmetries {
            low: maps
                .iter()
                .flat_map(|map| images(map, 0, LOW_BITS))
                .collect(),
            high: maps
                .iter()
                .flat_map(|map| images(map, LOW_BITS, HIGH_BITS))
                .collect(),
            maps,
        }
    }

    /// How many there are; number 0 is the identity.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.maps.len()
    }

    /// Where a symmetry takes a cell.
    pub(super) fn cell(&self, symmetry: usize, cell: usize) -> usize {
        usize::from(self.maps[symmetry][cell])
    }

    /// Where a symmetry takes a set.
    #[inline]
    pub(super) fn set(&self, symmetry: usize, set: Set) -> Set {
        let (low, high) = (
            set as usize & ((1 << LOW_BITS) - 1),
            set as usize >> LOW_BITS,
        );
        (self.low[symmetry << LOW_BITS | low] | self.high[symmetry << HIGH_BITS | high]).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep_neighbours_together<const R: usize, const C: usize>(wanted: usize) {
        let symmetries = Symmetries::new::<R, C>();
        assert_eq!(symmetries.count(), wanted);
        for symmetry in 0..symmetries.count() {
            for cell in 0..R * C {
                let (set, beside) = (1 << cell, Grid::<R, C>::beside(1 << cell));
                let image = symmetries.set(symmetry, set);
                assert_eq!(image, 1 << symmetries.cell(symmetry, cell));
                let moved = symmetries.set(symmetry, beside);
                assert_eq!(moved, Grid::<R, C>::beside(image));
                assert_eq!(moved, super::image(&symmetries.maps[symmetry], beside));
            }
        }
    }

    #[test]
    fn symmetries_keep_neighbours_together() {
        keep_neighbours_together::<3, 3>(8);
        keep_neighbours_together::<3, 4>(4);
        keep_neighbours_together::<5, 5>(8);
    }
}
