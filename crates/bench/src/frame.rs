//! How long the full-screen app takes for a frame of the board: a key, what it changes, and the drawing.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use quintet_arena::{Library, Tables};
use quintet_games::{Catalogue, Variant};
use quintet_tui::{App, Event, Kept, Look, Thinker};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::clock::timed;

/// Draws the board of every game at every size, with values and the reason shown, while the cursor moves.
#[derive(Args)]
pub(crate) struct Frames {
    /// Only this game
    game: Option<String>,

    /// How many frames each figure rests on
    #[arg(long = "frames", default_value_t = 500)]
    count: u32,

    /// Columns of the terminal
    #[arg(long, default_value_t = 120)]
    columns: u16,

    /// Rows of the terminal
    #[arg(long, default_value_t = 40)]
    rows: u16,
}

impl Frames {
    pub(crate) fn run(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{:<18} {:<5} {:>12}", "game", "size", "us a frame")?;
        for listing in Catalogue::STANDARD.iter() {
            if self.game.as_deref().is_some_and(|id| id != listing.id) {
                continue;
            }
            for variant in listing.sizes {
                let micros = self.frame(*variant)?;
                let size = variant.size().to_string();
                writeln!(out, "{:<18} {size:<5} {micros:>12.1}", listing.id)?;
            }
        }
        Ok(())
    }

    /// Microseconds of processor time for a frame.
    fn frame(&self, variant: &dyn Variant) -> Result<f64> {
        let choices = [
            ("game", variant.id().to_owned()),
            ("size", variant.size().to_string()),
            ("player 2", "human".to_owned()),
        ];
        let kept = Kept {
            choices: choices.map(|(name, value)| (name.to_owned(), value)).into(),
            game: None,
            ..Kept::default()
        };
        let look = Look {
            colour: true,
            ascii: false,
        };
        let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
        let thinker = Thinker::new(library.clone());
        let mut app = App::new(look, library, kept, 1, "2026-11-15".to_owned());
        for key in [KeyCode::Enter, KeyCode::Char('v'), KeyCode::Char('w')] {
            press(&mut app, key);
        }
        // The truth of a board that is too large to be known whole is found by a search, which is not what is measured.
        for request in app.take_requests() {
            let answer = thinker.begin(request).answer();
            let answer = answer.expect("it is not given up");
            app.update(Event::Answer(Box::new(answer)));
        }
        let mut terminal = Terminal::new(TestBackend::new(self.columns, self.rows))?;
        let arrows = [KeyCode::Left, KeyCode::Up, KeyCode::Right, KeyCode::Down];
        let (drawn, used) = timed(|| {
            (0..self.count as usize).try_for_each(|n| {
                press(&mut app, arrows[n % arrows.len()]);
                terminal.draw(|frame| app.draw(frame)).map(drop)
            })
        });
        drawn?;
        Ok(used.as_secs_f64() * 1e6 / f64::from(self.count))
    }
}

fn press(app: &mut App, key: KeyCode) {
    app.update(Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
}
