//! Examples on the book's grid.

use crate::listing::Example;

pub(super) const PICTURE: &str = "..X../.XO../.OXO./..O.X/..... 1 p";

pub(super) const DEMO: &[&str] = &["16", "17", "11", "7", "6", "5", "1"];

pub(super) const EXAMPLES: &[Example] = &[
    Example {
        caption: "X completes a group of four, connected by their sides, and wins.",
        position: "...../.XX../.XO../..OO./..... 1 p",
        entry: "17",
    },
    Example {
        caption: "X joins two pairs into a group of five. That is legal, but five does not win, so the game continues.",
        position: "O...O/...../XX.XX/...../O...O 1 p",
        entry: "13",
    },
    Example {
        caption: "You cannot place a marker on an occupied cell.",
        position: "O...O/...../XX.XX/...../O...O 1 p",
        entry: "5",
    },
    Example {
        caption: "Sudden death: one cell is empty, and each turn relocates a marker to it. O cannot relocate an X.",
        position: "OXXX./XOXXO/OOXXO/XXOOO/OOXXX 2 s",
        entry: "4 5",
    },
    Example {
        caption: "O relocates one of its own. The move leaves exactly four down the right side, and O wins.",
        position: "OXXX./XOXXO/OOXXO/XXOOO/OOXXX 2 s",
        entry: "19 5",
    },
];
