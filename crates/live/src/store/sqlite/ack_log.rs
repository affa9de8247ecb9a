//! The acknowledgement log: a small file next to the database that lists the latest acknowledged changes.
//!
//! `SQLite` reads a write-ahead log that was truncated, corrupted or deleted as one that ends earlier, without an
//! error. This file records which changes the database must contain. It is written after a transaction and before the
//! changes are acknowledged, so it never names a change that is not in the database. An entry has 32 bytes:
//!
//! ```text
//!     sequence number (8)   game (10)   subject (4)   hash (8)   checksum (2)
//! ```
//!
//! The entries form a ring. The file is not synced with each transaction: after a power cut it may lack entries, but
//! never names a change that the database lacks.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, Row};
use sha2::{Digest, Sha256};

use super::files::with_suffix;
use super::read;
use crate::GameId;

/// Entries in the ring: more than the changes in a write-ahead log that is due for a checkpoint.
const CAPACITY: u64 = 1 << 16;

/// Bytes of an entry.
const ENTRY: usize = 32;

/// Suffix of the file name.
pub(super) const SUFFIX: &str = "-acks";

/// The part of a game that a change is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Subject {
    /// The opening of the game.
    Opening,
    /// The seat of the player with this number.
    Seat(u8),
    /// The game as a whole, which was deleted.
    Deleted,
    /// The action with this number.
    Action(u32),
}

/// An acknowledged change: the game, the subject, and the first bytes of the hash of its new state.
pub(super) type Ack = (GameId, Subject, [u8; 8]);

/// The hash of a seat that was freed, and of a deleted game.
pub(super) const GONE: [u8; 8] = [0; 8];

/// The file, open for writing.
pub(super) struct AckLog {
    file: File,
    next: u64,
}

impl AckLog {
    /// Opens or creates the log of a database.
    pub(super) fn open(database: &Path) -> io::Result<Self> {
        let mut file = File::options()
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(with_suffix(database, SUFFIX))?;
        let last = entries(&mut file)?.last().map(|(number, _)| *number);
        let next = last.map_or(0, |number| number + 1);
        let mut log = AckLog { file, next };
        if last.is_none() {
            // A log always has an entry, so that one that lost its contents is noticed. This game never existed.
            log.append(&[(GameId::from_bytes([0; 10]), Subject::Deleted, GONE)])?;
        }
        Ok(log)
    }

    /// Adds changes that are in the database.
    pub(super) fn append(&mut self, acks: &[Ack]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(acks.len() * ENTRY);
        let mut place = self.next % CAPACITY;
        self.file.seek(SeekFrom::Start(place * ENTRY as u64))?;
        for ack in acks {
            if place == CAPACITY {
                self.file.write_all(&bytes)?;
                bytes.clear();
                self.file.rewind()?;
                place = 0;
            }
            bytes.extend(encode(self.next, ack));
            self.next += 1;
            place += 1;
        }
        self.file.write_all(&bytes)
    }

