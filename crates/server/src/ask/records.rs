//! Whole games: played again, and looked at afterwards.

use axum::Json as Answer;
use axum::extract::State;
use quintet_arena::document::ReviewDocument;
use quintet_arena::{Contest, Record, Review, Termination};
use quintet_rules::PerPlayer;
use quintet_solver::{Budget, Progress};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::view::View;
use crate::app::App;
use crate::extract::Json;
use crate::named::{self, Moves};
use crate::problem::{Problem, kind};
use crate::refusals::{OfBody, OfLookup, OfRecord, OfThought};

/// A game that is told: as a record, or as its moves.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Told {
    /// The text of a record. Nothing else is needed then.
    record: Option<String>,
    /// The id of a game.
    game: Option<String>,
    /// The board; the rule book's if it is left out.
    size: Option<String>,
    /// The position in which the game began; the start if it is left out.
    start: Option<String>,
    /// What was played.
    moves: Option<Moves>,
}

/// A game played again.
#[derive(Serialize, ToSchema)]
pub(crate) struct Replay {
    /// The id of the game.
    game: &'static str,
    /// The board, such as `4x4`.
    size: String,
    /// Who played, Player 1 first; `?` where that is not known.
    players: [String; 2],
    /// The day, as `2026-11-15`; `?` where that is not known.
    date: String,
    /// `1-0`, `0-1` or `*`.
    result: String,
    /// How it came to the result: `normal`, `resigned`, `ply limit` or `abandoned`.
    #[schema(required)]
    termination: Option<&'static str>,
    /// The game as a record.
    record: String,
    /// Where it began.
    start: View,
    /// Every move. The views have no moves, but for the last.
    steps: Vec<Step>,
}

/// A move of a game.
#[derive(Serialize, ToSchema)]
struct Step {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    mv: String,
    /// Who made it.
    #[schema(minimum = 1, maximum = 2)]
    player: u8,
    /// The cells that the move names, in the order in which a person touches them.
    touches: Vec<usize>,
    /// What is said to the player who made it; may be empty.
    confirmation: String,
    /// What everyone must know if play goes on differently from here.
    #[schema(required)]
    notice: Option<String>,
    /// Where it led to.
    view: View,
}

/// Plays a game again, step by step.
#[utoipa::path(
    post,
    path = "/replay",
    tag = "records",
    request_body = Told,
    responses(
        (status = 200, body = Replay, description = "The game, step by step"),
        OfBody, OfLookup, OfRecord, OfThought,
    )
)]
pub(crate) async fn replay(
    State(app): State<App>,
    Json(asked): Json<Told>,
) -> Result<Answer<Replay>, Problem> {
    let replayed = app
        .knowledge()
        .work(move || asked.read().map(|record| Replay::of(&record)));
    replayed.await?.map(Answer)
}

/// Looks at a game afterwards: where the result changed hands.
#[utoipa::path(
    post,
    path = "/review",
    tag = "records",
    request_body = Told,
    responses(
        (status = 200, body = ReviewDocument, description = "The game, move by move"),
        OfBody, OfLookup, OfRecord, OfThought,
    )
)]
pub(crate) async fn review(
    State(app): State<App>,
    Json(asked): Json<Told>,
) -> Result<Answer<ReviewDocument>, Problem> {
    let record = app.knowledge().work(move || asked.read()).await??;
    let budget = budget_each(app.settings().limits.nodes, record.plies().len());
    let reviewed = app.knowledge().consult(record.variant(), move |oracle| {
        let review = Review::of(&record, &**oracle, budget, &Progress::default());
        ReviewDocument::of(&record, &review)
    });
    reviewed.await.map(Answer)
}

/// What is spent on each value of a review, where a size is not known whole: a
/// long game may take as long as ten positions that are analysed one by one.
fn budget_each(nodes: u32, plies: usize) -> Budget {
    const POSITIONS: u64 = 10;
    let nodes = u64::from(nodes);
    Budget::positions(nodes.min(nodes * POSITIONS / (plies as u64).max(1)))
}

impl Told {
    fn read(&self) -> Result<Record, Problem> {
        let record = match self {
            Told {
                record: Some(text),
                game: None,
                size: None,
                start: None,
                moves: None,
            } => read_one(text),
            Told {
                record: None,
                game: Some(game),
                moves: Some(moves),
                ..
            } => self.of_moves(game, &moves.list()),
            _ => {
                let wanted = "wanted a record alone, or a game and its moves";
                Err(Problem::new(kind::BAD_REQUEST, wanted))
            }
        }?;
        named::check_length(record.plies().len())?;
        Ok(record)
    }

    fn of_moves(&self, game: &str, moves: &[&str]) -> Result<Record, Problem> {
        let variant = named::variant(game, self.size.as_deref())?;
        let start = named::position_or_start(variant, self.start.as_deref())?;
        let mut contest = Contest::new(start);
        named::check_length(moves.len())?;
        for (n, mv) in moves.iter().enumerate() {
            let played = contest.play(mv);
            played.map_err(|error| Problem::from(error).at_ply(n + 1))?;
        }
        let unknown = || "?".to_owned();
        let is_over = contest.outcome().is_some();
        let mut record = Record::of(contest, PerPlayer::from_fn(|_| unknown()), unknown());
        // Nobody has said that the game will not go on.
        record.termination = is_over.then_some(Termination::Normal);
        Ok(record)
    }
}

/// The one record in a text.
fn read_one(text: &str) -> Result<Record, Problem> {
    let not_one = |what: String| Problem::new(kind::NOT_A_RECORD, what);
    let mut records = Record::read_all(text).map_err(|fault| not_one(fault.to_string()))?;
    match records.len() {
        1 => Ok(records.swap_remove(0)),
        count => Err(not_one(format!("found {count} records; wanted one"))),
    }
}

impl Replay {
    fn of(record: &Record) -> Self {
        let variant = record.variant();
        let befores = record.plies().iter().map(|ply| &*ply.position);
        let befores = std::iter::once(record.start()).chain(befores);
        let last = record.plies().len().saturating_sub(1);
        let step = |(n, before): (usize, &dyn quintet_games::AnyPosition)| {
            let mv = &record.plies()[n].mv;
            let played = before.play(mv).expect("the moves of a record are legal");
            Step {
                player: before.to_move().number(),
                touches: played.marks,
                confirmation: played.confirmation,
                notice: played.notice,
                view: if n == last {
                    View::of(&*played.position)
                } else {
                    View::without_moves(&*played.position)
                },
                mv: played.mv,
            }
        };
        let steps = befores.take(record.plies().len()).enumerate().map(step);
        Replay {
            game: variant.id(),
            size: variant.size().to_string(),
            players: [record.players.one.clone(), record.players.two.clone()],
            date: record.date.clone(),
            result: record.result().to_string(),
            termination: record.termination.map(Termination::name),
            record: record.to_string(),
            start: View::of(record.start()),
            steps: steps.collect(),
        }
    }
}
