//! Rotations and reflections of a board, as maps of cells and action numbers.

use quintet_rules::image;

use crate::actions::{Actions, Direction};
use crate::game::{Game, Size};

/// A rotation or reflection under which the rules of a game are the same, perhaps with the players swapped.
///
/// Observations and action numbers are seen from the player to move, so a swap of the players does not change them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The image of each cell.
    pub cells: Vec<usize>,
    /// The image of each action number.
    pub actions: Vec<usize>,
}

impl Symmetry {
    /// Returns the image of an observation, which consists of planes with one byte per cell.
    pub fn image(&self, planes: &[u8]) -> Vec<u8> {
        let mut image = vec![0; planes.len()];
        let cells = self.cells.len();
        for (plane, image) in planes.chunks(cells).zip(image.chunks_mut(cells)) {
            for (byte, to) in plane.iter().zip(&self.cells) {
                image[*to] = *byte;
            }
        }
        image
    }
}

/// A rotation or reflection of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transform {
    /// Its number, as in [`image`].
    symmetry: usize,
    size: Size,
}

impl Transform {
    /// Returns all transforms of a board, the identity first.
    fn all(size: Size) -> impl Iterator<Item = Self> {
        let count = match size {
            Size { rows: 1, .. } => 2,
            Size { rows, columns } if rows == columns => 8,
            _ => 4,
        };
        (0..count).map(move |symmetry| Transform { symmetry, size })
    }

    /// Tests whether a corner stays in its corner or moves to the opposite one.
    pub(crate) fn fixes_diagonal(&self) -> bool {
        self.symmetry & 1 == self.symmetry >> 1 & 1
    }

    /// Returns the image of a cell.
    pub fn cell(&self, cell: usize) -> usize {
        image(self.symmetry, [self.size.rows, self.size.columns], cell)
    }

    /// Returns the image of a direction.
    pub(crate) fn direction(&self, direction: Direction) -> Direction {
        /// The cells around the center of a small grid, in the order of the directions.
        const AROUND: [usize; 4] = [1, 5, 7, 3];
        let image = image(self.symmetry, [3, 3], AROUND[direction as usize]);
        let found = AROUND.iter().position(|cell| *cell == image);
        Direction::ALL[found.expect("the center is fixed")]
    }
}

/// Returns the symmetries of a game, the identity first.
pub(crate) fn symmetries<G: Game>() -> Vec<Symmetry> {
    let valid = Transform::all(G::SIZE).filter(G::Position::is_symmetry);
    let maps = valid.map(|transform| {
        let action = |action| G::Position::action_image(action, &transform);
        Symmetry {
            cells: (0..G::SIZE.rows * G::SIZE.columns)
                .map(|cell| transform.cell(cell))
                .collect(),
            actions: (0..G::Position::ACTIONS).map(action).collect(),
        }
    });
    maps.collect()
}
