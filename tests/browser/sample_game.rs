//! Whole games to play, the same in every run.

use quintet_arena::Turn;
use quintet_games::{AnyPosition, Variant};
use quintet_rules::Player;

pub(crate) use crate::common::table::variant as standard;

/// A game from start to end.
pub(crate) struct SampleGame {
    pub(crate) variant: &'static dyn Variant,
    /// The position before each move, and the final one.
    pub(crate) positions: Vec<Box<dyn AnyPosition>>,
    pub(crate) moves: Vec<String>,
}

impl SampleGame {
    /// A short game in which player 1 begins.
    pub(crate) fn of(variant: &'static dyn Variant) -> Self {
        let games = (0..200).filter_map(|seed| SampleGame::random(variant, seed));
        let shortest = games.min_by_key(|game| game.moves.len());
        shortest.expect("one of many games is short")
    }

    /// Plays random moves, or returns `None` if the game becomes long.
    fn random(variant: &'static dyn Variant, seed: u64) -> Option<Self> {
        let mut positions = vec![variant.start(Player::One)];
        let mut moves = Vec::new();
        let mut state = seed;
        while positions[moves.len()].outcome().is_none() {
            let position = &positions[moves.len()];
            let mut legal = position.moves();
            // Knuth's MMIX generator, whose upper bits are good enough for a choice.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mv = legal.swap_remove((state >> 33) as usize % legal.len()).text;
            let next = position.play(&mv).expect("a legal move").position;
            positions.push(next);
            moves.push(mv);
            if moves.len() > 60 {
                return None;
            }
        }
        Some(SampleGame {
            variant,
            positions,
            moves,
        })
    }

    /// The names of the cells that a person touches to make the move of a ply.
    pub(crate) fn touches(&self, ply: usize) -> Vec<String> {
        touches(&*self.positions[ply], &self.moves[ply])
    }

    /// A legal move that the game does not continue with after `ply` moves.
    pub(crate) fn other_move(&self, ply: usize) -> String {
        let legal = self.positions[ply].moves().into_iter().map(|mv| mv.text);
        let mut others = legal.filter(|mv| *mv != self.moves[ply]);
        others.next().expect("there is a choice")
    }

    /// A cell that cannot be chosen before the last move, and the longest reason.
    pub(crate) fn refused_cell(&self) -> (String, String) {
        let position = &self.positions[self.moves.len() - 1];
        let cells = position.scene().cells;
        let reason = |cell| Some((cell, position.why_not(&[cell])?.sentence));
        let reasons = (0..cells.len()).filter_map(reason);
        let longest = reasons.max_by_key(|(_, reason)| reason.len());
        let (cell, reason) = longest.expect("a cell that cannot be chosen");
        (cells[cell].name.clone(), reason)
    }

    /// Returns the sentence at the end of the game.
    pub(crate) fn ending(&self) -> String {
        let last = self.positions.last().expect("a game has a start");
        last.ending().expect("the game is over").sentence
    }

    /// Returns the address of the game after `ply` moves.
    pub(crate) fn address(&self, ply: usize) -> String {
        let words: Vec<_> = self.moves[..ply]
            .iter()
            .map(|mv| mv.replace(' ', "-"))
            .collect();
        let (game, size) = (self.variant.id(), self.variant.size());
        format!("/play/{game}/{size}?moves={}", words.join("+"))
    }
}

/// The names of the cells that a person touches to make a move.
pub(crate) fn touches(position: &dyn AnyPosition, mv: &str) -> Vec<String> {
    let cells = position.scene().cells;
    let moves = position.moves();
    let listed = moves.iter().find(|listed| listed.text == mv);
    let mut touched = listed.expect("a legal move").touches[0].clone();
    if Turn::new(position.boxed()).spends(mv) {
        // A move that uses up something scarce needs a second touch.
        touched.extend(touched.last().copied());
    }
    touched
        .into_iter()
        .map(|cell| cells[cell].name.clone())
        .collect()
}
