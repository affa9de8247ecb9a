//! The first screen: which game, on which board, who plays.

mod choice;
mod commands;
mod draw;

use std::cell::Cell;
use std::collections::BTreeMap;

use quintet_games::catalogue;
use ratatui::layout::Rect;

use self::choice::{Choice, Field};
use super::Screen;
use super::board::Board;
use crate::context::Context;
use crate::keep::Kept;
use crate::thinker::{Answer, Finding};

/// The first screen.
#[derive(Debug)]
pub(crate) struct Home {
    choice: Choice,
    /// The line that the arrows change: first the games, then the fields.
    line: usize,
    message: String,
    /// The game that was left and can be continued.
    pub(crate) left: Option<Board>,
    /// The number of the question for a puzzle that is being looked for, and its title.
    pub(crate) sought: Option<(u64, String)>,
    /// Whether a game was asked for once while another is unfinished: it begins when it is asked for again.
    is_asked_once: bool,
    /// Where the games and the fields were drawn last, for the mouse.
    areas: Cell<[Rect; 2]>,
}

impl Home {
    pub(crate) fn new(kept: Kept, context: &Context) -> Self {
        let left = kept.game.map(|record| Board::of_record(&record, context));
        let message = match left {
            Some(_) => "Your last game is not finished: c continues it.",
            None => "",
        };
        let choice = Choice::new(&kept.choices);
        Home {
            line: choice.game,
            choice,
            message: message.to_owned(),
            left,
            sought: None,
            is_asked_once: false,
            areas: Cell::default(),
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
        let (_, title) = self.sought.take_if(|(id, _)| *id == answer.id)?;
        self.message.clear();
        let none = || "No puzzle was found at this size.".to_owned();
        let board = |puzzle| Board::of_puzzle(puzzle, title, context);
        Some(puzzle.clone().map(board).ok_or_else(none))
    }

    fn has_unfinished(&self) -> bool {
        self.left
            .as_ref()
            .is_some_and(|board| board.session().is_unfinished())
    }

    /// The field in whose line the arrows are.
    fn field(&self) -> Option<Field> {
        let number = self.line.checked_sub(catalogue().count())?;
        Field::ALL.get(number).copied()
    }

    /// Goes to a line; on that of a game, chooses it. From the fields upwards one comes back to the chosen game.
    fn go_to(&mut self, line: usize) {
        let was_field = self.field().is_some();
        self.line = line.min(catalogue().count() + Field::ALL.len() - 1);
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
