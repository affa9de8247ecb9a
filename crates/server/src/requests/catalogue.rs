//! Which games there are, and how each is played.

use axum::extract::State;
use quintet_api::{DescribeGame, GameList, GamePage, LearnGame, Lesson, ListGames};

use super::JsonResponse;
use crate::app::App;
use crate::http::extract::Path;
use crate::http::responses::OfLookup;

/// Every game, and who can play.
#[utoipa::path(
    get,
    path = "/catalogue",
    tag = "games",
    responses((status = 200, body = GameList, description = "The catalogue"))
)]
pub(crate) async fn games(State(app): State<App>) -> JsonResponse<ListGames> {
    app.answer(ListGames {}).await
}

/// A game with its rules and examples.
#[utoipa::path(
    get,
    path = "/catalogue/{game}",
    tag = "games",
    params(("game" = String, Path, description = "The id of a game")),
    responses((status = 200, body = GamePage, description = "The game"), OfLookup)
)]
pub(crate) async fn game(
    State(app): State<App>,
    Path(game): Path<String>,
) -> JsonResponse<DescribeGame> {
    app.answer(DescribeGame { game }).await
}

/// A guided first game.
#[utoipa::path(
    get,
    path = "/catalogue/{game}/lesson",
    tag = "games",
    params(("game" = String, Path, description = "The id of a game")),
    responses((status = 200, body = Lesson, description = "The lesson, step by step"), OfLookup)
)]
pub(crate) async fn lesson(
    State(app): State<App>,
    Path(game): Path<String>,
) -> JsonResponse<LearnGame> {
    app.answer(LearnGame { game }).await
}
