//! The entry in the catalogue.

use quintet_rules::Player;

use super::MatrixIsolation;
use super::lesson::LESSON;
use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;
use crate::listing::{Example, Listing, NamedIdea};

/// Matrix Isolation in the catalogue.
pub const LISTING: Listing = Listing {
    id: "matrix-isolation",
    name: "Matrix Isolation",
    summary: "Move your piece, then block a cell; trap your opponent's piece to win.",
    rules: include_str!("rules.md"),
    examples: &[
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
    ],
    picture: "..X./.1.X/X.2./.X.. 1",
    demo: &[
        "1 2 3 3", "4 3 2 2", "1 3 4 2", "4 4 2 4", "1 2 3 4", "4 3 1 3", "1 1 4 4",
    ],
    lesson: LESSON,
    ideas: &[
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
    ],
    hue: 300,
    // Calibrated with `quintet-bench levels`.
    levels: [
        Level::new(
            "Runs into corners and blocks the wrong cells.",
            1,
            WorstOf(4),
        ),
        Level::new(
            "Takes a win in one move, but walks into traps.",
            1,
            BestOf(1),
        ),
        Level::new(
            "Avoids traps that close at once, but makes no plans.",
            2,
            BestOf(1),
        ),
        Level::new(
            "Sets traps two moves deep, and likes open space.",
            3,
            BestOf(2),
        ),
        Level::new(
            "Sees traps two moves deep on both sides, and fights for space.",
            4,
            BestOf(5),
        ),
    ],
    favored: Some(Player::One),
    sizes: &[
        &MatrixIsolation::<4, 4>,
        &MatrixIsolation::<5, 5>,
        &MatrixIsolation::<6, 6>,
    ],
};
