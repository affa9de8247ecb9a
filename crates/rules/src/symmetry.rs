//! Rotations and reflections of a grid.

use crate::{Cell, Cells};

/// The symmetries of a grid: eight for a square, four for other rectangles, two for a row. The first is the identity.
///
/// Sets are mapped by table lookups of eight cells at a time.
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
    /// For each symmetry, the image of each cell.
    cells: Vec<Cell<R, C>>,
    /// For each symmetry and each group of eight cells, the images of their sets.
    sets: Vec<[Cells<R, C>; 256]>,
}

impl<const R: usize, const C: usize> Default for Symmetries<R, C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const R: usize, const C: usize> Symmetries<R, C> {
    const GROUPS: usize = (R * C).div_ceil(8);

    /// Computes the tables.
    pub fn new() -> Self {
        let images = |number| {
            Cells::<R, C>::ALL
                .iter()
                .map(move |cell| Self::image_of_cell(number, cell))
        };
        let cells: Vec<_> = (0..Self::COUNT).flat_map(images).collect();
        let sets = cells
            .chunks(R * C)
            .flat_map(|map| map.chunks(8).map(images_of_sets))
            .collect();
        Symmetries { cells, sets }
    }

    /// The number of symmetries.
    pub const COUNT: usize = if R == C {
        8
    } else if R == 1 {
        2
    } else {
        4
    };

    /// Returns the image of a set without the tables, for occasional use.
    pub fn image(symmetry: usize, set: Cells<R, C>) -> Cells<R, C> {
        let cells = set.iter();
        cells
            .map(|cell| Self::image_of_cell(symmetry, cell))
            .collect()
    }

    fn image_of_cell(symmetry: usize, cell: Cell<R, C>) -> Cell<R, C> {
        let image = image(symmetry, [R, C], cell.index());
        Cell::new(image).expect("only square grids are transposed")
    }

    /// Returns the number of symmetries.
    #[inline]
    pub fn count(&self) -> usize {
        Self::COUNT
    }

    /// Returns the image of a cell.
    #[inline]
    pub fn cell(&self, symmetry: usize, cell: Cell<R, C>) -> Cell<R, C> {
        self.cells[symmetry * (R * C) + cell.index()]
    }

    /// Returns the image of a set.
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

/// Returns the image of a cell of a grid with these numbers of rows and columns. Bit 0 of a symmetry's number mirrors left
/// and right, bit 1 mirrors top and bottom, and bit 2 transposes rows and columns of a square.
pub fn image(symmetry: usize, [rows, columns]: [usize; 2], cell: usize) -> usize {
    let (mut row, mut column) = (cell / columns, cell % columns);
    if symmetry & 1 != 0 {
        column = columns - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = rows - 1 - row;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    row * columns + column
}

/// Returns the images of all sets of up to eight cells, given the images of the cells.
fn images_of_sets<const R: usize, const C: usize>(cells: &[Cell<R, C>]) -> [Cells<R, C>; 256] {
    let mut images = [Cells::NONE; 256];
    for set in 1usize..1 << cells.len() {
        // The set without its lowest member has been mapped before.
        let lowest = cells[set.trailing_zeros() as usize].alone();
        images[set] = images[set & (set - 1)] | lowest;
    }
    images
}
