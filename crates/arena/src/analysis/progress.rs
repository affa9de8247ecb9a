//! Progress of a person in puzzles: results, a streak of days, and two ratings, one of them for rushes.
//!
//! A rating is an Elo rating. Each puzzle counts once, as a game that is won if the first move is correct and lost otherwise,
//! also if the solution is shown. The rating of a puzzle depends on its grade:
//!
//! ```text
//!     expected = 1 / (1 + 10 ^ ((puzzle - own) / 400)),  own += K (won - expected)
//! ```
//!
//! K is 32 for the first 20 puzzles, and then 16.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use super::puzzle::{Grade, days_in_a_row};
use crate::session::is_day;

/// The result of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PuzzleResult {
    /// Only wrong moves until now.
    Missed,
    /// The solution was shown.
    Shown,
    /// Solved after a wrong move.
    Later,
    /// Solved with the first move.
    Found,
}

impl PuzzleResult {
    const ALL: [PuzzleResult; 4] = [
        PuzzleResult::Missed,
        PuzzleResult::Shown,
        PuzzleResult::Later,
        PuzzleResult::Found,
    ];

    const fn name(self) -> &'static str {
        match self {
            PuzzleResult::Missed => "missed",
            PuzzleResult::Shown => "shown",
            PuzzleResult::Later => "later",
            PuzzleResult::Found => "found",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.name() == name)
    }

    /// True if the person has found the solution.
    pub fn is_solved(self) -> bool {
        self >= PuzzleResult::Later
    }

    /// True if the person can still look for the solution.
    pub fn is_open(self) -> bool {
        self == PuzzleResult::Missed
    }
}

/// An Elo rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The current rating.
    pub rating: i32,
    /// The number of rated puzzles.
    pub tried: u32,
}

impl Default for Rating {
    fn default() -> Self {
        Rating {
            rating: 1000,
            tried: 0,
        }
    }
}

impl Rating {
    fn add(&mut self, grade: Grade, has_won: bool) {
        let puzzle = match grade {
            Grade::Easy => 800,
            Grade::Medium => 1100,
            Grade::Hard => 1400,
        };
        let difference = f64::from(puzzle - self.rating) / 400.0;
        let expected = 1.0 / (1.0 + 10_f64.powf(difference));
        let factor = if self.tried < 20 { 32.0 } else { 16.0 };
        let won = f64::from(u8::from(has_won));
        self.rating += (factor * (won - expected)).round() as i32;
        self.tried += 1;
    }

    /// Adds the changes since `base`.
    fn add_changes(&mut self, base: Self, now: Self) {
        self.rating += now.rating - base.rating;
        self.tried += now.tried.saturating_sub(base.tried);
    }
}

/// A puzzle with a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Attempt {
    result: PuzzleResult,
    /// The number of wrong moves.
    misses: u32,
}

/// Progress in puzzles. Its text form is a list of lines; a line with only a day means that its puzzle was solved.
///
/// ```
/// use quintet_arena::{Grade, PuzzleProgress, PuzzleResult};
///
/// let mut progress = PuzzleProgress::default();
/// progress.record("gridlock 4x4 7", Grade::Easy, Some("2026-11-15"), PuzzleResult::Found);
/// assert_eq!((progress.puzzles.rating, progress.streak("2026-11-15")), (1008, 1));
/// assert_eq!(PuzzleProgress::parse(&progress.to_string()), progress);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PuzzleProgress {
    /// The rating of puzzles without a clock.
    pub puzzles: Rating,
    /// The number of solved puzzles.
    pub solved: u32,
    /// The rating of puzzles in a rush.
    pub rush: Rating,
    /// Most puzzles solved in a rush.
    pub best_rush: u32,
    /// Results by puzzle, the oldest first.
    attempts: Vec<(String, Attempt)>,
    days: BTreeMap<String, PuzzleResult>,
}

impl PuzzleProgress {
    /// The number of tries at a daily puzzle.
    pub const TRIES: u32 = 3;

    /// Maximum numbers of stored puzzles and days. The oldest are dropped.
    const MOST: usize = 400;

    fn attempt(&self, puzzle: &str) -> Option<Attempt> {
        let mut attempts = self.attempts.iter().rev();
        attempts
            .find(|(name, _)| name == puzzle)
            .map(|(_, attempt)| *attempt)
    }

    /// Returns the result of a puzzle, if there is one.
    pub fn result(&self, puzzle: &str) -> Option<PuzzleResult> {
        self.attempt(puzzle).map(|attempt| attempt.result)
    }

    /// Returns the number of wrong moves at a puzzle.
    pub fn misses(&self, puzzle: &str) -> u32 {
        self.attempt(puzzle).map_or(0, |attempt| attempt.misses)
    }

    /// Returns the result of a daily puzzle, if there is one.
    pub fn day(&self, day: &str) -> Option<PuzzleResult> {
        self.days.get(day).copied()
    }

