//! Opening a record.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crossterm::event::KeyCode;
use quintet_arena::Record;

use super::App;
use crate::screens::board::Board;
use crate::screens::prompt::Typed;

/// More than a thousand games; whatever is longer was not meant.
const LONGEST: u64 = 1 << 20;

impl App {
    /// A key while the name of a record is being typed.
    pub(super) fn type_name(&mut self, code: KeyCode) {
        let Some(prompt) = &mut self.opening else {
            return;
        };
        match prompt.key(code) {
            Typed::More => {}
            Typed::Left => self.opening = None,
            Typed::Done => {
                let name = prompt.text.trim().to_owned();
                self.opening = None;
                match read(Path::new(&name)) {
                    Ok(record) => {
                        self.show(Board::of_record(&record, self.seed, self.date.clone()));
                    }
                    Err(why) => self.home.message = format!("{name} is not opened: {why}."),
                }
            }
        }
    }
}

/// The first game of a file.
fn read(path: &Path) -> Result<Record, String> {
    if path.exists() && !path.is_file() {
        return Err("it is not a file".to_owned());
    }
    let mut text = String::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(LONGEST)
        .read_to_string(&mut text)
        .map_err(|error| error.to_string())?;
    let records = Record::read_all(&text).map_err(|fault| fault.to_string())?;
    let first = records.into_iter().next();
    first.ok_or_else(|| "there is no game in it".to_owned())
}
