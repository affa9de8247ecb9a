//! Positions and the moves in them.

use axum::extract::State;
use quintet_api::{PlayMove, PlayedDocument, ShowPosition, View, Why, WhyNot};
use serde::Deserialize;
use utoipa::IntoParams;

use super::JsonResponse;
use crate::app::App;
use crate::http::extract::{Json, Path, Query};
use crate::http::responses::{OfBody, OfLookup, OfMoves, OfPosition, OfQuery};

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
    State(app): State<App>,
    Path((game, size)): Path<(String, String)>,
    Query(which): Query<Which>,
) -> JsonResponse<ShowPosition> {
    let question = ShowPosition {
        game,
        size: Some(size),
        position: which.position,
        first: which.first,
    };
    app.answer(question).await
}

/// Plays a move on a position.
#[utoipa::path(
    post,
    path = "/play",
    tag = "positions",
    request_body = PlayMove,
    responses(
        (status = 200, body = PlayedDocument, description = "The move and where it leads to"),
        OfBody, OfLookup, OfMoves,
    )
)]
pub(crate) async fn play(
    State(app): State<App>,
    Json(question): Json<PlayMove>,
) -> JsonResponse<PlayMove> {
    app.answer(question).await
}

/// Why no legal move begins with the touched cells.
#[utoipa::path(
    post,
    path = "/why",
    tag = "positions",
    request_body = WhyNot,
    responses(
        (status = 200, body = Why, description = "The rule that is in the way, if any"),
        OfBody, OfLookup, OfPosition,
    )
)]
pub(crate) async fn why(
    State(app): State<App>,
    Json(question): Json<WhyNot>,
) -> JsonResponse<WhyNot> {
    app.answer(question).await
}
