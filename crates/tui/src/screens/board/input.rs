//! Text input at the board: a move or a file name.

use std::path::Path;

use quintet_arena::replace_file;

use super::Board;
use super::commands::Command;
use crate::context::Context;
use crate::screens::prompt::Prompt;
use crate::screens::records::absolute;

/// The meaning of the next key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// A command.
    Command,
    /// A command; this one runs if its key is pressed again.
    Confirm(Command),
    /// An input line.
    Line(Prompt, Purpose),
}

/// The purpose of an input line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A move, as the book spells it.
    Move,
    /// The file for the record. An existing file is replaced if its name is entered again.
    SaveAs { existing: Option<String> },
}

impl Input {
    pub(super) fn mv(begun: &str) -> Self {
        Input::Line(Prompt::new("Your move:", begun), Purpose::Move)
    }

    pub(super) fn save_as(name: &str) -> Self {
        let prompt = Prompt::of_path("Save the record as:", name);
        Input::Line(prompt, Purpose::SaveAs { existing: None })
    }
}

impl Board {
    /// Runs a complete line.
    pub(super) fn enter(&mut self, prompt: Prompt, purpose: Purpose, context: &mut Context) {
        match purpose {
            Purpose::Move => {
                if self.may_move() {
                    self.entry.picked.clear();
                    self.play(&prompt.text, context);
                }
            }
            Purpose::SaveAs { existing } => self.save_as(prompt, existing.as_deref(), context),
        }
    }

    /// Starts typing a move if a move starts with this character.
    pub(super) fn begin_move(&mut self, char: char) {
        if self.may_move() && self.entry.is_typed_from(char) {
            self.input = Input::mv(&char.to_string());
        }
    }

    pub(super) fn usual_name(&self, context: &Context) -> String {
        format!("{}-{}.txt", self.session.variant().id(), context.date)
    }

    fn save_as(&mut self, prompt: Prompt, existing: Option<&str>, context: &mut Context) {
        let name = prompt.text.trim().to_owned();
        let path = Path::new(&name);
        if existing != Some(name.as_str()) && path.is_file() {
            self.messages.error(format!(
                "{name} already exists: press enter again to replace it."
            ));
            let existing = Some(name);
            self.input = Input::Line(prompt, Purpose::SaveAs { existing });
            return;
        }
        match replace_file(path, &[self.record(context).to_string().as_bytes()]) {
            Ok(()) => {
                context.saved.add_recent_file(absolute(path));
                self.messages.info(format!("Saved to {name}."));
            }
            Err(error) => self
                .messages
                .error(format!("Cannot save to {name}: {error}.")),
        }
    }
}
