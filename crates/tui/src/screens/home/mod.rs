//! The first screen: games, options of a new game, the daily puzzle, the ladder, and recent games.

mod choice;
mod commands;
mod draw;
mod panels;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use quintet_arena::{Puzzle, Session, StoredGame, Who, ladder, puzzle_of_day};
use quintet_games::{AnyPosition, Scene};
use quintet_rules::Player;
use ratatui::layout::Rect;

use self::choice::{Choice, Field};
use self::commands::Command;
pub(crate) use self::commands::KEYS;
use super::board::{Board, Kind};
use super::panel::List;
use super::records::is_unfinished;
use super::{WantedPuzzle, puzzles};
use crate::context::{Context, Lookup};
use crate::saved_state::SavedState;
use crate::worker::{RequestBody, Response, ResponseBody};

/// The first screen.
#[derive(Debug)]
pub(crate) struct Home {
    choice: Choice,
    focus: Focus,
    /// The selected opponent on the ladder.
    rung: usize,
    recent: List,
    message: String,
    /// The id of the latest unfinished game.
    unfinished: Option<String>,
    /// The number of stored games.
    games: usize,
    /// The id of the request for a puzzle, and which puzzle it is.
    pub(crate) wanted: Option<(u64, WantedPuzzle)>,
    /// The puzzle of the day, if there is one.
    daily: Lookup<Option<Puzzle>>,
    /// True if the ladder and the recent games were visible in the last frame.
    shown: Cell<[bool; 2]>,
    /// The clickable areas of the last frame.
    targets: RefCell<Vec<(Rect, Target)>>,
    /// The scenes of small boards, by game and position.
    scenes: RefCell<BTreeMap<String, Rc<Scene>>>,
}

/// The part of the screen that takes the keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Focus {
    Games,
    /// The options of a new game, by index.
    Field(usize),
    Ladder,
    Recent,
}

/// The effect of a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    Game(usize),
    Field(usize),
    Rung(usize),
    Recent(usize),
    Run(Command),
}

impl Home {
    pub(crate) fn new(context: &Context) -> Self {
        let saved = &context.saved;
        let mut home = Home {
            choice: Choice::new(context.catalogue, &saved.choices),
            focus: Focus::Games,
            rung: 0,
            recent: List::default(),
            message: saved.damage.clone().unwrap_or_default(),
            unfinished: None,
            games: 0,
            wanted: None,
            daily: Lookup::NotRequested,
            shown: Cell::new([false; 2]),
            targets: RefCell::default(),
            scenes: RefCell::default(),
        };
        home.refresh(saved);
        home.select_next_rung(saved);
        home
    }

    /// Adds players. The first of them becomes Player 2 unless another one is selected.
    pub(crate) fn add_players(&mut self, players: &[Who]) {
        self.choice.add_players(players);
    }

    /// Returns the choices to save.
    pub(crate) fn choices(&self) -> BTreeMap<String, String> {
        self.choice.to_map()
    }

    /// Handles changes of the stored games.
    pub(crate) fn refresh(&mut self, saved: &SavedState) {
        let mut games = saved.games.iter();
        let latest = games.find(|game| is_unfinished(&game.record));
        self.unfinished = latest.map(|game| game.id.clone());
        self.games = saved.games.len();
        self.recent.step(0, self.games);
    }

    /// Handles the return to this screen.
    pub(crate) fn welcome(&mut self, message: Option<String>, saved: &SavedState) {
        self.message = message.unwrap_or_default();
        self.recent.selected = 0;
        self.scenes.borrow_mut().clear();
        self.select_next_rung(saved);
    }

    /// Handles the opening of a board.
    pub(crate) fn leave(&mut self) {
        self.wanted = None;
        self.message.clear();
    }

    /// Returns a board with a stored game. External players of the record take their seats if they are available.
    pub(crate) fn continue_game(&self, game: &StoredGame, context: &Context) -> Board {
        let mut board = Board::of_record(&game.record, context);
        for player in Player::BOTH {
            let name = &game.record.players[player];
            if let Some(who) = self.choice.external_player(name) {
                board.seat(player, who.clone());
            }
        }
        board
    }

    /// Returns a board with a new game.
    fn new_game(&self, context: &mut Context) -> Board {
        let seed = context.next_seed();
        let session = Session::new(self.choice.start(seed)).between(self.choice.seats());
        Board::new(session, seed, Kind::Game)
    }

    /// Returns a board with a game from a position, whose game is selected.
    pub(crate) fn game_from(
        &mut self,
        position: Box<dyn AnyPosition>,
        context: &mut Context,
    ) -> Board {
        self.choice.choose_variant(position.variant());
        let session = Session::new(position).between(self.choice.seats());
        Board::new(session, context.next_seed(), Kind::Game)
    }

    /// Handles the response to a request for a puzzle.
    pub(crate) fn receive(
        &mut self,
        response: &Response,
        context: &mut Context,
    ) -> Option<Result<Board, String>> {
        let ResponseBody::Puzzle(puzzle) = &response.body else {
            return None;
        };
        self.daily.receive(response.id, puzzle);
        let (_, wanted) = self.wanted.take_if(|(id, _)| *id == response.id)?;
        self.message.clear();
        let none = || "No puzzle found for this size.".to_owned();
        let board = |puzzle| Board::of_puzzle(puzzle, wanted, context);
        Some(puzzle.clone().map(board).ok_or_else(none))
    }

    /// Handles being shown: requests the daily puzzle.
    pub(crate) fn request_daily(&mut self, context: &mut Context) {
        if let Lookup::NotRequested = self.daily {
            let body = RequestBody::Puzzle {
                variant: puzzles::game_of(&context.date, context.catalogue),
                seed: puzzle_of_day(&context.date),
            };
            self.daily = Lookup::Pending(context.request(body));
        }
    }

    /// Selects the weakest opponent that was not beaten in the selected game.
    fn select_next_rung(&mut self, saved: &SavedState) {
        let listing = self.choice.listing();
        let is_left = |who: &Who| !saved.beaten.contains(&format!("{} {who}", listing.id));
        let rungs = ladder(listing);
        let next = rungs.iter().position(|rung| is_left(&rung.who));
        self.rung = next.unwrap_or(rungs.len() - 1);
    }

    /// Returns the selected field.
    fn field(&self) -> Option<Field> {
        match self.focus {
            Focus::Field(number) => Field::ALL.get(number).copied(),
            _ => None,
        }
    }

    fn change(&mut self, forward: bool) {
        if let Some(field) = self.field() {
            self.choice.change(field, forward);
        }
    }
}
