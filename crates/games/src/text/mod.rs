//! Reading and writing what all games have in common: words, numbers, cells and fields.

mod entry;
mod lettered;
mod position;
mod shown;

pub(crate) use entry::words;
pub use entry::{Fault, Malformed, counted, number, one_word};
pub(crate) use lettered::column_letter;
pub use lettered::{lettered, read_lettered};
pub use position::{Fields, NotAPosition, read_cells, write_cells};
pub use shown::{count, grouped, in_words, listed, shown, shown_up_to};
