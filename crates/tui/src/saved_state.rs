//! State saved between runs: the last choices, the games, and the progress in puzzles, lessons and ladders.
//!
//! ```text
//!     choices.txt    the last choices, such as `game = gridlock`
//!     games          one file per game, shared with `quintet play`
//!     puzzles.txt    progress in puzzles
//!     ladder.txt     beaten opponents, such as `gridlock easy`
//!     learnt.txt     games whose lesson is finished
//!     files.txt      the records opened or saved last
//! ```

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use quintet_arena::{GameFiles, PuzzleProgress, StateLock, StoredGame, replace_file};
use quintet_games::Catalogue;

/// The state folder, if any. Concurrent apps merge their changes.
#[derive(Clone, Debug)]
pub struct StateFolder {
    path: Option<PathBuf>,
    games: Option<GameFiles>,
    /// The state as last read or written by this app.
    last: RefCell<SavedState>,
}

/// State saved between runs.
#[derive(Clone, Debug, Default)]
pub struct SavedState {
    /// The last choices, by name.
    pub choices: BTreeMap<String, String>,
    /// Unfinished and finished games, the most recent first.
    pub games: Vec<StoredGame>,
    /// Progress in puzzles.
    pub puzzles: PuzzleProgress,
    /// Ids of the games whose lesson is finished.
    pub lessons: BTreeSet<String>,
    /// Beaten opponents, as the id of a game and the name of a level.
    pub beaten: BTreeSet<String>,
    /// Paths of the records opened or saved last, the most recent first.
    pub recent_files: Vec<String>,
    /// The message about saved games that cannot be read.
    pub damage: Option<String>,
}

const CHOICES: &str = "choices.txt";
const PUZZLES: &str = "puzzles.txt";
const LADDER: &str = "ladder.txt";
const LESSONS: &str = "learnt.txt";
const FILES: &str = "files.txt";

impl SavedState {
    /// Maximum number of recent files.
    const MOST_FILES: usize = 12;

    /// Moves a path to the front of the recent files.
    pub(crate) fn add_recent_file(&mut self, path: String) {
        self.recent_files.retain(|other| *other != path);
        self.recent_files.insert(0, path);
        self.recent_files.truncate(Self::MOST_FILES);
    }

    /// True if no file differs.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let same_games = self.games.len() == other.games.len()
            && self
                .games
                .iter()
                .zip(&other.games)
                .all(|(a, b)| is_same_game(a, b));
        same_games
            && self.choices == other.choices
            && self.puzzles == other.puzzles
            && self.lessons == other.lessons
            && self.beaten == other.beaten
            && self.recent_files == other.recent_files
    }
}

fn is_same_game(one: &StoredGame, other: &StoredGame) -> bool {
    one.id == other.id && Arc::ptr_eq(&one.record, &other.record)
}

impl StateFolder {
    /// Uses a state folder; `None` if the system has none.
    pub fn at(path: Option<PathBuf>) -> Self {
        StateFolder {
            games: path.clone().map(GameFiles::in_folder),
            path,
            last: RefCell::default(),
        }
    }

    /// Reads the saved state. Unreadable games are renamed; other unreadable data is ignored.
    pub fn read(&self, catalogue: Catalogue) -> SavedState {
        let mut state = self.shared();
        if let Some(files) = &self.games {
            let (games, reports) = files.read(catalogue);
            state.games = games;
            state.damage = (!reports.is_empty()).then(|| reports.join(" "));
        }
        self.last.replace(state.clone());
        state
    }

    fn text(&self, name: &str) -> String {
        let bytes = self.path.as_ref().map(|path| fs::read(path.join(name)));
        let bytes = bytes.and_then(Result::ok).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Reads the files other than games.
    fn shared(&self) -> SavedState {
        let set = |name| self.text(name).lines().map(str::to_owned).collect();
        let choices = self.text(CHOICES);
        let choices = choices.lines().filter_map(|line| line.split_once(" = "));
        SavedState {
            choices: choices
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            puzzles: PuzzleProgress::parse(&self.text(PUZZLES)),
            lessons: set(LESSONS),
            beaten: set(LADDER),
            recent_files: self.text(FILES).lines().map(str::to_owned).collect(),
            ..SavedState::default()
        }
    }

    /// Saves the changes since the last call, or returns a message.
    pub fn write(&self, state: &SavedState) -> Result<(), String> {
        let (Some(folder), Some(games)) = (&self.path, &self.games) else {
            return Err("Nothing is saved: no state folder is available.".to_owned());
        };
        let message = |error: io::Error| format!("Cannot save in {}: {error}.", folder.display());
        self.write_games(games, state).map_err(message)?;
        self.write_shared(state).map_err(message)
    }

    fn write_games(&self, files: &GameFiles, state: &SavedState) -> io::Result<()> {
        let last = self.last.borrow().games.clone();
        // The modification times preserve the order.
        for game in state.games.iter().rev() {
            if !last.iter().any(|other| is_same_game(other, game)) {
                files.save(&game.id, &game.record)?;
            }
        }
        for game in &last {
            if !state.games.iter().any(|other| other.id == game.id) {
                files.remove(&game.id)?;
            }
        }
        self.last.borrow_mut().games = state.games.clone();
        Ok(())
    }

    /// Merges the other files with the changes of other apps, and writes them.
    fn write_shared(&self, state: &SavedState) -> io::Result<()> {
        let Some(folder) = &self.path else {
            return Ok(());
        };
        let _lock = StateLock::of(folder)?;
        let (last, mut merged) = (self.last.borrow().clone(), self.shared());
        if last.choices != state.choices || merged.choices.is_empty() {
            merged.choices = state.choices.clone();
        }
        merged.puzzles.add_changes(&last.puzzles, &state.puzzles);
        merged.lessons.extend(state.lessons.iter().cloned());
        merged.beaten.extend(state.beaten.iter().cloned());
        if last.recent_files != state.recent_files {
            let oldest_first = state.recent_files.iter().rev();
            oldest_first.for_each(|path| merged.add_recent_file(path.clone()));
        }
        for (name, text) in merged.files() {
            if self.text(name) != text {
                replace_file(&folder.join(name), &[text.as_bytes()])?;
            }
        }
        let games = last.games;
        self.last.replace(SavedState {
            games,
            ..state.clone()
        });
        Ok(())
    }
}

impl SavedState {
    /// Returns the files other than games, with their content.
    fn files(&self) -> [(&'static str, String); 5] {
        let lines = |set: &BTreeSet<String>| set.iter().flat_map(|line| [line, "\n"]).collect();
        let choice = |(name, value): (&String, &String)| format!("{name} = {value}\n");
        [
            (CHOICES, self.choices.iter().map(choice).collect()),
            (LESSONS, lines(&self.lessons)),
            (LADDER, lines(&self.beaten)),
            (
                FILES,
                self.recent_files
                    .iter()
                    .flat_map(|line| [line, "\n"])
                    .collect(),
            ),
            // The last one: if anything fails, its changes are not added a second time.
            (PUZZLES, self.puzzles.to_string()),
        ]
    }
}
