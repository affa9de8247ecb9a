//! The whole app as a state machine.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use quintet_arena::{Dice, Record, Who};
use quintet_games::CATALOGUE;
use quintet_rules::PerPlayer;
use ratatui::Frame;
use ratatui::layout::Position;
use ratatui::widgets::Paragraph;

use crate::event::Event;
use crate::keep::Kept;
use crate::keys::{self, Command};
use crate::look::Look;
use crate::screens::board::{Board, Outbox, replayed};
use crate::screens::home::Home;
use crate::screens::page::Page;
use crate::screens::review::ReviewScreen;
use crate::thinker::{Answer, Finding, Question, Request};

/// The smallest terminal that the app can be used in.
const SMALLEST: (u16, u16) = (60, 20);

/// Which screen is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Screen {
    Home,
    Board,
    Review,
}

/// The app: its state, what changes it, and how it looks.
pub struct App {
    look: Look,
    date: String,
    seed: u64,
    screen: Screen,
    home: Home,
    board: Option<Board>,
    review: Option<ReviewScreen>,
    page: Option<Page>,
    /// The name of a record to open that is being typed.
    opening: Option<String>,
    /// The number of the question for a puzzle.
    open_puzzle: Option<u64>,
    outbox: Outbox,
    share: f64,
    is_done: bool,
}

impl App {
    /// An app that remembers what was kept. Random choices depend on `seed`, the daily puzzle on `date`.
    pub fn new(look: Look, kept: Kept, seed: u64, date: String) -> Self {
        let mut app = App {
            look,
            seed,
            screen: Screen::Home,
            home: Home::new(&kept.choices),
            board: None,
            review: None,
            page: None,
            opening: None,
            open_puzzle: None,
            outbox: Outbox::default(),
            share: 0.0,
            is_done: false,
            date,
        };
        app.board = kept.game.map(|record| app.board_of(&record));
        app.home.can_continue = app.board.is_some();
        app
    }

    /// What is to be remembered: the choices, and the game if it is not over.
    pub fn kept(&self) -> Kept {
        let unfinished = self.board.as_ref().filter(|board| !board.is_over());
        let begun = unfinished.filter(|board| !board.contest.plies().is_empty());
        Kept {
            choices: self.home.choices(),
            game: begun.map(Board::record),
        }
    }

    /// Whether the person has left.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Whether an answer is awaited, so that the passing of time should be shown.
    pub fn is_waiting(&self) -> bool {
        self.open_puzzle.is_some()
            || self.board.as_ref().is_some_and(Board::is_waiting)
            || self.review.as_ref().is_some_and(ReviewScreen::is_waiting)
    }

