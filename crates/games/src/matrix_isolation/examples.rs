//! Examples on the book's grid.

use crate::listing::Example;

pub(super) const PICTURE: &str = "..X./.1.X/X.2./.X.. 1";

pub(super) const DEMO: &[&str] = &[
    "1 2 3 3", "4 3 2 2", "1 3 4 2", "4 4 2 4", "1 2 3 4", "4 3 1 3", "1 1 4 4",
];

pub(super) const EXAMPLES: &[Example] = &[
    Example {
        caption: "P1 moves down and blocks the cell that it has just left. Any other empty cell is allowed as well.",
        position: ".1.X/..../.X../..2. 1",
        entry: "2 2 1 2",
    },
    Example {
        caption: "P1 cannot move diagonally, only up, down, left or right.",
        position: ".1.X/..../.X../..2. 1",
        entry: "2 3 1 2",
    },
    Example {
        caption: "A blocked cell is permanently closed to both pieces.",
        position: ".1X./..../.X../..2. 1",
        entry: "1 3 2 2",
    },
    Example {
        caption: "The step is legal, but a cell with a piece on it cannot be blocked.",
        position: ".1.X/..../.X../..2. 1",
        entry: "2 2 4 3",
    },
    Example {
        caption: "P1 blocks the last way out of the corner and wins, since P2 cannot move.",
        position: "...X/.1../...X/...2 1",
        entry: "2 3 4 3",
    },
];
