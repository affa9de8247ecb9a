//! A reviewed game, for programs.

use quintet_rules::Player;
use serde::Serialize;

use super::Worth;
use crate::{Record, Review, ReviewedMove};

/// A game, move by move, against the truth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewDocument {
    /// The id of the game.
    pub game: &'static str,
    /// The board, such as `4x4`.
    pub size: String,
    /// `1-0`, `0-1` or `*`.
    pub result: String,
    /// Every move that was played.
    pub moves: Vec<ReviewedMoveDocument>,
    /// How well each player decided, Player 1 first.
    pub accuracy: [AccuracyDocument; 2],
}

/// A move and what it did to the value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewedMoveDocument {
    /// Its number, counted from 1.
    pub ply: usize,
    /// Who made it.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub player: u8,
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the position was worth to the player.
    pub before: Worth,
    /// What the move left of it, counted from before the move.
    pub after: Worth,
    /// Whether some legal move would have given the value away.
    pub could_err: bool,
    /// Whether this one did.
    pub mistake: bool,
    /// For a mistake: the best move instead.
    #[cfg_attr(feature = "schema", schema(required))]
    pub better: Option<String>,
    /// For a mistake: the line that begins with the better move.
    pub line: Vec<String>,
}

/// How many decisions a player got right, of those that could go wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AccuracyDocument {
    /// Who.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub player: u8,
    /// Decisions that kept the value.
    pub kept: usize,
    /// Decisions in which a mistake was possible.
    pub decisions: usize,
    /// The share of those kept, in a hundred; `null` if nothing could go wrong.
    #[cfg_attr(feature = "schema", schema(required))]
    pub percent: Option<usize>,
}

impl ReviewDocument {
    /// The document of a reviewed game.
    pub fn of(record: &Record, review: &Review) -> Self {
        let variant = record.variant();
        let accuracy = review.accuracy();
        let moves = review.moves.iter().enumerate();
        ReviewDocument {
            game: variant.id(),
            size: variant.size().to_string(),
            result: record.result().to_string(),
            moves: moves
                .map(|(n, mv)| ReviewedMoveDocument::of(n + 1, mv))
                .collect(),
            accuracy: Player::BOTH.map(|player| AccuracyDocument {
                player: player.number(),
                kept: accuracy[player].kept,
                decisions: accuracy[player].decisions,
                percent: accuracy[player].percent(),
            }),
        }
    }
}

impl ReviewedMoveDocument {
    fn of(ply: usize, mv: &ReviewedMove) -> Self {
        ReviewedMoveDocument {
            ply,
            player: mv.player.number(),
            mv: mv.mv.clone(),
            before: mv.before.into(),
            after: mv.after.into(),
            could_err: mv.could_err,
            mistake: mv.is_mistake(),
            better: mv.better.clone(),
            line: mv.better_line.clone(),
        }
    }
}
