//! Positions and the moves in them.

use quintet_games::Catalogue;
use serde::{Deserialize, Serialize};

use crate::{Prepared, Request, RequestError, View, named};

/// A position, or the start of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShowPosition {
    /// The id of a game.
    pub game: String,
    /// The board; the rule book's if it is left out.
    pub size: Option<String>,
    /// The position as text; the start if it is left out.
    pub position: Option<String>,
    /// Who begins, if the position is left out.
    pub first: Option<u8>,
}

impl Request for ShowPosition {
    type Response = View;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<View>, RequestError> {
        let variant = named::variant(catalogue, &self.game, self.size.as_deref())?;
        let position = named::position_or_start(variant, self.position.as_deref(), self.first)?;
        Ok(Prepared::at_once(View::of(&*position)))
    }
}

/// A move to be played.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayMove {
    /// The id of a game.
    pub game: String,
    /// The board; the rule book's if it is left out.
    pub size: Option<String>,
    /// The position as text; the start if it is left out.
    pub position: Option<String>,
    /// The move in either spelling: `2 2` or `2-2`.
    #[serde(rename = "move")]
    pub mv: String,
}

/// A move that has been played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Played))]
pub struct PlayedDocument {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is said to the player who made it; may be empty.
    pub confirmation: String,
    /// What everyone must know if play goes on differently from here.
    #[cfg_attr(feature = "schema", schema(required))]
    pub notice: Option<String>,
    /// The cells that the move names.
    pub touches: Vec<usize>,
    /// Where it leads to.
    pub view: View,
}

impl PlayedDocument {
    /// The document of a move that has been played.
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
        let variant = named::variant(catalogue, &self.game, self.size.as_deref())?;
        let position = named::position_or_start(variant, self.position.as_deref(), None)?;
        Ok(Prepared::at_once(PlayedDocument::of(
            position.play(&self.mv)?,
        )))
    }
}

/// Cells that have been touched.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WhyNot {
    /// The id of a game.
    pub game: String,
    /// The board; the rule book's if it is left out.
    pub size: Option<String>,
    /// The position as text; the start if it is left out.
    pub position: Option<String>,
    /// The cells by index, in the order in which they were touched.
    pub touched: Vec<usize>,
}

/// Why a move cannot begin so.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Why {
    /// In the voice of the rule book; `null` if nothing can be said about these cells.
    #[cfg_attr(feature = "schema", schema(required))]
    pub sentence: Option<String>,
    /// The cells that are in the way, by index; empty if nothing can be said about these cells.
    pub cells: Vec<usize>,
}

impl Request for WhyNot {
    type Response = Why;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Why>, RequestError> {
        let variant = named::variant(catalogue, &self.game, self.size.as_deref())?;
        let position = named::position_or_start(variant, self.position.as_deref(), None)?;
        let (sentence, cells) = match position.why_not(&self.touched) {
            Some(objection) => (Some(objection.sentence), objection.cells),
            None => (None, Vec::new()),
        };
        Ok(Prepared::at_once(Why { sentence, cells }))
    }
}
