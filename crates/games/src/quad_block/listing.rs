//! The entry in the catalogue.

use quintet_rules::Player;

use super::QuadBlock;
use super::lesson::LESSON;
use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;
use crate::listing::{Example, Listing, NamedIdea};

/// Quad Block in the catalogue.
pub const LISTING: Listing = Listing {
    id: "quad-block",
    name: "Quad Block",
    summary: "Be the first with a connected group of exactly four; five or more do not count.",
    rules: include_str!("rules.md"),
    examples: &[
        Example {
            caption: "X completes a group of four, connected by their sides, and wins.",
            position: "...../.XX../.XO../..OO./..... 1 p",
            entry: "17",
        },
        Example {
            caption: "X joins two pairs into a group of five. That is legal, but five does not win, so the game continues.",
            position: "O...O/...../XX.XX/...../O...O 1 p",
            entry: "13",
        },
        Example {
            caption: "You cannot place a marker on an occupied cell.",
            position: "O...O/...../XX.XX/...../O...O 1 p",
            entry: "5",
        },
        Example {
            caption: "Sudden death: one cell is empty, and each turn relocates a marker to it. O cannot relocate an X.",
            position: "OXXX./XOXXO/OOXXO/XXOOO/OOXXX 2 s",
            entry: "4 5",
        },
        Example {
            caption: "O relocates one of its own. The move leaves exactly four down the right side, and O wins.",
            position: "OXXX./XOXXO/OOXXO/XXOOO/OOXXX 2 s",
            entry: "19 5",
        },
    ],
    picture: "..X../.XO../.OXO./..O.X/..... 1 p",
    demo: &["16", "17", "11", "7", "6", "5", "1"],
    lesson: LESSON,
    ideas: &[
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
    ],
    hue: 25,
    // Calibrated with `quintet-bench levels`.
    levels: [
        Level::new(
            "Completes a group of four and blocks yours, but builds badly.",
            2,
            WorstOf(4),
        ),
        Level::new(
            "Completes and blocks groups of four, and otherwise plays anywhere.",
            2,
            BestOf(1),
        ),
        Level::new(
            "Builds groups, but neither sets nor sees forks.",
            2,
            BestOf(3),
        ),
        Level::new("Sets forks, but does not see yours coming.", 3, BestOf(3)),
        Level::new("Sees forks on both sides, and builds well.", 4, BestOf(10)),
    ],
    favored: Some(Player::One),
    sizes: &[
        &QuadBlock::<5, 5>,
        &QuadBlock::<4, 4>,
        &QuadBlock::<6, 6>,
        &QuadBlock::<7, 7>,
    ],
};
