//! Examples on the book's grid.

use crate::listing::Example;

pub(super) const PICTURE: &str = "XX.O/X.OO/.O../...X 1";

pub(super) const DEMO: &[&str] = &["4 2", "1 3", "3 4", "1 1", "2 2", "3 1", "2 4"];

pub(super) const EXAMPLES: &[Example] = &[
    Example {
        caption: "X may play here: it is next to an X, and it touches the O only at a corner.",
        position: ".O../..../X.../.... 1",
        entry: "2 1",
    },
    Example {
        caption: "X may not play here: the O is right above.",
        position: ".O../..../X.../.... 1",
        entry: "2 2",
    },
    Example {
        caption: "X may not play here: the cell is occupied.",
        position: ".O../..../X.../.... 1",
        entry: "1 2",
    },
    Example {
        caption: "X plays here and wins: every empty cell is now next to an X, so O cannot place.",
        position: "X.OO/X.../X..X/.OO. 1",
        entry: "2 2",
    },
];
