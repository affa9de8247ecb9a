//! A person at the app: presses keys and reads the screen. Questions are answered at once, in the same thread.

use std::sync::{Arc, LazyLock};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use quintet_arena::{Dice, Explanation, Library, Record, StoredGame, Tables};
use quintet_games::{AnyPosition, Listing};
use quintet_rules::{PerPlayer, Player};
use quintet_testkit::CATALOGUE;
use quintet_tui::{
    App, Event, Look, Request, RequestBody, ResponseBody, SavedState, Theme, Worker,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use tempfile::TempDir;

/// One for all tests: each table is computed once.
static WORKER: LazyLock<Worker> = LazyLock::new(|| Worker::new(library()));

/// Files that a random key saves must not land among the sources.
static ELSEWHERE: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::env::set_current_dir(folder.path()).expect("the folder exists");
    folder
});

pub(crate) const DATE: &str = "2026-11-15";
pub(crate) const PLAIN: Look = look(Theme::None, false);
pub(crate) const COLORED: Look = look(Theme::Dark, false);
pub(crate) const ASCII: Look = look(Theme::Dark, true);

const fn look(theme: Theme, ascii: bool) -> Look {
    Look { theme, ascii }
}

/// Sizes of a terminal: the smallest that the app accepts, the default one, and one with room for everything.
pub(crate) const SMALL: (u16, u16) = (60, 20);
pub(crate) const USUAL: (u16, u16) = (80, 24);
pub(crate) const LARGE: (u16, u16) = (100, 32);

/// More answers than any finite game needs; two perfect players may play without end.
const ANSWERS: usize = 100;

/// A library of every game and of a guest that no part of the app can know. It has no oracles yet.
pub(crate) fn library() -> Library {
    Library::new(CATALOGUE, Tables::nowhere())
}

/// Its games.
pub(crate) fn games() -> impl Iterator<Item = &'static Listing> {
    CATALOGUE.iter()
}

pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    games().map(|listing| listing.id)
}

pub(crate) fn listing(id: &str) -> &'static Listing {
    games().find(|listing| listing.id == id).expect("listed")
}

/// The stored choices of a person who wants this game, at its standard size.
pub(crate) fn choosing(game: &str, one: &str, two: &str) -> SavedState {
    let pairs = [("game", game), ("player 1", one), ("player 2", two)];
    SavedState {
        choices: pairs
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        ..SavedState::default()
    }
}

/// As [`choosing`], for two people at another size.
pub(crate) fn choosing_size(game: &str, size: &str) -> SavedState {
    let mut saved = choosing(game, "human", "human");
    saved.choices.insert("size".to_owned(), size.to_owned());
    saved
}

/// A game between two people who move at random, played to its end.
pub(crate) fn finished(game: &str) -> Record {
    let mut game = quintet_arena::Session::new(listing(game).standard().start(Player::One));
    let mut dice = Dice::new(11, 0);
    while let Some(mv) = game.position().random_move(&mut dice) {
        game.play(&mv).expect("a random move is legal");
    }
    let players = PerPlayer::from_fn(|_| "human".to_owned());
    Record::of(game, players, DATE.to_owned())
}

/// Stored games, the most recent first.
pub(crate) fn stored(records: impl IntoIterator<Item = Record>) -> Vec<StoredGame> {
    let records = records.into_iter().enumerate();
    let game = |(n, record): (usize, Record)| StoredGame {
        id: format!("game-{n}"),
        record: Arc::new(record),
    };
    records.map(game).collect()
}

/// The answer to a question.
pub(crate) fn found(body: RequestBody) -> ResponseBody {
    let answer = WORKER.begin(Request { id: 0, body }).run();
    answer.expect("nobody stops it").body
}

pub(crate) fn explained(position: Box<dyn AnyPosition>) -> Explanation {
    let is_first = false;
    match found(RequestBody::Explanation { position, is_first }) {
        ResponseBody::Explanation(explanation) => explanation,
        other => panic!("{other:?}"),
    }
}

/// The width of the panel beside a board, at least.
pub(crate) fn side_width(width: usize) -> usize {
    if width < 80 {
        25
    } else {
        (30 + (width - 80) / 4).min(44)
    }
}

