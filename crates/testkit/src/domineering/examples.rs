//! Small examples on the standard board.

use quintet_games::Example;

pub(super) const PICTURE: &str = "V.HH/V.../HHV./..V. 1";

pub(super) const DEMO: &[&str] = &[
    "C2 C3", "C1 D1", "B3 B4", "A1 B1", "A2 A3", "C4 D4", "D2 D3",
];

pub(super) const EXAMPLES: &[Example] = &[
    Example {
        caption: "Vertical may place a domino here: both cells are empty.",
        position: "V.HH/V.../..../.... 1",
        entry: "B1 B2",
    },
    Example {
        caption: "Not here: one of the cells is covered.",
        position: "V.HH/V.../..../.... 1",
        entry: "C1 C2",
    },
    Example {
        caption: "Nor here: Vertical never places side by side.",
        position: "V.HH/V.../..../.... 1",
        entry: "B2 C2",
    },
    Example {
        caption: "Nor here: the cells do not share a side.",
        position: "V.HH/V.../..../.... 1",
        entry: "B1 B3",
    },
    Example {
        caption: "Vertical plays here and wins: no two empty cells are side by side any more.",
        position: "V.V./V.V./HH../HH.. 1",
        entry: "C3 C4",
    },
];
