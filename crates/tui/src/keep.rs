//! State saved between runs: the last choices, the unfinished game, the solved daily
//! puzzles and the finished lessons.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quintet_arena::{Record, replace_file};
use quintet_games::Catalogue;

/// The state folder, if any. Concurrent apps save one game each and merge everything
/// else.
#[derive(Clone, Debug)]
pub struct Folder {
    path: Option<PathBuf>,
    /// The file of this app's game.
    game: String,
    /// The choices as last read or written by this app.
    choices: RefCell<BTreeMap<String, String>>,
    /// Held while the app runs.
    _lock: Option<Arc<File>>,
}

/// State saved between runs.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// The last choices, by name.
    pub choices: BTreeMap<String, String>,
    /// The unfinished game.
    pub game: Option<Record>,
    /// Days with a solved puzzle, as `2026-11-15`.
    pub solved: BTreeSet<String>,
    /// Ids of the games whose lesson is not offered again.
    pub learnt: BTreeSet<String>,
    /// The message about a saved game that cannot be read.
    pub damage: Option<String>,
}

const CHOICES: &str = "choices.txt";
const SOLVED: &str = "puzzles.txt";
const LEARNT: &str = "learnt.txt";
/// Held while shared files are read, merged and written.
const LOCK: &str = "state.lock";

/// The number of concurrent apps that can save a game.
const APPS: usize = 20;

/// The file name of the `n`th app's game; the first one has no number.
fn game_file(number: usize) -> String {
    match number {
        0 => "unfinished.txt".to_owned(),
        number => format!("unfinished-{}.txt", number + 1),
    }
}

impl Folder {
    /// Opens a state folder and claims a game that no other app uses.
    pub fn at(path: Option<PathBuf>) -> Self {
        let free = path.as_deref().map(free_games).unwrap_or_default();
        let has_game = |(name, _): &&(String, File)| {
            let file = path.as_ref().map(|path| path.join(name));
            file.is_some_and(|file| file.exists())
        };
        let taken = free.iter().position(|free| has_game(&free)).unwrap_or(0);
        let taken = free.into_iter().nth(taken);
        let (game, lock) = taken.map_or((game_file(0), None), |(name, lock)| (name, Some(lock)));
        Folder {
            path,
            game,
            choices: RefCell::default(),
            _lock: lock.map(Arc::new),
        }
    }

    fn text(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.path.as_ref()?.join(name)).ok()
    }

    /// Reads the saved state. An unreadable game is moved aside; other unreadable data is ignored.
    pub fn read(&self, catalogue: Catalogue) -> Kept {
        let mut kept = self.shared();
        self.choices.replace(kept.choices.clone());
        let text = self.text(&self.game);
        match text.map(|text| Record::read_stream(&*text, catalogue)) {
            None => {}
            Some(Ok(records)) => kept.game = records.into_iter().next(),
            Some(Err(fault)) => {
                let aside = self.put_aside();
                let aside = aside.map_or_else(
                    |error| format!("it cannot be put aside: {error}"),
                    |path| format!("it is now {}", path.display()),
                );
                kept.damage = Some(format!("The saved game cannot be read ({fault}); {aside}."));
            }
        }
        kept
    }

    /// Reads the files shared by all apps.
    fn shared(&self) -> Kept {
        let lines = |name| {
            let text = self.text(name).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).into_owned();
            text.lines().map(str::to_owned).collect::<BTreeSet<_>>()
        };
        let choices = lines(CHOICES);
        let choices = choices.iter().filter_map(|line| line.split_once(" = "));
        let choices = choices.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Kept {
            choices: choices.collect(),
            solved: lines(SOLVED),
            learnt: lines(LEARNT),
            ..Kept::default()
        }
    }

    /// Merges this state with that of other apps. The choices are this app's if the user
    /// changed any of them here, otherwise those saved last.
    fn merged(&self, kept: &Kept) -> Kept {
        let shared = self.shared();
        let mut merged = kept.clone();
        merged.solved.extend(shared.solved);
        merged.learnt.extend(shared.learnt);
        let last = self.choices.replace(kept.choices.clone());
        if last == kept.choices {
            merged.choices = shared.choices;
        }
        merged
    }

    /// Renames the file of the game so that it is not overwritten.
    fn put_aside(&self) -> io::Result<PathBuf> {
        let folder = self.path.as_deref().unwrap_or(Path::new(""));
        let names = (1..).map(|number| format!("damaged-{number}.txt"));
        let mut free = names
            .map(|name| folder.join(name))
            .filter(|path| !path.exists());
        let aside = free.next().expect("numbers are unbounded");
        fs::rename(folder.join(&self.game), &aside)?;
        Ok(aside)
    }

    /// Saves the state, or returns a message.
    pub fn write(&self, kept: &Kept) -> Result<(), String> {
        let Some(folder) = &self.path else {
            return match kept.game {
                Some(_) => Err("The game is not saved: no state folder available.".to_owned()),
                None => Ok(()),
            };
        };
        let fault =
            |error: io::Error| format!("Cannot save the game in {}: {error}.", folder.display());
        fs::create_dir_all(folder).map_err(fault)?;
        // Without locks, concurrent apps are not supported.
        let lock = File::create(folder.join(LOCK)).ok();
        let _is_locked = lock.as_ref().map(File::lock);
        for (name, text) in self.files(&self.merged(kept)) {
            let file = folder.join(&name);
            let written = match text {
                Some(text) if self.text(&name).as_deref() == Some(text.as_bytes()) => Ok(()),
                Some(text) => replace_file(&file, &[text.as_bytes()]),
                None if file.exists() => fs::remove_file(file),
                None => Ok(()),
            };
            written.map_err(fault)?;
        }
        Ok(())
    }

    /// The files with their content, if any: choices, days, games, and the record.
    pub(crate) fn files(&self, kept: &Kept) -> Vec<(String, Option<String>)> {
        let line = |(name, value): (&String, &String)| format!("{name} = {value}\n");
        let choices = kept.choices.iter().map(line).collect();
        let lines = |set: &BTreeSet<String>| {
            let lines: String = set.iter().flat_map(|line| [line, "\n"]).collect();
            Some(lines).filter(|lines| !lines.is_empty())
        };
        vec![
            (CHOICES.to_owned(), Some(choices)),
            (SOLVED.to_owned(), lines(&kept.solved)),
            (LEARNT.to_owned(), lines(&kept.learnt)),
            (self.game.clone(), kept.game.as_ref().map(Record::to_string)),
        ]
    }
}

/// The game files not used by another app, each with its lock.
fn free_games(folder: &Path) -> Vec<(String, File)> {
    if fs::create_dir_all(folder).is_err() {
        return Vec::new();
    }
    let free = |number| {
        let name = game_file(number);
        let lock = File::create(folder.join(format!("{name}.lock"))).ok()?;
        lock.try_lock().ok()?;
        Some((name, lock))
    };
    let has_game = |name: &String| folder.join(name).exists();
    // The first free one, and later ones that contain a game.
    let mut found: Vec<(String, File)> = Vec::new();
    for number in 0..APPS {
        if found.is_empty() || has_game(&game_file(number)) {
            found.extend(free(number));
        }
    }
    found
}
