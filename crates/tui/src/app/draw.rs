//! The state, drawn.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::{App, Screen};
use crate::screens::View;

/// The smallest terminal that the app can be used in.
const SMALLEST: (u16, u16) = (60, 20);

impl App {
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
        if let Some(page) = &self.page {
            page.measure(area);
        }
        let offers = self.possible();
        let view = View {
            look: self.look,
            offers: &offers,
            share: self.share,
        };
        match (&self.page, self.board(), &self.review) {
            (Some(page), _, _) => page.draw(view, area, frame),
            (None, Some(board), _) => board.draw(view, area, frame),
            (None, None, Some(review)) if self.screen == Screen::Review => {
                review.draw(view, area, frame);
            }
            _ => self.home.draw(view, area, frame),
        }
        if self.page.is_some() {
            return;
        }
        // A puzzle is sought, and a name typed, over whatever is shown.
        let line = Rect {
            y: area.y + 1,
            height: 1,
            ..area
        };
        let over = match (&self.opening, &self.sought) {
            (Some(prompt), _) => prompt.line(self.look, area.width),
            (None, Some(_)) => {
                let text = format!(" {}", view.waiting("Looking for a puzzle"));
                ratatui::text::Line::styled(text, self.look.cursor())
            }
            (None, None) => return,
        };
        frame.render_widget(Clear, line);
        frame.render_widget(Paragraph::new(over), line);
    }
}
