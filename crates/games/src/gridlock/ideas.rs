//! The named ideas of Gridlock, some of which Adjacency Block shares.

use crate::listing::NamedIdea;

/// The ideas of Gridlock.
pub(super) const IDEAS: &[NamedIdea] = &[
    NamedIdea {
        id: "mirror",
        name: "Mirror",
        text: include_str!("ideas/mirror.md"),
        positions: &["..../..../..../.... 1", "..../.X../..O./.... 1"],
        has_puzzles: true,
    },
    private_cells(&["OO.X/.O../...X/XX.. 2"]),
    NamedIdea {
        id: "open-cells",
        name: "Open cells",
        text: include_str!("ideas/open-cells.md"),
        positions: &[".O../..../.XX./.... 2"],
        has_puzzles: true,
    },
];

/// Cells that only one player can use.
pub(crate) const fn private_cells(positions: &'static [&'static str]) -> NamedIdea {
    NamedIdea {
        id: "private-cells",
        name: "Private cells",
        text: include_str!("ideas/private-cells.md"),
        positions,
        has_puzzles: true,
    }
}
