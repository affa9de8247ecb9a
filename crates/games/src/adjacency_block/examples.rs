//! Small examples on the book's row.

use crate::listing::Example;

pub(super) const PICTURE: &str = "XX.O..X..O 2";

pub(super) const DEMO: &[&str] = &["3", "8", "6", "9", "1", "10", "2"];

pub(super) const EXAMPLES: &[Example] = &[
    Example {
        caption: "X may go here: beside its own token is fine.",
        position: "..O...X... 1",
        entry: "6",
    },
    Example {
        caption: "X may not go here: an O is right next to it.",
        position: "..O...X... 1",
        entry: "4",
    },
    Example {
        caption: "Nor here: a cell holds one token.",
        position: "..O...X... 1",
        entry: "7",
    },
    Example {
        caption: "X goes here and wins: every gap that is left has an X beside it, so O cannot place.",
        position: "O.X..OO.XX 1",
        entry: "4",
    },
];
