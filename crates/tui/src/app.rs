//! The whole app as a state machine: a stack of screens.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use quintet_arena::Record;
use ratatui::Frame;
use ratatui::widgets::{Paragraph, Wrap};

use crate::context::Context;
use crate::event::Event;
use crate::keep::Kept;
use crate::keys::Keys;
use crate::look::Look;
use crate::screens::board::Board;
use crate::screens::home::Home;
use crate::screens::review::ReviewScreen;
use crate::screens::{Next, Screen, View};
use crate::thinker::{Answer, Request};

/// The smallest terminal that the app can be used in.
const SMALLEST: (u16, u16) = (60, 20);

/// Something that a key does now.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// The keys.
    pub keys: &'static [KeyCode],
    /// What they do, in a word or two.
    pub what: &'static str,
    /// Whether it only goes a step in a direction, which at an edge may come to nothing.
    pub is_direction: bool,
}

/// The app: its state, what changes it, and how it looks.
pub struct App {
    home: Home,
    /// The screens above the first one. The last one takes the keys.
    above: Vec<Box<dyn Screen>>,
    context: Context,
    share: f64,
    is_done: bool,
}

impl App {
    /// An app that remembers what was kept. Random choices depend on `seed`, the daily puzzle on `date`.
    pub fn new(look: Look, kept: Kept, seed: u64, date: String) -> Self {
        let context = Context::new(look, seed, date);
        App {
            home: Home::new(kept, &context),
            above: Vec::new(),
            context,
            share: 0.0,
            is_done: false,
        }
    }

    /// The app with records to be looked at, of which there is at least one. Leaving them leaves the app.
    #[must_use]
    pub fn replaying(mut self, records: Vec<Record>) -> Self {
        let review = ReviewScreen::of_records(records, &mut self.context);
        self.above.push(Box::new(review));
        self
    }

    /// What is to be remembered: the choices, and the game if it is not over.
    pub fn kept(&self) -> Kept {
        let game = self.board().filter(|board| board.is_kept());
        let game = game.or(self.home.left.as_ref());
        Kept {
            choices: self.home.choices(),
            game: game
                .filter(|board| board.is_unfinished())
                .map(|board| board.record(&self.context)),
        }
    }

    /// Whether the person has left.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Whether an answer is awaited, so that the passing of time should be shown.
    pub fn is_waiting(&self) -> bool {
        self.home.is_waiting() || self.above.iter().any(|screen| screen.is_waiting())
    }

    /// The record of the game on the board, if there is one.
    pub fn record(&self) -> Option<Record> {
        self.board().map(|board| board.record(&self.context))
    }

    /// The questions that have come up since the last time.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.context.requests)
    }

    /// Says how far long work has come.
    pub fn set_share(&mut self, share: f64) {
        self.share = share;
    }

    /// What is possible right now, as the help bar lists it.
    pub fn offers(&self) -> Vec<Offer> {
        let offer = |keys: Keys| Offer {
            keys: keys.codes,
            what: keys.what,
            is_direction: keys.shown.is_none(),
        };
        self.top().offers().into_iter().map(offer).collect()
    }

    fn board(&self) -> Option<&Board> {
        self.above.iter().find_map(|screen| screen.board())
    }

    fn top(&self) -> &dyn Screen {
        self.above.last().map_or(&self.home, AsRef::as_ref)
    }

    /// Takes an event.
    pub fn update(&mut self, event: Event) {
        let top: &mut dyn Screen = match self.above.last_mut() {
            Some(screen) => screen.as_mut(),
            None => &mut self.home,
        };
        let next = match event {
            Event::Key(key) if is_ctrl_c(key) => Next::Quit,
            Event::Key(key) if is_plain(key) => top.press(key.code, &mut self.context),
            Event::Mouse(mouse) => {
                top.mouse(mouse, &mut self.context);
                Next::Stay
            }
            Event::Answer(answer) => {
                self.take(&answer);
                Next::Stay
            }
            Event::Key(_) | Event::Redraw | Event::Tick => Next::Stay,
        };
        self.go(next);
    }

    fn go(&mut self, next: Next) {
        match next {
            Next::Stay => {}
            Next::Open(screen) => self.above.push(screen),
            Next::Close => {
                self.above.pop();
            }
            Next::Play(mut board) => {
                board.settle(&mut self.context);
                self.home.make_way_for(&board);
                self.above.clear();
                self.above.push(board);
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

    /// An answer goes to all screens: the one that asked knows its number.
    fn take(&mut self, answer: &Answer) {
        for screen in &mut self.above {
            screen.take(answer, &mut self.context);
        }
        // A puzzle that was looked for comes up below a page that is being read.
        if let Some(puzzle) = self.home.answered(answer, &mut self.context) {
            self.above.insert(0, Box::new(puzzle));
        }
    }

    /// Draws the state.
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
            top: self.top(),
            share: self.share,
        };
        let lowest = self.above.iter().rposition(|screen| !screen.is_overlay());
        if lowest.is_none() {
            self.home.draw(view, area, frame);
        }
        for screen in &self.above[lowest.unwrap_or(0)..] {
            screen.draw(view, area, frame);
        }
    }
}

fn is_ctrl_c(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}

fn is_plain(key: KeyEvent) -> bool {
    let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
    !key.modifiers.intersects(held)
}
