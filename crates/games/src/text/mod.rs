//! Reading and writing what all games have in common: words, numbers, cells and fields.

mod entry;
mod position;
mod shown;

pub use entry::{Fault, Malformed, one_word};
pub(crate) use entry::{Words, counted, number};
pub use position::NotAPosition;
pub(crate) use position::{Fields, count, read_cells, write_cells};
pub use shown::{grouped, shown, shown_up_to};
