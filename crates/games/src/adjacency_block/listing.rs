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
            caption: "X may play here: it is next to an X.",
            position: "..O...X... 1",
            entry: "6",
        },
        Example {
            caption: "X may not play here: it is right next to an O.",
            position: "..O...X... 1",
            entry: "4",
        },
        Example {
            caption: "X may not play here: the cell is occupied.",
            position: "..O...X... 1",
            entry: "7",
        },
        Example {
            caption: "X plays here and wins: every empty cell is now next to an X, so O cannot place.",
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
        Level::new("Gives its own space away.", 1, WorstOf(3)),
        Level::new(
            "Never overlooks a win in one move, but wastes its space.",
            2,
            WorstOf(6),
        ),
        Level::new(
            "Never overlooks a win in one move, and otherwise plays at random.",
            2,
            BestOf(1),
        ),
        Level::new(
            "Sees short plans, but plays the opening at random.",
            4,
            BestOf(1),
        ),
        Level::new(
            "Calculates to the end, except in the opening.",
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
