//! Puzzles, which are positions with only one winning move, and challenges, which are won positions.

use quintet_arena::{self as arena, Grade, PuzzleFilter, game_of_day, is_day, puzzle_of_day};
use quintet_games::{Catalogue, Listing, Variant, escape, join_words};
use quintet_solver::{Budget, Progress};
use serde::{Deserialize, Serialize};

use crate::{Context, Needs, Prepared, Request, RequestError, View, kind, names};

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
    /// A day in UTC, such as `2026-11-15`, or `today`, for the puzzle of that day. Puzzles of later days are refused.
    pub day: Option<String>,
    /// The difficulty: `easy`, `medium` or `hard`.
    pub grade: Option<Grade>,
    /// The id of the idea behind the solution, from the page of the game.
    pub idea: Option<String>,
}

/// A request for a puzzle of a rush: a sequence of different puzzles that become harder. The games take turns, each at its
/// rule book's size.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindRushPuzzle {
    /// Seed of the sequence. Default: random.
    pub seed: Option<u64>,
    /// The number of the puzzle, counted from 0. Default: 0.
    #[serde(default)]
    pub number: usize,
    /// The ids of the games, separated by commas. Default: all.
    pub games: Option<String>,
}

/// A request for a challenge: a won position to play against a perfect player.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindChallenge {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
    /// Seed of the challenge: the same seed gives the same challenge. Default: random.
    pub seed: Option<u64>,
}

/// A won position to play against a perfect player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Challenge))]
pub struct ChallengeDocument {
    /// The seed of the challenge.
    pub seed: u64,
    /// The player to move, who wins against any defense.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub player: u8,
    /// The number of own moves in which the win is possible against the best defense.
    pub par: u8,
    /// The goal of the game in one line.
    pub goal: &'static str,
    /// The task.
    pub question: String,
    /// The position.
    pub view: View,
}

/// A request for the puzzle of the day. The games take turns, each at its rule book's size.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindDailyPuzzle {
    /// A day in UTC, such as `2026-11-15`.
    pub day: String,
}

/// A position with exactly one winning move.
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
    /// Own moves to the win, the solution included.
    pub own_moves: u8,
    /// The number of tries at a daily puzzle.
    pub tries: u32,
    /// The id of the idea behind the solution, described on the page of the game; `null` for none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub idea: Option<&'static str>,
    /// The goal of the game in one line.
    pub goal: &'static str,
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
            let detail = "found a seed and a day; expected one of them";
            return Err(RequestError::new(kind::BAD_REQUEST, detail));
        }
        if let Some(day) = self.day.as_deref()
            && day != "today"
            && !is_day(day)
        {
            return Err(not_a_day(day));
        }
        let idea = self.idea.as_deref();
        let idea = idea.map(|idea| find_idea(variant, idea)).transpose()?;
        let filter = PuzzleFilter {
            grade: self.grade,
            idea,
            ..PuzzleFilter::default()
        };
        Ok(Prepared::new(Needs::Oracle(variant), move |context| {
            let day = self.day.map(|day| match day.as_str() {
                "today" => context.date.clone(),
                _ => day,
            });
            // Days in this form sort chronologically.
            if let Some(day) = day.as_ref().filter(|day| **day > context.date) {
                let detail = format!("the puzzle of {day} is not available yet");
                return Err(RequestError::new(kind::NOT_FOUND, detail));
            }
            let drawn = || seed.unwrap_or(context.seed);
            let seed = day.as_deref().map_or_else(drawn, puzzle_of_day);
            puzzle(variant, seed, day, filter, context)
        }))
    }
}

impl Request for FindRushPuzzle {
    type Response = PuzzleDocument;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<PuzzleDocument>, RequestError> {
        let seed = names::seed(self.seed)?;
        let longest = arena::Rush::LONGEST;
        if self.number >= longest {
            let detail = format!("found {}; expected less than {longest}", self.number);
            return Err(RequestError::new(kind::BAD_REQUEST, detail));
        }
        let games: Vec<&'static dyn Variant> = match &self.games {
            None => catalogue.iter().map(Listing::standard).collect(),
            Some(games) => {
                let ids = games.split(',');
                let listings = ids.map(|id| names::listing(catalogue, id.trim()));
                let listings: Result<Vec<_>, _> = listings.collect();
                listings?.into_iter().map(Listing::standard).collect()
            }
        };
        let (number, variant) = (self.number, games[self.number % games.len()]);
        Ok(Prepared::new(Needs::Oracle(variant), move |context| {
            let seed = seed.unwrap_or(context.seed);
            let (oracle, budget) = (context.oracle(variant), budget(context));
            let rush = arena::Rush { seed, games };
            let found = rush.puzzle(number, &*oracle, budget, &Progress::default());
            document(found, variant, seed, None, context)
        }))
    }
}