/// The text with single spaces: on the screen, a sentence may be broken over lines.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The key for a character: a letter is its own key, others have signs.
pub(crate) fn key_of(char: char) -> KeyCode {
    match char {
        '\n' | '⏎' => KeyCode::Enter,
        '\x1b' | '⎋' => KeyCode::Esc,
        '\t' | '⇥' => KeyCode::Tab,
        '␣' => KeyCode::Char(' '),
        '↑' => KeyCode::Up,
        '↓' => KeyCode::Down,
        '←' => KeyCode::Left,
        '→' => KeyCode::Right,
        '⌫' => KeyCode::Backspace,
        '⌦' => KeyCode::Delete,
        '⇱' => KeyCode::Home,
        '⇲' => KeyCode::End,
        '⇞' => KeyCode::PageUp,
        '⇟' => KeyCode::PageDown,
        'ƒ' => KeyCode::F(1),
        letter => KeyCode::Char(letter),
    }
}

pub(crate) struct Session {
    pub(crate) app: App,
    terminal: Terminal<TestBackend>,
    /// True if questions are to stay unanswered.
    pub(crate) is_slow: bool,
    pub(crate) unanswered: Vec<Request>,
}

impl Session {
    pub(crate) fn new(saved: SavedState, size: (u16, u16)) -> Self {
        Self::with_look(PLAIN, saved, size)
    }

    pub(crate) fn with_look(look: Look, saved: SavedState, (width, height): (u16, u16)) -> Self {
        LazyLock::force(&ELSEWHERE);
        let mut session = Session {
            app: App::new(look, library(), saved, 1, DATE.to_owned()),
            terminal: Terminal::new(TestBackend::new(width, height)).expect("a terminal"),
            is_slow: false,
            unanswered: Vec::new(),
        };
        session.settle();
        session
    }

    /// On the first screen, with a game chosen for two people.
    pub(crate) fn home(game: &str, size: (u16, u16)) -> Self {
        Self::between(game, "human", "human", size)
    }

    pub(crate) fn between(game: &str, one: &str, two: &str, size: (u16, u16)) -> Self {
        Self::new(choosing(game, one, two), size)
    }

    /// At the board of a new game for two people.
    pub(crate) fn board(game: &str, size: (u16, u16)) -> Self {
        let mut session = Self::home(game, size);
        session.press("\n");
        session
    }

    /// Starts the app again, with the stored choices and game.
    pub(crate) fn restart(&mut self, change: impl FnOnce(App) -> App) -> &mut Self {
        self.app = change(App::new(
            PLAIN,
            library(),
            self.app.saved_state(),
            1,
            DATE.to_owned(),
        ));
        self.settle();
        self
    }

    /// Starts the app again, to look at records.
    pub(crate) fn replay(&mut self, records: Vec<Record>) -> &mut Self {
        self.restart(|app| app.replaying(records))
    }

    /// Answers the questions that were left.
    pub(crate) fn answer_all(&mut self) -> &mut Self {
        let requests = std::mem::take(&mut self.unanswered);
        self.answer(requests, &WORKER)
    }

    pub(crate) fn answer_one(&mut self, request: Request) {
        self.answer(vec![request], &WORKER);
    }

    pub(crate) fn answer(&mut self, requests: Vec<Request>, worker: &Worker) -> &mut Self {
        self.reply(requests, worker);
        self.settle();
        self
    }

    fn reply(&mut self, requests: Vec<Request>, worker: &Worker) {
        for request in requests {
            let answer = worker.begin(request).run();
            let answer = Box::new(answer.expect("nobody stops it"));
            self.app.update(Event::Response(answer));
        }
    }

    /// Draws, and answers all questions.
    pub(crate) fn settle(&mut self) {
        for _ in 0..ANSWERS {
            match self.app.take_requests() {
                requests if requests.is_empty() => break,
                requests if self.is_slow => self.unanswered.extend(requests),
                requests => self.reply(requests, &WORKER),
            }
        }
        let drawn = self.terminal.draw(|frame| self.app.draw(frame));
        drawn.expect("memory accepts every frame");
    }

    pub(crate) fn key(&mut self, code: KeyCode) -> &mut Self {
        self.key_with(code, KeyModifiers::NONE)
    }

    pub(crate) fn key_with(&mut self, code: KeyCode, modifiers: KeyModifiers) -> &mut Self {
        self.app.update(Event::Key(KeyEvent::new(code, modifiers)));
        self.settle();
        self
    }

