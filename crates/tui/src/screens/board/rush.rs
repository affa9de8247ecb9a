//! A rush at a board: puzzles against the clock.

use std::time::Duration;

use quintet_arena::{Puzzle, Rush};
use ratatui::style::Style;

use super::commands::Command;
use super::{Board, Kind};
use crate::context::{Context, Lookup};
use crate::keys::{Action, Binding, binding, direction};
use crate::screens::puzzles::RushReport;
use crate::screens::{Next, View};
use crate::worker::{RequestBody, Response, ResponseBody};

/// The state of a rush.
#[derive(Clone, Debug)]
pub(crate) struct RushState {
    rush: Rush,
    /// The number of the next puzzle, and the puzzle.
    next: (usize, Lookup<Option<Puzzle>>),
    solved: u32,
    missed: Vec<Puzzle>,
    clock: Clock,
    /// True if no more puzzles follow.
    is_over: bool,
    /// The rating before the rush.
    rating: i32,
}

/// The clock of a rush.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clock {
    /// It starts with the first move.
    Waiting,
    /// The time is up at this moment.
    Until(Duration),
    /// It is stopped while the next puzzle is computed, with this much time left.
    Stopped(Duration),
}

/// The keys in a rush.
pub(crate) const RUSH: &[Binding<Command>] = &[
    binding(Command::Choose, &[Action::Choose], "choose"),
    binding(Command::StepBack, &[Action::Back], "step back"),
    direction(Command::Go(-1, 0), &[Action::Up], "up"),
    direction(Command::Go(1, 0), &[Action::Down], "down"),
    direction(Command::Go(0, -1), &[Action::Left], "left"),
    direction(Command::Go(0, 1), &[Action::Right], "right"),
    binding(Command::Skip, &[Action::Next], "skip"),
    binding(Command::Type, &[Action::Type], "type a move"),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::EndRush, &[Action::Quit], "end the rush"),
    binding(Command::Close, &[Action::Quit], "close"),
];

const FULL: Duration = Duration::from_secs(Rush::SECONDS);

impl RushState {
    /// True unless the next puzzle is computed or the rush is over.
    pub(super) fn may_move(&self) -> bool {
        !self.is_over && !matches!(self.clock, Clock::Stopped(_))
    }

    fn left(&self, now: Duration) -> Duration {
        match self.clock {
            Clock::Waiting => FULL,
            Clock::Until(end) => end.saturating_sub(now),
            Clock::Stopped(left) => left,
        }
    }

    fn is_finished(&self, now: Duration) -> bool {
        self.is_over || self.missed.len() >= Rush::MISTAKES || self.left(now).is_zero()
    }

