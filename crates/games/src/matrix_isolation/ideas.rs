//! The named ideas of Matrix Isolation.

use crate::listing::NamedIdea;

/// The ideas of Matrix Isolation.
pub(super) const IDEAS: &[NamedIdea] = &[
    NamedIdea {
        id: "exits",
        name: "Exits",
        text: include_str!("ideas/exits.md"),
        positions: &["X.X./.1../.2X./XXXX 2", ".1X./..../.X2./X... 1"],
        has_puzzles: true,
    },
    NamedIdea {
        id: "rooms",
        name: "Rooms",
        text: include_str!("ideas/rooms.md"),
        positions: &["X.../1.../..../...2 2", "1.../..../...2/...X 1"],
        has_puzzles: true,
    },
];
