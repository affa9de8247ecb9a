//! What was acknowledged last, in a small file beside the database.
//!
//! `SQLite` takes a write-ahead log that was cut off, damaged or removed for one that ends earlier, and says
//! nothing. This file tells what the log must hold. It is written after a transaction and before its changes are
//! acknowledged, so it never names a change that is not in the database:
//!
//! ```text
//!     entry   sequence number (8)   game (10)   what (4)   hash (8)   check (2)
//! ```
//!
//! Entries take turns in a ring of fixed places. The file is not synced with each transaction: after a power cut
//! it may know less, and never more, than the database holds.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::open::beside;
use crate::GameId;

/// Entries in the ring: more than the changes in a log that is long enough to be moved.
const PLACES: u64 = 1 << 16;

/// Bytes of an entry.
const ENTRY: usize = 32;

/// What an acknowledged change was about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum What {
    /// The game was opened.
    Opening,
    /// The seat of the player with this number was taken.
    Seat(u8),
    /// The game was deleted.
    Deleted,
    /// The action with this number.
    Action(u32),
}

/// A change that was acknowledged: the game, what it was about, and the beginning of its hash.
pub(super) type Kept = (GameId, What, [u8; 8]);

/// Stands for the hash of a seat that was freed.
pub(super) const FREE: [u8; 8] = [0; 8];

/// The file.
pub(super) struct Mark {
    file: File,
    next: u64,
}

/// What its name has behind that of the database.
pub(super) const SUFFIX: &str = "-mark";

fn path_of(database: &Path) -> PathBuf {
    beside(database, SUFFIX)
}

impl Mark {
    /// Opens the file beside a database, or makes it. It is never without an entry, so that one that was emptied is known.
    pub(super) fn open(database: &Path) -> io::Result<Self> {
        let mut file = File::options()
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(path_of(database))?;
        let last = entries(&mut file)?.last().map(|(number, _)| *number);
        let next = last.map_or(0, |number| number + 1);
        let mut mark = Mark { file, next };
        if last.is_none() {
            // That there is nothing of a game that never was.
            mark.note(&[(GameId::from_bytes([0; 10]), What::Deleted, FREE)])?;
        }
        Ok(mark)
    }

    /// Notes changes that are in the database.
    pub(super) fn note(&mut self, kept: &[Kept]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(kept.len() * ENTRY);
        let mut place = self.next % PLACES;
        self.file.seek(SeekFrom::Start(place * ENTRY as u64))?;
        for kept in kept {
            if place == PLACES {
                self.file.write_all(&bytes)?;
                bytes.clear();
                self.file.rewind()?;
                place = 0;
            }
            bytes.extend(written(self.next, kept));
            self.next += 1;
            place += 1;
        }
        self.file.write_all(&bytes)
    }

    /// Waits until the disk has what was noted.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// What was acknowledged last of each game and matter, as far as the file beside a database tells.
pub(super) fn read(database: &Path) -> io::Result<HashMap<(GameId, What), [u8; 8]>> {
    let mut file = match File::open(path_of(database)) {
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => return Ok(HashMap::new()),
        opened => opened?,
    };
    let mut kept = HashMap::new();
    for (_, (game, what, hash)) in entries(&mut file)? {
        if what == What::Deleted {
            kept.retain(|(other, _), _| *other != game);
        } else if hash == FREE {
            kept.remove(&(game, what));
        } else {
            kept.insert((game, what), hash);
        }
    }
    Ok(kept)
}

/// Whether something can be read from the file beside a database.
pub(super) fn is_readable(database: &Path) -> io::Result<bool> {
    let mut file = match File::open(path_of(database)) {
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => return Ok(false),
        opened => opened?,
    };
    Ok(!entries(&mut file)?.is_empty())
}

/// Puts the file of a database aside, under the name that is returned: a new one begins.
pub(super) fn put_aside(database: &Path) -> io::Result<PathBuf> {
    let aside = beside(database, "-mark.old");
    fs::rename(path_of(database), &aside)?;
    Ok(aside)
}

/// The entries of a file in the order in which they were written. What is torn or foreign is left out.
fn entries(file: &mut File) -> io::Result<Vec<(u64, Kept)>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(PLACES * ENTRY as u64).read_to_end(&mut bytes)?;
    let mut found: Vec<_> = bytes.as_chunks().0.iter().filter_map(understood).collect();
    found.sort_unstable_by_key(|(number, _)| *number);
    Ok(found)
}