    /// The questions that have come up since the last time.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.outbox.requests)
    }

    /// Says how far the table has come that is being computed.
    pub fn set_share(&mut self, share: f64) {
        self.share = share;
    }

    /// Takes an event.
    pub fn update(&mut self, event: Event) {
        match event {
            Event::Key(key) => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Answer(answer) => self.take(&answer),
            Event::Redraw | Event::Tick => {}
        }
        self.home.can_continue = self.board.is_some();
    }

    fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.is_done = true;
        } else if let Some(page) = &mut self.page {
            if !page.key(key) {
                self.page = None;
            }
        } else if self.opening.is_some() {
            self.type_name(key.code);
        } else if let Some(board) = self.board.as_mut().filter(|board| board.entry.is_some()) {
            board.type_key(key.code, &mut self.outbox);
        } else if let Some(command) = self.command(key) {
            self.obey(command);
        } else if let (Screen::Board, KeyCode::Char(char), Some(board)) =
            (self.screen, key.code, &mut self.board)
        {
            board.begin_entry(char);
        }
    }

    fn command(&self, key: KeyEvent) -> Option<Command> {
        let table = self.table();
        keys::command(table, key, |command| self.is_possible(command))
    }

    fn table(&self) -> &'static [keys::Binding] {
        match self.screen {
            Screen::Home => keys::HOME,
            Screen::Board => keys::BOARD,
            Screen::Review => keys::REVIEW,
        }
    }

    fn is_possible(&self, command: Command) -> bool {
        match self.screen {
            Screen::Home => self.home.is_possible(command),
            Screen::Board => self
                .board
                .as_ref()
                .is_some_and(|board| board.is_possible(command)),
            Screen::Review => self
                .review
                .as_ref()
                .is_some_and(|review| review.is_possible(command)),
        }
    }

    fn obey(&mut self, command: Command) {
        match (self.screen, command) {
            (_, Command::Help) => {
                self.page = Some(Page::help(self.table(), |command| {
                    self.is_possible(command)
                }));
            }
            (_, Command::Home) => {
                self.screen = Screen::Home;
                self.home.message.clear();
            }
            (Screen::Home, command) => self.obey_home(command),
            (Screen::Board, Command::Review) => self.open_review(),
            (Screen::Board, Command::Next) => self.next_puzzle(),
            (Screen::Board, command) => {
                if let Some(board) = &mut self.board {
                    board.obey(command, &mut self.outbox);
                }
            }
            (Screen::Review, Command::PlayFromHere) => self.play_from_here(),
            (Screen::Review, command) => {
                if let Some(review) = &mut self.review {
                    review.obey(command);
                }
            }
        }
    }

    fn obey_home(&mut self, command: Command) {
        self.home.message.clear();
        match command {
            Command::Act => {
                let Home { who, first, .. } = self.home;
                self.seed = self.seed.wrapping_add(1);
                let board = Board::new(
                    self.home.variant(),
                    who,
                    first,
                    self.seed,
                    self.date.clone(),
                );
                self.show_board(board);
            }
            Command::Continue => self.screen = Screen::Board,
            Command::Rules => {
                let listing = self.home.listing();
                self.page = Some(Page::new(
                    format!("{}: the rules", listing.name),
                    listing.rules,
                ));
            }
            Command::Open => self.opening = Some(String::new()),
            Command::Puzzle => self.next_puzzle(),
            Command::Daily => {
                let seed = self
                    .date
                    .bytes()
                    .fold(0, |seed: u64, byte| seed.wrapping_mul(31) + u64::from(byte));
                self.ask_puzzle(seed);
            }
            Command::Quit => self.is_done = true,
            command => self.home.go(command),
        }
    }

    fn show_board(&mut self, mut board: Board) {
        board.settle(&mut self.outbox);
        self.board = Some(board);
        self.screen = Screen::Board;
    }

    fn next_puzzle(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.ask_puzzle(self.seed);
    }

    fn ask_puzzle(&mut self, seed: u64) {
        let variant = self.home.variant();
        self.open_puzzle = Some(self.outbox.ask(Question::Puzzle { variant, seed }));
        self.home.message = "Looking for a puzzle ...".to_owned();
    }

    fn open_review(&mut self) {
        if let Some(board) = &self.board {
            let record = board.record();
            let open = self.outbox.ask(Question::Review(Box::new(record.clone())));
            self.review = Some(ReviewScreen::new(record, open));
            self.screen = Screen::Review;
        }
    }

    fn play_from_here(&mut self) {
        let (Some(review), Some(board)) = (&self.review, &self.board) else {
            return;
        };
        let [one, two] = board.who();
        let who = PerPlayer { one, two };
        let contest = review.contest_from_here();
        self.show_board(Board::from_contest(
            contest,
            who,
            self.seed,
            self.date.clone(),
        ));
    }

    /// The board of a record: to be played on, or looked at if it is over.
    fn board_of(&self, record: &Record) -> Board {
        let moves: Vec<_> = record.plies().iter().map(|ply| ply.mv.clone()).collect();
        let contest = replayed(record.start(), &moves);
        let who = |name: &str| name.parse::<Who>().unwrap_or(Who::Human);
        let who = PerPlayer {
            one: who(&record.players.one),
            two: who(&record.players.two),
        };
        Board::from_contest(
            contest,
            who,
            record.seed.unwrap_or(self.seed),
            self.date.clone(),
        )
    }

    fn type_name(&mut self, code: KeyCode) {
        let Some(name) = &mut self.opening else {
            return;
        };
        match code {
            KeyCode::Char(char) if name.chars().count() < 200 => name.push(char),
            KeyCode::Backspace => {
                name.pop();
            }
            KeyCode::Esc => self.opening = None,
            KeyCode::Enter => {
                let path = PathBuf::from(name.trim());
                self.opening = None;
                self.open_record(&path);
            }
            _ => {}
        }
    }

    fn open_record(&mut self, path: &PathBuf) {
        let read = std::fs::read_to_string(path).map_err(|error| error.to_string());
        let records =
            read.and_then(|text| Record::read_all(&text).map_err(|fault| fault.to_string()));
        match records {
            Ok(records) => self.show_board(self.board_of(&records[0])),
            Err(why) => self.home.message = format!("{} is not opened: {why}", path.display()),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if let (true, None, Screen::Board, Some(board)) =
            (is_click, &self.page, self.screen, &mut self.board)
        {
            board.click(Position::new(mouse.column, mouse.row), &mut self.outbox);
        }
    }

    fn take(&mut self, answer: &Answer) {
        match &answer.finding {
            Finding::Puzzle(puzzle) if self.open_puzzle == Some(answer.id) => {
                self.open_puzzle = None;
                match puzzle {
                    Some(puzzle) => {
                        self.home.message.clear();
                        let board = Board::of_puzzle(puzzle.clone(), self.seed, self.date.clone());
                        self.show_board(board);
                    }
                    None => {
                        self.home.message =
                            "No puzzle was found for this game and size.".to_owned();
                    }
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
                if let Some(board) = &mut self.board {
                    board.take(answer, &mut self.outbox);
                }
            }
        }
    }

    /// Draws the state.
    pub fn draw(&self, frame: &mut Frame) {
        let area = frame.area();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let text = format!(
                "This terminal is {}x{}: Quintet needs {}x{}.",
                area.width, area.height, SMALLEST.0, SMALLEST.1
            );
            frame.render_widget(Paragraph::new(text), area);
            return;
        }
        match (self.screen, &self.board, &self.review) {
            (Screen::Board, Some(board), _) => board.draw(self.look, self.share, area, frame),
            (Screen::Review, _, Some(review)) => review.draw(self.look, area, frame),
            _ => self.home.draw(self.look, area, frame),
        }
        if let Some(name) = &self.opening {
            let line =
                Paragraph::new(format!(" record to open: {name}_")).style(self.look.chosen());
            frame.render_widget(
                line,
                ratatui::layout::Rect {
                    y: area.y + 1,
                    height: 1,
                    ..area
                },
            );
        }
        if let Some(page) = &self.page {
            page.draw(self.look, area, frame);
        }
    }

    /// How many games there are to choose from: the catalogue's.
    pub fn games() -> usize {
        CATALOGUE.len()
    }

    /// A seed for a run in which nobody has chosen one.
    pub fn unforeseen_seed() -> u64 {
        Dice::unforeseen_seed()
    }
}
