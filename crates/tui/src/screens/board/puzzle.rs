//! Puzzles at a board: tries, the solution, and the result.

use quintet_arena::{Puzzle, PuzzleProgress, PuzzleResult, Session, Who};
use quintet_rules::PerPlayer;
use ratatui::style::Style;

use super::commands::Command;
use super::rush::RushState;
use super::{Board, Entry, Input, Insight, Kind, Levels, Messages};
use crate::context::Context;
use crate::keys::{Action, Binding, binding, direction};
use crate::screens::page::Page;
use crate::screens::panel::{cross, pips};
use crate::screens::{Next, View, WantedPuzzle};
use crate::worker::RequestBody;

/// A puzzle at a board.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(super) puzzle: Puzzle,
    title: String,
    /// Its day, for a daily puzzle.
    day: Option<String>,
    /// The name of the puzzle in the progress; `None` if it does not count.
    name: Option<String>,
    result: Option<PuzzleResult>,
    misses: u32,
    /// True if the program plays the solution.
    is_showing: bool,
    /// The id of the request for the consequence of the first move.
    pub(super) consequence: Option<u64>,
    /// The rush that the puzzle belongs to.
    pub(super) rush: Option<RushState>,
}

/// The keys at a puzzle.
pub(crate) const PUZZLE: &[Binding<Command>] = &[
    binding(
        Command::TryAgain,
        &[Action::Choose, Action::Undo, Action::Restart],
        "try again",
    ),
    binding(Command::Choose, &[Action::Choose], "choose"),
    binding(Command::Resume, &[Action::Choose], "continue"),
    binding(Command::Stop, &[Action::Back], "stop"),
    binding(Command::StepBack, &[Action::Back], "step back"),
    direction(Command::Go(-1, 0), &[Action::Up], "up"),
    direction(Command::Go(1, 0), &[Action::Down], "down"),
    direction(Command::Go(0, -1), &[Action::Left], "left"),
    direction(Command::Go(0, 1), &[Action::Right], "right"),
    binding(Command::Solution, &[Action::Hint], "show the solution"),
    binding(Command::Share, &[Action::Save], "share"),
    binding(Command::NextPuzzle, &[Action::Next], "next puzzle"),
    binding(Command::Undo, &[Action::Undo], "undo"),
    binding(Command::Redo, &[Action::Redo], "redo"),
    binding(Command::Values, &[Action::Values], "values"),
    binding(Command::Why, &[Action::Why], "why"),
    binding(Command::NextReason, &[Action::Switch], "next reason"),
    binding(Command::ScrollDown, &[Action::PageDown], "more"),
    binding(Command::ScrollUp, &[Action::PageUp], "scroll up"),
    binding(Command::Review, &[Action::Review], "review"),
    binding(Command::Type, &[Action::Type], "type a move"),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::Close, &[Action::Quit], "close"),
];

impl Task {
    /// True if the first move is wrong.
    fn is_wrong(&self, session: &Session) -> bool {
        let first = session.played().first();
        first.is_some_and(|first| first.mv != self.puzzle.solution)
    }

    /// True if the person can still look for the solution.
    fn is_open(&self) -> bool {
        self.result.is_none_or(PuzzleResult::is_open)
    }

    /// True if the person may move.
    pub(super) fn may_move(&self, session: &Session) -> bool {
        match &self.rush {
            Some(rush) => rush.may_move(),
            None => !self.is_wrong(session),
        }
    }

    /// Records the result of a try.
    fn record(&mut self, result: PuzzleResult, context: &mut Context) {
        let Some(name) = &self.name else {
            self.result = Some(result);
            return;
        };
        let progress = &mut context.saved.puzzles;
        let (grade, day) = (self.puzzle.grade(), self.day.as_deref());
        progress.record(name, grade, day, result);
        self.result = progress.result(name);
        self.misses = progress.misses(name);
    }

    /// Returns the advice after a wrong move.
    fn advice(&self, context: &Context) -> String {
        let again = context.keymap.name(Action::Choose);
        let left = PuzzleProgress::TRIES.saturating_sub(self.misses);
        match (self.day.is_some(), self.is_open(), left) {
            (true, false, _) => {
                let solution = context.keymap.name(Action::Hint);
                format!(" That was the last try: {solution} shows the solution.")
            }
            (true, true, 1) => format!(" One try left: {again} to try again."),
            (true, true, _) => format!(" {left} tries left: {again} to try again."),
            (false, ..) => format!(" Press {again} to try again."),
        }
    }

