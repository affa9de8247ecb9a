//! What a position and each of its moves are worth.

use axum::Json as Answer;
use axum::extract::State;
use quintet_arena::document::AnalysisDocument;
use quintet_arena::reason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::extract::Json;
use crate::named::{self, Moves};
use crate::problem::Problem;
use crate::refusals::{OfBody, OfLookup, OfMoves, OfThought};

/// A position to be analysed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Analyze {
    /// The id of a game.
    game: String,
    /// The board; the rule book's if it is left out.
    size: Option<String>,
    /// The position as text; the start if it is left out.
    position: Option<String>,
    /// Moves to be played first.
    moves: Option<Moves>,
    /// Whether best play and the reason in words are wanted, too.
    #[serde(default)]
    explain: bool,
}

/// An analysis, explained if that was asked for.
#[derive(Serialize, ToSchema)]
pub(crate) struct Explained {
    #[serde(flatten)]
    analysis: AnalysisDocument,
    /// The moves of best play: the winner hurries and the loser delays.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    /// What it comes to, spoken to the player to move: `loses in 4: after 3 3 you have no cell
    /// left`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The exact value of a position and of each of its moves.
///
/// Values are exact or the word is `unsolved`: at sizes that are not known whole, each value is
/// looked for within a budget.
#[utoipa::path(
    post,
    path = "/analyze",
    tag = "truth",
    request_body = Analyze,
    responses(
        (status = 200, body = Explained, description = "The analysis, moves best first"),
        OfBody, OfLookup, OfMoves, OfThought,
    )
)]
pub(crate) async fn analyze(
    State(app): State<App>,
    Json(asked): Json<Analyze>,
) -> Result<Answer<Explained>, Problem> {
    let variant = named::variant(&asked.game, asked.size.as_deref())?;
    let mut position = named::position_or_start(variant, asked.position.as_deref())?;
    let moves = asked.moves.as_ref().map(Moves::list).unwrap_or_default();
    named::check_length(moves.len())?;
    for (n, mv) in moves.into_iter().enumerate() {
        let played = position.play(mv);
        position = played
            .map_err(|error| Problem::from(error).at_ply(n + 1))?
            .position;
    }
    let budget = app.settings().limits.budget();
    let answer = app.knowledge().ask(position, move |position, oracle| {
        let analysis = oracle.analyze(position, budget);
        let line = asked.explain.then(|| oracle.line(position, budget));
        let reason = |line: &Vec<String>| reason(position, analysis.value, line);
        Explained {
            analysis: AnalysisDocument::of(position, &analysis),
            reason: line.as_ref().map(reason),
            line,
        }
    });
    Ok(Answer(answer.await?))
}
