//! Positions in which exactly one move keeps the win.

use quintet_arena::{self as arena, game_of_day, is_day, puzzle_of_day};
use quintet_games::Catalogue;
use quintet_solver::Progress;
use serde::{Deserialize, Serialize};

use crate::{Needs, Prepared, Request, RequestError, View, kind, named};

/// A puzzle to be found.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindPuzzle {
    /// The id of a game.
    pub game: String,
    /// The board; the rule book's if it is left out.
    pub size: Option<String>,
    /// The same seed gives the same puzzle; drawn if it is left out.
    pub seed: Option<u64>,
    /// The puzzle of a day in universal time, as `2026-11-15`, or of `today`.
    pub day: Option<String>,
}

/// The puzzle of a day to be found. The games take turns, each at the size of its rule book.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindDailyPuzzle {
    /// The day in universal time, as `2026-11-15`.
    pub day: String,
}

/// A position to be solved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Puzzle))]
pub struct PuzzleDocument {
    /// The seed of the puzzle.
    pub seed: u64,
    /// The day of the puzzle, in universal time; `null` if it is not that of a day.
    #[cfg_attr(feature = "schema", schema(required))]
    pub day: Option<String>,
    /// How hard it is: `easy`, `medium` or `hard`.
    pub grade: &'static str,
    /// Plies to the win.
    pub distance: u8,
    /// What is asked.
    pub question: &'static str,
    /// How far the win is and how many other moves there are, in words.
    pub facts: String,
    /// The player to move wins, with one move alone.
    pub view: View,
}

impl Request for FindPuzzle {
    type Response = PuzzleDocument;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<PuzzleDocument>, RequestError> {
        let variant = named::variant(catalogue, &self.game, self.size.as_deref())?;
        let seed = named::seed(self.seed)?;
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
