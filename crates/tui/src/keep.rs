//! What is kept from one run of the app to the next: the last choices, and the game that was left.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use quintet_arena::{Record, replace_file};

/// The folder in which choices and the unfinished game are kept, or none.
#[derive(Clone, Debug, Default)]
pub struct Folder(pub Option<PathBuf>);

/// What is kept from one run of the app to the next.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// The last choices, by name.
    pub choices: BTreeMap<String, String>,
    /// The game that was left unfinished.
    pub game: Option<Record>,
}

/// The choices, a line each, and the record.
impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.choices())?;
        self.game
            .as_ref()
            .map_or(Ok(()), |record| write!(f, "\n{record}"))
    }
}

impl Kept {
    fn choices(&self) -> String {
        let line = |(name, value): (&String, &String)| format!("{name} = {value}\n");
        self.choices.iter().map(line).collect()
    }
}

const CHOICES: &str = "choices.txt";
const GAME: &str = "unfinished.txt";

impl Folder {
    /// What was kept. What cannot be read is ignored.
    pub fn read(&self) -> Kept {
        let text = |name: &str| {
            let folder = self.0.as_ref()?;
            std::fs::read_to_string(folder.join(name)).ok()
        };
        let choices = text(CHOICES).unwrap_or_default();
        let choices = choices
            .lines()
            .filter_map(|line| line.split_once(" = "))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let game = text(GAME).and_then(|text| Record::read_all(&text).ok()?.into_iter().next());
        Kept { choices, game }
    }

    /// Keeps it. If that is not possible, the app goes on without.
    pub fn write(&self, kept: &Kept) {
        let Some(folder) = &self.0 else { return };
        if std::fs::create_dir_all(folder).is_err() {
            return;
        }
        let _ = replace_file(&folder.join(CHOICES), &[kept.choices().as_bytes()]);
        let _ = match &kept.game {
            Some(record) => replace_file(&folder.join(GAME), &[record.to_string().as_bytes()]),
            None => std::fs::remove_file(folder.join(GAME)),
        };
    }
}
