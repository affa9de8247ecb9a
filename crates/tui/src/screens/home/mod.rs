//! The first screen: which game, on which board, who plays.

mod choice;
mod commands;
mod draw;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use quintet_arena::{Puzzle, Who, days_in_a_row, game_of_day, puzzle_of_day};
use quintet_games::Variant;
use quintet_rules::{PerPlayer, Player};
use ratatui::layout::Rect;

use self::choice::{Choice, Field};
use super::board::Board;
use super::{Screen, Wanted};
use crate::context::{Context, Knowledge};
use crate::keep::Kept;
use crate::text::title_of;
use crate::thinker::{Answer, Finding, Question};

/// The first screen.
#[derive(Debug)]
pub(crate) struct Home {
    choice: Choice,
    /// The line that the arrows change: first the games, then the fields.
    line: usize,
    message: String,
    /// The game that was left and can be continued.
    pub(crate) left: Option<Board>,
    /// Who plays in it by its record, which starts no program by itself.
    names_left: PerPlayer<String>,
    /// The number of the question for a puzzle that is being looked for, and which it is.
    pub(crate) sought: Option<(u64, Wanted)>,
    /// The days whose puzzle was solved.
    pub(crate) solved: BTreeSet<String>,
    /// The ids of the games whose lesson need not be offered: it was begun, or a game was played.
    pub(crate) learnt: BTreeSet<String>,
    /// The puzzle of the day, if there is one.
    daily: Knowledge<Option<Puzzle>>,
    /// Today, as `2026-11-15`.
    today: String,
    /// Whether a game was asked for once while another is unfinished: it begins when it is asked for again.
    is_asked_once: bool,
    /// Where the games and the fields were drawn last, for the mouse.
    areas: Cell<[Rect; 2]>,
}

impl Home {
    pub(crate) fn new(kept: Kept, context: &Context) -> Self {
        let names_left = kept.game.as_ref().map(|record| record.players.clone());
        let left = kept.game.map(|record| Board::of_record(&record, context));
        let message = match (&left, kept.damage) {
            (_, Some(damage)) => damage,
            (Some(_), None) => "Your last game is not finished: c continues it.".to_owned(),
            (None, None) => String::new(),
        };
        let choice = Choice::new(context.catalogue, &kept.choices);
        Home {
            line: choice.game,
            choice,
            message,
            left,
            names_left: names_left.unwrap_or(PerPlayer::from_fn(|_| String::new())),
            sought: None,
            solved: kept.solved,
            learnt: kept.learnt,
            daily: Knowledge::None,
            today: context.date.clone(),
            is_asked_once: false,
            areas: Cell::default(),
        }
    }

    /// Lets more players be chosen. The first of them plays as Player 2 unless another one is chosen. In the game that
    /// was left they have their seats again.
    pub(crate) fn add_players(&mut self, players: &[Who]) {
        self.choice.add_players(players);
        let Some(board) = &mut self.left else {
            return;
        };
        for player in Player::BOTH {
            let is_named = |who: &&Who| who.name() == self.names_left[player];
            if let Some(who) = players.iter().find(is_named) {
                board.seat(player, who.clone());
            }
        }
    }

    /// The choices, to be kept.
    pub(crate) fn choices(&self) -> BTreeMap<String, String> {
        self.choice.to_map()
    }

    /// The person comes back.
    pub(crate) fn welcome(&mut self, message: Option<String>) {
        self.message = match message {
            Some(message) => message,
            None if self.has_unfinished() => {
                "Your game is not finished: c continues it.".to_owned()
            }
            None => String::new(),
        };
    }

    /// A board is shown: nothing else is looked for, and another game takes the place of the one that was left.
    pub(crate) fn make_way_for(&mut self, board: &Board) {
        self.sought = None;
        self.message.clear();
        if board.is_kept() {
            self.left = None;
        }
    }

    /// Takes an answer: the puzzle that was looked for, or that there is none.
    pub(crate) fn answered(
        &mut self,
        answer: &Answer,
        context: &mut Context,
    ) -> Option<Result<Board, String>> {
        if let Some(game) = &mut self.left {
            game.take(answer, context);
        }
        let Finding::Puzzle(puzzle) = &answer.finding else {
            return None;
        };
        self.daily.take(answer.id, puzzle);
        let (_, wanted) = self.sought.take_if(|(id, _)| *id == answer.id)?;
        self.message.clear();
        let none = || "No puzzle was found at this size.".to_owned();
        let board = |puzzle| Board::of_puzzle(puzzle, wanted, context);
        Some(puzzle.clone().map(board).ok_or_else(none))
    }

    /// The screen is seen: it says how difficult the puzzle of the day is, as soon as that is known.
    pub(crate) fn ask_for_daily(&mut self, context: &mut Context) {
        if let Knowledge::None = self.daily {
            let question = Question::Puzzle {
                variant: self.game_of_today(),
                seed: puzzle_of_day(&self.today),
            };
            self.daily = Knowledge::Asked(context.ask(question));
        }
    }

    /// Offers the lesson of the chosen game to a person who may not know it.
    fn offer(&self) -> Option<String> {
        let listing = self.choice.listing();
        let is_new = !self.learnt.contains(listing.id);
        is_new.then(|| format!("New to {}? g teaches it in a minute.", listing.name))
    }

    /// The game whose turn it is to have the puzzle of the day.
    fn game_of_today(&self) -> &'static dyn Variant {
        let number = game_of_day(&self.today, self.choice.games().count());
        let listing = number.and_then(|number| self.choice.games().nth(number));
        listing.map_or(self.choice.variant(), |listing| listing.standard())
    }

    /// Which puzzle there is today, whether it is solved, and on how many days in a row one was.
    fn daily(&self) -> String {
        let game = title_of(self.game_of_today());
        let days = days_in_a_row(self.solved.iter().map(String::as_str), &self.today);
        let is_solved = self.solved.contains(&self.today);
        let state = match (is_solved, days) {
            (true, 1) => "solved".to_owned(),
            (true, days) => format!("solved, {days} days in a row"),
            (false, 0) => "d shows it".to_owned(),
            (false, 1) => "d shows it; yesterday's is solved".to_owned(),
            (false, days) => format!("d shows it; {days} days in a row so far"),
        };
        let grade = self.daily.known().and_then(Option::as_ref);
        let grade = grade.map_or(String::new(), |puzzle| {
            format!(", {}", puzzle.grade().name())
        });
        format!("Today's puzzle: {game}{grade} ({state})")
    }

    fn has_unfinished(&self) -> bool {
        self.left
            .as_ref()
            .is_some_and(|board| board.session().is_unfinished())
    }

    /// The field in whose line the arrows are.
    fn field(&self) -> Option<Field> {
        let number = self.line.checked_sub(self.choice.games().count())?;
        Field::ALL.get(number).copied()
    }

    /// Goes to a line; on that of a game, chooses it. From the fields upwards one comes back to the chosen game.
    fn go_to(&mut self, line: usize) {
        let was_field = self.field().is_some();
        self.line = line.min(self.choice.games().count() + Field::ALL.len() - 1);
        match self.field() {
            Some(_) => {}
            None if was_field => self.line = self.choice.game,
            None => self.choice.choose(self.line),
        }
    }

    fn change(&mut self, forward: bool) {
        if let Some(field) = self.field() {
            self.choice.change(field, forward);
        }
    }
}
