//! The games of a person as files: unfinished games, and a history of finished ones.
//!
//! ```text
//!     games/5f3a09c1d2e4b687.txt    one record per file; the modification times give the order
//!     state.lock                    held while files are compared and written
//! ```
//!
//! Programs that run at the same time share the folder. A file is replaced only by the program that wrote it last; if another
//! program has changed it, the game is saved as a new file. So no program loses the game of another one.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use quintet_games::Catalogue;

use crate::{ReadError, Record, replace_file};

/// The stored games of a person.
#[derive(Clone, Debug)]
pub struct GameFiles {
    /// The state folder.
    folder: PathBuf,
    /// The files that this program has read or written, by the id of the game.
    files: RefCell<BTreeMap<String, StoredFile>>,
}

/// A file and its content as last read or written.
#[derive(Clone, Debug)]
struct StoredFile {
    path: PathBuf,
    content: Vec<u8>,
}

/// A game of the history, with its file.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Identifies the game among the stored ones: the file name without its extension.
    pub id: String,
    /// The game.
    pub record: Arc<Record>,
}

/// Locks the state folder until it is dropped. Without file locks, concurrent programs are not supported.
#[derive(Debug)]
pub struct StateLock {
    _file: Option<File>,
}

impl StateLock {
    /// Creates the folder if necessary, and waits for the lock.
    pub fn of(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let file = File::create(folder.join("state.lock")).ok();
        let file = file.filter(|file| file.lock().is_ok());
        Ok(StateLock { _file: file })
    }
}

impl GameFiles {
    /// Maximum number of stored games. The oldest are deleted first, finished games before unfinished ones.
    pub const MOST: usize = 200;

    /// Stores games in a state folder, which need not exist yet.
    pub fn in_folder(folder: PathBuf) -> Self {
        GameFiles {
            folder,
            files: RefCell::default(),
        }
    }

    fn games(&self) -> PathBuf {
        self.folder.join("games")
    }

    /// Reads every game, the most recent first. An unreadable file is renamed and reported.
    pub fn read(&self, catalogue: Catalogue) -> (Vec<StoredGame>, Vec<String>) {
        let mut reports = Vec::new();
        if self.has_old_files() {
            let moved = StateLock::of(&self.folder).and_then(|_lock| self.move_old_files());
            reports.extend(moved.err().map(|error| error.to_string()));
        }
        let mut games = Vec::new();
        for (path, _) in newest_first(&self.games()) {
            let Some(id) = path.file_stem().and_then(|stem| stem.to_str()) else {
                continue;
            };
            let id = id.to_owned();
            let content = content(&path).map_err(ReadError::Io);
            let read = content.and_then(|content| {
                let records = Record::read_stream(&*content, catalogue)?;
                Ok((content, records))
            });
            match read {
                Ok((content, mut records)) => {
                    self.remember(&id, path, content);
                    let record = Arc::new(records.swap_remove(0));
                    games.push(StoredGame { id, record });
                }
                Err(error) => {
                    let renamed = self.set_aside(&path).map_or_else(
                        |error| format!("it cannot be renamed: {error}"),
                        |path| format!("it is now {}", path.display()),
                    );
                    reports.push(format!("A saved game cannot be read ({error}); {renamed}."));
                }
            }
        }
        (games, reports)
    }

    fn remember(&self, id: &str, path: PathBuf, content: Vec<u8>) {
        let file = StoredFile { path, content };
        self.files.borrow_mut().insert(id.to_owned(), file);
    }

