//! Positions and the moves in them.

use axum::Json as Answer;
use quintet_rules::Player;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::view::View;
use crate::extract::{Json, Path, Query};
use crate::named;
use crate::problem::Problem;
use crate::refusals::{OfBody, OfLookup, OfMoves, OfPosition, OfQuery};

/// Which position.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// The position as text; the start if it is left out.
    position: Option<String>,
    /// Who begins, if the position is left out.
    #[param(minimum = 1, maximum = 2)]
    first: Option<u8>,
}

/// A position, or the start of a game.
#[utoipa::path(
    get,
    path = "/positions/{game}/{size}",
    tag = "positions",
    params(
        ("game" = String, Path, description = "The id of a game"),
        ("size" = String, Path, description = "The board, such as `4x4`"),
        Which,
    ),
    responses((status = 200, body = View, description = "The position"), OfQuery, OfLookup, OfPosition)
)]
pub(crate) async fn position(
    Path((game, size)): Path<(String, String)>,
    Query(which): Query<Which>,
) -> Result<Answer<View>, Problem> {
    let variant = named::variant(&game, Some(&size))?;
    let first = which.first.map_or(Ok(Player::One), named::player)?;
    let position = match which.position {
        Some(text) => named::position(variant, &text)?,
        None => variant.start(first),
    };
    Ok(Answer(View::of(&*position)))
}

/// A move to be played.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// The id of a game.
    game: String,
    /// The board; the rule book's if it is left out.
    size: Option<String>,
    /// The position as text; the start if it is left out.
    position: Option<String>,
    /// The move in either spelling: `2 2` or `2-2`.
    #[serde(rename = "move")]
    mv: String,
}

/// A move that has been played.
#[derive(Serialize, ToSchema)]
pub(crate) struct Played {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    mv: String,
    /// What is said to the player who made it; may be empty.
    confirmation: String,
    /// What everyone must know if play goes on differently from here.
    #[schema(required)]
    notice: Option<String>,
    /// The cells that the move names, in the order in which a person touches them.
    touches: Vec<usize>,
    /// Where it leads to.
    view: View,
}

/// Plays a move on a position.
#[utoipa::path(
    post,
    path = "/play",
    tag = "positions",
    request_body = Play,
    responses(
        (status = 200, body = Played, description = "The move and where it leads to"),
        OfBody, OfLookup, OfMoves,
    )
)]
pub(crate) async fn play(Json(asked): Json<Play>) -> Result<Answer<Played>, Problem> {
    let variant = named::variant(&asked.game, asked.size.as_deref())?;
    let position = named::position_or_start(variant, asked.position.as_deref())?;
    let played = position.play(&asked.mv)?;
    Ok(Answer(Played {
        touches: played.marks,
        view: View::of(&*played.position),
        mv: played.mv,
        confirmation: played.confirmation,
        notice: played.notice,
    }))
}

/// Cells that have been touched.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskWhy {
    /// The id of a game.
    game: String,
    /// The board; the rule book's if it is left out.
    size: Option<String>,
    /// The position as text; the start if it is left out.
    position: Option<String>,
    /// The cells by index, in the order in which they were touched.
    touched: Vec<usize>,
}

/// Why a move can not begin so.
#[derive(Serialize, ToSchema)]
pub(crate) struct Why {
    /// In the voice of the rule book; `null` if nothing can be said about these cells.
    #[schema(required)]
    sentence: Option<String>,
}

/// Why no legal move begins with the touched cells.
#[utoipa::path(
    post,
    path = "/why",
    tag = "positions",
    request_body = AskWhy,
    responses(
        (status = 200, body = Why, description = "The rule that is in the way, if any"),
        OfBody, OfLookup, OfPosition,
    )
)]
pub(crate) async fn why(Json(asked): Json<AskWhy>) -> Result<Answer<Why>, Problem> {
    let variant = named::variant(&asked.game, asked.size.as_deref())?;
    let position = named::position_or_start(variant, asked.position.as_deref())?;
    Ok(Answer(Why {
        sentence: position.why_not(&asked.touched),
    }))
}
