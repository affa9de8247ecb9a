//! The entry in the catalogue.

use quintet_rules::Player;

use super::AdjacencyBlock;
use super::lesson::LESSON;
use crate::gridlock::private_cells;
use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;
use crate::listing::{Example, Listing};

/// Adjacency Block in the catalogue.
pub const LISTING: Listing = Listing {
    id: "adjacency-block",
    name: "Adjacency Block",
    summary: "Place tokens in a row, never next to your opponent's; if you cannot, you lose.",
    rules: include_str!("rules.md"),
    examples: &[
        Example {
            caption: "X may go here: it is next to an X.",
            position: "..O...X... 1",
            entry: "6",
        },
        Example {
            caption: "X may not go here: it is right next to an O.",
            position: "..O...X... 1",
            entry: "4",
        },
        Example {
            caption: "X may not go here: the cell is occupied.",
            position: "..O...X... 1",
            entry: "7",
        },
        Example {
            caption: "X goes here and wins: every empty cell is now next to an X, so O cannot place.",
            position: "O.X..OO.XX 1",
            entry: "4",
        },
    ],
    picture: "XX.O..X..O 2",
    demo: &["3", "8", "6", "9", "1", "10", "2"],
    lesson: LESSON,
    ideas: &[private_cells(&["X.XXX.OO.O 2", "....X....O 2"])],
    hue: 190,
    // Calibrated with `quintet-bench levels`.
    levels: [
        Level::new("Plays where it gives its room away.", 1, WorstOf(3)),
        Level::new(
            "Never falls for a win in one move, but wastes its room.",
            2,
            WorstOf(6),
        ),
        Level::new(
            "Never falls for a win in one move, and leaves the rest to chance.",
            2,
            BestOf(1),
        ),
        Level::new(
            "Sees short plans, and leaves the opening to chance.",
            4,
            BestOf(1),
        ),
        Level::new(
            "Sees most of the game, but not its first moves.",
            5,
            BestOf(2),
        ),
    ],
    favored: Some(Player::One),
    sizes: &[
        &AdjacencyBlock::<10>,
        &AdjacencyBlock::<6>,
        &AdjacencyBlock::<15>,
        &AdjacencyBlock::<20>,
        &AdjacencyBlock::<30>,
        &AdjacencyBlock::<40>,
    ],
};
