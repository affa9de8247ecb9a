//! The whole app as a state machine: a stack of screens.

use std::cell::RefCell;
use std::iter::once;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use quintet_arena::{Library, Record, Who};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use crate::context::Context;
use crate::event::Event;
use crate::keep::Kept;
use crate::keys::Shortcut;
use crate::look::Look;
use crate::screens::board::Board;
use crate::screens::home::Home;
use crate::screens::review::ReviewScreen;
use crate::screens::{Next, Screen, View, draw_over};
use crate::settings::Settings;
use crate::text::paragraph;
use crate::worker::{Request, RequestBody, Response};

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
    /// An external error, shown until a key is pressed.
    warning: Option<String>,
    is_done: bool,
}

impl App {
    /// Creates an app for the games of `library` that continues from the saved state `kept`, with a seed for random
    /// choices and the date of the daily puzzle.
    pub fn new(look: Look, library: Library, kept: Kept, seed: u64, date: String) -> Self {
        let context = Context::new(look, library.catalogue(), seed, date);
        App {
            home: Home::new(kept, &context),
            above: Vec::new(),
            context,
            bar: RefCell::default(),
            library,
            share: 0.0,
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

    /// The state to save: the choices, and the game if it is unfinished.
    pub fn kept(&self) -> Kept {
        let game = self.boards().find(|board| board.is_kept());
        let game = game.or(self.home.left.as_ref());
        Kept {
            choices: self.home.choices(),
            game: game
                .filter(|board| board.session().is_unfinished())
                .map(|board| board.record(&self.context)),
            solved: self.home.solved.clone(),
            learnt: self.home.learnt.clone(),
            damage: None,
        }
    }

    /// True once the user has quit.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// The ids of pending requests. Job on any other request can be cancelled.
    pub fn pending(&self) -> Vec<u64> {
        self.screens().flat_map(Screen::pending).collect()
    }

    /// The record of the game on the board, if any.
    pub fn record(&self) -> Option<Record> {
        let board = self.boards().next();
        board.map(|board| board.record(&self.context))
    }

    /// Takes the requests made since the last call.
    pub fn take_requests(&mut self) -> Vec<Request> {
        if self.above.is_empty() {
            self.home.ask_for_daily(&mut self.context);
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

    /// The commands available now, as listed in the help bar.
    pub fn shortcuts(&self) -> Vec<Shortcut> {
        self.top().shortcuts(&self.context.keymap)
    }

    /// From top to bottom.
    fn boards(&self) -> impl Iterator<Item = &Board> {
        let above = self.above.iter().rev();
        above.filter_map(|screen| screen.board())
    }

    /// From bottom to top.
    fn screens(&self) -> impl DoubleEndedIterator<Item = &dyn Screen> {
        let above = self.above.iter().map(AsRef::as_ref);
        once(&self.home as &dyn Screen).chain(above)
    }

    fn top(&self) -> &dyn Screen {
        self.above.last().map_or(&self.home, AsRef::as_ref)
    }

    /// Handles an event.
    pub fn update(&mut self, event: Event) {
        let top: &mut dyn Screen = match self.above.last_mut() {
            Some(screen) => screen.as_mut(),
            None => &mut self.home,
        };
        let next = match event {
            Event::Key(key) if is_ctrl_c(key) => Next::Quit,
            Event::Key(key) => {
                self.warning = None;
                match key_code(key) {
                    Some(code) => top.press(code, &mut self.context),
                    None => Next::Stay,
                }
            }
            Event::Mouse(mouse) => {
                let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
                let place = Position::new(mouse.column, mouse.row);
                let mut entries = self.bar.get_mut().iter();
                match entries.find(|(area, _)| is_click && area.contains(place)) {
                    Some((_, key)) => top.press(*key, &mut self.context),
                    None => top.mouse(mouse, &mut self.context),
                }
            }
            Event::Response(response) => {
                self.receive(&response);
                Next::Stay
            }
            Event::Redraw | Event::Tick => Next::Stay,
        };
        self.go(next);
        let solved = self.boards().find_map(Board::solved_day);
        if let Some(day) = solved.map(str::to_owned) {
            self.home.solved.insert(day);
        }
    }

    fn go(&mut self, next: Next) {
        match next {
            Next::Stay => {}
            Next::Open(screen) => self.above.push(screen),
            Next::Close => {
                let closed = self.above.pop();
                let line = closed.as_ref().and_then(|screen| screen.board());
                if let (Some(line), Some(below)) = (line, self.above.last_mut()) {
                    below.tried(line.session());
                }
            }
            Next::Play(mut board) => {
                board.settle(&mut self.context);
                self.home.make_way_for(&board);
                self.above.clear();
                self.above.push(board);
            }
            Next::Puzzle(wanted) => {
                let (variant, seed) = (wanted.variant, wanted.seed);
                let id = self.context.request(RequestBody::Puzzle { variant, seed });
                self.home.sought = Some((id, wanted));
            }
            Next::Home(message) => {
                let mut left = self.above.drain(..);
                if let Some(game) = left.find_map(Screen::into_game) {
                    self.home.left = Some(game);
                }
                drop(left);
                self.home.welcome(message);
            }
            Next::Quit => self.is_done = true,
        }
    }

    /// A response goes to all screens; the one that sent the request recognizes its id.
    fn receive(&mut self, response: &Response) {
        for screen in &mut self.above {
            screen.receive(response, &mut self.context);
        }
        match self.home.answered(response, &mut self.context) {
            None => {}
            // It replaces the last screen, below any open page.
            Some(Ok(puzzle)) => {
                self.above.retain(|screen| screen.board().is_none());
                self.above.insert(0, Box::new(puzzle));
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
        };
        let is_seen_through = |screen: &&dyn Screen| screen.is_overlay();
        let overlays = self.screens().rev().take_while(is_seen_through).count();
        for (n, screen) in self.screens().skip(self.above.len() - overlays).enumerate() {
            screen.draw(view, area, frame);
            if self.home.sought.is_some() && n == 0 {
                let text = format!(" {}", view.waiting("Looking for a puzzle"));
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

fn is_ctrl_c(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}

/// The key as passed to screens. Ctrl with a letter becomes the control character that terminals send.
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
