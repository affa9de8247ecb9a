//! What is typed at the board: a move as the book spells it, or the name of a file.

use std::path::Path;

use crossterm::event::KeyCode;
use quintet_arena::replace_file;
use ratatui::text::Line;

use super::Board;
use crate::look::Look;
use crate::outbox::Outbox;
use crate::screens::prompt::{Prompt, Typed};

/// What is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// A move, as the book spells it.
    Move(Prompt),
    /// Where to save the record.
    SaveAs {
        prompt: Prompt,
        /// A file that is there already, and may be replaced if its name is entered again.
        existing: Option<String>,
    },
}

impl Entry {
    pub(super) fn mv(begun: &str) -> Self {
        Entry::Move(Prompt::new("Your move:", begun))
    }

    pub(super) fn save_as(name: &str) -> Self {
        Entry::SaveAs {
            prompt: Prompt::new("Save the record as:", name),
            existing: None,
        }
    }

    fn prompt(&mut self) -> &mut Prompt {
        match self {
            Entry::Move(prompt) | Entry::SaveAs { prompt, .. } => prompt,
        }
    }

    pub(super) fn line(&self, look: Look, width: u16) -> Line<'static> {
        match self {
            Entry::Move(prompt) | Entry::SaveAs { prompt, .. } => prompt.line(look, width),
        }
    }
}

impl Board {
    /// Whether keys are typed into a line.
    pub(crate) fn is_typing(&self) -> bool {
        self.entry.is_some()
    }

    /// A key while something is being typed.
    pub(crate) fn type_key(&mut self, code: KeyCode, outbox: &mut Outbox) {
        let typed = self.entry.as_mut().map(|entry| entry.prompt().key(code));
        match typed {
            Some(Typed::Left) => {
                self.entry = None;
                self.say("");
            }
            Some(Typed::Done) => self.enter(),
            Some(Typed::More) | None => {}
        }
        self.settle(outbox);
    }

    fn enter(&mut self) {
        match self.entry.take() {
            Some(Entry::Move(prompt)) if self.is_humans_turn() => {
                self.picked.clear();
                self.play(&prompt.text);
            }
            Some(Entry::SaveAs { prompt, existing }) => self.save_as(prompt, existing.as_deref()),
            Some(Entry::Move(_)) | None => {}
        }
    }

    /// Begins to type a move, if some move begins with this character.
    pub(crate) fn begin_entry(&mut self, char: char) {
        let begins = |mv: &str| {
            let first = mv.chars().next();
            first.is_some_and(|first| first.eq_ignore_ascii_case(&char))
        };
        if self.is_humans_turn() && self.ways.iter().any(|way| begins(&way.mv)) {
            self.entry = Some(Entry::mv(&char.to_string()));
        }
    }

    pub(super) fn usual_name(&self) -> String {
        format!("{}-{}.txt", self.position().variant().id(), self.date)
    }

    fn save_as(&mut self, prompt: Prompt, existing: Option<&str>) {
        let name = prompt.text.trim().to_owned();
        let path = Path::new(&name);
        if existing != Some(name.as_str()) && path.is_file() {
            self.refuse(format!(
                "{name} is there already: enter again to replace it."
            ));
            self.entry = Some(Entry::SaveAs {
                prompt,
                existing: Some(name),
            });
            return;
        }
        match replace_file(path, &[self.record().to_string().as_bytes()]) {
            Ok(()) => self.say(format!("Saved in {name}.")),
            Err(error) => self.refuse(format!("Not saved in {name}: {error}.")),
        }
    }
}
