//! The tables of a file.

use quintet_games::escape_up_to;
use rusqlite::Connection;

/// `application_id` of the files of this program: "Quin".
pub(super) const APPLICATION: u32 = 0x5175_696e;

/// `user_version` of the files of this program. Files of other versions are refused.
pub(super) const VERSION: u32 = 1;

const TABLES: &str = "
    -- A game between two people at its start. Its log records the actions.
    CREATE TABLE games (
        key         INTEGER PRIMARY KEY,
        id          TEXT NOT NULL UNIQUE,
        game        TEXT NOT NULL,
        size        TEXT NOT NULL,
        start       TEXT NOT NULL,
        created     INTEGER NOT NULL,
        rematch_of  INTEGER UNIQUE REFERENCES games (key)
    ) STRICT;

    -- The holder of the token with this hash plays for the player. `hash` covers the whole row.
    CREATE TABLE seats (
        game    INTEGER NOT NULL REFERENCES games (key),
        player  INTEGER NOT NULL CHECK (player IN (1, 2)),
        token   BLOB NOT NULL CHECK (length(token) = 32),
        name    TEXT,
        since   INTEGER NOT NULL,
        hash    BLOB NOT NULL CHECK (length(hash) = 16),
        PRIMARY KEY (game, player)
    ) STRICT, WITHOUT ROWID;

    -- The primary key admits one action for each number of a game. `hash` is the hash of the game up to the
    -- action. The first row of each game is its head, with the number -1: `at` is the number of actions, `hash`
    -- that of the last one, and `player` the sum of the players whose seats are taken. It is in this table so
    -- that one page usually holds both the head and the latest actions.
    CREATE TABLE log (
        game    INTEGER NOT NULL REFERENCES games (key),
        ply     INTEGER NOT NULL CHECK (ply >= -1),
        player  INTEGER NOT NULL CHECK (player IN (1, 2) OR ply = -1),
        action  TEXT NOT NULL CHECK ((action = 'head') = (ply = -1)),
        move    TEXT CHECK ((move IS NOT NULL) = (action = 'move')),
        at      INTEGER NOT NULL,
        hash    BLOB NOT NULL CHECK (length(hash) = 16),
        PRIMARY KEY (game, ply)
    ) STRICT, WITHOUT ROWID;

    -- One row, which is updated to test that the file can be written.
    CREATE TABLE probe (
        only    INTEGER PRIMARY KEY CHECK (only = 1),
        times   INTEGER NOT NULL
    ) STRICT;
    INSERT INTO probe VALUES (1, 0);
";

/// Creates the tables in an empty file, in one transaction.
pub(super) fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Returns `application_id` and `user_version` of a file.
pub(super) fn versions(connection: &Connection) -> rusqlite::Result<(u32, u32)> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    Ok((number("application_id")?, number("user_version")?))
}

/// Returns the first difference between the schema of a file and the one above, if there is any.
///
/// A file of unknown origin could have a trigger that deletes games, or a view in place of a table.
pub(super) fn difference(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let mut model = Connection::open_in_memory()?;
    create(&mut model)?;
    let [expected, found] = [objects(&model)?, objects(connection)?];
    // The objects of one schema that another lacks.
    let extra = |objects: &[Object], others: &[Object]| {
        let (name, _) = objects.iter().find(|object| !others.contains(object))?;
        Some(escape_up_to(60, name))
    };
    let unexpected = extra(&found, &expected).map(|name| format!("unexpected {name}"));
    Ok(unexpected.or_else(|| Some(format!("missing {}", extra(&expected, &found)?))))
}

/// Kind and name of a table, an index, a view or a trigger; its table and the statement that creates it, with single spaces.
type Object = (String, String);

/// Returns everything in the schema of a file except the statistics that `ANALYZE` may have added.
fn objects(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    connection
        .prepare(
            "SELECT type || ' ' || name, tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema
             WHERE name NOT IN ('sqlite_stat1', 'sqlite_stat4')",
        )?
        .query_map((), |row| {
            let statement: String = row.get(1)?;
            let words: Vec<_> = statement.split_whitespace().collect();
            Ok((row.get(0)?, words.join(" ")))
        })?
        .collect()
}
