//! Examples on the book's row.

use crate::listing::Example;

pub(super) const PICTURE: &str = "XX.O..X..O 2";

pub(super) const DEMO: &[&str] = &["3", "8", "6", "9", "1", "10", "2"];

pub(super) const EXAMPLES: &[Example] = &[
    Example {
        caption: "X may play here: it is next to an X.",
        position: "..O...X... 1",
        entry: "6",
    },
    Example {
        caption: "X may not play here: it is right next to an O.",
        position: "..O...X... 1",
        entry: "4",
    },
    Example {
        caption: "X may not play here: the cell is occupied.",
        position: "..O...X... 1",
        entry: "7",
    },
    Example {
        caption: "X plays here and wins: every empty cell is now next to an X, so O cannot place.",
        position: "O.X..OO.XX 1",
        entry: "4",
    },
];
