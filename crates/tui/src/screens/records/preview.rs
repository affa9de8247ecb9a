//! A preview of a game: its last position and how it ended.

use quintet_arena::{GameResult, Record};
use quintet_games::{Scene, count};
use ratatui::Frame;
use ratatui::layout::Constraint::{Length, Min};
use ratatui::layout::{Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;

use crate::look::Look;
use crate::screens::panel::{SMALL_CELL, draw_board, draw_lines};
use crate::text::{paragraph, title_of};

/// A preview of a game.
#[derive(Clone, Debug)]
pub(crate) struct Preview {
    scene: Scene,
    /// The cells of the last move.
    last: Vec<usize>,
    title: String,
    lines: Vec<String>,
}

impl Preview {
    pub(crate) fn of(record: &Record) -> Self {
        let session = record.session();
        let last = session.latest().map(|ply| ply.marks.clone());
        let moves = count(record.plies().len(), "move");
        // The headline says that a game is unfinished.
        let end = match record.result() {
            GameResult::Unfinished => String::new(),
            GameResult::Won(_) => record.ending() + " ",
        };
        Preview {
            scene: session.position().scene(),
            last: last.unwrap_or_default(),
            title: title_of(record.variant()),
            lines: vec![record.headline(), format!("{end}{moves}.")],
        }
    }

    /// Adds a line at the end.
    pub(crate) fn add(&mut self, line: String) {
        self.lines.push(line);
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// Draws the board above the text.
    pub(crate) fn draw(&self, look: Look, area: Rect, frame: &mut Frame) {
        let width = usize::from(area.width).max(2);
        let text: Vec<Line> = self
            .lines
            .iter()
            .flat_map(|line| paragraph(line, width - 1, 1, Style::new()))
            .collect();
        let heights = [Min(1), Length(text.len() as u16)];
        let [board, below] = Layout::vertical(heights).areas(area);
        draw_board(&self.scene, &self.last, SMALL_CELL, look, board, frame);
        draw_lines(text, below, frame);
    }
}
