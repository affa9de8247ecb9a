//! Positions and moves.

use quintet_games::Catalogue;
use serde::{Deserialize, Serialize};

use crate::{Prepared, Request, RequestError, View, names};

/// A request for a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShowPosition {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
    /// The position. Default: the start of the game.
    pub position: Option<String>,
    /// The first player, without a position. Default: 1.
    pub first: Option<u8>,
}

impl Request for ShowPosition {
    type Response = View;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<View>, RequestError> {
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        let position = names::position_or_start(variant, self.position.as_deref(), self.first)?;
        Ok(Prepared::at_once(View::of(&*position)))
    }
}

/// A request to play a move.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayMove {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
    /// The position. Default: the start of the game.
    pub position: Option<String>,
    /// The move, in either notation: `2 2` or `2-2`.
    #[serde(rename = "move")]
    pub mv: String,
}

/// A move and its result.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Played))]
pub struct PlayedDocument {
    /// The move as the rule book writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// Confirmation for the player who made it; may be empty.
    pub confirmation: String,
    /// An announcement to both players if the game changes here, such as a new phase.
    #[cfg_attr(feature = "schema", schema(required))]
    pub notice: Option<String>,
    /// The cells in the move's notation.
    pub touches: Vec<usize>,
    /// The position after the move.
    pub view: View,
}

impl PlayedDocument {
    /// Builds the response for a move.
    pub(crate) fn of(played: quintet_games::PlayedMove) -> Self {
        PlayedDocument {
            view: View::of(&*played.position),
            mv: played.mv,
            confirmation: played.confirmation,
            notice: played.notice,
            touches: played.marks,
        }
    }
}

impl Request for PlayMove {
    type Response = PlayedDocument;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<PlayedDocument>, RequestError> {
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        let position = names::position_or_start(variant, self.position.as_deref(), None)?;
        Ok(Prepared::at_once(PlayedDocument::of(
            position.play(&self.mv)?,
        )))
    }
}

/// A request to explain why no legal move begins with these cells.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WhyNot {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
    /// The position. Default: the start of the game.
    pub position: Option<String>,
    /// The touched cells by index, in order.
    pub touched: Vec<usize>,
}

/// The reason why no legal move begins with some cells.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Why {
    /// The rule book's reason; `null` if there is none for these cells.
    #[cfg_attr(feature = "schema", schema(required))]
    pub sentence: Option<String>,
    /// The cells that prevent the move, by index; may be empty.
    pub cells: Vec<usize>,
}

impl Request for WhyNot {
    type Response = Why;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Why>, RequestError> {
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        let position = names::position_or_start(variant, self.position.as_deref(), None)?;
        let (sentence, cells) = match position.why_not(&self.touched) {
            Some(objection) => (Some(objection.sentence), objection.cells),
            None => (None, Vec::new()),
        };
        Ok(Prepared::at_once(Why { sentence, cells }))
    }
}
