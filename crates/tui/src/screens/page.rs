//! A page of text that can be scrolled: rules, help.

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::{draw_bar, draw_title, parts};
use crate::keys::{self, Binding, Command};
use crate::look::Look;

/// A page of text.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    title: String,
    text: String,
    top: usize,
}

impl Page {
    pub(crate) fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Page {
            title: title.into(),
            text: text.into(),
            top: 0,
        }
    }

    /// All keys of a screen.
    pub(crate) fn help(table: &'static [Binding], is_possible: impl Fn(Command) -> bool) -> Self {
        let line = |binding: &Binding| {
            let keys: Vec<String> = binding.keys.iter().map(ToString::to_string).collect();
            let now = if is_possible(binding.command) {
                ""
            } else {
                "  (not now)"
            };
            format!(
                "  {:<24} {}{now}\n",
                keys.join(", ").to_lowercase(),
                binding.what
            )
        };
        let mut text: String = table.iter().map(line).collect();
        text.push_str("\nAt the board the mouse works too, and so does typing a move as the book spells it.\n");
        text.push_str("Values: +n wins and -n loses in n moves of both players, = is endless, ? is unsolved.\n");
        text.push_str("( ) is the last move, [ ] the cursor, > < what you have picked.\n");
        Page::new("Keys", text)
    }

    /// Handles a key; `false` closes the page.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let lines = self.text.lines().count();
        match keys::command(keys::PAGE, key, |_| true) {
            Some(Command::Up) => self.top = self.top.saturating_sub(1),
            Some(Command::Down) => self.top = (self.top + 1).min(lines.saturating_sub(1)),
            Some(Command::Back) => return false,
            _ => {}
        }
        true
    }

    pub(crate) fn draw(&self, look: Look, area: Rect, frame: &mut Frame) {
        frame.render_widget(Clear, area);
        let parts = parts(area);
        draw_title(&self.title, look, parts.title, frame);
        let lines: Vec<_> = self
            .text
            .lines()
            .skip(self.top)
            .map(|line| Line::raw(format!(" {line}")))
            .collect();
        frame.render_widget(Paragraph::new(lines), parts.middle);
        draw_bar(keys::PAGE, |_| true, look, parts.bar, frame);
    }
}