    /// Counts the solved days in a row up to today or yesterday.
    pub fn streak(&self, today: &str) -> usize {
        let solved = self.days.iter().filter(|(_, result)| result.is_solved());
        days_in_a_row(solved.map(|(day, _)| day.as_str()), today)
    }

    /// Records the result of a puzzle. A solved or shown puzzle does not change. A wrong move counts as a miss.
    pub fn record(&mut self, puzzle: &str, grade: Grade, day: Option<&str>, result: PuzzleResult) {
        let before = self.attempt(puzzle);
        if before.is_some_and(|attempt| !attempt.result.is_open()) {
            return;
        }
        let misses = before.map_or(0, |attempt| attempt.misses);
        let misses = misses + u32::from(result == PuzzleResult::Missed);
        self.set_attempt(puzzle, Attempt { result, misses });
        if before.is_none() {
            self.puzzles.add(grade, result == PuzzleResult::Found);
        }
        self.solved += u32::from(result.is_solved());
        if let Some(day) = day {
            self.set_day(day.to_owned(), result);
        }
    }

    fn set_attempt(&mut self, puzzle: &str, attempt: Attempt) {
        match self.attempts.iter_mut().find(|(name, _)| name == puzzle) {
            Some((_, stored)) => *stored = attempt,
            None => self.attempts.push((puzzle.to_owned(), attempt)),
        }
        if self.attempts.len() > Self::MOST {
            self.attempts.remove(0);
        }
    }

    fn set_day(&mut self, day: String, result: PuzzleResult) {
        self.days.insert(day, result);
        if self.days.len() > Self::MOST {
            self.days.pop_first();
        }
    }

    /// Counts a puzzle of a rush.
    pub fn record_rushed(&mut self, grade: Grade, is_solved: bool) {
        self.rush.add(grade, is_solved);
    }

    /// Records the number of puzzles solved in a rush. Returns true if it is the highest.
    pub fn record_rush(&mut self, solved: u32) -> bool {
        let is_best = solved > self.best_rush;
        self.best_rush = self.best_rush.max(solved);
        is_best
    }

    /// Adds the changes from `base` to `now`, which another program has not seen.
    pub fn add_changes(&mut self, base: &Self, now: &Self) {
        self.puzzles.add_changes(base.puzzles, now.puzzles);
        self.rush.add_changes(base.rush, now.rush);
        self.solved += now.solved.saturating_sub(base.solved);
        self.best_rush = self.best_rush.max(now.best_rush);
        for (puzzle, mine) in &now.attempts {
            let other = self.attempt(puzzle).unwrap_or(*mine);
            let attempt = Attempt {
                result: mine.result.max(other.result),
                misses: mine.misses.max(other.misses),
            };
            self.set_attempt(puzzle, attempt);
        }
        for (day, mine) in &now.days {
            let other = self.day(day).unwrap_or(*mine);
            self.set_day(day.clone(), other.max(*mine));
        }
    }

    /// Parses the text form. Other lines are ignored.
    pub fn parse(text: &str) -> Self {
        let mut progress = PuzzleProgress::default();
        for line in text.lines() {
            progress.parse_line(line);
        }
        progress
    }

    fn parse_line(&mut self, line: &str) -> Option<()> {
        if is_day(line) {
            self.set_day(line.to_owned(), PuzzleResult::Found);
            return None;
        }
        let (name, value) = line.split_once(" = ")?;
        let number = || value.parse::<u32>().ok();
        let rating = || i32::try_from(number()?).ok();
        match name {
            "rating" => self.puzzles.rating = rating()?,
            "tried" => self.puzzles.tried = number()?,
            "solved" => self.solved = number()?,
            "rush rating" => self.rush.rating = rating()?,
            "rush tried" => self.rush.tried = number()?,
            "best rush" => self.best_rush = number()?,
            day if is_day(day) => {
                self.set_day(day.to_owned(), PuzzleResult::from_name(value)?);
            }
            puzzle => {
                let (result, misses) = value.split_once(' ')?;
                let attempt = Attempt {
                    result: PuzzleResult::from_name(result)?,
                    misses: misses.parse().ok()?,
                };
                self.set_attempt(puzzle, attempt);
            }
        }
        None
    }
}

impl Display for PuzzleProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == PuzzleProgress::default() {
            return Ok(());
        }
        writeln!(f, "rating = {}", self.puzzles.rating)?;
        writeln!(f, "tried = {}", self.puzzles.tried)?;
        writeln!(f, "solved = {}", self.solved)?;
        writeln!(f, "rush rating = {}", self.rush.rating)?;
        writeln!(f, "rush tried = {}", self.rush.tried)?;
        writeln!(f, "best rush = {}", self.best_rush)?;
        for (day, result) in &self.days {
            match result {
                PuzzleResult::Found => writeln!(f, "{day}")?,
                result => writeln!(f, "{day} = {}", result.name())?,
            }
        }
        for (puzzle, Attempt { result, misses }) in &self.attempts {
            writeln!(f, "{puzzle} = {} {misses}", result.name())?;
        }
        Ok(())
    }
}
