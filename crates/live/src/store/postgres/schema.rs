//! The tables, and how an older database becomes a newer one while servers use it.

use super::line::{Address, Fault, FaultKind, answered};

/// A step from one version to the next.
struct Step {
    /// What is executed.
    sql: &'static str,
    /// The oldest version of a program that can still use the database then. What is removed in a step must not have
    /// been used since the version before it: first all servers are renewed, then it goes.
    oldest: usize,
}

/// A new database passes through all of them.
const STEPS: &[Step] = &[Step {
    sql: BEGINNING,
    oldest: 1,
}];

/// The version of databases that this program makes.
const VERSION: usize = STEPS.len();

/// Chosen at random: servers that begin at the same time take this lock one after another.
const LOCK: i64 = 0x5175_696e_7465_7421;

const BEGINNING: &str = "
    -- A game between two people at its beginning; what happened in it is its log. `chain` is the hash of the
    -- beginning, and `revision` grows when a seat or the rematch changes.
    CREATE TABLE games (
        key         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id          text NOT NULL UNIQUE,
        game        text NOT NULL,
        size        text NOT NULL,
        start       text NOT NULL,
        created     bigint NOT NULL,
        rematch_of  bigint UNIQUE REFERENCES games (key) ON DELETE SET NULL,
        revision    integer NOT NULL DEFAULT 0,
        chain       bytea NOT NULL CHECK (length(chain) = 16)
    );
    CREATE INDEX games_by_age ON games (created);

    -- The holder of the token with this hash plays for the player.
    CREATE TABLE seats (
        game    bigint NOT NULL REFERENCES games (key) ON DELETE CASCADE,
        player  smallint NOT NULL CHECK (player IN (1, 2)),
        token   bytea NOT NULL CHECK (length(token) = 32),
        name    text,
        since   bigint NOT NULL,
        seal    bytea NOT NULL CHECK (length(seal) = 16),
        PRIMARY KEY (game, player)
    );

    -- The key makes every number of a game's log belong to one action, however many servers write. `chain` is
    -- the hash of the game up to the action.
    CREATE TABLE log (
        game    bigint NOT NULL REFERENCES games (key) ON DELETE CASCADE,
        ply     integer NOT NULL CHECK (ply >= 0),
        player  smallint NOT NULL CHECK (player IN (1, 2)),
        action  text NOT NULL,
        move    text CHECK ((move IS NOT NULL) = (action = 'move')),
        at      bigint NOT NULL,
        chain   bytea NOT NULL CHECK (length(chain) = 16),
        PRIMARY KEY (game, ply)
    );

    -- Rows that are written to know that writing works.
    CREATE TABLE probe (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);

    -- What all servers share. The addresses and tokens of games that are opened with a key follow from the secret.
    CREATE TABLE secret (
        one     smallint PRIMARY KEY CHECK (one = 1),
        bytes   bytea NOT NULL CHECK (length(bytes) = 16)
    );
";

const MAKE: &str = "
    CREATE SCHEMA IF NOT EXISTS quintet;
    CREATE TABLE IF NOT EXISTS quintet.schema (
        one     smallint PRIMARY KEY CHECK (one = 1),
        version integer NOT NULL,
        oldest  integer NOT NULL
    );
    INSERT INTO quintet.schema VALUES (1, 0, 0) ON CONFLICT DO NOTHING";

/// Brings the database to the version of this program, all at once or not at all, unless it is newer. One that is too
/// new for this program is refused.
pub(super) async fn migrate(address: &Address) -> Result<(), Fault> {
    let client = address.connect(None).await?;
    answered(client.batch_execute(&format!("BEGIN; SELECT pg_advisory_xact_lock({LOCK})"))).await?;
    let found = "SELECT to_regclass('quintet.schema') IS NOT NULL";
    if !answered(client.query_one(found, &[]))
        .await?
        .get::<_, bool>(0)
    {
        answered(client.batch_execute(MAKE)).await?;
    }
    let found = "SELECT version, oldest FROM quintet.schema";
    let found = answered(client.query_one(found, &[])).await?;
    let [version, oldest] =
        [0, 1].map(|column| found.get::<_, i32>(column).unsigned_abs() as usize);
    if oldest > VERSION {
        let what = format!("the database has version {version} and needs a newer program");
        return Err(Fault::new(FaultKind::Refused, what));
    }
    for (step, number) in STEPS.iter().zip(1..).skip(version) {
        let noted = format!(
            "UPDATE quintet.schema SET version = {number}, oldest = {}",
            step.oldest
        );
        answered(client.batch_execute(step.sql)).await?;
        answered(client.batch_execute(&noted)).await?;
    }
    answered(client.batch_execute("COMMIT")).await
}