    /// Returns the result to share, without the solution.
    fn share(&self, day: &str, is_ascii: bool) -> String {
        let tries = PuzzleProgress::TRIES;
        let is_solved = self.result.is_some_and(PuzzleResult::is_solved);
        let score = if is_solved {
            (self.misses + 1).to_string()
        } else {
            "X".to_owned()
        };
        let [wrong, right] = if is_ascii {
            ["x", "o"]
        } else {
            ["🟥", "🟩"]
        };
        let squares = wrong.repeat(self.misses as usize) + if is_solved { right } else { "" };
        let separator = if is_ascii { "-" } else { "·" };
        let name = self.puzzle.position.variant().listing().name;
        format!("Quintet {day} {separator} {name} {score}/{tries}\n{squares}\n")
    }
}

/// Returns a game against a perfect opponent from the position of a puzzle.
pub(super) fn session_of(puzzle: &Puzzle) -> Session {
    let start = puzzle.position.clone();
    let mut players = PerPlayer::from_fn(|_| Who::Perfect);
    players[start.to_move()] = Who::Human;
    Session::new(start).between(players)
}

impl Board {
    /// Creates a puzzle with a perfect opponent.
    pub(crate) fn of_puzzle(puzzle: Puzzle, wanted: WantedPuzzle, context: &mut Context) -> Self {
        let progress = &context.saved.puzzles;
        let name = wanted.name();
        let task = Task {
            title: wanted.title,
            day: wanted.day,
            result: progress.result(&name),
            misses: progress.misses(&name),
            name: Some(name),
            is_showing: false,
            consequence: None,
            rush: None,
            puzzle,
        };
        let mut board = Self::at_puzzle(task, context);
        if let Some((rush, number)) = wanted.rush {
            board.start_rush(rush, number, context);
        }
        board
    }

    /// Creates a missed puzzle of a rush, which does not count again.
    pub(crate) fn of_missed_puzzle(puzzle: Puzzle, context: &Context) -> Self {
        let task = Task {
            puzzle,
            title: "Missed puzzle".to_owned(),
            day: None,
            name: None,
            result: None,
            misses: 0,
            is_showing: false,
            consequence: None,
            rush: None,
        };
        Self::at_puzzle(task, context)
    }

    fn at_puzzle(task: Task, context: &Context) -> Self {
        let session = session_of(&task.puzzle);
        let mut board = Self::new(session, context.seed, Kind::Puzzle(Box::new(task)));
        board.messages.info(Puzzle::QUESTION);
        board
    }

    /// Replaces the puzzle of a rush.
    pub(super) fn show_puzzle(&mut self, puzzle: Puzzle) {
        let Kind::Puzzle(task) = &mut self.kind else {
            return;
        };
        self.session = session_of(&puzzle);
        self.entry = Entry::new(self.session.position());
        self.input = Input::Command;
        self.insight = Insight::default();
        task.puzzle = puzzle;
    }

    pub(super) fn task(&self) -> Option<&Task> {
        match &self.kind {
            Kind::Puzzle(task) => Some(task),
            Kind::Game | Kind::Trial | Kind::Lesson(_) | Kind::Retry(_) => None,
        }
    }

    pub(super) fn is_available_in_puzzle(&self, command: Command, task: &Task) -> bool {
        let session = &self.session;
        let (is_wrong, is_open) = (task.is_wrong(session), session.is_open());
        let shows_solution = session.cursor() > 0 && !is_wrong;
        match command {
            Command::TryAgain => is_wrong || !is_open,
            Command::Type | Command::Go(..) => self.may_move(),
            Command::Solution => !shows_solution,
            Command::Values | Command::Why => is_open && !task.is_open(),
            Command::Share => task.day.is_some() && !task.is_open(),
            Command::NextPuzzle => task.name.is_some(),
            Command::Close => true,
            Command::Choose
            | Command::StepBack
            | Command::Stop
            | Command::Resume
            | Command::Undo
            | Command::Redo
            | Command::Review
            | Command::Reason(_)
            | Command::NextReason
            | Command::ScrollUp
            | Command::ScrollDown
            | Command::Help
            | Command::Accept
            | Command::Cancel => self.is_available_in_game(command),
            _ => false,
        }
    }

