//! What is known about a position, for programs.

use quintet_games::{Analysis, AnyPosition};
use serde::Serialize;

use super::Worth;

/// The value of a position and that of every move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisDocument {
    /// The id of the game.
    pub game: &'static str,
    /// The board, such as `4x4`.
    pub size: String,
    /// The position as text.
    pub position: String,
    /// The player to move; in a finished position, the player who would have been next.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub to_move: u8,
    /// Whether the game is over.
    pub over: bool,
    /// Who has won, if the game is over.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub winner: Option<u8>,
    /// For the player to move.
    #[serde(flatten)]
    pub worth: Worth,
    /// Every legal move, best first. Empty if the game is over.
    pub moves: Vec<MoveDocument>,
}

/// A move and what it is worth to the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveDocument {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// For the player who makes it, counted from before it.
    #[serde(flatten)]
    pub worth: Worth,
}

impl AnalysisDocument {
    /// The document of a position, as an oracle has analysed it.
    pub fn of(position: &dyn AnyPosition, analysis: &Analysis) -> Self {
        let variant = position.variant();
        let winner = position.outcome().map(|outcome| outcome.winner.number());
        AnalysisDocument {
            game: variant.id(),
            size: variant.size().to_string(),
            position: position.text(),
            to_move: position.to_move().number(),
            over: winner.is_some(),
            winner,
            worth: analysis.value.into(),
            moves: analysis
                .moves
                .iter()
                .map(|mv| MoveDocument {
                    mv: mv.mv.clone(),
                    worth: mv.value.into(),
                })
                .collect(),
        }
    }
}
