//! The board: a game in progress.

mod asking;
mod draw;
mod history;
mod preview;
mod side;
mod touch;
mod typing;

use std::cell::Cell;

use quintet_arena::{Contest, GameResult, Puzzle, Record, Termination, Who};
use quintet_games::AnyPosition;
use quintet_rules::{PerPlayer, Player};

use self::asking::Open;
use self::touch::{Step, Way};
use self::typing::Entry;
use crate::canvas::Canvas;
use crate::keys::Command;
use crate::outbox::Outbox;
use crate::thinker::Truth;

/// A position to be solved, and what it is called.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) puzzle: Puzzle,
    pub(crate) title: String,
}

/// A game at the board.
#[expect(
    clippy::struct_excessive_bools,
    reason = "what is shown and wanted is independent"
)]
#[derive(Debug)]
pub(crate) struct Board {
    contest: Contest,
    who: PerPlayer<Who>,
    seed: u64,
    date: String,
    /// Games of this match that were won before this one.
    won_before: PerPlayer<u32>,
    /// Moves that have been taken back, the next one last.
    redo: Vec<String>,
    /// The legal moves, with the cells that a person touches to make them.
    ways: Vec<Way>,
    cursor: usize,
    /// Whether the cursor was moved since the last move: only then does it ask for a reason.
    has_pointed: bool,
    picked: Vec<usize>,
    entry: Option<Entry>,
    message: String,
    /// What stays to be read until the person moves again.
    notice: String,
    /// The message is about something that went wrong.
    is_wrong: bool,
    shows_values: bool,
    shows_why: bool,
    wants_hint: bool,
    truth: Option<Truth>,
    open: Open,
    /// Whoever is no person does not move until told to go on.
    is_paused: bool,
    /// A command that would lose something is done when it is asked for twice.
    asked_once: Option<Command>,
    task: Option<Task>,
    /// Where the cells were drawn last, for the mouse.
    canvas: Cell<Option<Canvas>>,
}

impl Board {
    /// A game that begins, or has come some way.
    pub(crate) fn new(contest: Contest, who: PerPlayer<Who>, seed: u64, date: String) -> Self {
        let scene = contest.position().scene();
        Board {
            who,
            seed,
            date,
            won_before: PerPlayer::default(),
            redo: Vec::new(),
            ways: Way::all(contest.position()),
            cursor: scene.rows / 2 * scene.columns + scene.columns / 2,
            has_pointed: false,
            picked: Vec::new(),
            entry: None,
            message: String::new(),
            notice: String::new(),
            is_wrong: false,
            shows_values: false,
            shows_why: false,
            wants_hint: false,
            truth: None,
            open: Open::default(),
            is_paused: false,
            asked_once: None,
            task: None,
            canvas: Cell::new(None),
            contest,
        }
    }

    /// The board of a record: to be played on, or looked at if it is over.
    pub(crate) fn of_record(record: &Record, seed: u64, date: String) -> Self {
        let moves: Vec<_> = record.plies().iter().map(|ply| ply.mv.clone()).collect();
        let mut contest = replayed(record.start(), &moves);
        if let (GameResult::Won(winner), Some(Termination::Resigned)) =
            (record.result(), record.termination)
        {
            contest.resign(winner.other());
        }
        let who = |name: &str| name.parse().unwrap_or(Who::Human);
        let who = PerPlayer {
            one: who(&record.players.one),
            two: who(&record.players.two),
        };
        let mut board = Self::new(contest, who, record.seed.unwrap_or(seed), date);
        board.is_paused = !board.has_human();
        board
    }

    /// A puzzle: the person finds the move, a perfect opponent answers.
    pub(crate) fn of_task(task: Task, seed: u64, date: String) -> Self {
        let solver = task.puzzle.position.to_move();
        let who = PerPlayer::from_fn(|player| {
            if player == solver {
                Who::Human
            } else {
                Who::Perfect
            }
        });
        let contest = Contest::new(task.puzzle.position.clone());
        let mut board = Self::new(contest, who, seed, date);
        board.message = "One move alone keeps the win. Which?".to_owned();
        board.task = Some(task);
        board
    }

    pub(crate) fn position(&self) -> &dyn AnyPosition {
        self.contest.position()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.contest.outcome().is_some()
    }

    /// Whether a game has begun and not ended, so that it would be a pity to lose it.
    pub(crate) fn is_unfinished(&self) -> bool {
        !self.is_over() && !self.contest.plies().is_empty()
    }

