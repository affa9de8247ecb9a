//! The named ideas of Grid Runner.

use crate::listing::NamedIdea;

/// The ideas of Grid Runner.
pub(super) const IDEAS: &[NamedIdea] = &[
    NamedIdea {
        id: "race",
        name: "The race",
        text: include_str!("ideas/race.md"),
        positions: &[
            ".X.1./...../..X.X/X.X.X/...2. 2 0 0",
            "..X../1..X./...../..2XX/XX... 1 0 0",
        ],
        has_puzzles: true,
    },
    NamedIdea {
        id: "cut-off",
        name: "Cut-off",
        text: include_str!("ideas/cut-off.md"),
        positions: &[
            ".X.../...1./...../2..X./...X. 1 2 1",
            "...../.X..1/..XX./2..../..... 2 1 2",
        ],
        has_puzzles: true,
    },
    NamedIdea {
        id: "last-barrier",
        name: "The last barrier",
        text: include_str!("ideas/last-barrier.md"),
        positions: &[
            ".X.XX/...../.1X.2/...../...X. 1 0 1",
            ".1..X/...X./X..../..X2X/..... 2 1 0",
        ],
        has_puzzles: true,
    },
    NamedIdea {
        id: "stand-off",
        name: "Stand-off",
        text: include_str!("ideas/stand-off.md"),
        positions: &[".X.XX/1..../.X..X/2..X./..... 2 0 0"],
        has_puzzles: false,
    },
    NamedIdea {
        id: "opposition",
        name: "Opposition",
        text: include_str!("ideas/opposition.md"),
        positions: &[
            "1..../.X.../..X../.XX../XX..2 1 0 0",
            "1..../...../...X./...../..X.2 2 2 2",
        ],
        has_puzzles: true,
    },
];
