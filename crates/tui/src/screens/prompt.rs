//! A line that is being typed.

use crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use crate::look::Look;

/// A question and the answer so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Prompt {
    question: &'static str,
    pub(crate) text: String,
}

/// Longer than any move, and than the name of nearly any file.
const LONGEST: usize = 400;

impl Prompt {
    pub(crate) fn new(question: &'static str, text: impl Into<String>) -> Self {
        Prompt {
            question,
            text: text.into(),
        }
    }

    pub(crate) fn type_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char(char) if !char.is_control() && self.text.chars().count() < LONGEST => {
                self.text.push(char);
            }
            KeyCode::Backspace => {
                self.text.pop();
            }
            _ => {}
        }
    }

    /// The line on the screen; of a long text, the end.
    pub(crate) fn line(&self, look: Look, width: u16) -> Line<'static> {
        let room = usize::from(width).saturating_sub(self.question.len() + 4);
        let hidden = self.text.chars().count().saturating_sub(room);
        let shown: String = self.text.chars().skip(hidden).collect();
        Line::from(vec![
            Span::styled(format!(" {} ", self.question), look.title()),
            Span::raw(shown),
            Span::styled(" ", look.chosen()),
        ])
    }
}
