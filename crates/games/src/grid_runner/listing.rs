//! The entry in the catalogue.

use quintet_rules::Player;

use super::GridRunner;
use super::lesson::LESSON;
use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;
use crate::listing::{Example, Listing, NamedIdea};

/// Grid Runner in the catalogue.
pub const LISTING: Listing = Listing {
    id: "grid-runner",
    name: "Grid Runner",
    summary: "Run to the opponent's corner or capture their runner; barriers bar the way.",
    rules: include_str!("rules.md"),
    examples: &[
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
    ],
    picture: "..X../.1.../..X.X/...2./..... 1 1 2",
    demo: &[
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
    ],
    lesson: LESSON,
    ideas: &[
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
            has_puzzles: false,
        },
        NamedIdea {
            id: "last-barrier",
            name: "The last barrier",
            text: include_str!("ideas/last-barrier.md"),
            positions: &[
                ".X.XX/...../.1X.2/...../...X. 1 0 1",
                ".1..X/...X./X..../..X2X/..... 2 1 0",
            ],
            has_puzzles: false,
        },
        NamedIdea {
            id: "stand-off",
            name: "Standoff",
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
    ],
    hue: 145,
    // Calibrated with `quintet-bench levels`.
    levels: [
        Level::new("Wanders about and wastes barriers.", 1, WorstOf(2)),
        Level::new("Captures when it can, but is in no hurry.", 2, BestOf(1)),
        Level::new(
            "Heads for its goal, and calculates short races to the end.",
            7,
            BestOf(5),
        ),
        Level::new("Races well, and places barriers with care.", 15, BestOf(6)),
        Level::new("Calculates almost every race to the end.", 18, BestOf(8)),
    ],
    favored: Some(Player::Two),
    sizes: &[
        &GridRunner::<5, 5>,
        &GridRunner::<6, 6>,
        &GridRunner::<7, 7>,
    ],
};
