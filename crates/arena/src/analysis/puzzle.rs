//! Puzzles: positions with only one winning move.

use std::collections::BTreeSet;

use quintet_games::{Analysis, AnyOracle, AnyPosition, Variant};
use quintet_rules::Random;
use quintet_solver::{Budget, Progress, Value};

use serde::{Deserialize, Serialize};

use super::claim::Claim;
use crate::Dice;
use crate::session::day_number;

/// A position with only one winning move.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position to solve.
    pub position: Box<dyn AnyPosition>,
    /// The winning move.
    pub solution: String,
    /// Plies to the win.
    pub distance: u8,
    /// Number of other legal moves.
    pub alternatives: usize,
}

/// The difficulty of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Grade {
    /// A win with the second move.
    Easy,
    /// A win with the third move, or with the fourth among few moves.
    Medium,
    /// A long win.
    Hard,
}

impl Grade {
    /// Every grade, the easiest first.
    pub const ALL: [Grade; 3] = [Grade::Easy, Grade::Medium, Grade::Hard];

    /// Returns the display name.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
        }
    }

    /// Returns the grade of a puzzle in a rush, counted from 0: the puzzles become harder.
    const fn in_rush(number: usize) -> Grade {
        match number {
            ..6 => Grade::Easy,
            6..14 => Grade::Medium,
            _ => Grade::Hard,
        }
    }
}

/// The required properties of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PuzzleFilter {
    /// The difficulty.
    pub grade: Option<Grade>,
    /// The id of an idea behind the solution.
    pub idea: Option<&'static str>,
    /// True if guessing must be unlikely to succeed: at least [`Puzzle::FAIR`] other moves.
    pub is_fair: bool,
    /// The number of other puzzles with these properties to skip.
    pub skip: usize,
}

impl PuzzleFilter {
    fn accepts(self, puzzle: &Puzzle, oracle: &dyn AnyOracle, budget: Budget) -> bool {
        self.grade.is_none_or(|grade| grade == puzzle.grade())
            && (!self.is_fair || puzzle.alternatives >= Puzzle::FAIR)
            && self.idea.is_none_or(|idea| {
                let claims = puzzle.claims(oracle, budget);
                claims.iter().any(|claim| claim.idea == Some(idea))
            })
    }
}

/// Maximum number of random positions to try.
const TRIES: u64 = 20_000;

/// Maximum number of random positions to try for a puzzle with certain properties.
const FILTERED_TRIES: u64 = 4000;

impl Puzzle {
    /// Search budget for one value of a random position in an unsolved game. Positions near the end need little, and a few
    /// tries are enough to find one.
    pub const BUDGET: Budget<'static> = Budget::positions(2_000);

    /// With at least this many wrong moves, a guess rarely succeeds.
    pub const FAIR: usize = 6;

    /// Returns the puzzle of a seed. A third of the seeds have an easy puzzle, if the game has one. The others have fair ones, if
    /// the game has any. `None` if the game has no puzzles, the budget is used up or the work is cancelled.
    pub fn of_seed(
        variant: &dyn Variant,
        oracle: &dyn AnyOracle,
        seed: u64,
        budget: Budget,
        progress: &Progress,
    ) -> Option<Puzzle> {
        // Not the stream of the positions, so that the grade does not depend on them.
        let grade = Grade::ALL[Dice::new(seed, u64::MAX).below(3) as usize];
        let graded = PuzzleFilter {
            grade: Some(grade),
            ..PuzzleFilter::default()
        };
        let any = PuzzleFilter::default();
        let fair = |filter| PuzzleFilter {
            is_fair: true,
            ..filter
        };
        let harder = (grade != Grade::Easy).then_some(fair(any));
        let filters = [Some(fair(graded)), harder, Some(graded), Some(any)];
        let mut filters = filters.into_iter().flatten();
        filters.find_map(|filter| Puzzle::find(variant, oracle, seed, filter, budget, progress))
    }

    /// Returns the first puzzle of a seed that has certain properties. `None` as with [`of_seed`](Puzzle::of_seed), and if
    /// no such puzzle was found.
    pub fn find(
        variant: &dyn Variant,
        oracle: &dyn AnyOracle,
        seed: u64,
        filter: PuzzleFilter,
        budget: Budget,
        progress: &Progress,
    ) -> Option<Puzzle> {
        let goes_on = |_: &u64| !budget.is_exhausted() && !progress.is_cancelled();
        let is_filtered = filter != PuzzleFilter::default();
        let tries = if is_filtered { FILTERED_TRIES } else { TRIES };
        let mut tries = (0..tries).take_while(goes_on);
        let mut skipped = BTreeSet::new();
        tries.find_map(|number| {
            let mut dice = Dice::new(seed, number);
            let position = random_position(variant, &mut dice)?;
            let puzzle = Puzzle::of(position, oracle, budget)?;
            let is_wanted =
                is_developed(&*puzzle.position) && filter.accepts(&puzzle, oracle, budget);
            let is_new = is_wanted && skipped.insert(puzzle.position.text());
            (is_new && skipped.len() > filter.skip).then_some(puzzle)
        })
    }

