//! The whole app as a state machine: a stack of screens.

use std::cell::RefCell;
use std::iter::once;
use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use quintet_arena::{Ending, GameResult, Library, Record, StoredGame, Who};
use quintet_games::AnyPosition;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use crate::context::Context;
use crate::event::Event;
use crate::keys::{Action, Shortcut};
use crate::look::Look;
use crate::saved_state::SavedState;
use crate::screens::board::Board;
use crate::screens::home::Home;
use crate::screens::review::ReviewScreen;
use crate::screens::{Next, Screen, View, draw_over};
use crate::settings::Settings;
use crate::text::paragraph;
use crate::worker::{Request, Response};

/// The smallest terminal that the app can be used in.
const SMALLEST: (u16, u16) = (60, 20);

/// The app: its state, what changes it, and how it looks.
pub struct App {
    home: Home,
    /// The screens above the first one. The last one takes the keys.
    above: Vec<Box<dyn Screen>>,
    context: Context,
    /// The areas of the entries in the help bar.
    bar: RefCell<Vec<(Rect, KeyCode)>>,
    library: Library,
    share: f64,
    /// The stored game on the board.
    current: Option<Current>,
    /// The record on the board, as long as no move was added.
    opened: Option<Record>,
    /// An external error, shown until a key is pressed.
    warning: Option<String>,
    is_done: bool,
}

impl App {
    /// Creates an app for the games of `library` that continues from the saved state, with a seed for random choices and the
    /// date of the daily puzzle.
    pub fn new(look: Look, library: Library, saved: SavedState, seed: u64, date: String) -> Self {
        let mut context = Context::new(look, library.catalogue(), saved, seed, date);
        // Games of `quintet play` count as well.
        let games = context.saved.games.iter();
        let beaten: Vec<_> = games
            .filter_map(|game| beaten_opponent(&game.record))
            .collect();
        context.saved.beaten.extend(beaten);
        App {
            home: Home::new(&context),
            above: Vec::new(),
            context,
            bar: RefCell::default(),
            library,
            share: 0.0,
            current: None,
            opened: None,
            warning: None,
            is_done: false,
        }
    }

    /// Creates an app that shows at least one record. Leaving the review exits the app.
    #[must_use]
    pub fn replaying(mut self, records: Vec<Record>) -> Self {
        let review = ReviewScreen::of_records(records, &mut self.context);
        self.above.push(Box::new(review));
        self
    }

    /// Starts with a game from a position.
    #[must_use]
    pub fn starting_at(mut self, position: Box<dyn AnyPosition>) -> Self {
        let board = self.home.game_from(position, &mut self.context);
        self.go(Next::Play(Box::new(board)));
        self
    }

    /// Applies the keys of the user's settings.
    #[must_use]
    pub fn with_settings(mut self, settings: &Settings) -> Self {
        self.context.keymap = settings.keymap.clone();
        self
    }

    /// Adds players to the list of opponents and selects the first of them.
    #[must_use]
    pub fn with_players(mut self, players: &[Who]) -> Self {
        self.home.add_players(players);
        self
    }

    /// Returns the state to save.
    pub fn saved_state(&self) -> SavedState {
        SavedState {
            choices: self.home.choices(),
            damage: None,
            ..self.context.saved.clone()
        }
    }

    /// Reports why the state cannot be saved, or that it can be saved again.
    pub fn set_save_error(&mut self, error: Option<String>) {
        if error.is_some() && error != self.context.save_error {
            self.warning.clone_from(&error);
        }
        self.context.save_error = error;
    }

    /// Sets the time since the start of the app.
    pub fn set_time(&mut self, now: Duration) {
        self.context.now = now;
    }

    /// True while a clock is shown, which changes without an event.
    pub fn is_timed(&self) -> bool {
        self.top().is_timed()
    }

    /// True once the user has quit.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Returns the ids of pending requests. Job on any other request can be cancelled.
    pub fn pending(&self) -> Vec<u64> {
        self.screens().flat_map(Screen::pending).collect()
    }

    /// Returns the record of the game on the board, if any.
    pub fn record(&self) -> Option<Record> {
        let board = self.boards().next();
        board.map(|board| board.record(&self.context))
    }

    /// Takes the requests made since the last call.
    pub fn take_requests(&mut self) -> Vec<Request> {
        if self.above.is_empty() {
            self.home.request_daily(&mut self.context);
        }
        std::mem::take(&mut self.context.requests)
    }

    /// Sets the progress of long-running work.
    pub fn set_progress(&mut self, share: f64) {
        self.share = share;
    }

    /// Shows an external error over any screen until a key is pressed.
    pub fn warn(&mut self, warning: String) {
        self.warning = Some(warning);
    }

