//! What a level plays.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::State;
use quintet_arena::{Chooser, Dice, OracleSource, Who};
use quintet_games::shown;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::extract::Json;
use crate::named;
use crate::problem::{Problem, kind};
use crate::refusals::{OfBody, OfChoice, OfLookup, OfThought};

/// A choice to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choose {
    /// The id of a game.
    game: String,
    /// The board; the rule book's if it is left out.
    size: Option<String>,
    /// The position as text; the start if it is left out.
    position: Option<String>,
    /// Who chooses: any player of the catalogue but `human`.
    player: String,
    /// Where there is chance, the same seed chooses the same move; drawn if it is left out.
    seed: Option<u64>,
}

/// A move that has been chosen.
#[derive(Serialize, ToSchema)]
pub(crate) struct Chosen {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    mv: String,
    /// The seed of the choice.
    seed: u64,
}

/// The move that a level plays in a position.
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
    Json(asked): Json<Choose>,
) -> Result<Answer<Chosen>, Problem> {
    let variant = named::variant(&asked.game, asked.size.as_deref())?;
    let position = named::position_or_start(variant, asked.position.as_deref())?;
    let who = player(&asked.player)?;
    if let Some(ending) = position.ending() {
        let detail = format!("there is nothing to choose: {}", ending.replace('\n', " "));
        return Err(Problem::new(kind::NOTHING_TO_CHOOSE, detail));
    }
    let seed = asked.seed.unwrap_or_else(Dice::unforeseen_seed);
    let mut dice = Dice::for_game(seed, 0, position.to_move());
    if !who.is_level() {
        // A random move waits for no table.
        let mv = dice.choose(&*position);
        return Ok(Answer(Chosen { mv, seed }));
    }
    let budget = app.settings().limits.budget();
    // A level that is lost counts the replies to each of its moves: too long to do it at once.
    let chosen = app.knowledge().consult(variant, move |oracle| {
        let oracle = Arc::clone(oracle);
        let source: OracleSource = Arc::new(move || Arc::clone(&oracle));
        let chooser = who.chooser_within(budget, dice, &source);
        chooser.expect("a level chooses").choose(&*position)
    });
    let mv = chosen.await?;
    Ok(Answer(Chosen { mv, seed }))
}

/// Whoever has this name and can choose without being asked.
fn player(name: &str) -> Result<Who, Problem> {
    let chooses = |who: &&Who| **who != Who::Human;
    let found = Who::ALL
        .iter()
        .filter(chooses)
        .find(|who| who.name() == name);
    found.copied().ok_or_else(|| {
        let names = Who::ALL.iter().filter(chooses).map(|who| who.name());
        let names: Vec<_> = names.collect();
        let detail = format!("no level is called '{}'", shown(name));
        let wanted = named::either(&names);
        Problem::new(kind::BAD_REQUEST, format!("{detail}; wanted {wanted}"))
    })
}