    /// Waits until the disk has all entries.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// Returns the acknowledged changes that a database lacks, one phrase each.
pub(super) fn missing(database: &Path, connection: &Connection) -> io::Result<Vec<String>> {
    // Data that cannot be read is missing.
    let is_missing = |&((game, subject), hash): &((GameId, Subject), [u8; 8])| {
        let found = stored_hash(connection, game, subject).ok().flatten();
        !found.is_some_and(|found| subject == Subject::Opening || found.starts_with(&hash))
    };
    let missing = latest(database)?.into_iter().filter(is_missing);
    let mut missing: Vec<_> = missing
        .map(|((game, subject), _)| match subject {
            Subject::Action(ply) => format!("action {ply} of game {game}"),
            Subject::Seat(player) => format!("the seat of Player {player} in game {game}"),
            Subject::Opening | Subject::Deleted => format!("game {game}"),
        })
        .collect();
    missing.sort_unstable();
    Ok(missing)
}

/// Returns the latest hash of each subject, without those that were freed or deleted.
fn latest(database: &Path) -> io::Result<HashMap<(GameId, Subject), [u8; 8]>> {
    let mut latest = HashMap::new();
    for (_, (game, subject, hash)) in read_entries(database)? {
        if subject == Subject::Deleted {
            latest.retain(|(other, _), _| *other != game);
        } else if hash == GONE {
            latest.remove(&(game, subject));
        } else {
            latest.insert((game, subject), hash);
        }
    }
    Ok(latest)
}

/// Returns the hash of a subject in a database, if the database has it; nothing but its existence for an opening.
fn stored_hash(
    connection: &Connection,
    game: GameId,
    subject: Subject,
) -> rusqlite::Result<Option<Vec<u8>>> {
    let Some(key) = read::key(connection, game)? else {
        return Ok(None);
    };
    let hash = |row: &Row<'_>| row.get(0);
    match subject {
        Subject::Opening | Subject::Deleted => Ok(Some(Vec::new())),
        Subject::Seat(player) => connection
            .prepare_cached("SELECT hash FROM seats WHERE game = ?1 AND player = ?2")?
            .query_row((key, player), hash)
            .optional(),
        Subject::Action(ply) => connection
            .prepare_cached("SELECT hash FROM log WHERE game = ?1 AND ply = ?2")?
            .query_row((key, ply), hash)
            .optional(),
    }
}

/// Returns true if the log of a database exists and has a valid entry.
pub(super) fn is_readable(database: &Path) -> io::Result<bool> {
    Ok(!read_entries(database)?.is_empty())
}

/// Renames the log of a database, so that a new one starts, and returns the new name.
pub(super) fn set_aside(database: &Path) -> io::Result<PathBuf> {
    let log = with_suffix(database, SUFFIX);
    let aside = with_suffix(&log, ".old");
    fs::rename(log, &aside)?;
    Ok(aside)
}

/// Returns the valid entries of a database's log; an empty list without a log.
fn read_entries(database: &Path) -> io::Result<Vec<(u64, Ack)>> {
    match File::open(with_suffix(database, SUFFIX)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        opened => entries(&mut opened?),
    }
}

/// Returns the valid entries of a file in the order of their numbers. Torn or foreign ones are skipped.
fn entries(file: &mut File) -> io::Result<Vec<(u64, Ack)>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(CAPACITY * ENTRY as u64).read_to_end(&mut bytes)?;
    let mut found: Vec<_> = bytes.as_chunks().0.iter().filter_map(decode).collect();
    found.sort_unstable_by_key(|(number, _)| *number);
    Ok(found)
}

fn encode(number: u64, (game, subject, hash): &Ack) -> [u8; ENTRY] {
    let subject = match subject {
        Subject::Action(ply) => *ply,
        Subject::Seat(player) => u32::MAX - u32::from(*player),
        Subject::Opening => u32::MAX,
        Subject::Deleted => u32::MAX - 3,
    };
    let mut entry = [0; ENTRY];
    entry[..8].copy_from_slice(&number.to_le_bytes());
    entry[8..18].copy_from_slice(&game.to_bytes());
    entry[18..22].copy_from_slice(&subject.to_le_bytes());
    entry[22..30].copy_from_slice(hash);
    let checksum = checksum(&entry[..30]);
    entry[30..].copy_from_slice(&checksum);
    entry
}

fn decode(entry: &[u8; ENTRY]) -> Option<(u64, Ack)> {
    if checksum(&entry[..30]) != entry[30..] {
        return None;
    }
    let number = u64::from_le_bytes(entry[..8].try_into().ok()?);
    let game = GameId::from_bytes(entry[8..18].try_into().ok()?);
    let subject = match u32::MAX - u32::from_le_bytes(entry[18..22].try_into().ok()?) {
        0 => Subject::Opening,
        player @ 1..=2 => Subject::Seat(player as u8),
        3 => Subject::Deleted,
        action => Subject::Action(u32::MAX - action),
    };
    Some((number, (game, subject, entry[22..30].try_into().ok()?)))
}

fn checksum(bytes: &[u8]) -> [u8; 2] {
    let digest = Sha256::digest(bytes);
    [digest[0], digest[1]]
}

#[cfg(test)]
#[path = "../../../tests/unit/store/sqlite/ack_log.rs"]
mod tests;
