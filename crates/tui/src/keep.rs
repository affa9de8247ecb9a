//! What is kept from one run of the app to the next: the last choices, and the game that was left.

use std::collections::BTreeMap;
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
        for (name, text) in kept.files() {
            let file = folder.join(name);
            let _ = match text {
                Some(text) => replace_file(&file, &[text.as_bytes()]),
                None => std::fs::remove_file(file),
            };
        }
    }
}

impl Kept {
    /// The files, and what stands in those that there should be: the choices, a line each, and the record.
    pub(crate) fn files(&self) -> [(&'static str, Option<String>); 2] {
        let line = |(name, value): (&String, &String)| format!("{name} = {value}\n");
        let choices = self.choices.iter().map(line).collect();
        let game = self.game.as_ref().map(Record::to_string);
        [(CHOICES, Some(choices)), (GAME, game)]
    }
}