    /// Returns the id of the idea behind the solution: of the first decisive reason that has one.
    pub fn idea(&self, oracle: &dyn AnyOracle, budget: Budget) -> Option<&'static str> {
        let claims = self.claims(oracle, budget);
        let mut decisive = claims.iter().filter(|claim| claim.is_decisive());
        decisive.find_map(|claim| claim.idea)
    }

    fn claims(&self, oracle: &dyn AnyOracle, budget: Budget) -> Vec<Claim> {
        let analysis = oracle.analyze(&*self.position, budget);
        Claim::about(&*self.position, &analysis, oracle, budget)
    }

    /// Turns a position into a puzzle, if it is one. A win in one move is too obvious.
    pub fn of(
        position: Box<dyn AnyPosition>,
        oracle: &dyn AnyOracle,
        budget: Budget,
    ) -> Option<Puzzle> {
        // Rejects most random positions by a single value.
        let Some(Value::Win(Some(3..))) = oracle.value(&*position, budget) else {
            return None;
        };
        let analysis = oracle.analyze(&*position, budget);
        Puzzle::of_analysis(position, &analysis)
    }

    /// Turns an analyzed position into a puzzle, if it is one.
    pub fn of_analysis(position: Box<dyn AnyPosition>, analysis: &Analysis) -> Option<Puzzle> {
        let Some(Value::Win(Some(distance @ 3..))) = analysis.value else {
            return None;
        };
        let mut wins = analysis
            .moves
            .iter()
            .filter(|mv| matches!(mv.value, Some(Value::Win(_))));
        let solution = wins.next()?.mv.clone();
        let are_others_known = analysis.moves.iter().all(|mv| mv.value.is_some());
        let alternatives = analysis.moves.len() - 1;
        let is_puzzle = wins.next().is_none() && are_others_known && alternatives >= 2;
        is_puzzle.then_some(Puzzle {
            position,
            solution,
            distance,
            alternatives,
        })
    }

    /// The task.
    pub const QUESTION: &str = "Find the only winning move.";

    /// Returns the length of the win and the number of other moves.
    pub fn facts(&self) -> String {
        format!(
            "You win with your {} move. None of the {} other moves wins.",
            ordinal(self.distance.div_ceil(2)),
            self.alternatives
        )
    }

    /// Returns the result of a move in words. `consequence` is its effect, if available: see
    /// [`consequence`](crate::consequence).
    pub fn judgement(&self, mv: &str, consequence: Option<&str>) -> String {
        let is_solved = self.solution == mv;
        let mv = self.position.name_move(mv);
        match (is_solved, consequence) {
            (true, None) => format!("Solved: only {mv} wins."),
            (true, Some(consequence)) => format!("Solved: only {mv} wins. It {consequence}."),
            (false, None) => format!("Not solved: {mv} gives the win away."),
            (false, Some(consequence)) => format!("Not solved: {mv} {consequence}."),
        }
    }

    /// Returns the difficulty, by the distance and the number of legal moves.
    pub fn grade(&self) -> Grade {
        match (self.distance, self.alternatives) {
            (..=3, _) => Grade::Easy,
            (4..=5, _) | (6..=7, ..12) => Grade::Medium,
            _ => Grade::Hard,
        }
    }
}

/// The puzzles of a rush: different puzzles against the clock that become harder. The games take turns.
#[derive(Clone, Debug)]
pub struct Rush {
    /// Seed of the puzzles.
    pub seed: u64,
    /// The games, at least one.
    pub games: Vec<&'static dyn Variant>,
}

impl Rush {
    /// Maximum number of puzzles.
    pub const LONGEST: usize = 60;

    /// Duration in seconds, from the first move.
    pub const SECONDS: u64 = 180;

    /// The number of wrong moves that end a rush.
    pub const MISTAKES: usize = 3;

    /// Returns the game of a puzzle, counted from 0.
    pub fn variant(&self, number: usize) -> &'static dyn Variant {
        self.games[number % self.games.len()]
    }

    /// Returns a puzzle, counted from 0. No puzzle occurs twice.
    pub fn puzzle(
        &self,
        number: usize,
        oracle: &dyn AnyOracle,
        budget: Budget,
        progress: &Progress,
    ) -> Option<Puzzle> {
        let (variant, grade) = (self.variant(number), Grade::in_rush(number));
        let of_game = || (0..number).filter(|other| self.variant(*other).id() == variant.id());
        let is_alike = |other: &usize| Grade::in_rush(*other) == grade;
        let find = |grade, skip| {
            let filter = PuzzleFilter {
                grade: Some(grade),
                skip,
                ..PuzzleFilter::default()
            };
            Puzzle::find(variant, oracle, self.seed, filter, budget, progress)
        };
        // A small game runs out of hard puzzles. As no earlier puzzle of it skipped as many, this one differs from all.
        let easier = Grade::ALL.into_iter().rev().filter(|other| *other < grade);
        let find_easier = || {
            let mut easier = easier;
            easier.find_map(|grade| find(grade, of_game().count()))
        };
        find(grade, of_game().filter(is_alike).count()).or_else(find_easier)
    }
}

