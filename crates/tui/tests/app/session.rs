//! A person at the app: presses keys and looks at the screen. Questions are answered at once, in the same thread.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use quintet_arena::{Dice, Record, Tables};
use quintet_games::AnyPosition;
use quintet_rules::{PerPlayer, Player};
use quintet_tui::{Answer, App, Event, Kept, Look, Request, Thinker};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use tempfile::TempDir;

/// One for all tests: each table is computed once.
static THINKER: LazyLock<Thinker> = LazyLock::new(|| Thinker::new(Tables::nowhere()));

/// Thinks until the answer is there.
pub(crate) fn answer(request: Request) -> Answer {
    let answer = THINKER.begin(request).answer();
    answer.expect("it is not given up")
}

/// What a key happens to save must not land among the sources.
static ELSEWHERE: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::env::set_current_dir(folder.path()).expect("it is there");
    folder
});

pub(crate) const DATE: &str = "2026-11-15";
pub(crate) const PLAIN: Look = Look {
    colour: false,
    ascii: false,
};

/// More answers than any finite game needs; two perfect players may play without end.
const ANSWERS: usize = 100;

pub(crate) struct Session {
    pub(crate) app: App,
    pub(crate) terminal: Terminal<TestBackend>,
    /// Questions that are left unanswered on purpose.
    pub(crate) is_slow: bool,
    pub(crate) unanswered: Vec<Request>,
}

/// The choices of a person who wants this game, at its standard size.
pub(crate) fn choices(game: &str, one: &str, two: &str) -> BTreeMap<String, String> {
    let pairs = [("game", game), ("player 1", one), ("player 2", two)];
    pairs
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// The ids of all games.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    crate::games().map(|listing| listing.id)
}

/// A game between two people who move at random, played to its end.
pub(crate) fn finished(game: &str) -> Record {
    let listing = quintet_catalogue::find(game).expect("it is in the catalogue");
    let mut game = quintet_arena::Session::new(listing.standard().start(Player::One));
    let mut dice = Dice::new(11, 0);
    while let Some(mv) = game.position().random_move(&mut dice) {
        game.play(&mv).expect("a random move is legal");
    }
    let players = PerPlayer::from_fn(|_| "human".to_owned());
    Record::of(game, players, DATE.to_owned())
}

impl Session {
    pub(crate) fn new(kept: Kept, look: Look, (width, height): (u16, u16)) -> Self {
        LazyLock::force(&ELSEWHERE);
        // The list of games must not grow while somebody looks at it.
        let _ = crate::games();
        let mut session = Session {
            app: App::new(look, kept, 1, DATE.to_owned()),
            terminal: Terminal::new(TestBackend::new(width, height)).expect("a terminal"),
            is_slow: false,
            unanswered: Vec::new(),
        };
        session.settle();
        session
    }

    /// The same app, started to look at records.
    pub(crate) fn replay(&mut self, records: Vec<Record>) {
        let app = App::new(PLAIN, self.app.kept(), 1, DATE.to_owned());
        self.app = app.replaying(records);
        self.settle();
    }

    /// Answers the questions that were left.
    pub(crate) fn answer_all(&mut self) {
        for request in std::mem::take(&mut self.unanswered) {
            let answer = answer(request);
            self.app.update(Event::Answer(Box::new(answer)));
        }
        self.settle();
    }

    /// On the first screen, with a game chosen for two people.
    pub(crate) fn home(game: &str, size: (u16, u16)) -> Self {
        Self::between(game, "human", "human", size)
    }

    pub(crate) fn between(game: &str, one: &str, two: &str, size: (u16, u16)) -> Self {
        let choices = choices(game, one, two);
        Self::new(
            Kept {
                choices,
                game: None,
                ..Kept::default()
            },
            PLAIN,
            size,
        )
    }

    /// At the board of a new game for two people.
    pub(crate) fn board(game: &str, size: (u16, u16)) -> Self {
        let mut session = Self::home(game, size);
        session.press("\n");
        session
    }

    /// Draws, and answers all questions.
    pub(crate) fn settle(&mut self) {
        for _ in 0..ANSWERS {
            let requests = self.app.take_requests();
            if requests.is_empty() {
                break;
            }
            for request in requests {
                if self.is_slow {
                    self.unanswered.push(request);
                } else {
                    let answer = answer(request);
                    self.app.update(Event::Answer(Box::new(answer)));
                }
            }
        }
        self.terminal
            .draw(|frame| self.app.draw(frame))
            .expect("a memory takes everything");
    }

    pub(crate) fn key(&mut self, code: KeyCode) -> &mut Self {
        self.key_with(code, KeyModifiers::NONE)
    }

    pub(crate) fn key_with(&mut self, code: KeyCode, modifiers: KeyModifiers) -> &mut Self {
        self.app.update(Event::Key(KeyEvent::new(code, modifiers)));
        self.settle();
        self
    }

    /// Presses keys: letters as they are, `\n` for enter, `\x1b` for escape, and arrows.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        for char in keys.chars() {
            self.key(match char {
                '\n' => KeyCode::Enter,
                '\x1b' => KeyCode::Esc,
                '↑' => KeyCode::Up,
                '↓' => KeyCode::Down,
                '←' => KeyCode::Left,
                '→' => KeyCode::Right,
                '⌫' => KeyCode::Backspace,
                '\t' => KeyCode::Tab,
                char => KeyCode::Char(char),
            });
        }
        self
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

    /// Where the game on the board is.
    pub(crate) fn position(&self) -> Box<dyn AnyPosition> {
        let record = self.record();
        let last = record.plies().last();
        last.map_or(record.start().boxed(), |ply| ply.position.clone())
    }

    /// Plays so many moves at random, or fewer if the game ends.
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

    pub(crate) fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    /// What can be read on the screen.
    pub(crate) fn text(&self) -> String {
        let buffer = self.buffer();
        let mut text = String::new();
        for row in buffer
            .content()
            .chunks(usize::from(buffer.area.width.max(1)))
        {
            let line: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Where a text begins on the screen.
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
        // A sentence may be broken over lines.
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = self.text();
        assert!(
            words(&text).contains(&words(wanted)),
            "{wanted:?} is not on the screen:\n{text}"
        );
        self
    }

    /// Sees a sentence beside the board, where it may be broken over lines between others.
    #[track_caller]
    pub(crate) fn sees_beside(&mut self, wanted: &str) -> &mut Self {
        let text = self.text();
        let width = if self.buffer().area.width >= 80 {
            30
        } else {
            25
        };
        let from = usize::from(self.buffer().area.width) - width;
        let side = text
            .lines()
            .map(|line| line.chars().skip(from).collect::<String>());
        let side = side.collect::<Vec<_>>().join(" ");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words(&side).contains(&words(wanted)),
            "{wanted:?} is not beside the board:\n{text}"
        );
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

    #[track_caller]
    pub(crate) fn sees_no(&mut self, unwanted: &str) -> &mut Self {
        let text = self.text();
        assert!(
            !text.contains(unwanted),
            "{unwanted:?} is on the screen:\n{text}"
        );
        self
    }
}
