//! The whole app as a state machine.

mod commands;
mod draw;
mod opening;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use quintet_arena::Record;
use ratatui::layout::Position;

use crate::event::Event;
use crate::keep::Kept;
use crate::keys::{self, Binding, Command};
use crate::look::Look;
use crate::outbox::Outbox;
use crate::screens::board::{Board, Task};
use crate::screens::home::Home;
use crate::screens::page::Page;
use crate::screens::prompt::Prompt;
use crate::screens::review::ReviewScreen;
use crate::thinker::{Answer, Finding, Request};

/// Which screen is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Screen {
    Home,
    Game,
    Puzzle,
    Review,
}

/// A puzzle that is being looked for.
#[derive(Clone, Debug)]
struct Sought {
    /// The number of the question.
    id: u64,
    title: String,
}

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
    look: Look,
    date: String,
    seed: u64,
    screen: Screen,
    home: Home,
    game: Option<Board>,
    /// Kept apart from the game, which can be continued after it.
    puzzle: Option<Board>,
    review: Option<ReviewScreen>,
    page: Option<Page>,
    /// The name of a record to open that is being typed.
    opening: Option<Prompt>,
    sought: Option<Sought>,
    /// To begin a game while another is unfinished is asked for twice.
    is_asked_once: bool,
    outbox: Outbox,
    share: f64,
    is_done: bool,
}

impl App {
    /// An app that remembers what was kept. Random choices depend on `seed`, the daily puzzle on `date`.
    pub fn new(look: Look, kept: Kept, seed: u64, date: String) -> Self {
        let game = kept
            .game
            .map(|record| Board::of_record(&record, seed, date.clone()));
        let mut home = Home::new(&kept.choices);
        if game.is_some() {
            home.message = "Your last game is not finished: c continues it.".to_owned();
        }
        App {
            look,
            date,
            seed,
            screen: Screen::Home,
            home,
            game,
            puzzle: None,
            review: None,
            page: None,
            opening: None,
            sought: None,
            is_asked_once: false,
            outbox: Outbox::default(),
            share: 0.0,
            is_done: false,
        }
    }

    /// What is to be remembered: the choices, and the game if it is not over.
    pub fn kept(&self) -> Kept {
        let unfinished = self.game.as_ref().filter(|board| board.is_unfinished());
        Kept {
            choices: self.home.choices(),
            game: unfinished.map(Board::record),
        }
    }

    /// Whether the person has left.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Whether an answer is awaited, so that the passing of time should be shown.
    pub fn is_waiting(&self) -> bool {
        self.sought.is_some()
            || self.board().is_some_and(Board::is_waiting)
            || self.review.as_ref().is_some_and(ReviewScreen::is_waiting)
    }

    /// The record of the board that is shown, if one is.
    pub fn record(&self) -> Option<Record> {
        self.board().map(Board::record)
    }

