//! The first screen: game, size and players.

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
pub(crate) use self::commands::KEYS;
use super::board::Board;
use super::{Screen, Wanted};
use crate::context::{Context, Lookup};
use crate::keep::Kept;
use crate::text::title_of;
use crate::worker::{RequestBody, Response, ResponseBody};

/// The first screen.
#[derive(Debug)]
pub(crate) struct Home {
    choice: Choice,
    /// The current line: first the games, then the fields.
    line: usize,
    message: String,
    /// The unfinished game.
    pub(crate) left: Option<Board>,
    /// Its players according to the record, which does not start external programs.
    names_left: PerPlayer<String>,
    /// The id of the request for a puzzle, and which puzzle it is.
    pub(crate) sought: Option<(u64, Wanted)>,
    /// The days whose puzzle was solved.
    pub(crate) solved: BTreeSet<String>,
    /// Ids of the games whose lesson is not offered because it was started or a game was played.
    pub(crate) learnt: BTreeSet<String>,
    /// The puzzle of the day, if there is one.
    daily: Lookup<Option<Puzzle>>,
    /// Today, as `2026-11-15`.
    today: String,
    /// True if starting a game awaits confirmation because another is unfinished.
    is_asked_once: bool,
    /// Areas of the games and fields in the last frame, for the mouse.
    areas: Cell<[Rect; 2]>,
}

impl Home {
    pub(crate) fn new(kept: Kept, context: &Context) -> Self {
        let names_left = kept.game.as_ref().map(|record| record.players.clone());
        let left = kept.game.map(|record| Board::of_record(&record, context));
        let message = match (&left, kept.damage) {
            (_, Some(damage)) => damage,
            (Some(_), None) => "Your last game is unfinished: press c to continue it.".to_owned(),
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
            daily: Lookup::NotRequested,
            today: context.date.clone(),
            is_asked_once: false,
            areas: Cell::default(),
        }
    }

    /// Adds players. The first of them becomes Player 2 unless another one is selected. In the
    /// unfinished game they keep their seats.
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

    /// The choices to save.
    pub(crate) fn choices(&self) -> BTreeMap<String, String> {
        self.choice.to_map()
    }

    /// Handles the return to this screen.
    pub(crate) fn welcome(&mut self, message: Option<String>) {
        self.message = match message {
            Some(message) => message,
            None if self.has_unfinished() => {
                "Your game is unfinished: press c to continue it.".to_owned()
            }
            None => String::new(),
        };
    }

    /// Handles the opening of a board, which cancels requests and replaces the unfinished game.
    pub(crate) fn make_way_for(&mut self, board: &Board) {
        self.sought = None;
        self.message.clear();
        if board.is_kept() {
            self.left = None;
        }
    }

    /// Handles the response to a request for a puzzle.
    pub(crate) fn answered(
        &mut self,
        response: &Response,
        context: &mut Context,
    ) -> Option<Result<Board, String>> {
        if let Some(game) = &mut self.left {
            game.receive(response, context);
        }
        let ResponseBody::Puzzle(puzzle) = &response.body else {
            return None;
        };
        self.daily.receive(response.id, puzzle);
        let (_, wanted) = self.sought.take_if(|(id, _)| *id == response.id)?;
        self.message.clear();
        let none = || "No puzzle found for this size.".to_owned();
        let board = |puzzle| Board::of_puzzle(puzzle, wanted, context);
        Some(puzzle.clone().map(board).ok_or_else(none))
    }

    /// Handles being shown: requests the difficulty of the daily puzzle.
    pub(crate) fn ask_for_daily(&mut self, context: &mut Context) {
        if let Lookup::NotRequested = self.daily {
            let body = RequestBody::Puzzle {
                variant: self.game_of_today(),
                seed: puzzle_of_day(&self.today),
            };
            self.daily = Lookup::Pending(context.request(body));
        }
    }

    /// Offers the lesson of the selected game to new players.
    fn offer(&self) -> Option<String> {
        let listing = self.choice.listing();
        let is_new = !self.learnt.contains(listing.id);
        is_new.then(|| format!("New to {}? Press g to learn it in a minute.", listing.name))
    }

    /// The game of the daily puzzle.
    fn game_of_today(&self) -> &'static dyn Variant {
        let number = game_of_day(&self.today, self.choice.games().count());
        let listing = number.and_then(|number| self.choice.games().nth(number));
        listing.map_or(self.choice.variant(), |listing| listing.standard())
    }

    /// Today's puzzle, its state and the current streak.
    fn daily(&self) -> String {
        let game = title_of(self.game_of_today());
        let days = days_in_a_row(self.solved.iter().map(String::as_str), &self.today);
        let is_solved = self.solved.contains(&self.today);
        let state = match (is_solved, days) {
            (true, 1) => "solved".to_owned(),
            (true, days) => format!("solved, {days}-day streak"),
            (false, 0) => "press d".to_owned(),
            (false, 1) => "press d; you solved yesterday's".to_owned(),
            (false, days) => format!("press d; {days}-day streak"),
        };
        let grade = self.daily.ready().and_then(Option::as_ref);
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

    /// The field on the current line.
    fn field(&self) -> Option<Field> {
        let number = self.line.checked_sub(self.choice.games().count())?;
        Field::ALL.get(number).copied()
    }

    /// Moves to a line and, if it is a game, selects it. Up from the fields returns to the selected game.
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