fn written(number: u64, (game, what, hash): &Kept) -> [u8; ENTRY] {
    let what = match what {
        What::Action(ply) => *ply,
        What::Seat(player) => u32::MAX - u32::from(*player),
        What::Opening => u32::MAX,
        What::Deleted => u32::MAX - 3,
    };
    let mut entry = [0; ENTRY];
    entry[..8].copy_from_slice(&number.to_le_bytes());
    entry[8..18].copy_from_slice(&game.to_bytes());
    entry[18..22].copy_from_slice(&what.to_le_bytes());
    entry[22..30].copy_from_slice(hash);
    let check = check(&entry[..30]);
    entry[30..].copy_from_slice(&check);
    entry
}

fn understood(entry: &[u8; ENTRY]) -> Option<(u64, Kept)> {
    if check(&entry[..30]) != entry[30..] {
        return None;
    }
    let number = u64::from_le_bytes(entry[..8].try_into().ok()?);
    let game = GameId::from_bytes(entry[8..18].try_into().ok()?);
    let what = match u32::from_le_bytes(entry[18..22].try_into().ok()?) {
        u32::MAX => What::Opening,
        deleted if deleted == u32::MAX - 3 => What::Deleted,
        seat if seat >= u32::MAX - 2 => What::Seat((u32::MAX - seat) as u8),
        ply => What::Action(ply),
    };
    Some((number, (game, what, entry[22..30].try_into().ok()?)))
}

/// Fletcher's sum, begun so that an empty place does not pass.
fn check(bytes: &[u8]) -> [u8; 2] {
    let (low, high) = bytes.iter().fold((1u32, 0u32), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % 255;
        (low, (high + low) % 255)
    });
    [low as u8, high as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(number: u64) -> Kept {
        let mut id = [0; 10];
        id[..8].copy_from_slice(&number.to_le_bytes());
        let what = match number % 4 {
            0 => What::Opening,
            1 => What::Seat(1),
            2 => What::Seat(2),
            _ => What::Action(number as u32),
        };
        (GameId::from_bytes(id), what, (number + 1).to_be_bytes())
    }

    #[test]
    fn the_newest_entries_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("games.db");
        let mut written = 0;
        for (group, reopened) in [
            (3, true),
            (1000, false),
            (PLACES - 500, true),
            (2000, false),
            (7, true),
        ] {
            let mut mark = Mark::open(&database).expect("a file");
            let group: Vec<_> = (written..written + group).map(kept).collect();
            mark.note(&group).expect("room on the disk");
            written += group.len() as u64;
            if reopened {
                mark.sync().expect("a disk");
                drop(mark);
            }
            let found = read(&database).expect("readable");
            let newest = written.saturating_sub(PLACES)..written;
            assert_eq!(found.len() as u64, newest.end - newest.start);
            for (game, what, hash) in newest.map(kept) {
                assert_eq!(found.get(&(game, what)), Some(&hash));
            }
        }
    }

    #[test]
    fn torn_entries_are_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("games.db");
        assert_eq!(read(&database).expect("nothing to read").len(), 0);
        let whole = written(9, &kept(9));
        for place in 0..ENTRY {
            let mut torn = whole;
            torn[place] ^= 0x40;
            assert!(understood(&torn).is_none(), "byte {place}");
        }
        let mut bytes = whole.to_vec();
        bytes.extend([0; ENTRY]);
        bytes.extend(&whole[..20]);
        fs::write(path_of(&database), bytes).expect("a file");
        assert_eq!(read(&database).expect("readable").len(), 1);
    }
}
