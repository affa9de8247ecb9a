//! The entry in the catalogue.

use quintet_games::Guess::{BestOf, WorstOf};
use quintet_games::{Example, Level, Listing};
use quintet_rules::Player;

use super::Domineering;
use super::lesson::LESSON;

/// Domineering in the catalogue.
pub const LISTING: Listing = Listing {
    id: "domineering",
    name: "Domineering",
    summary: "Place dominoes, each player in one direction; a player without room loses.",
    rules: include_str!("rules.md"),
    examples: &[
        Example {
            caption: "Vertical may place a domino here: both cells are empty.",
            position: "V.HH/V.../..../.... 1",
            entry: "B1 B2",
        },
        Example {
            caption: "Not here: one of the cells is covered.",
            position: "V.HH/V.../..../.... 1",
            entry: "C1 C2",
        },
        Example {
            caption: "Nor here: Vertical never places side by side.",
            position: "V.HH/V.../..../.... 1",
            entry: "B2 C2",
        },
        Example {
            caption: "Nor here: the cells do not share a side.",
            position: "V.HH/V.../..../.... 1",
            entry: "B1 B3",
        },
        Example {
            caption: "Vertical plays here and wins: no two empty cells are side by side any more.",
            position: "V.V./V.V./HH../HH.. 1",
            entry: "C3 C4",
        },
    ],
    picture: "V.HH/V.../HHV./..V. 1",
    demo: &[
        "C2 C3", "C1 D1", "B3 B4", "A1 B1", "A2 A3", "C4 D4", "D2 D3",
    ],
    lesson: LESSON,
    ideas: &[],
    hue: 250,
    // Calibrated with `quintet-bench levels`.
    levels: [
        Level::new("Plays wherever there is room.", 1, WorstOf(2)),
        Level::new("Likes good squares, but plans little.", 2, BestOf(1)),
        Level::new("Looks around, but misses slow plans.", 3, BestOf(2)),
        Level::new("Careful, and rarely surprised.", 5, BestOf(3)),
        Level::new("Plans far ahead; only long plans escape it.", 7, BestOf(5)),
    ],
    favored: Some(Player::One),
    sizes: &[
        &Domineering::<4, 4>,
        &Domineering::<3, 4>,
        &Domineering::<5, 5>,
    ],
};