    /// Presses the keys of these characters.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        for char in keys.chars() {
            self.key(key_of(char));
        }
        self
    }

    /// Presses keys and expects this text on the screen.
    #[track_caller]
    pub(crate) fn shows(&mut self, keys: &str, wanted: &str) -> &mut Self {
        self.press(keys).sees(wanted)
    }

    /// Types a move.
    pub(crate) fn play(&mut self, mv: &str) -> &mut Self {
        self.press(&format!(":{mv}\n"))
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) -> &mut Self {
        self.app.update(Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
        self.settle();
        self
    }

    pub(crate) fn click(&mut self, place: (u16, u16)) -> &mut Self {
        self.mouse(MouseEventKind::Down(MouseButton::Left), place)
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.terminal.backend_mut().resize(width, height);
        self.app.update(Event::Redraw);
        self.settle();
        self
    }

    pub(crate) fn record(&self) -> Record {
        self.app.record().expect("a board is shown")
    }

    /// The latest stored game.
    pub(crate) fn latest_game(&self) -> Record {
        let games = self.app.saved_state().games;
        let game = games.first().expect("a stored game");
        (*game.record).clone()
    }

    /// The moves that led to the position on the board.
    pub(crate) fn moves(&self) -> Vec<String> {
        let record = self.record();
        record.plies().iter().map(|ply| ply.mv.clone()).collect()
    }

    pub(crate) fn position(&self) -> Box<dyn AnyPosition> {
        let record = self.record();
        let last = record.plies().last();
        last.map_or(record.start().boxed(), |ply| ply.position.clone())
    }

    /// Plays at most `moves` moves at random, fewer if the game ends.
    pub(crate) fn play_randomly(&mut self, moves: usize, seed: u64) -> &mut Self {
        let mut dice = Dice::new(seed, 0);
        for _ in 0..moves {
            let Some(mv) = self.position().random_move(&mut dice) else {
                break;
            };
            self.play(&mv);
        }
        self
    }

    /// Moves the cursor to a cell by arrows: first to the corner. A long row may be folded, so the columns are counted.
    pub(crate) fn go_to(&mut self, cell: usize) -> &mut Self {
        let scene = self.position().scene();
        let home = "←".repeat(scene.columns);
        self.press(&"↑".repeat(scene.cells.len())).press(&home);
        let mut columns = 1;
        let mut before = self.text();
        while self.press("→").text() != before {
            before = self.text();
            columns += 1;
        }
        self.press(&home).press(&"↓".repeat(cell / columns));
        self.press(&"→".repeat(cell % columns))
    }

    /// Chooses cells one after the other.
    pub(crate) fn touch(&mut self, cells: &[usize]) -> &mut Self {
        for cell in cells {
            self.go_to(*cell).press("\n");
        }
        self
    }

    pub(crate) fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    pub(crate) fn width(&self) -> usize {
        usize::from(self.buffer().area.width)
    }

    /// The text on the screen, without styles.
    pub(crate) fn text(&self) -> String {
        let line = |row: &[Cell]| {
            let line: String = row.iter().map(Cell::symbol).collect();
            format!("{}\n", line.trim_end())
        };
        let rows = self.buffer().content().chunks(self.width().max(1));
        rows.map(line).collect()
    }

    /// The text in the sidebar.
    fn sidebar(&self) -> String {
        let from = self.width() - side_width(self.width());
        let side = |line: &str| line.chars().skip(from).chain([' ']).collect::<String>();
        self.text().lines().map(side).collect()
    }

    /// Position of a string on the screen.
    #[track_caller]
    pub(crate) fn find(&self, wanted: &str) -> (u16, u16) {
        let text = self.text();
        let found = text.lines().enumerate().find_map(|(row, line)| {
            let before = line.split_once(wanted)?.0;
            Some((before.chars().count() as u16, row as u16))
        });
        found.unwrap_or_else(|| panic!("{wanted:?} is not on the screen:\n{text}"))
    }

    #[track_caller]
    pub(crate) fn sees(&mut self, wanted: &str) -> &mut Self {
        let text = self.text();
        let is_seen = words(&text).contains(&words(wanted));
        assert!(is_seen, "{wanted:?} is not on the screen:\n{text}");
        self
    }

    /// Sees a sentence in the sidebar, where it may be broken over lines.
    #[track_caller]
    pub(crate) fn sees_in_sidebar(&mut self, wanted: &str) -> &mut Self {
        let is_seen = words(&self.sidebar()).contains(&words(wanted));
        let text = self.text();
        assert!(is_seen, "{wanted:?} is not in the sidebar:\n{text}");
        self
    }

    #[track_caller]
    pub(crate) fn sees_no(&mut self, unwanted: &str) -> &mut Self {
        let text = self.text();
        let is_seen = text.contains(unwanted);
        assert!(!is_seen, "{unwanted:?} is on the screen:\n{text}");
        self
    }
}
