//! Exact values, and what follows from them.

use axum::extract::State;
use quintet_api::{
    AnalysisDocument, Analyze, Choose, Chosen, FindDailyPuzzle, FindPuzzle, JudgeMove, Judgement,
    PuzzleDocument,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::JsonResponse;
use crate::app::App;
use crate::clock;
use crate::http::extract::{Json, Path, Query};
use crate::http::responses::{OfBody, OfChoice, OfLookup, OfMoves, OfQuery, OfThought};

/// The exact value of a position and of each of its moves.
///
/// Values are exact or the word is `unsolved`: at sizes that are not known whole, each value is
/// searched for within a budget.
#[utoipa::path(
    post,
    path = "/analyze",
    tag = "truth",
    request_body = Analyze,
    responses(
        (status = 200, body = AnalysisDocument, description = "The analysis, moves best first"),
        OfBody, OfLookup, OfMoves, OfThought,
    )
)]
pub(crate) async fn analyze(
    State(app): State<App>,
    Json(question): Json<Analyze>,
) -> JsonResponse<Analyze> {
    app.answer(question).await
}

/// What a move does to the value of a position.
#[utoipa::path(
    post,
    path = "/judge",
    tag = "truth",
    request_body = JudgeMove,
    responses(
        (status = 200, body = Judgement, description = "What the move does to the value"),
        OfBody, OfLookup, OfMoves, OfThought,
    )
)]
pub(crate) async fn judge(
    State(app): State<App>,
    Json(question): Json<JudgeMove>,
) -> JsonResponse<JudgeMove> {
    app.answer(question).await
}

/// The move that a level plays in a position, and where it leads to.
#[utoipa::path(
    post,
    path = "/choose",
    tag = "truth",
    request_body = Choose,
    responses(
        (status = 200, body = Chosen, description = "The chosen move"),
        OfBody, OfLookup, OfChoice, OfThought,
    )
)]
pub(crate) async fn choose(
    State(app): State<App>,
    Json(question): Json<Choose>,
) -> JsonResponse<Choose> {
    app.answer(question).await
}

/// Which puzzle.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// The same seed gives the same puzzle; drawn if it and the day are left out.
    seed: Option<u64>,
    /// The puzzle of a day in universal time from 1970 on, as `2026-11-15`, or of `today`.
    // As in `WhichDay`: a pattern can only be written out.
    #[param(
        pattern = "^(today|(19[789][0-9]|[2-9][0-9]{3})-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8])))$"
    )]
    day: Option<String>,
}

/// A puzzle: exactly one move keeps the win.
#[utoipa::path(
    get,
    path = "/puzzles/{game}/{size}",
    tag = "truth",
    params(
        ("game" = String, Path, description = "The id of a game"),
        ("size" = String, Path, description = "The board, such as `4x4`"),
        Which,
    ),
    responses((status = 200, body = PuzzleDocument, description = "The puzzle"), OfQuery, OfLookup, OfThought)
)]
pub(crate) async fn puzzle(
    State(app): State<App>,
    Path((game, size)): Path<(String, String)>,
    Query(which): Query<Which>,
) -> JsonResponse<FindPuzzle> {
    let question = FindPuzzle {
        game,
        size: Some(size),
        seed: which.seed,
        day: which.day,
    };
    app.answer(question).await
}

/// Which day.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichDay {
    /// A day in universal time from 1970 on, as `2026-11-15`, or `today`, which it is if it is left out.
    // Every day of the calendar but the leap day.
    #[param(
        pattern = "^(today|(19[789][0-9]|[2-9][0-9]{3})-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8])))$"
    )]
    day: Option<String>,
}

/// The puzzle of a day. The games take turns.
#[utoipa::path(
    get,
    path = "/puzzles",
    tag = "truth",
    params(WhichDay),
    responses((status = 200, body = PuzzleDocument, description = "The puzzle"), OfQuery, OfLookup, OfThought)
)]
pub(crate) async fn daily(
    State(app): State<App>,
    Query(which): Query<WhichDay>,
) -> JsonResponse<FindDailyPuzzle> {
    let day = which.day.filter(|day| day != "today");
    let day = day.unwrap_or_else(|| quintet_arena::date(clock::now()));
    app.answer(FindDailyPuzzle { day }).await
}
