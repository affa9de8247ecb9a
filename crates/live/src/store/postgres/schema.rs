//! The tables of a database.

use super::connection::{Address, Failure, timed};

/// The version of the tables. A newer program may extend them and increase `version`, and this program can still use them;
/// after removing something that this program uses, it increases `oldest`, and this program refuses the database.
const VERSION: i32 = 1;

/// The key of an advisory lock, chosen at random: servers that start at the same time create the tables one after another.
const LOCK: i64 = 0x5175_696e_7465_7421;

const TABLES: &str = "
    CREATE SCHEMA quintet;
    CREATE TABLE quintet.schema (
        one     smallint PRIMARY KEY CHECK (one = 1),
        version integer NOT NULL,
        oldest  integer NOT NULL
    );
    INSERT INTO quintet.schema VALUES (1, 1, 1);

    -- A game between two people at its start. Its log records the actions. `hash` is the hash of the opening, and
    -- `revision` increases when a seat or the rematch changes.
    CREATE TABLE games (
        key         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id          text NOT NULL UNIQUE,
        game        text NOT NULL,
        size        text NOT NULL,
        start       text NOT NULL,
        created     bigint NOT NULL,
        rematch_of  bigint UNIQUE REFERENCES games (key) ON DELETE SET NULL,
        revision    integer NOT NULL DEFAULT 0,
        hash        bytea NOT NULL CHECK (length(hash) = 16)
    );
    CREATE INDEX games_by_age ON games (created);

    -- The holder of the token with this hash plays for the player. `hash` covers the whole row.
    CREATE TABLE seats (
        game    bigint NOT NULL REFERENCES games (key) ON DELETE CASCADE,
        player  smallint NOT NULL CHECK (player IN (1, 2)),
        token   bytea NOT NULL CHECK (length(token) = 32),
        name    text,
        since   bigint NOT NULL,
        hash    bytea NOT NULL CHECK (length(hash) = 16),
        PRIMARY KEY (game, player)
    );

    -- The primary key admits one action for each number of a game, however many servers write. `hash` is the hash of
    -- the game up to the action.
    CREATE TABLE log (
        game    bigint NOT NULL REFERENCES games (key) ON DELETE CASCADE,
        ply     integer NOT NULL CHECK (ply >= 0),
        player  smallint NOT NULL CHECK (player IN (1, 2)),
        action  text NOT NULL,
        move    text CHECK ((move IS NOT NULL) = (action = 'move')),
        at      bigint NOT NULL,
        hash    bytea NOT NULL CHECK (length(hash) = 16),
        PRIMARY KEY (game, ply)
    );

    -- Rows that are written to test that the database can be written.
    CREATE TABLE probe (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);

    -- The secret of all servers, from which the ids and tokens of games that are opened with a key are derived.
    CREATE TABLE secret (
        one     smallint PRIMARY KEY CHECK (one = 1),
        bytes   bytea NOT NULL CHECK (length(bytes) = 16)
    );
";

/// Creates the tables in one transaction, unless they exist. Refuses a database that needs a newer program.
pub(super) async fn create(address: &Address) -> Result<(), Failure> {
    let client = address.connect(None).await?;
    timed(client.batch_execute(&format!("BEGIN; SELECT pg_advisory_xact_lock({LOCK})"))).await?;
    let exists = "SELECT to_regclass('quintet.schema') IS NOT NULL";
    if !timed(client.query_one(exists, &[]))
        .await?
        .get::<_, bool>(0)
    {
        timed(client.batch_execute(TABLES)).await?;
    }
    let versions = "SELECT version, oldest FROM quintet.schema";
    let found = timed(client.query_one(versions, &[])).await?;
    let (version, oldest): (i32, i32) = (found.get(0), found.get(1));
    if oldest > VERSION {
        let reason = format!("the database has version {version} and needs a newer program");
        return Err(Failure::refused(reason));
    }
    timed(client.batch_execute("COMMIT")).await
}
