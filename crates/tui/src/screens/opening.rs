//! Opening a record: the name of its file is typed over the first screen.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crossterm::event::KeyCode;
use quintet_arena::Record;
use ratatui::Frame;
use ratatui::layout::Rect;

use super::board::Board;
use super::prompt::Prompt;
use super::{Next, Screen, View, draw_over};
use crate::context::Context;
use crate::keys::{self, Binding, Commands};

/// The longest file that is read: more than a thousand games.
const LONGEST: u64 = 1 << 20;

/// The line in which the name of a record is typed.
#[derive(Debug)]
pub(crate) struct Opening(Prompt);

impl Opening {
    pub(crate) fn new() -> Self {
        Opening(Prompt::new("Open the record:", ""))
    }
}

/// What can be asked for while the name is typed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Command {
    Enter,
    Cancel,
}

const KEYS: &[Binding<Command>] = &keys::line(Command::Enter, Command::Cancel);

impl Commands for Opening {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        KEYS
    }

    fn obey(&mut self, command: Command, context: &mut Context) -> Next {
        match command {
            Command::Enter => {
                let name = self.0.text.trim();
                match read(Path::new(name)) {
                    Ok(record) => Next::Play(Box::new(Board::of_record(&record, context))),
                    Err(why) => Next::Home(Some(format!("{name} is not opened: {why}."))),
                }
            }
            Command::Cancel => Next::Close,
        }
    }

    fn type_key(&mut self, code: KeyCode) {
        self.0.type_key(code);
    }
}

impl Screen for Opening {
    fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        draw_over(self.0.line(view.look, area.width), area, frame);
    }

    fn is_overlay(&self) -> bool {
        true
    }
}

/// The first game of a file.
fn read(path: &Path) -> Result<Record, String> {
    if path.exists() && !path.is_file() {
        return Err("it is not a file".to_owned());
    }
    let text = File::open(path).and_then(|file| io::read_to_string(file.take(LONGEST)));
    let text = text.map_err(|error| error.to_string())?;
    let records = Record::read_all(&text).map_err(|fault| fault.to_string())?;
    let first = records.into_iter().next();
    first.ok_or_else(|| "there is no game in it".to_owned())
}
