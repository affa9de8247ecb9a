//! Cell names that consist of a column letter and a row number.

use quintet_rules::Cell;

use crate::text::{Malformed, escape, number};

/// Returns the name of a cell: `B2` for the second cell of the second row.
///
/// ```
/// # use quintet_games::text::{cell_name, parse_cell_name};
/// # use quintet_rules::Cell;
/// let cell = Cell::<3, 4>::at(1, 3).expect("on the grid");
/// assert_eq!(cell_name(cell), "D2");
/// assert_eq!(parse_cell_name("d2"), Ok(Some(cell)));
/// assert_eq!(parse_cell_name::<3, 4>("E2"), Ok(None));
/// assert!(parse_cell_name::<3, 4>("2D").is_err());
/// ```
pub fn cell_name<const R: usize, const C: usize>(cell: Cell<R, C>) -> String {
    format!("{}{}", column_letter(cell.column()), cell.row() + 1)
}

/// Parses a cell name such as `b2`. `None` if the grid has no such cell.
pub fn parse_cell_name<const R: usize, const C: usize>(
    word: &str,
) -> Result<Option<Cell<R, C>>, Malformed> {
    let not_a_cell = || Malformed::NotACell {
        found: escape(word),
    };
    let letter = word
        .chars()
        .next()
        .filter(char::is_ascii_alphabetic)
        .ok_or_else(not_a_cell)?;
    let row = number(&word[1..]).map_err(|_| not_a_cell())?;
    let column = letter.to_ascii_uppercase() as usize - 'A' as usize;
    Ok(Cell::at(row, column))
}

/// Returns the letter of a column: `A` for column 0.
pub(crate) fn column_letter(column: usize) -> char {
    char::from(b'A' + column as u8)
}
