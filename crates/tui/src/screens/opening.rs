//! The prompt for opening a record.

use std::fs::File;
use std::path::Path;

use crossterm::event::KeyCode;
use quintet_arena::{ReadError, Record};
use quintet_games::Catalogue;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::board::Board;
use super::prompt::Prompt;
use super::review::ReviewScreen;
use super::{Next, Screen, View, draw_over};
use crate::context::Context;
use crate::keys::{self, Binding, Commands};

/// The prompt for the file name of a record.
#[derive(Debug)]
pub(crate) struct Opening {
    prompt: Prompt,
    /// True if an opened game would replace an unfinished one.
    has_unfinished: bool,
    /// The name that awaits confirmation in that case.
    asked: Option<String>,
}

impl Opening {
    pub(crate) fn new(has_unfinished: bool) -> Self {
        Opening {
            prompt: Prompt::of_path("Open the record:", ""),
            has_unfinished,
            asked: None,
        }
    }
}

/// A command of the prompt.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Command {
    Accept,
    Cancel,
}

const KEYS: &[Binding<Command>] = &keys::line(Command::Accept, Command::Cancel);

impl Commands for Opening {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        KEYS
    }

    fn run(&mut self, command: Command, context: &mut Context) -> Next {
        match command {
            Command::Accept => self.open(context),
            Command::Cancel => Next::Close,
        }
    }

    fn type_key(&mut self, code: KeyCode) {
        self.prompt.type_key(code);
        self.asked = None;
    }
}

impl Opening {
    /// A single unfinished game is continued; otherwise the games are reviewed.
    fn open(&mut self, context: &mut Context) -> Next {
        let name = self.prompt.text.trim().to_owned();
        let records = match read(Path::new(&name), context.catalogue) {
            Ok(records) => records,
            Err(why) => return Next::Home(Some(format!("Cannot open {name}: {why}."))),
        };
        match records.as_slice() {
            [_] if self.has_unfinished && self.asked.as_ref() != Some(&name) => {
                self.asked = Some(name);
                Next::Stay
            }
            [record] => Next::Play(Box::new(Board::of_record(record, context))),
            _ => Next::Open(Box::new(ReviewScreen::of_opened(records, context))),
        }
    }
}

impl Screen for Opening {
    fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        draw_over(vec![self.prompt.line(view.look, area.width)], area, frame);
        if self.asked.is_some() {
            let text = " Your unfinished game would be lost: enter to open, esc to cancel.";
            let below = Rect {
                y: area.y + 1,
                ..area
            };
            draw_over(vec![Line::styled(text, view.look.cursor())], below, frame);
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}

/// Reads at least one game from a file.
fn read(path: &Path, catalogue: Catalogue) -> Result<Vec<Record>, String> {
    if path.exists() && !path.is_file() {
        return Err("it is not a file".to_owned());
    }
    let file = File::open(path).map_err(ReadError::Io);
    let records = file.and_then(|file| Record::read_stream(file, catalogue));
    records.map_err(|fault| fault.to_string())
}
