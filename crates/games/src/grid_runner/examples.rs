//! Examples on the book's grid.

use crate::listing::Example;

pub(super) const PICTURE: &str = "..X../.1.../..X.X/...2./..... 1 1 2";

pub(super) const DEMO: &[&str] = &[
    "MOVE B1",
    "BARRIER C1",
    "MOVE B2",
    "MOVE E4",
    "MOVE C2",
    "BARRIER C3",
    "MOVE D2",
    "MOVE D4",
    "BARRIER A3",
    "MOVE C4",
    "MOVE D3",
    "BARRIER C2",
    "BARRIER B1",
    "MOVE B4",
    "MOVE D4",
    "MOVE B3",
    "MOVE D5",
    "MOVE B2",
    "MOVE E5",
];

pub(super) const EXAMPLES: &[Example] = &[
    Example {
        caption: "P1 moves one cell toward the bottom right corner.",
        position: "...../.1.../..X../...2./..... 1 2 3",
        entry: "MOVE C2",
    },
    Example {
        caption: "Or P1 places a barrier. Even a cell right next to the other runner is allowed.",
        position: "...../.1.../..X../...2./..... 1 2 3",
        entry: "BARRIER D3",
    },
    Example {
        caption: "A player cannot place a barrier next to their own runner.",
        position: "...../.1.../..X../...2./..... 1 2 3",
        entry: "BARRIER B3",
    },
    Example {
        caption: "A barrier may not cut off a runner from its goal. Together with B1, this one would close off P2's goal, A1.",
        position: ".X.../...../..1../...2./..... 1 3 2",
        entry: "BARRIER A2",
    },
    Example {
        caption: "Runners cannot pass through barriers.",
        position: "...../.1X../...../...2./..... 1 2 3",
        entry: "MOVE C2",
    },
    Example {
        caption: "P1 enters the corner where P2 started, and wins.",
        position: "...../..2../...X./....1/..... 1 2 3",
        entry: "MOVE E5",
    },
    Example {
        caption: "P1 steps onto the other runner. A capture also wins.",
        position: "...../...X./..12./...../..... 1 2 3",
        entry: "MOVE D3",
    },
];
