//! Small examples on the book's grid.

use crate::listing::Example;

pub(super) const PICTURE: &str = "XX.O/X.OO/.O../...X 1";

pub(super) const DEMO: &[&str] = &["4 2", "1 3", "3 4", "1 1", "2 2", "3 1", "2 4"];

pub(super) const EXAMPLES: &[Example] = &[
    Example {
        caption: "X may go here: beside its own marker is fine, and the O only meets it at a corner.",
        position: ".O../..../X.../.... 1",
        entry: "2 1",
    },
    Example {
        caption: "X may not go here: the O is right above.",
        position: ".O../..../X.../.... 1",
        entry: "2 2",
    },
    Example {
        caption: "Nor here: a cell that is taken stays taken.",
        position: ".O../..../X.../.... 1",
        entry: "1 2",
    },
    Example {
        caption: "X goes here and wins: every cell that is still empty has an X beside it, so O cannot place.",
        position: "X.OO/X.../X..X/.OO. 1",
        entry: "2 2",
    },
];
