//! Puzzles: positions with only one winning move.

use quintet_arena::{self as arena, game_of_day, is_day, puzzle_of_day};
use quintet_games::Catalogue;
use quintet_solver::Progress;
use serde::{Deserialize, Serialize};

use crate::{Needs, Prepared, Request, RequestError, View, kind, names};

/// A request for a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindPuzzle {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
    /// Seed of the puzzle: the same seed gives the same puzzle. Default: random.
    pub seed: Option<u64>,
    /// A day in UTC, such as `2026-11-15`, or `today`, for the puzzle of that day.
    pub day: Option<String>,
}

/// A request for the puzzle of the day. The games take turns, each at its rule book's size.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindDailyPuzzle {
    /// A day in UTC, such as `2026-11-15`.
    pub day: String,
}

/// A puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Puzzle))]
pub struct PuzzleDocument {
    /// The seed of the puzzle.
    pub seed: u64,
    /// The day of the puzzle in UTC; `null` for a puzzle by seed.
    #[cfg_attr(feature = "schema", schema(required))]
    pub day: Option<String>,
    /// The difficulty: `easy`, `medium` or `hard`.
    pub grade: &'static str,
    /// Plies to the win.
    pub distance: u8,
    /// The task.
    pub question: &'static str,
    /// The length of the win and the number of other moves, in words.
    pub facts: String,
    /// The position. The player to move has only one winning move.
    pub view: View,
}

impl Request for FindPuzzle {
    type Response = PuzzleDocument;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<PuzzleDocument>, RequestError> {
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        let seed = names::seed(self.seed)?;
        if seed.is_some() && self.day.is_some() {
            let wanted = "wanted a seed or a day, not both";
            return Err(RequestError::new(kind::BAD_REQUEST, wanted));
        }
        if let Some(day) = self.day.as_deref()
            && day != "today"
            && !is_day(day)
        {
            return Err(not_a_day(day));
        }
        Ok(Prepared::new(Needs::Oracle(variant), move |context| {
            let day = self.day.map(|day| match day.as_str() {
                "today" => context.date.clone(),
                _ => day,
            });
            let drawn = || seed.unwrap_or(context.seed);
            let seed = day.as_deref().map_or_else(drawn, puzzle_of_day);
            let oracle = context.oracle(variant);
            let budget = context
                .budget()
                .per_value(arena::Puzzle::BUDGET.max_positions());
            let progress = Progress::default();
            let found = arena::Puzzle::of_seed(variant, &*oracle, seed, budget, &progress);
            let puzzle = found.ok_or_else(|| {
                let detail = format!("no puzzle of {variant:?} was found for the seed {seed}");
                RequestError::new(kind::NOT_FOUND, detail)
            })?;
            Ok(PuzzleDocument {
                seed,
                day,
                grade: puzzle.grade().name(),
                distance: puzzle.distance,
                question: arena::Puzzle::QUESTION,
                facts: puzzle.facts(),
                view: View::of(&*puzzle.position),
            })
        }))
    }
}

impl Request for FindDailyPuzzle {
    type Response = PuzzleDocument;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<PuzzleDocument>, RequestError> {
        let number = game_of_day(&self.day, catalogue.iter().count());
        let listing = number.and_then(|number| catalogue.iter().nth(number));
        let listing = listing.ok_or_else(|| not_a_day(&self.day))?;
        FindPuzzle {
            game: listing.id.to_owned(),
            size: None,
            seed: None,
            day: Some(self.day),
        }
        .read(catalogue)
    }
}

fn not_a_day(text: &str) -> RequestError {
    let found = quintet_games::escape(text);
    let detail = format!("'{found}' is not a day; wanted one such as 2026-11-15, or today");
    RequestError::new(kind::BAD_REQUEST, detail)
}