    pub(crate) fn is_task(&self) -> bool {
        self.task.is_some()
    }

    pub(crate) fn who(&self) -> PerPlayer<Who> {
        self.who
    }

    fn is_humans_turn(&self) -> bool {
        !self.is_over() && self.who[self.position().to_move()] == Who::Human
    }

    fn has_human(&self) -> bool {
        Player::BOTH
            .map(|player| self.who[player])
            .contains(&Who::Human)
    }

    /// Games won in this match, with this one if it has ended.
    pub(crate) fn won(&self) -> PerPlayer<u32> {
        let mut won = self.won_before;
        if let Some(outcome) = self.contest.outcome() {
            won[outcome.winner] += 1;
        }
        won
    }

    /// Takes over the score of a match whose present game began anew somewhere.
    pub(crate) fn with_score_before(mut self, other: &Board) -> Self {
        self.won_before = other.won_before;
        self
    }

    /// The record of the game as it stands.
    pub(crate) fn record(&self) -> Record {
        let players = PerPlayer::from_fn(|player| self.who[player].to_string());
        let mut record = Record::of(self.contest.clone(), players, self.date.clone());
        record.seed = Some(self.seed);
        record
    }

    pub(crate) fn is_possible(&self, command: Command) -> bool {
        match command {
            // A cell that has just said why not has nothing more to say.
            Command::Act => {
                let is_refused = self.is_wrong && matches!(self.step(self.cursor), Step::Nothing);
                self.is_humans_turn() && !is_refused
            }
            Command::Type | Command::Up | Command::Down | Command::Left | Command::Right => {
                self.is_humans_turn()
            }
            Command::Back => !self.picked.is_empty(),
            Command::Stop => self.open.mv.is_some(),
            Command::GoOn => self.is_paused && !self.is_over() && !self.is_humans_turn(),
            Command::Undo => self.can_undo(),
            Command::Redo => !self.redo.is_empty(),
            Command::Hint | Command::Why | Command::Values => !self.is_over(),
            Command::Resign => !self.is_over() && self.has_human() && self.task.is_none(),
            Command::Review => self.is_over() && !self.contest.plies().is_empty(),
            Command::Restart => !self.contest.plies().is_empty() || self.is_over(),
            Command::Next => self.task.is_some(),
            Command::Swap => self.task.is_none() && !self.is_over() && self.who.one != self.who.two,
            _ => true,
        }
    }

    /// Does what a command says. Commands that lead elsewhere are the app's.
    pub(crate) fn obey(&mut self, command: Command, outbox: &mut Outbox) {
        let asked_once = self.asked_once.take();
        match command {
            Command::Up => self.go(-1, 0),
            Command::Down => self.go(1, 0),
            Command::Left => self.go(0, -1),
            Command::Right => self.go(0, 1),
            Command::Act => self.touch(),
            Command::Back => {
                self.picked.pop();
                self.say("");
            }
            Command::Stop => {
                self.open.mv = None;
                self.is_paused = true;
                self.say("Stopped.");
            }
            Command::GoOn => {
                self.is_paused = false;
                self.say("");
            }
            Command::Type => self.entry = Some(Entry::mv("")),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Values => self.shows_values = !self.shows_values,
            Command::Why => self.shows_why = !self.shows_why,
            Command::Hint => self.wants_hint = true,
            Command::Restart if self.is_unfinished() && asked_once != Some(Command::Restart) => {
                self.say("This game would be lost: press r again to begin anew.");
                self.asked_once = Some(Command::Restart);
            }
            Command::Restart => self.restart(),
            Command::Swap => self.swap(),
            Command::Resign => self.resign(),
            Command::Save => self.entry = Some(Entry::save_as(&self.usual_name())),
            _ => {}
        }
        self.settle(outbox);
    }

    fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
        self.is_wrong = false;
    }

    /// Says why something was not done.
    fn refuse(&mut self, message: impl Into<String>) {
        self.message = message.into();
        self.is_wrong = true;
    }
}

/// A game from its start through moves that are known to be legal.
pub(crate) fn replayed(start: &dyn AnyPosition, moves: &[String]) -> Contest {
    let mut contest = Contest::new(start.boxed());
    for mv in moves {
        contest.play(mv).expect("it has been played before");
    }
    contest
}
