//! Moves are the row and the column, counted from 1: `2 2`. On a single row, the column alone: `5`.
//!
//! Positions show the markers as `X` and `O`.

use quintet_rules::{Cell, Cells, Player};

use crate::game::{Markers, Notation};
use crate::gridlock::{Snort, SnortRefusal};
use crate::text::{
    EntryError, Fields, NotAPosition, check_counts, expect_words, number, read_cells,
};

impl<const R: usize, const C: usize> Notation for Snort<R, C> {
    fn write_position(&self) -> String {
        format!("{} {}", self.cells_text(), self.to_move)
    }

    /// Every accepted position can be reached in play: the order of the markers does not matter, because a cell that is
    /// legal at the end was legal before.
    fn read_position(text: &str) -> Result<Self, NotAPosition> {
        let fields = Fields::of(text, ["cells", "player to move"])?;
        let [one, two] = read_cells(fields.0[0], ['X', 'O'])?;
        let to_move = fields.player()?;
        check_counts(one.len(), two.len(), to_move)?;
        if let Some(cell) = (one.beside() & two).first() {
            let found = format!("the O at {cell:?} next to an X");
            return Err(NotAPosition::new(found, "no adjacent X and O"));
        }
        let (mine, theirs) = match to_move {
            Player::One => (one, two),
            Player::Two => (two, one),
        };
        Ok(Snort {
            mine,
            theirs,
            to_move,
        })
    }

    fn write_move(cell: Cell<R, C>) -> String {
        let column = cell.column() + 1;
        match R {
            1 => column.to_string(),
            _ => format!("{} {column}", cell.row() + 1),
        }
    }

    fn name_move(cell: Cell<R, C>) -> String {
        match R {
            1 => format!("cell {}", cell.column() + 1),
            _ => format!("{cell:?}"),
        }
    }

    fn read_move(&self, words: &[&str]) -> Result<Cell<R, C>, EntryError<SnortRefusal>> {
        let cell = if R == 1 {
            let [column] = expect_words(words)?;
            Cell::at(0, number(column)?)
        } else {
            let [row, column] = expect_words(words)?;
            Cell::at(number(row)?, number(column)?)
        };
        cell.ok_or(EntryError::Refused(SnortRefusal::OffTheGrid))
    }

    fn candidates(&self) -> impl Iterator<Item = Cell<R, C>> {
        Cells::ALL.iter()
    }
}
