//! Processor time of a frame of the full-screen app: a key, its effect, and drawing.

use anyhow::{Context, Result};
use clap::Args;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use quintet_arena::{Library, Tables};
use quintet_games::{Catalogue, Variant};
use quintet_tui::{App, Event, Look, SavedState, Theme, Worker};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::figures::{FigureTable, micros, timed};
use crate::sample::Sample;

const COLUMNS: u16 = 120;
const ROWS: u16 = 40;

/// Draws the board of every game at every size, with values and the reason shown, while the cursor moves.
#[derive(Args)]
pub(crate) struct Frames {
    #[command(flatten)]
    sample: Sample,

    /// Number of frames
    #[arg(long = "frames", default_value_t = 500)]
    count: u32,
}

impl Frames {
    pub(crate) fn run(&self) -> Result<()> {
        let table = FigureTable::new("us a frame");
        for variant in self.sample.sizes() {
            let micros = self.frame(variant)?;
            table.row(variant, &[format!("{micros:.1}")]);
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
        let saved = SavedState {
            choices: choices.map(|(name, value)| (name.to_owned(), value)).into(),
            ..SavedState::default()
        };
        let look = Look {
            theme: Theme::Dark,
            ascii: false,
        };
        let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
        let worker = Worker::new(library.clone());
        let mut app = App::new(
            look,
            library,
            saved,
            self.sample.seed,
            "2026-11-15".to_owned(),
        );
        for key in [KeyCode::Enter, KeyCode::Char('v'), KeyCode::Char('w')] {
            press(&mut app, key);
        }
        // The search for values at a large size is not part of a frame.
        for request in app.take_requests() {
            let response = worker.begin(request).run();
            let response = response.context("never cancelled")?;
            app.update(Event::Response(Box::new(response)));
        }
        let mut terminal = Terminal::new(TestBackend::new(COLUMNS, ROWS))?;
        let arrows = [KeyCode::Left, KeyCode::Up, KeyCode::Right, KeyCode::Down];
        let (drawn, used) = timed(|| {
            (0..self.count as usize).try_for_each(|n| {
                press(&mut app, arrows[n % arrows.len()]);
                terminal.draw(|frame| app.draw(frame)).map(drop)
            })
        });
        drawn?;
        Ok(micros(used) / f64::from(self.count))
    }
}

fn press(app: &mut App, key: KeyCode) {
    app.update(Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
}
