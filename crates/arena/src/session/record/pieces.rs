//! Lexer for records: tags, comments and words.

use std::iter::Peekable;
use std::str::CharIndices;

use quintet_games::escape;

use super::{RecordError, Tag};

/// A lexical element of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// `[Name "value"]`
    Tag(Tag),
    /// `{text}`
    Comment(String),
    /// Any other word: a move, its number, or the result.
    Word(String),
}

/// An iterator over lexical elements with their line numbers.
pub(super) struct Pieces<'a> {
    text: &'a str,
    chars: Peekable<CharIndices<'a>>,
    line: usize,
}

impl<'a> Pieces<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Pieces {
            text,
            chars: text.char_indices().peekable(),
            line: 1,
        }
    }

    fn step(&mut self) -> Option<(usize, char)> {
        let next = self.chars.next();
        if let Some((_, '\n')) = next {
            self.line += 1;
        }
        next
    }

    /// Consumes the text up to the first character for which `is_end` returns true.
    fn until(&mut self, is_end: impl Fn(char) -> bool) -> &'a str {
        let here = |chars: &mut Peekable<CharIndices<'a>>, text: &str| {
            chars.peek().map_or(text.len(), |(at, _)| *at)
        };
        let from = here(&mut self.chars, self.text);
        while self.chars.peek().is_some_and(|(_, char)| !is_end(*char)) {
            self.step();
        }
        &self.text[from..here(&mut self.chars, self.text)]
    }

    fn piece(&mut self) -> Result<Option<(usize, Piece)>, RecordError> {
        self.until(|char| !char.is_whitespace());
        let line = self.line;
        let token = match self.chars.peek() {
            None => return Ok(None),
            Some((_, '[')) => Piece::Tag(self.tag()?),
            Some((_, '{')) => Piece::Comment(self.comment()?),
            Some(_) => {
                let word = self.until(|char| char.is_whitespace() || "[{".contains(char));
                Piece::Word(word.to_owned())
            }
        };
        Ok(Some((line, token)))
    }

    fn comment(&mut self) -> Result<String, RecordError> {
        let line = self.line;
        self.step();
        let text = self.until(|char| char == '}').to_owned();
        match self.step() {
            Some(_) => Ok(text),
            None => Err(RecordError::new(line, "unterminated comment; expected }")),
        }
    }

    fn tag(&mut self) -> Result<Tag, RecordError> {
        let line = self.line;
        let text = self.until(|char| char == '\n');
        parse_tag(text.trim_end()).ok_or_else(|| {
            let what = format!(
                "found {}; expected a tag such as [Game \"gridlock\"]",
                escape(text)
            );
            RecordError::new(line, what)
        })
    }
}

impl Iterator for Pieces<'_> {
    type Item = Result<(usize, Piece), RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.piece().transpose()
    }
}

/// Parses `[Name "value"]`. Backslashes escape quotation marks and backslashes.
fn parse_tag(text: &str) -> Option<Tag> {
    let (name, value) = text
        .strip_prefix('[')?
        .strip_suffix("\"]")?
        .split_once(" \"")?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if name.is_empty() || !name.bytes().all(is_name) {
        return None;
    }
    let mut unescaped = String::new();
    let mut chars = value.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => unescaped.push(chars.next()?),
            '"' => return None,
            _ => unescaped.push(char),
        }
    }
    Some(Tag {
        name: name.to_owned(),
        value: unescaped,
    })
}