    /// The questions that have come up since the last time.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.outbox.requests)
    }

    /// Says how far long work has come.
    pub fn set_share(&mut self, share: f64) {
        self.share = share;
    }

    /// What is possible right now, as the help bar lists it.
    pub fn offers(&self) -> Vec<Offer> {
        let offer = |binding: &&'static Binding| Offer {
            keys: binding.keys,
            what: binding.what,
            is_direction: binding.command.is_direction(),
        };
        self.possible().iter().map(offer).collect()
    }

    /// The bindings that do something now. A key that does several things does the first that is possible.
    fn possible(&self) -> Vec<&'static Binding> {
        let mut taken: Vec<KeyCode> = Vec::new();
        let mut possible = Vec::new();
        for binding in self.table() {
            let is_free = binding.keys.iter().any(|key| !taken.contains(key));
            if is_free && self.is_possible(binding.command) {
                taken.extend(binding.keys);
                possible.push(binding);
            }
        }
        possible
    }

    fn board(&self) -> Option<&Board> {
        match self.screen {
            Screen::Game => self.game.as_ref(),
            Screen::Puzzle => self.puzzle.as_ref(),
            Screen::Home | Screen::Review => None,
        }
    }

    fn board_and_outbox(&mut self) -> Option<(&mut Board, &mut Outbox)> {
        let board = match self.screen {
            Screen::Game => self.game.as_mut(),
            Screen::Puzzle => self.puzzle.as_mut(),
            Screen::Home | Screen::Review => None,
        };
        board.map(|board| (board, &mut self.outbox))
    }

    fn is_typing(&self) -> bool {
        self.opening.is_some() || self.board().is_some_and(Board::is_typing)
    }

    fn table(&self) -> &'static [Binding] {
        if self.page.is_some() {
            return keys::PAGE;
        }
        match self.screen {
            _ if self.is_typing() => keys::ENTRY,
            Screen::Home => keys::HOME,
            Screen::Game | Screen::Puzzle => keys::BOARD,
            Screen::Review => keys::REVIEW,
        }
    }

    fn is_possible(&self, command: Command) -> bool {
        if let Some(page) = &self.page {
            return page.is_possible(command);
        }
        match (self.screen, command) {
            _ if self.is_typing() => true,
            (Screen::Home, Command::Continue) => self.game.is_some(),
            (Screen::Home, Command::Stop) => self.sought.is_some(),
            (Screen::Home, command) => self.home.is_possible(command),
            (Screen::Game | Screen::Puzzle, command) => {
                self.board().is_some_and(|board| board.is_possible(command))
            }
            (Screen::Review, command) => self
                .review
                .as_ref()
                .is_some_and(|review| review.is_possible(command)),
        }
    }

    /// Takes an event.
    pub fn update(&mut self, event: Event) {
        match event {
            Event::Key(key) => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Answer(answer) => self.take(&answer),
            Event::Redraw | Event::Tick => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let is_held = key
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        if is_held {
            self.is_done |=
                key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
        } else if self.page.is_none() && self.opening.is_some() {
            self.type_name(key.code);
        } else if self.page.is_none() && self.is_typing() {
            if let Some((board, outbox)) = self.board_and_outbox() {
                board.type_key(key.code, outbox);
            }
        } else if let Some(command) =
            keys::command(self.table(), key, |command| self.is_possible(command))
        {
            self.obey(command);
        } else if let (None, KeyCode::Char(char)) = (&self.page, key.code)
            && let Some((board, _)) = self.board_and_outbox()
        {
            board.begin_entry(char);
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let place = Position::new(mouse.column, mouse.row);
        if let Some(page) = &mut self.page {
            match mouse.kind {
                MouseEventKind::ScrollUp => page.obey(Command::Up),
                MouseEventKind::ScrollDown => page.obey(Command::Down),
                _ => {}
            }
            return;
        }
        let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if is_click && self.screen == Screen::Home && self.opening.is_none() {
            self.home.click(place);
        } else if let Some((board, outbox)) = self.board_and_outbox() {
            match mouse.kind {
                MouseEventKind::Moved => {
                    board.point(place);
                }
                _ if is_click => board.click(place, outbox),
                _ => {}
            }
        }
    }

    fn take(&mut self, answer: &Answer) {
        match &answer.finding {
            Finding::Puzzle(puzzle) => {
                let Some(sought) = self.sought.take_if(|sought| sought.id == answer.id) else {
                    return;
                };
                match puzzle.clone() {
                    Some(puzzle) => {
                        let title = sought.title;
                        let task = Task { puzzle, title };
                        self.show(Board::of_task(task, self.seed, self.date.clone()));
                    }
                    None => self.home.message = "No puzzle was found at this size.".to_owned(),
                }
            }
            Finding::Review(review) => {
                if let Some(screen) = self
                    .review
                    .as_mut()
                    .filter(|screen| screen.open == answer.id)
                {
                    screen.take(review.clone());
                }
            }
            _ => {
                for board in [&mut self.game, &mut self.puzzle].into_iter().flatten() {
                    board.take(answer, &mut self.outbox);
                }
            }
        }
    }
}