    /// Returns the clock and the score in paragraphs.
    pub(super) fn text(&self, puzzle: &Puzzle, view: View) -> Vec<(String, Style)> {
        let look = view.look;
        // The last second is shown until it is over.
        let left = (self.left(view.now) + Duration::from_millis(999)).as_secs();
        let clock = format!("Rush {}:{:02}", left / 60, left % 60);
        let (solved, missed) = (self.solved, self.missed.len());
        let text = format!("{solved} solved, {missed} of {} mistakes.", Rush::MISTAKES);
        let start = format!(
            "You have {} minutes from your first move.",
            Rush::SECONDS / 60
        );
        let is_waiting = self.clock == Clock::Waiting;
        [
            Some((clock, look.cursor())),
            Some((text, Style::new())),
            Some((
                format!("This puzzle is {}.", puzzle.grade().name()),
                Style::new(),
            )),
            is_waiting.then_some((start, look.quiet())),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

impl Board {
    fn rush(&self) -> Option<&RushState> {
        self.task()?.rush.as_ref()
    }

    fn rush_mut(&mut self) -> Option<&mut RushState> {
        match &mut self.kind {
            Kind::Puzzle(task) => task.rush.as_mut(),
            _ => None,
        }
    }

    /// Turns the puzzle of this board into the first one of a rush.
    pub(super) fn start_rush(&mut self, rush: Rush, number: usize, context: &mut Context) {
        if let Kind::Puzzle(task) = &mut self.kind {
            task.rush = Some(RushState {
                rush,
                next: (number, Lookup::NotRequested),
                solved: 0,
                missed: Vec::new(),
                clock: Clock::Waiting,
                is_over: false,
                rating: context.saved.puzzles.rush.rating,
            });
        }
        self.request_next(context);
    }

    fn request_next(&mut self, context: &mut Context) {
        let Some(state) = self.rush_mut() else {
            return;
        };
        let number = state.next.0 + 1;
        let lookup = if number < Rush::LONGEST {
            let rush = state.rush.clone();
            Lookup::Pending(context.request(RequestBody::RushPuzzle { rush, number }))
        } else {
            Lookup::Ready(None)
        };
        state.next = (number, lookup);
    }

    pub(super) fn is_available_in_rush(&self, command: Command) -> bool {
        let Some(rush) = self.rush() else {
            return false;
        };
        match command {
            Command::Choose => self.can_choose(),
            Command::Type | Command::Go(..) => self.may_move(),
            Command::StepBack => !self.entry.picked.is_empty(),
            Command::Skip => rush.may_move() && rush.clock != Clock::Waiting,
            Command::EndRush => rush.clock != Clock::Waiting,
            Command::Help | Command::Close | Command::Accept | Command::Cancel => true,
            _ => false,
        }
    }

    /// Judges a move in a rush. Returns false if there is none.
    pub(super) fn play_in_rush(&mut self, entry: &str, context: &mut Context) -> bool {
        let Some(task) = self.task().filter(|task| task.rush.is_some()) else {
            return false;
        };
        match self.session.position().play(entry) {
            Ok(played) => {
                let is_solution = played.mv == task.puzzle.solution;
                self.count_in_rush(is_solution, context);
            }
            Err(error) => self.messages.error(error.to_string()),
        }
        true
    }

    /// Counts a puzzle, starts the clock if it is the first, and shows the next one.
    pub(super) fn count_in_rush(&mut self, is_solved: bool, context: &mut Context) {
        let Kind::Puzzle(task) = &mut self.kind else {
            return;
        };
        let (puzzle, now) = (task.puzzle.clone(), context.now);
        let Some(rush) = task.rush.as_mut() else {
            return;
        };
        if rush.is_finished(now) {
            return;
        }
        context
            .saved
            .puzzles
            .record_rushed(puzzle.grade(), is_solved);
        if rush.clock == Clock::Waiting {
            rush.clock = Clock::Until(now + FULL);
        }
        self.messages.notice = if is_solved {
            rush.solved += 1;
            "Correct!".to_owned()
        } else {
            let mv = puzzle.position.name_move(&puzzle.solution);
            rush.missed.push(puzzle);
            format!("Wrong: only {mv} wins.")
        };
        rush.clock = Clock::Stopped(rush.left(now));
        self.messages.info("Looking for the next puzzle.");
        self.entry.picked.clear();
        self.show_next(context);
    }

    /// Shows the next puzzle if it is available, and requests the one after it.
    fn show_next(&mut self, context: &mut Context) {
        let Some(rush) = self.rush_mut() else {
            return;
        };
        let Clock::Stopped(left) = rush.clock else {
            return;
        };
        match rush.next.1.ready().cloned() {
            None => {}
            Some(None) => rush.is_over = true,
            Some(Some(puzzle)) => {
                rush.clock = Clock::Until(context.now + left);
                self.show_puzzle(puzzle);
                self.messages.info(Puzzle::QUESTION);
                self.request_next(context);
            }
        }
    }

    pub(super) fn receive_rush_puzzle(&mut self, response: &Response, context: &mut Context) {
        if let (ResponseBody::Puzzle(puzzle), Some(rush)) = (&response.body, self.rush_mut()) {
            rush.next.1.receive(response.id, puzzle);
            self.show_next(context);
        }
    }

    pub(super) fn pending_rush_puzzle(&self) -> Option<u64> {
        self.rush().and_then(|rush| rush.next.1.pending())
    }

    pub(super) fn end_rush(&mut self) {
        if let Some(rush) = self.rush_mut() {
            rush.is_over = true;
        }
    }

    /// True while the clock of a rush runs.
    pub(super) fn is_clock_running(&self) -> bool {
        let clock = self.rush().map(|rush| rush.clock);
        matches!(clock, Some(Clock::Until(_)))
    }

    /// Returns the report of a rush that is over.
    pub(super) fn finish_rush(&mut self, context: &mut Context) -> Next {
        let now = context.now;
        let Some(rush) = self.rush_mut().filter(|rush| rush.is_finished(now)) else {
            return Next::Stay;
        };
        let missed = std::mem::take(&mut rush.missed);
        let report = RushReport::new(rush.solved, missed, rush.rating, context);
        Next::Replace(Box::new(report))
    }
}
