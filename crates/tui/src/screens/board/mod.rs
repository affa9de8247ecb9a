//! The board: a game in progress.

mod draw;
mod touch;

use std::cell::Cell;
use std::path::{Path, PathBuf};

use quintet_arena::{Contest, Puzzle, Record, Who, replace_file};
use quintet_games::{AnyPosition, Variant};
use quintet_rules::{PerPlayer, Player};

use crate::canvas::Canvas;
use crate::keys::Command;
use crate::thinker::{Answer, Finding, Question, Request, Truth};

/// Questions that have been put and not been answered, and those yet to be put.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    last_id: u64,
    pub(crate) requests: Vec<Request>,
}

impl Outbox {
    /// Puts a question; its answer will carry this number.
    pub(crate) fn ask(&mut self, question: Question) -> u64 {
        self.last_id += 1;
        self.requests.push(Request {
            id: self.last_id,
            question,
        });
        self.last_id
    }
}

/// A line that is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// A move, as the book spells it.
    Move(String),
    /// Where to save the record.
    SaveAs(String),
}

/// A game at the board.
#[expect(
    clippy::struct_excessive_bools,
    reason = "what is shown and wanted is independent"
)]
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) contest: Contest,
    who: PerPlayer<Who>,
    first: Player,
    seed: u64,
    won: PerPlayer<u32>,
    is_counted: bool,
    /// Moves that have been taken back, the next one last.
    redo: Vec<String>,
    cursor: usize,
    picked: Vec<usize>,
    pub(crate) entry: Option<Entry>,
    message: String,
    shows_values: bool,
    shows_why: bool,
    wants_hint: bool,
    truth: Option<Truth>,
    /// The numbers of the questions that are open: for a move, for the truth.
    open_move: Option<u64>,
    open_truth: Option<u64>,
    puzzle: Option<Puzzle>,
    date: String,
    /// Where the cells were drawn last, for the mouse.
    canvas: Cell<Option<Canvas>>,
}

impl Board {
    /// A new game.
    pub(crate) fn new(
        variant: &'static dyn Variant,
        who: PerPlayer<Who>,
        first: Player,
        seed: u64,
        date: String,
    ) -> Self {
        Self::from_contest(Contest::new(variant.start(first)), who, seed, date)
    }

    /// A game that has come some way.
    pub(crate) fn from_contest(
        contest: Contest,
        who: PerPlayer<Who>,
        seed: u64,
        date: String,
    ) -> Self {
        let cells = contest.position().scene().cells.len();
        Board {
            who,
            first: contest.start().to_move(),
            seed,
            won: PerPlayer::default(),
            is_counted: false,
            redo: Vec::new(),
            cursor: cells / 2,
            picked: Vec::new(),
            entry: None,
            message: String::new(),
            shows_values: false,
            shows_why: false,
            wants_hint: false,
            truth: None,
            open_move: None,
            open_truth: None,
            puzzle: None,
            date,
            canvas: Cell::new(None),
            contest,
        }
    }

    /// A puzzle: the person finds the move, a perfect opponent answers.
    pub(crate) fn of_puzzle(puzzle: Puzzle, seed: u64, date: String) -> Self {
        let solver = puzzle.position.to_move();
        let who = PerPlayer::from_fn(|player| {
            if player == solver {
                Who::Human
            } else {
                Who::Perfect
            }
        });
        let mut board = Self::from_contest(Contest::new(puzzle.position.clone()), who, seed, date);
        board.message = format!(
            "Puzzle ({}): one move wins, in {} moves of both players.",
            puzzle.grade().name(),
            puzzle.distance
        );
        board.puzzle = Some(puzzle);
        board
    }

    fn position(&self) -> &dyn AnyPosition {
        self.contest.position()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.contest.outcome().is_some()
    }

    fn is_humans_turn(&self) -> bool {
        !self.is_over() && self.who[self.position().to_move()] == Who::Human
    }

    fn has_human(&self) -> bool {
        Player::BOTH
            .iter()
            .any(|player| self.who[*player] == Who::Human)
    }

