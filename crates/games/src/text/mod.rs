//! Text shared by all games: entries, cell names, positions, and formatting.

mod cell_name;
mod entry;
mod format;
mod position;

pub(crate) use cell_name::column_letter;
pub use cell_name::{cell_name, parse_cell_name};
pub(crate) use entry::words;
pub use entry::{EntryError, Malformed, expect_words, hyphenated, number};
pub use format::{count, escape, escape_up_to, group_digits, join_words, number_word};
pub(crate) use position::check_counts;
pub use position::{Fields, NotAPosition, read_cells, write_cells};
