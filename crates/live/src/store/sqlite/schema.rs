//! The tables, and how older files become newer ones.

use rusqlite::{Connection, Transaction};

/// Marks a file as ours: "Quin" in the field that `SQLite` keeps for applications.
pub(super) const APPLICATION: u32 = 0x5175_696e;

/// Each brings a file from one version to the next; a new file passes through all of them.
const MIGRATIONS: &[&str] = &[
    "
    -- A game between two people at its beginning; what happened in it is its log.
    CREATE TABLE games (
        key         INTEGER PRIMARY KEY,
        id          TEXT NOT NULL UNIQUE,
        game        TEXT NOT NULL,
        size        TEXT NOT NULL,
        start       TEXT NOT NULL,
        created     INTEGER NOT NULL,
        rematch_of  INTEGER UNIQUE REFERENCES games (key)
    ) STRICT;

    -- The holder of the token with this hash plays for the player.
    CREATE TABLE seats (
        game    INTEGER NOT NULL REFERENCES games (key),
        player  INTEGER NOT NULL CHECK (player IN (1, 2)),
        token   BLOB NOT NULL CHECK (length(token) = 32),
        name    TEXT,
        since   INTEGER NOT NULL,
        PRIMARY KEY (game, player)
    ) STRICT, WITHOUT ROWID;

    -- The key makes every number of a game's log belong to one action, however many write.
    CREATE TABLE log (
        game    INTEGER NOT NULL REFERENCES games (key),
        ply     INTEGER NOT NULL CHECK (ply >= 0),
        player  INTEGER NOT NULL CHECK (player IN (1, 2)),
        deed    TEXT NOT NULL,
        move    TEXT CHECK ((move IS NOT NULL) = (deed = 'move')),
        at      INTEGER NOT NULL,
        PRIMARY KEY (game, ply)
    ) STRICT, WITHOUT ROWID;

    -- One row that is written to know that writing works.
    CREATE TABLE probe (
        only    INTEGER PRIMARY KEY CHECK (only = 1),
        times   INTEGER NOT NULL
    ) STRICT;
    INSERT INTO probe VALUES (1, 0);
",
    "
    ALTER TABLE log RENAME COLUMN deed TO action;
",
];

/// The version of files that this program writes.
pub(super) const VERSION: u32 = MIGRATIONS.len() as u32;

/// Which program a file belongs to, and its version: zeros for a file that is new.
pub(super) fn marks(connection: &Connection) -> rusqlite::Result<(u32, u32)> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    Ok((number("application_id")?, number("user_version")?))
}

/// Brings a file to the version of this program, all at once or not at all.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    let (_, version) = marks(&transaction)?;
    apply(&transaction, version as usize)?;
    transaction.commit()
}

fn apply(transaction: &Transaction<'_>, from: usize) -> rusqlite::Result<()> {
    for migration in MIGRATIONS.iter().skip(from) {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)
}
