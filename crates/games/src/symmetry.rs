//! Rotations and reflections of a board, as maps of cells and action numbers.

use std::mem;

use crate::actions::Actions;
use crate::actions::Direction;
use crate::game::Game;
use crate::game::Size;

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

/// A rotation or reflection of a rectangle: up to two reflections, then a transposition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transform {
    /// True if left and right are swapped.
    pub mirrors_columns: bool,
    /// True if top and bottom are swapped.
    pub mirrors_rows: bool,
    /// True if rows and columns are then swapped. Only squares can be transposed.
    pub transposes: bool,
    size: Size,
}

impl Transform {
    /// Returns all transforms of a board, the identity first.
    fn all(size: Size) -> impl Iterator<Item = Self> {
        let all = (0..8).map(move |bits| Transform {
            mirrors_columns: bits & 1 != 0,
            mirrors_rows: bits & 2 != 0,
            transposes: bits & 4 != 0,
            size,
        });
        all.filter(move |it| {
            let is_row = size.rows == 1;
            (!it.mirrors_rows || !is_row) && (!it.transposes || size.rows == size.columns)
        })
    }

    /// Returns the image of a cell.
    pub fn cell(&self, cell: usize) -> usize {
        let Size { rows, columns } = self.size;
        let (mut row, mut column) = (cell / columns, cell % columns);
        if self.mirrors_columns {
            column = columns - 1 - column;
        }
        if self.mirrors_rows {
            row = rows - 1 - row;
        }
        if self.transposes {
            mem::swap(&mut row, &mut column);
        }
        row * columns + column
    }

    /// Returns the image of a direction.
    pub(crate) fn direction(&self, direction: Direction) -> Direction {
        use Direction::{Down, Left, Right, Up};
        let mirrored = match direction {
            Up if self.mirrors_rows => Down,
            Down if self.mirrors_rows => Up,
            Left if self.mirrors_columns => Right,
            Right if self.mirrors_columns => Left,
            same => same,
        };
        match mirrored {
            same if !self.transposes => same,
            Up => Left,
            Left => Up,
            Down => Right,
            Right => Down,
        }
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