    /// Whether something is being waited for.
    pub(crate) fn is_waiting(&self) -> bool {
        self.open_move.is_some() || self.open_truth.is_some()
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
            Command::Act => self.is_humans_turn(),
            Command::Back => !self.picked.is_empty(),
            Command::Undo => !self.contest.plies().is_empty() && self.has_human(),
            Command::Redo => !self.redo.is_empty(),
            Command::Hint | Command::Why | Command::Values | Command::Resign => {
                !self.is_over() && self.has_human()
            }
            Command::Review => self.is_over() && !self.contest.plies().is_empty(),
            Command::Next => self.puzzle.is_some(),
            Command::Swap => self.puzzle.is_none() && self.who.one != self.who.two,
            _ => true,
        }
    }

    /// Does what a command says. Commands that lead elsewhere are the app's.
    pub(crate) fn obey(&mut self, command: Command, outbox: &mut Outbox) {
        match command {
            Command::Up => self.move_cursor(-1, 0),
            Command::Down => self.move_cursor(1, 0),
            Command::Left => self.move_cursor(0, -1),
            Command::Right => self.move_cursor(0, 1),
            Command::Act => self.touch(self.cursor),
            Command::Back => {
                self.picked.pop();
            }
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Values => self.shows_values = !self.shows_values,
            Command::Why => self.shows_why = !self.shows_why,
            Command::Hint => self.wants_hint = true,
            Command::Restart => self.restart(),
            Command::Swap => self.swap(),
            Command::Resign => self.resign(),
            Command::Save => self.entry = Some(Entry::SaveAs(self.usual_name())),
            _ => {}
        }
        self.settle(outbox);
    }

    /// Puts the questions that the state calls for, and counts a game that has ended.
    pub(crate) fn settle(&mut self, outbox: &mut Outbox) {
        if let Some(outcome) = self.contest.outcome()
            && !self.is_counted
        {
            self.won[outcome.winner] += 1;
            self.is_counted = true;
        }
        let mover = self.position().to_move();
        if !self.is_over()
            && self.who[mover] != Who::Human
            && self.open_move.is_none()
            && self.redo.is_empty()
        {
            let question = Question::Move {
                position: self.position().boxed(),
                who: self.who[mover],
                seed: self.seed.wrapping_add(self.contest.plies().len() as u64),
            };
            self.open_move = Some(outbox.ask(question));
        }
        let wants_truth =
            (self.shows_values || self.shows_why || self.wants_hint) && !self.is_over();
        if wants_truth && self.current_truth().is_none() && self.open_truth.is_none() {
            self.open_truth = Some(outbox.ask(Question::Truth(self.position().boxed())));
        }
        self.give_hint();
    }

    /// What is known about the position that is shown.
    fn current_truth(&self) -> Option<&Truth> {
        self.truth
            .as_ref()
            .filter(|truth| truth.position == self.position().text())
    }

    fn give_hint(&mut self) {
        if !self.wants_hint {
            return;
        }
        let Some(truth) = self.current_truth() else {
            return;
        };
        let hint = truth.line.first().map_or_else(
            || "Hint: unsolved at this size.".to_owned(),
            |best| format!("Hint: {best} {}.", truth.reason),
        );
        self.message = hint;
        self.wants_hint = false;
    }

    /// Takes an answer, if it is to a question that is still open.
    pub(crate) fn take(&mut self, answer: &Answer, outbox: &mut Outbox) {
        match &answer.finding {
            Finding::Move(mv) if self.open_move == Some(answer.id) => {
                self.open_move = None;
                if !self.is_humans_turn() && !self.is_over() {
                    self.play(&mv.clone());
                }
            }
            Finding::Truth(truth) if self.open_truth == Some(answer.id) => {
                self.open_truth = None;
                self.truth = Some(truth.clone());
            }
            _ => return,
        }
        self.settle(outbox);
    }

    /// Plays a move, or says why not.
    fn play(&mut self, entry: &str) {
        self.picked.clear();
        let mover = self.position().to_move();
        match self.contest.play(entry) {
            Ok(played) => {
                self.redo.clear();
                let who = self.who[mover];
                self.message = match (&self.puzzle, self.contest.plies().len()) {
                    (Some(puzzle), 1) if puzzle.solution == played.mv => {
                        format!("Right: {} is the only move that wins.", played.mv)
                    }
                    (Some(_), 1) => {
                        format!(
                            "{} lets the win go. u takes it back, i gives a hint.",
                            played.mv
                        )
                    }
                    _ if who == Who::Human => played.confirmation.replace('\n', " "),
                    _ => format!(
                        "{} plays {}.",
                        self.position().variant().name(mover),
                        played.mv
                    ),
                };
                if let Some(notice) = played.notice {
                    self.message = notice;
                }
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    /// Takes back to the person's last decision.
    fn undo(&mut self) {
        let before: Vec<String> = self
            .contest
            .plies()
            .iter()
            .map(|ply| ply.mv.clone())
            .collect();
        if self.contest.resigned().is_some() {
            self.contest = replayed(self.contest.start(), &before);
            self.message = "The resignation is taken back.".to_owned();
            self.is_counted = false;
            return;
        }
        let who = self.who;
        let taken = self.contest.undo(|player| who[player] == Who::Human);
        self.redo
            .extend(before[before.len() - taken..].iter().rev().cloned());
        self.picked.clear();
        self.open_move = None;
        self.message = match taken {
            0 => "There is no move of yours to take back.".to_owned(),
            1 => "Taken back: 1 move.".to_owned(),
            taken => format!("Taken back: {taken} moves."),
        };
    }

    /// Plays again what was taken back, up to the person's next decision.
    fn redo(&mut self) {
        while let Some(mv) = self.redo.pop() {
            if self.contest.play(&mv).is_err() || self.is_humans_turn() {
                break;
            }
        }
        self.picked.clear();
        self.message.clear();
    }

    /// A new game. After one that has ended the other player begins.
    fn restart(&mut self) {
        if self.is_over() && self.puzzle.is_none() {
            self.first = self.first.other();
        }
        let start = match &self.puzzle {
            Some(puzzle) => puzzle.position.clone(),
            None => self.position().variant().start(self.first),
        };
        let fresh = Board {
            won: self.won,
            shows_values: self.shows_values,
            shows_why: self.shows_why,
            puzzle: self.puzzle.take(),
            cursor: self.cursor,
            ..Self::from_contest(
                Contest::new(start),
                self.who,
                self.seed.wrapping_add(1),
                self.date.clone(),
            )
        };
        *self = fresh;
    }

    fn swap(&mut self) {
        self.who = PerPlayer {
            one: self.who.two,
            two: self.who.one,
        };
        self.open_move = None;
        self.redo.clear();
        self.message = format!(
            "Player 1 is now {}, Player 2 {}.",
            self.who.one, self.who.two
        );
    }

    /// The person gives up: whoever is to move, or the only person there is.
    fn resign(&mut self) {
        let mover = self.position().to_move();
        let player = if self.who[mover] == Who::Human {
            mover
        } else {
            mover.other()
        };
        self.contest.resign(player);
        self.open_move = None;
        self.message.clear();
    }

    fn usual_name(&self) -> String {
        format!("{}-{}.txt", self.position().variant().id(), self.date)
    }

    /// A key while something is being typed. `true` if the entry is done with.
    pub(crate) fn type_key(&mut self, code: crossterm::event::KeyCode, outbox: &mut Outbox) {
        use crossterm::event::KeyCode;
        let Some(entry) = &mut self.entry else { return };
        let (Entry::Move(text) | Entry::SaveAs(text)) = entry;
        match code {
            KeyCode::Char(char) if text.chars().count() < 200 => text.push(char),
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Esc => self.entry = None,
            KeyCode::Enter => {
                match self.entry.take() {
                    Some(Entry::Move(text)) => self.play(&text),
                    Some(Entry::SaveAs(name)) => self.save(&PathBuf::from(name.trim())),
                    None => {}
                }
                self.settle(outbox);
            }
            _ => {}
        }
    }

    /// Begins to type a move, if some move begins with this character.
    pub(crate) fn begin_entry(&mut self, char: char) -> bool {
        let begins = |mv: &String| {
            mv.chars()
                .next()
                .is_some_and(|first| first.eq_ignore_ascii_case(&char))
        };
        let is_entry = self.is_humans_turn() && self.position().moves().iter().any(begins);
        if is_entry {
            self.entry = Some(Entry::Move(char.to_string()));
        }
        is_entry
    }

    fn save(&mut self, path: &Path) {
        self.message = match replace_file(path, &[self.record().to_string().as_bytes()]) {
            Ok(()) => format!("Saved in {}.", path.display()),
            Err(error) => format!("Not saved in {}: {error}.", path.display()),
        };
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
