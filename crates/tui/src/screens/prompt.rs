//! An input line.

use crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use super::records::completed;
use crate::look::Look;

/// A prompt with editable input, as in a shell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Prompt {
    question: &'static str,
    pub(crate) text: String,
    /// Cursor position in characters.
    at: usize,
    /// True if tab completes file paths.
    is_path: bool,
}

/// Longer than any move, and than the name of nearly any file.
const LONGEST: usize = 400;

/// Control characters that terminals send for ctrl with a letter.
const CTRL_A: char = '\u{1}';
const CTRL_E: char = '\u{5}';
const CTRL_H: char = '\u{8}';
const CTRL_K: char = '\u{b}';
const CTRL_U: char = '\u{15}';
const CTRL_W: char = '\u{17}';

impl Prompt {
    pub(crate) fn new(question: &'static str, text: impl Into<String>) -> Self {
        let text = text.into();
        Prompt {
            question,
            at: text.chars().count(),
            text,
            is_path: false,
        }
    }

    /// Creates a prompt for a file path.
    pub(crate) fn of_path(question: &'static str, text: impl Into<String>) -> Self {
        let mut prompt = Prompt::new(question, text);
        prompt.is_path = true;
        prompt
    }

    pub(crate) fn type_key(&mut self, code: KeyCode) {
        let length = self.text.chars().count();
        match code {
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = length.min(self.at + 1),
            KeyCode::Home | KeyCode::Char(CTRL_A) => self.at = 0,
            KeyCode::End | KeyCode::Char(CTRL_E) => self.at = length,
            KeyCode::Backspace | KeyCode::Char(CTRL_H) => {
                self.delete(self.at.saturating_sub(1), self.at);
            }
            KeyCode::Delete => self.delete(self.at, length.min(self.at + 1)),
            KeyCode::Char(CTRL_U) => self.delete(0, self.at),
            KeyCode::Char(CTRL_K) => self.delete(self.at, length),
            KeyCode::Char(CTRL_W) => self.delete(self.word_start(), self.at),
            KeyCode::Tab if self.is_path => self.complete(),
            KeyCode::Char(char) if !char.is_control() && length < LONGEST => {
                self.text.insert(self.byte(self.at), char);
                self.at += 1;
            }
            _ => {}
        }
    }

    /// Returns byte offset of a character.
    fn byte(&self, at: usize) -> usize {
        let mut starts = self.text.char_indices().map(|(byte, _)| byte);
        starts.nth(at).unwrap_or(self.text.len())
    }

    /// Deletes a range of characters and moves the cursor there.
    fn delete(&mut self, from: usize, to: usize) {
        self.text.drain(self.byte(from)..self.byte(to));
        self.at = from;
    }

    /// Returns start of the word before the cursor.
    fn word_start(&self) -> usize {
        let before = &self.text[..self.byte(self.at)];
        let before = before.trim_end();
        let start = before.rfind(|char: char| char.is_whitespace() || char == '/');
        // A separator right before the cursor belongs to the word before it.
        let start = match start {
            Some(byte) if byte + 1 == before.len() => {
                before[..byte].rfind(|char: char| char.is_whitespace() || char == '/')
            }
            start => start,
        };
        start.map_or(0, |byte| before[..byte].chars().count() + 1)
    }

    /// Completes the path before the cursor as far as it is unambiguous.
    fn complete(&mut self) {
        let at = self.byte(self.at);
        let path = completed(&self.text[..at]);
        if path.chars().count() + self.text[at..].chars().count() <= LONGEST {
            self.at = path.chars().count();
            self.text.replace_range(..at, &path);
        }
    }

    /// Returns the visible part of the line, which contains the cursor.
    pub(crate) fn line(&self, look: Look, width: u16) -> Line<'static> {
        let room = usize::from(width).saturating_sub(self.question.len() + 4);
        let hidden = self.at.saturating_sub(room);
        let mut shown = self.text.chars().skip(hidden);
        let before: String = shown.by_ref().take(self.at - hidden).collect();
        let under = shown.next().unwrap_or(' ');
        let behind: String = shown.take(room + hidden - self.at).collect();
        Line::from(vec![
            Span::styled(format!(" {} ", self.question), look.title()),
            Span::raw(before),
            Span::styled(under.to_string(), look.chosen()),
            Span::raw(behind),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str, keys: &[KeyCode]) -> (String, usize) {
        let mut prompt = Prompt::new("?", text);
        for key in keys {
            prompt.type_key(*key);
        }
        (prompt.text, prompt.at)
    }

    #[test]
    fn a_line_is_edited_as_in_a_shell() {
        use KeyCode::{Backspace, Char, Delete, End, Home, Left, Right};
        for (text, keys, expected, at) in [
            ("2 3", &[Left, Left, Char('1')][..], "21 3", 2),
            ("2 3", &[Home, Delete, Char('1')], "1 3", 1),
            ("2 3", &[Home, End, Backspace], "2 ", 2),
            ("2 3", &[Left, Right, Right, Delete], "2 3", 3),
            ("äöü", &[Left, Backspace], "äü", 1),
            ("a/b c", &[Char(CTRL_W)], "a/b ", 4),
            ("a/b", &[Char(CTRL_W), Char(CTRL_W)], "", 0),
            ("a b", &[Left, Char(CTRL_U)], "b", 0),
            ("a b", &[Left, Char(CTRL_K)], "a ", 2),
            (
                "a b",
                &[Char(CTRL_A), Char('x'), Char(CTRL_E), Char('y')],
                "xa by",
                5,
            ),
            ("", &[Backspace, Delete, Left, Right, Char(CTRL_W)], "", 0),
        ] {
            assert_eq!(
                typed(text, keys),
                (expected.to_owned(), at),
                "{text} {keys:?}"
            );
        }
    }
}
