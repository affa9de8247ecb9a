//! The tables, and how older files become newer ones.

use quintet_games::escape_up_to;
use quintet_rules::Player;
use rusqlite::{Connection, Transaction};

use super::{read, writer};
use crate::store::log_hash::LogHash;

/// Marks a file as ours: "Quin" in the field that `SQLite` keeps for applications.
pub(super) const APPLICATION: u32 = 0x5175_696e;

/// Brings a file from one version to the next.
type Migration = fn(&Transaction<'_>) -> rusqlite::Result<()>;

/// A new file passes through all of them.
const MIGRATIONS: &[Migration] = &[
    |file| file.execute_batch(BEGINNING),
    |file| file.execute_batch("ALTER TABLE log RENAME COLUMN deed TO action"),
    chain_logs,
];

const BEGINNING: &str = "
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
";

const CHAINED: &str = "
    ALTER TABLE seats ADD COLUMN seal BLOB;
    ALTER TABLE log RENAME TO unchained;

    -- The key makes every number of a game's log belong to one action, however many write. `chain` is
    -- the hash of the game up to the action. The first row of each game is its head, with the number -1:
    -- `at` says how many actions there are, `chain` is that of the last, and `player` is the sum of the
    -- players whose seats are taken. It is beside the actions, so that one page usually holds both.
    CREATE TABLE log (
        game    INTEGER NOT NULL REFERENCES games (key),
        ply     INTEGER NOT NULL CHECK (ply >= -1),
        player  INTEGER NOT NULL CHECK (player IN (1, 2) OR ply = -1),
        action  TEXT NOT NULL CHECK ((action = 'head') = (ply = -1)),
        move    TEXT CHECK ((move IS NOT NULL) = (action = 'move')),
        at      INTEGER NOT NULL,
        chain   BLOB NOT NULL CHECK (length(chain) = 16),
        PRIMARY KEY (game, ply)
    ) STRICT, WITHOUT ROWID;
";

/// Gives every log its chain and every seat its seal.
fn chain_logs(file: &Transaction<'_>) -> rusqlite::Result<()> {
    file.execute_batch(CHAINED)?;
    let keys: Vec<i64> = file
        .prepare("SELECT key FROM games ORDER BY key")?
        .query_map((), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for key in keys {
        let unreadable = |_| rusqlite::Error::InvalidQuery;
        let opening = read::opening(file, key)?.map_err(unreadable)?;
        let events = file
            .prepare_cached(
                "SELECT ply, player, action, move, at FROM unchained WHERE game = ?1 ORDER BY ply",
            )?
            .query_map([key], read::event)?
            .collect::<rusqlite::Result<Vec<_>>>()?;
        let mut chain = LogHash::begin(&opening);
        writer::insert_head(file, key, chain)?;
        for player in Player::BOTH {
            if let Some(seat) = &opening.seats[player] {
                writer::sit(file, key, opening.id, player, seat)?;
            }
        }
        for (number, (ply, event)) in events.into_iter().enumerate() {
            let event = event
                .filter(|_| ply == number)
                .ok_or(rusqlite::Error::InvalidQuery)?;
            chain = chain.and(&event);
            writer::insert_event(file, key, ply as u32, &event, chain)?;
        }
    }
    file.execute_batch("DROP TABLE unchained")
}

/// The version of files that this program writes.
pub(super) const VERSION: u32 = MIGRATIONS.len() as u32;

/// Which program a file belongs to, and its version: zeros for a file that is new.
pub(super) fn marks(connection: &Connection) -> rusqlite::Result<(u32, u32)> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    Ok((number("application_id")?, number("user_version")?))
}

/// Returns how the schema of a file differs from the one that this program creates in that version. `None` if it does not.
///
/// A file from elsewhere could have a trigger that deletes games, or a view in the place of a table.
pub(super) fn difference(
    connection: &Connection,
    version: u32,
) -> rusqlite::Result<Option<String>> {
    let mut model = Connection::open_in_memory()?;
    let transaction = model.transaction()?;
    for migration in MIGRATIONS.iter().take(version as usize) {
        migration(&transaction)?;
    }
    let wanted = objects(&transaction)?;
    let found = objects(connection)?;
    let is_odd = |object: &&Object, others: &[Object]| !others.contains(object);
    let added = found.iter().find(|object| is_odd(object, &wanted));
    let missing = wanted.iter().find(|object| is_odd(object, &found));
    let name = |object: &Object| escape_up_to(60, &format!("{} {}", object.kind, object.name));
    let added = added.map(|object| format!("unexpected {}", name(object)));
    Ok(added.or_else(|| missing.map(|object| format!("missing {}", name(object)))))
}

/// A table, an index, a view or a trigger.
#[derive(PartialEq, Eq)]
struct Object {
    kind: String,
    name: String,
    table: String,
    /// The statement that creates it, with single spaces; empty for an index that belongs to a key.
    statement: String,
}

/// Everything in the schema of a file but statistics, which `ANALYZE` may have added.
fn objects(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    connection
        .prepare(
            "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema
             WHERE name NOT IN ('sqlite_stat1', 'sqlite_stat4')",
        )?
        .query_map((), |row| {
            let statement: String = row.get(3)?;
            let words: Vec<_> = statement.split_whitespace().collect();
            Ok(Object {
                kind: row.get(0)?,
                name: row.get(1)?,
                table: row.get(2)?,
                statement: words.join(" "),
            })
        })?
        .collect()
}

/// Brings a file to the version of this program, all at once or not at all.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    let (_, version) = marks(&transaction)?;
    for migration in MIGRATIONS.iter().skip(version as usize) {
        migration(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}
