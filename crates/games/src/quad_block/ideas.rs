//! The named ideas of Quad Block.

use crate::listing::NamedIdea;

/// The ideas of Quad Block.
pub(super) const IDEAS: &[NamedIdea] = &[
    NamedIdea {
        id: "fork",
        name: "Fork",
        text: include_str!("ideas/fork.md"),
        positions: &["...../...O./...../..O.X/...XX 2 p"],
        has_puzzles: true,
    },
    NamedIdea {
        id: "chain",
        name: "Chain of threats",
        text: include_str!("ideas/chain.md"),
        positions: &["OO.../..XO./.O.../.X.../X..X. 1 p"],
        has_puzzles: true,
    },
    NamedIdea {
        id: "threat",
        name: "Threat",
        text: include_str!("ideas/threat.md"),
        positions: &["...../...../...O./.O.../....X 1 p"],
        has_puzzles: true,
    },
    NamedIdea {
        id: "zugzwang",
        name: "Zugzwang",
        text: include_str!("ideas/zugzwang.md"),
        positions: &["OXOXO/OXOXX/OOOOX/X.OOX/XOXXO 2 s"],
        has_puzzles: true,
    },
];