    /// Returns the commands available now, as listed in the help bar.
    pub fn shortcuts(&self) -> Vec<Shortcut> {
        self.top().shortcuts(&self.context.keymap)
    }

    /// Returns the boards from top to bottom.
    fn boards(&self) -> impl Iterator<Item = &Board> {
        let above = self.above.iter().rev();
        above.filter_map(|screen| screen.board())
    }

    /// Returns the screens from bottom to top.
    fn screens(&self) -> impl DoubleEndedIterator<Item = &dyn Screen> {
        let above = self.above.iter().map(AsRef::as_ref);
        once(&self.home as &dyn Screen).chain(above)
    }

    fn top(&self) -> &dyn Screen {
        self.above.last().map_or(&self.home, AsRef::as_ref)
    }

    /// Handles an event.
    pub fn update(&mut self, event: Event) {
        let next = match event {
            Event::Key(key) if is_ctrl_c(key) => Next::Quit,
            Event::Key(key) => {
                self.warning = None;
                key_code(key).map_or(Next::Stay, |code| self.press(code))
            }
            Event::Mouse(mouse) => {
                let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
                let place = Position::new(mouse.column, mouse.row);
                let mut entries = self.bar.get_mut().iter();
                let entry = entries.find(|(area, _)| is_click && area.contains(place));
                if let Some(key) = entry.map(|(_, key)| *key) {
                    self.press(key)
                } else {
                    let top: &mut dyn Screen = match self.above.last_mut() {
                        Some(screen) => screen.as_mut(),
                        None => &mut self.home,
                    };
                    top.mouse(mouse, &mut self.context)
                }
            }
            Event::Response(response) => {
                self.receive(&response);
                Next::Stay
            }
            Event::Redraw | Event::Tick => Next::Stay,
        };
        self.go(next);
        if let Some(top) = self.above.last_mut() {
            let next = top.tick(&mut self.context);
            self.go(next);
        }
        let lesson = self.boards().find_map(Board::finished_lesson);
        if let Some(lesson) = lesson {
            self.context.saved.lessons.insert(lesson.to_owned());
        }
        self.store_game();
        self.home.refresh(&self.context.saved);
    }

    fn press(&mut self, code: KeyCode) -> Next {
        let stops = self.context.keymap.keys(Action::Back).contains(&code);
        if stops && self.home.wanted.take().is_some() {
            return Next::Stay;
        }
        let top: &mut dyn Screen = match self.above.last_mut() {
            Some(screen) => screen.as_mut(),
            None => &mut self.home,
        };
        top.press(code, &mut self.context)
    }

    fn go(&mut self, next: Next) {
        match next {
            Next::Stay => {}
            Next::Open(screen) => self.above.push(screen),
            Next::Close => self.close(),
            Next::Replace(screen) => {
                self.above.pop();
                self.above.push(screen);
            }
            Next::Play(board) => {
                let is_opened = !board.session().plies().is_empty();
                self.opened = is_opened.then(|| board.record(&self.context));
                self.current = None;
                self.open_board(*board);
            }
            Next::Continue(id) => {
                let games = &self.context.saved.games;
                let Some(game) = games.iter().find(|game| game.id == id) else {
                    return;
                };
                let board = self.home.continue_game(game, &self.context);
                self.opened = None;
                self.current = Some(Current { id, round: 0 });
                self.open_board(board);
            }
            Next::Puzzle(wanted) => {
                let id = self.context.request(wanted.request());
                self.home.wanted = Some((id, wanted));
            }
            Next::Home(message) => {
                self.above.clear();
                self.home.welcome(message, &self.context.saved);
            }
            Next::Quit => self.is_done = true,
        }
    }

    fn open_board(&mut self, mut board: Board) {
        board.settle(&mut self.context);
        self.home.leave();
        self.above.clear();
        self.above.push(Box::new(board));
    }

    fn close(&mut self) {
        let closed = self.above.pop();
        let line = closed.as_ref().and_then(|screen| screen.board());
        match self.above.last_mut() {
            Some(below) => {
                if let Some(line) = line {
                    below.tried(line.session());
                }
            }
            None => self.home.welcome(None, &self.context.saved),
        }
    }

