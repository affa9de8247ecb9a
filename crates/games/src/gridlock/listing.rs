//! The entry in the catalogue.

use quintet_rules::Player;

use super::Gridlock;
use super::lesson::LESSON;
use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;
use crate::listing::{Example, Listing, NamedIdea};

/// Gridlock in the catalogue.
pub const LISTING: Listing = Listing {
    id: "gridlock",
    name: "Gridlock",
    summary: "Place markers, never next to your opponent's; if you cannot, you lose.",
    rules: include_str!("rules.md"),
    examples: &[
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
    ],
    picture: "XX.O/X.OO/.O../...X 1",
    demo: &["4 2", "1 3", "3 4", "1 1", "2 2", "3 1", "2 4"],
    lesson: LESSON,
    ideas: &[
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
    ],
    hue: 75,
    // Calibrated with `quintet-bench levels`.
    levels: [
        Level::new(
            "Fills cells with no thought for the space that is left.",
            2,
            WorstOf(2),
        ),
        Level::new(
            "Takes a win when it sees one, but makes no plans.",
            2,
            BestOf(1),
        ),
        Level::new(
            "Likes cells that leave room to move, but misses long plans.",
            3,
            BestOf(2),
        ),
        Level::new(
            "Plays carefully, and rarely falls for a short plan.",
            6,
            BestOf(3),
        ),
        Level::new("Calculates almost to the end of the game.", 9, BestOf(64)),
    ],
    favored: Some(Player::Two),
    sizes: &[
        &Gridlock::<4, 4>,
        &Gridlock::<3, 3>,
        &Gridlock::<5, 5>,
        &Gridlock::<6, 6>,
        &Gridlock::<8, 8>,
    ],
};

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