/// True if enough of the board is occupied for a plan to be visible: a third of the cells, or half of a limited supply. Games
/// on very small boards are over too soon for that.
fn is_developed(position: &dyn AnyPosition) -> bool {
    /// The smallest board on which a third of the cells must be occupied.
    const SMALL: usize = 10;
    let scene = position.scene();
    let tokens = scene.cells.iter().filter(|cell| cell.token.is_some());
    let (tokens, cells) = (tokens.count(), scene.cells.len());
    let supply = || scene.idea.stock.iter();
    let left: usize = supply().map(|stock| usize::from(stock.left)).sum();
    let all: usize = supply().map(|stock| usize::from(stock.of)).sum();
    match (all, cells) {
        (0, ..SMALL) => tokens >= cells / 5,
        (0, _) => tokens >= cells / 3,
        _ => 2 * left <= all,
    }
}

/// A won position to play against a perfect player.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// The position. The player to move wins.
    pub position: Box<dyn AnyPosition>,
    /// The number of own moves in which the win is possible.
    pub par: u8,
}

impl Challenge {
    /// Returns the challenge of a seed. `None` if the game is not solved or none was found.
    pub fn of_seed(variant: &dyn Variant, oracle: &dyn AnyOracle, seed: u64) -> Option<Challenge> {
        if !oracle.is_solved() {
            return None;
        }
        (0..TRIES).find_map(|number| {
            let mut dice = Dice::new(seed, number);
            let position = random_position(variant, &mut dice)?;
            match oracle.value(&*position, Budget::NONE) {
                Some(Value::Win(Some(plies @ 5..=13))) if is_developed(&*position) => {
                    Some(Challenge {
                        position,
                        par: plies.div_ceil(2),
                    })
                }
                _ => None,
            }
        })
    }
}

/// Writes an ordinal number: `2nd`, `11th`.
fn ordinal(number: u8) -> String {
    let ending = match (number % 10, number % 100) {
        (1, last) if last != 11 => "st",
        (2, last) if last != 12 => "nd",
        (3, last) if last != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Returns the seed of the puzzle of a day in UTC, such as `2026-11-15`.
pub fn puzzle_of_day(date: &str) -> u64 {
    date.bytes().fold(0, |seed: u64, byte| {
        seed.wrapping_mul(31).wrapping_add(byte.into())
    })
}

/// Returns the index of the game whose turn it is on a day such as `2026-11-15`. `None` if the date is invalid.
pub fn game_of_day(date: &str, games: usize) -> Option<usize> {
    let day = usize::try_from(day_number(date)?).ok()?;
    day.checked_rem(games)
}

/// Counts the consecutive days up to today or yesterday that are in `days`. Dates are written as `2026-11-15`.
pub(super) fn days_in_a_row<'a>(days: impl IntoIterator<Item = &'a str>, today: &str) -> usize {
    let days: BTreeSet<u64> = days.into_iter().filter_map(day_number).collect();
    let Some(today) = day_number(today) else {
        return 0;
    };
    let before_tomorrow = if days.contains(&today) {
        today + 1
    } else {
        today
    };
    let backwards = (0..before_tomorrow).rev();
    backwards.take_while(|day| days.contains(day)).count()
}

/// Returns a position of a random game, before its end.
pub(crate) fn random_position(
    variant: &dyn Variant,
    dice: &mut Dice,
) -> Option<Box<dyn AnyPosition>> {
    /// Some games could continue indefinitely.
    const LONGEST: usize = 60;
    let mut game = vec![variant.start(dice.player())];
    while game.len() < LONGEST
        && let Some(mv) = game[game.len() - 1].random_move(dice)
    {
        let next = game[game.len() - 1]
            .play(&mv)
            .expect("a random move is legal")
            .position;
        game.push(next);
    }
    let plies = u32::try_from(game.len() - 1).expect("random games are short");
    (plies > 0).then(|| game.swap_remove(dice.below(plies) as usize))
}

#[cfg(test)]
mod tests {
    use super::days_in_a_row;

    #[test]
    fn days_in_a_row_end_today_or_yesterday() {
        let count = |days: &[&str]| days_in_a_row(days.iter().copied(), "2026-03-01");
        assert_eq!(count(&[]), 0);
        assert_eq!(count(&["2026-03-01"]), 1);
        assert_eq!(count(&["2026-02-27", "2026-02-28", "2026-03-01"]), 3);
        assert_eq!(count(&["2026-02-27", "2026-02-28"]), 2, "today is not over");
        assert_eq!(count(&["2026-02-26", "2026-02-27"]), 0);
        assert_eq!(count(&["2026-02-27", "2026-03-01", "no day"]), 1);
    }
}