impl Request for FindChallenge {
    type Response = ChallengeDocument;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<ChallengeDocument>, RequestError> {
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        let seed = names::seed(self.seed)?;
        if !variant.is_solved() {
            let detail = format!("{variant:?} is not solved, so it has no challenges");
            return Err(RequestError::new(kind::NOT_FOUND, detail));
        }
        Ok(Prepared::new(Needs::Oracle(variant), move |context| {
            let seed = seed.unwrap_or(context.seed);
            let oracle = context.oracle(variant);
            let found = arena::Challenge::of_seed(variant, &*oracle, seed);
            let challenge = found.ok_or_else(|| {
                let detail = format!("no challenge of {variant:?} was found for the seed {seed}");
                RequestError::new(kind::NOT_FOUND, detail)
            })?;
            Ok(ChallengeDocument {
                seed,
                player: challenge.position.to_move().number(),
                par: challenge.par,
                goal: variant.listing().summary,
                question: format!("Win against Perfect in {} moves.", challenge.par),
                view: View::of(&*challenge.position),
            })
        }))
    }
}

/// Finds an idea of a game by its id.
fn find_idea(variant: &dyn Variant, id: &str) -> Result<&'static str, RequestError> {
    let ids: Vec<_> = variant.ideas().iter().map(|idea| idea.id).collect();
    let found = ids.iter().find(|known| **known == id).copied();
    found.ok_or_else(|| {
        let (found, available) = (escape(id), join_words(&ids, "or"));
        let detail = format!(
            "{} has no idea '{found}'; available: {available}",
            variant.id()
        );
        RequestError::new(kind::NOT_FOUND, detail)
    })
}

/// Finds a puzzle with certain properties; without any, the puzzle of the seed.
fn puzzle(
    variant: &'static dyn Variant,
    seed: u64,
    day: Option<String>,
    filter: PuzzleFilter,
    context: &Context,
) -> Result<PuzzleDocument, RequestError> {
    let (oracle, budget) = (context.oracle(variant), budget(context));
    let progress = Progress::default();
    let idea = filter.idea;
    let found = if filter == PuzzleFilter::default() {
        arena::Puzzle::of_seed(variant, &*oracle, seed, budget, &progress)
    } else {
        arena::Puzzle::find(variant, &*oracle, seed, filter, budget, &progress)
    };
    let document = document(found, variant, seed, day, context)?;
    Ok(PuzzleDocument {
        idea: idea.or(document.idea),
        ..document
    })
}

/// Returns the search budget for a puzzle.
fn budget(context: &Context) -> Budget<'_> {
    let budget = context.budget();
    budget.per_value(arena::Puzzle::BUDGET.max_positions())
}

fn document(
    found: Option<arena::Puzzle>,
    variant: &'static dyn Variant,
    seed: u64,
    day: Option<String>,
    context: &Context,
) -> Result<PuzzleDocument, RequestError> {
    let (oracle, budget) = (context.oracle(variant), budget(context));
    let puzzle = found.ok_or_else(|| {
        let detail = format!("no puzzle of {variant:?} was found for the seed {seed}");
        RequestError::new(kind::NOT_FOUND, detail)
    })?;
    Ok(PuzzleDocument {
        seed,
        day,
        grade: puzzle.grade().name(),
        distance: puzzle.distance,
        own_moves: puzzle.distance.div_ceil(2),
        tries: arena::PuzzleProgress::TRIES,
        idea: puzzle.idea(&*oracle, budget),
        goal: variant.listing().summary,
        question: arena::Puzzle::QUESTION,
        facts: puzzle.facts(),
        view: View::of(&*puzzle.position),
    })
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
            grade: None,
            idea: None,
        }
        .read(catalogue)
    }
}

fn not_a_day(text: &str) -> RequestError {
    let found = escape(text);
    let detail = format!("'{found}' is not a day; expected one such as 2026-11-15, or today");
    RequestError::new(kind::BAD_REQUEST, detail)
}