    /// Stores the game on the board if it has changed.
    fn store_game(&mut self) {
        let board = self.boards().find(|board| board.is_game());
        let Some((round, record)) =
            board.map(|board| (board.round(), board.stored_record(&self.context)))
        else {
            return;
        };
        let current = self.current.take_if(|current| current.round == round);
        let games = &mut self.context.saved.games;
        let Some(record) = record else {
            // Every move was taken back.
            games.retain(|game| current.as_ref().is_none_or(|current| game.id != current.id));
            return;
        };
        if self
            .opened
            .as_ref()
            .is_some_and(|opened| is_same(opened, &record))
        {
            return;
        }
        self.opened = None;
        let at = current.and_then(|current| games.iter().position(|game| game.id == current.id));
        if let Some(stored) = at.map(|at| &games[at])
            && is_same(&stored.record, &record)
        {
            let id = stored.id.clone();
            self.current = Some(Current { id, round });
            return;
        }
        // A game that ended by the rules stays in the history if another line is tried afterward.
        let ended = |at: &usize| games[*at].record.session().ended();
        let at = at.filter(|at| !matches!(ended(at), Some(Ending::Rules(_))));
        let id = if let Some(at) = at {
            games.remove(at).id
        } else {
            let seed = self.context.next_seed();
            format!("{}-{seed:08x}", self.context.date)
        };
        let beaten = beaten_opponent(&record);
        self.context.saved.beaten.extend(beaten);
        let record = Arc::new(record);
        let game = StoredGame {
            id: id.clone(),
            record,
        };
        self.context.saved.games.insert(0, game);
        self.current = Some(Current { id, round });
    }

    /// A response goes to all screens; the one that sent the request recognizes its id.
    fn receive(&mut self, response: &Response) {
        for screen in &mut self.above {
            screen.receive(response, &mut self.context);
        }
        match self.home.receive(response, &mut self.context) {
            None => {}
            // It opens above the menu and below any page.
            Some(Ok(puzzle)) => {
                self.above
                    .retain(|screen| screen.is_menu() || screen.is_page());
                let menus = self.above.iter().take_while(|screen| screen.is_menu());
                self.above.insert(menus.count(), Box::new(puzzle));
            }
            Some(Err(message)) => self.go(Next::Home(Some(message))),
        }
    }

    /// Draws the current state.
    pub fn draw(&self, frame: &mut Frame) {
        let area = frame.area();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let text = format!(
                "This terminal has {} columns and {} rows; Quintet needs {} and {}.",
                area.width, area.height, SMALLEST.0, SMALLEST.1
            );
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
        let view = View {
            look: self.context.look,
            keymap: &self.context.keymap,
            bar: &self.bar,
            library: &self.library,
            top: self.top(),
            share: self.share,
            saved: &self.context.saved,
            save_error: self.context.save_error.as_deref(),
            date: &self.context.date,
            now: self.context.now,
        };
        let is_seen_through = |screen: &&dyn Screen| screen.is_overlay();
        let overlays = self.screens().rev().take_while(is_seen_through).count();
        for (n, screen) in self.screens().skip(self.above.len() - overlays).enumerate() {
            screen.draw(view, area, frame);
            if self.home.wanted.is_some() && n == 0 {
                let key = self.context.keymap.name(Action::Back);
                let text = format!(" {}  {key} stops", view.waiting("Looking for a puzzle"));
                draw_over(vec![Line::styled(text, view.look.cursor())], area, frame);
            }
        }
        if let Some(warning) = &self.warning {
            let width = usize::from(area.width) - 1;
            let lines = warning.lines();
            let lines = lines.flat_map(|line| paragraph(line, width, 1, view.look.wrong()));
            draw_over(lines.collect(), area, frame);
        }
    }
}

/// The stored game on a board.
#[derive(Debug)]
struct Current {
    id: String,
    /// The number of the game on that board.
    round: u32,
}

/// True if two records have the same moves, players and ending.
fn is_same(one: &Record, other: &Record) -> bool {
    let moves = |record: &Record| record.plies().len();
    let mut plies = one.plies().iter().zip(other.plies());
    moves(one) == moves(other)
        && one.players == other.players
        && one.session().ended() == other.session().ended()
        && plies.all(|(ply, other)| ply.mv == other.mv)
}

/// Returns the opponent that a person has beaten in a game from the usual start, as the id of the game and the name of
/// the level.
fn beaten_opponent(record: &Record) -> Option<String> {
    let GameResult::Won(winner) = record.result() else {
        return None;
    };
    let session = record.session();
    let opponent = &session.players[winner.other()];
    let is_win = session.players[winner] == Who::Human && Who::LADDER.contains(opponent);
    let id = record.variant().id();
    (is_win && session.is_from_usual_start()).then(|| format!("{id} {opponent}"))
}

fn is_ctrl_c(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}

/// Returns the key as passed to screens. Ctrl with a letter becomes the control character that terminals send.
fn key_code(key: KeyEvent) -> Option<KeyCode> {
    let [has_ctrl, has_alt] =
        [KeyModifiers::CONTROL, KeyModifiers::ALT].map(|held| key.modifiers.contains(held));
    match key.code {
        _ if has_alt => None,
        KeyCode::Char(char) if has_ctrl => {
            let letter = u8::try_from(char).ok().filter(u8::is_ascii_alphabetic)?;
            Some(KeyCode::Char(char::from(letter & 0x1f)))
        }
        _ if has_ctrl => None,
        code => Some(code),
    }
}