    /// Saves a game. If another program has changed its file since this one read or wrote it, the game gets a new file.
    pub fn save(&self, id: &str, record: &Record) -> io::Result<()> {
        let _lock = StateLock::of(&self.folder)?;
        fs::create_dir_all(self.games())?;
        let usual = || self.games().join(format!("{id}.txt"));
        let known = self.files.borrow().get(id).cloned();
        let path = known.as_ref().map_or_else(usual, |file| file.path.clone());
        let is_own = match content(&path) {
            Ok(content) => known.is_some_and(|file| file.content == content),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        let path = if is_own { path } else { self.unused(id) };
        let is_new = !path.exists();
        let content = record.to_string().into_bytes();
        replace_file(&path, &[&content])?;
        if is_new {
            self.prune(&path);
        }
        self.remember(id, path, content);
        Ok(())
    }

    /// Deletes a game, unless another program has changed it.
    pub fn remove(&self, id: &str) -> io::Result<()> {
        let Some(file) = self.files.borrow_mut().remove(id) else {
            return Ok(());
        };
        let _lock = StateLock::of(&self.folder)?;
        match content(&file.path) {
            Ok(content) if content == file.content => fs::remove_file(&file.path),
            _ => Ok(()),
        }
    }

    /// Returns an unused path for another version of a game.
    fn unused(&self, id: &str) -> PathBuf {
        let paths = (2..).map(|number| self.games().join(format!("{id}-{number}.txt")));
        let mut unused = paths.filter(|path| !path.exists());
        unused.next().expect("numbers are unbounded")
    }

    /// Deletes the oldest games beyond the maximum, but not the new one. A failure is harmless.
    fn prune(&self, new: &Path) {
        let files = newest_first(&self.games());
        let Some(excess) = files.len().checked_sub(Self::MOST) else {
            return;
        };
        let is_finished = |path: &Path| {
            let text = fs::read_to_string(path).unwrap_or_default();
            !text.contains("\n[Result \"*\"]")
        };
        let others = files.into_iter().rev().filter(|(path, _)| path != new);
        let (finished, unfinished): (Vec<_>, Vec<_>) =
            others.partition(|(path, _)| is_finished(path));
        for (path, _) in finished.into_iter().chain(unfinished).take(excess) {
            let _ = fs::remove_file(path);
        }
    }

    /// Renames an unreadable file so that it is not overwritten.
    fn set_aside(&self, path: &Path) -> io::Result<PathBuf> {
        let names = (1..).map(|number| format!("damaged-{number}.txt"));
        let mut paths = names.map(|name| self.folder.join(name));
        let unused = paths.find(|path| !path.exists());
        let unused = unused.expect("numbers are unbounded");
        fs::rename(path, &unused)?;
        Ok(unused)
    }

    /// Returns the files of earlier versions, which stored one game per running app.
    fn old_files(&self) -> impl Iterator<Item = PathBuf> {
        let names = (1..=20).map(|number| match number {
            1 => "unfinished.txt".to_owned(),
            number => format!("unfinished-{number}.txt"),
        });
        names.map(|name| self.folder.join(name))
    }

    fn has_old_files(&self) -> bool {
        self.old_files().any(|file| file.exists())
    }

    fn move_old_files(&self) -> io::Result<()> {
        fs::create_dir_all(self.games())?;
        for file in self.old_files().filter(|file| file.exists()) {
            fs::rename(file, self.unused("unfinished"))?;
        }
        Ok(())
    }
}

/// Reads a file, at most slightly beyond the longest record file.
fn content(path: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    let mut file = File::open(path)?.take(Record::LONGEST_FILE + 1);
    file.read_to_end(&mut content)?;
    Ok(content)
}

/// Maximum number of files that are examined.
const MOST_EXAMINED: usize = 10_000;

/// Returns the text files of a folder with their modification times, the most recent first.
fn newest_first(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let file = |entry: fs::DirEntry| {
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let path = entry.path();
        let is_text = path.extension().is_some_and(|extension| extension == "txt");
        let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        let time = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        (is_text && !is_hidden).then_some((path, time))
    };
    let mut files: Vec<_> = entries.take(MOST_EXAMINED).filter_map(file).collect();
    files.sort_by(|(path, time), (other, other_time)| (other_time, other).cmp(&(time, path)));
    files
}