    /// Runs a command that only puzzles have.
    pub(super) fn run_in_puzzle(&mut self, command: Command, context: &mut Context) -> Next {
        let Kind::Puzzle(task) = &mut self.kind else {
            return Next::Stay;
        };
        match command {
            Command::TryAgain => self.return_to_puzzle(context),
            Command::Solution => {
                if task.is_open() {
                    task.record(PuzzleResult::Shown, context);
                }
                task.is_showing = true;
                let solution = task.puzzle.solution.clone();
                self.return_to_puzzle(context);
                self.play(&solution, context);
                self.settle(context);
            }
            Command::Share => {
                let day = task.day.clone().unwrap_or_default();
                let text = task.share(&day, context.look.ascii);
                return Next::Open(Box::new(Page::new("Your result, to copy", &text)));
            }
            Command::NextPuzzle => {
                let seed = context.next_seed();
                return Next::Puzzle(WantedPuzzle::any(self.session.variant(), seed));
            }
            Command::Skip => {
                self.count_in_rush(false, context);
            }
            Command::EndRush => self.end_rush(),
            _ => return Next::Close,
        }
        Next::Stay
    }

    /// Returns to the position of the puzzle.
    fn return_to_puzzle(&mut self, context: &mut Context) {
        self.session.go_to(0);
        self.session.forget_later();
        self.levels = Levels::Free;
        self.arrive();
        self.insight = Insight::default();
        self.messages = Messages::default();
        self.messages.info(Puzzle::QUESTION);
        self.settle(context);
    }

    /// Judges the first move of a puzzle, and requests its consequence.
    pub(super) fn judge_first_move(&mut self, context: &mut Context) {
        let (Kind::Puzzle(task), [first]) = (&mut self.kind, self.session.played()) else {
            return;
        };
        let is_solution = first.mv == task.puzzle.solution;
        if !is_solution {
            task.is_showing = false;
            if task.is_open() {
                task.record(PuzzleResult::Missed, context);
            }
            if task.day.is_some() && task.misses >= PuzzleProgress::TRIES {
                task.record(PuzzleResult::Shown, context);
            }
        } else if task.is_open() {
            let result = if task.misses > 0 {
                PuzzleResult::Later
            } else {
                PuzzleResult::Found
            };
            task.record(result, context);
        }
        task.consequence = Some(context.request(RequestBody::Consequence {
            position: self.session.start().boxed(),
            mv: first.mv.clone(),
        }));
        self.show_judgement(None, context);
    }

    /// Reports whether the first move solves the puzzle and, once available, why.
    pub(super) fn show_judgement(&mut self, consequence: Option<&str>, context: &Context) {
        let (Some(task), Some(first)) = (self.task(), self.session.played().first()) else {
            return;
        };
        if task.is_showing {
            let mv = task.puzzle.position.name_move(&first.mv);
            let consequence = consequence.unwrap_or("wins");
            self.messages.notice = format!("The solution: {mv} {consequence}.");
            return;
        }
        let mut text = task.puzzle.judgement(&first.mv, consequence);
        if task.is_wrong(&self.session) {
            text += &task.advice(context);
        }
        self.messages.notice = text;
    }

    /// Returns the state of the puzzle in paragraphs.
    pub(super) fn puzzle_text(&self, task: &Task, view: View) -> Vec<(String, Style)> {
        let look = view.look;
        if let Some(rush) = &task.rush {
            return rush.text(&task.puzzle, view);
        }
        let title = format!("{}, {}.", task.title, task.puzzle.grade().name());
        let mut text = vec![(title, Style::new())];
        let is_wrong = task.is_wrong(&self.session);
        let is_solved = task.result.is_some_and(PuzzleResult::is_solved);
        if task.day.is_some() && (task.is_open() || is_wrong) {
            let tries = PuzzleProgress::TRIES as usize;
            let misses = (task.misses as usize).min(tries);
            let signs = cross(look).repeat(misses) + &pips(0, tries - misses, look);
            text.push((format!("Tries {signs}"), look.title()));
        }
        match (self.session.cursor(), is_wrong) {
            (0, _) if task.is_open() => text.push((task.puzzle.facts(), Style::new())),
            (0, _) => text.push(("You know the solution.".to_owned(), look.quiet())),
            (_, true) => {
                let loses = "This move gives the win away.".to_owned();
                text.push((loses, look.wrong()));
            }
            (_, false) if self.session.is_open() => {
                let rest = "Now play it out against perfect play.".to_owned();
                text.push((rest, look.right()));
            }
            _ => {}
        }
        if is_solved && let Some(day) = &task.day {
            let streak = view.saved.puzzles.streak(view.date);
            if *day == view.date && streak > 1 {
                text.push((format!("{streak}-day streak."), look.right()));
            }
        }
        text
    }
}
