//! Positions in which exactly one move keeps the win.

use axum::Json as Answer;
use axum::extract::State;
use quintet_arena::{Dice, Puzzle};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::view::View;
use crate::app::App;
use crate::extract::{Path, Query};
use crate::named;
use crate::problem::{Problem, kind};
use crate::refusals::{OfLookup, OfQuery, OfThought};

/// Which puzzle.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// The same seed gives the same puzzle; drawn if it is left out.
    seed: Option<u64>,
}

/// A position to be solved.
#[derive(Serialize, ToSchema)]
#[schema(as = Puzzle)]
pub(crate) struct Posed {
    /// The seed of the puzzle.
    seed: u64,
    /// How hard it is: `easy`, `medium` or `hard`.
    grade: &'static str,
    /// Plies to the win.
    distance: u8,
    /// The player to move wins, with one move alone.
    view: View,
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
    responses((status = 200, body = Posed, description = "The puzzle"), OfQuery, OfLookup, OfThought)
)]
pub(crate) async fn puzzle(
    State(app): State<App>,
    Path((game, size)): Path<(String, String)>,
    Query(which): Query<Which>,
) -> Result<Answer<Posed>, Problem> {
    let variant = named::variant(&game, Some(&size))?;
    let seed = which.seed.unwrap_or_else(Dice::unforeseen_seed);
    let budget = Puzzle::BUDGET.min(app.settings().limits.budget());
    let answer = app.knowledge().consult(variant, move |oracle| {
        let puzzle = Puzzle::of_seed(variant, &**oracle, seed, budget)?;
        Some(Posed {
            seed,
            grade: puzzle.grade().name(),
            distance: puzzle.distance,
            view: View::of(&*puzzle.position),
        })
    });
    let found = answer.await?.ok_or_else(|| {
        let detail = format!("no puzzle of {game} {size} was found for the seed {seed}");
        Problem::new(kind::NOT_FOUND, detail)
    });
    found.map(Answer)
}
