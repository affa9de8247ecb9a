//! Whole games: in progress, played again, and looked at afterwards.

use axum::extract::State;
use quintet_api::{ContinueSession, RecordedGame, Replay, ReviewGame, SessionDocument};
use quintet_arena::Review;

use super::JsonResponse;
use crate::app::App;
use crate::http::extract::Json;
use crate::http::responses::{OfBody, OfLookup, OfMoves, OfRecord, OfThought};

/// A game at one screen: does something in it, and lets a level reply.
///
/// The whole game is told with each request. One request plays a move and gets the reply to it.
#[utoipa::path(
    post,
    path = "/session",
    tag = "games",
    request_body = ContinueSession,
    responses(
        (status = 200, body = SessionDocument, description = "The game as it is then"),
        OfBody, OfLookup, OfMoves, OfThought,
    )
)]
pub(crate) async fn session(
    State(app): State<App>,
    Json(question): Json<ContinueSession>,
) -> JsonResponse<ContinueSession> {
    app.answer(question).await
}

/// Plays a game again, step by step.
#[utoipa::path(
    post,
    path = "/replay",
    tag = "games",
    request_body = RecordedGame,
    responses(
        (status = 200, body = Replay, description = "The game, step by step"),
        OfBody, OfLookup, OfRecord, OfThought,
    )
)]
pub(crate) async fn replay(
    State(app): State<App>,
    Json(question): Json<RecordedGame>,
) -> JsonResponse<RecordedGame> {
    app.answer(question).await
}

/// Looks at a game afterwards: where the result changed hands.
#[utoipa::path(
    post,
    path = "/review",
    tag = "games",
    request_body = ReviewGame,
    responses(
        (status = 200, body = Review, description = "The game, move by move"),
        OfBody, OfLookup, OfRecord, OfThought,
    )
)]
pub(crate) async fn review(
    State(app): State<App>,
    Json(question): Json<ReviewGame>,
) -> JsonResponse<ReviewGame> {
    app.answer(question).await
}
