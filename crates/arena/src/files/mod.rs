//! Files: their atomic replacement, and the games of a person.

mod game_files;
mod replace_file;

pub use game_files::{GameFiles, StateLock, StoredGame};
pub use replace_file::{check_writable, replace_file};
pub(crate) use replace_file::{is_unfinished, replace_file_by};
