//! Reading games, and detecting damage by their hashes.

use quintet_rules::PerPlayer;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, ToSql};

use crate::store::log_hash::{LogHash, seat_hash};
use crate::store::{GameVersion, NewGame, Seat, StoreError, StoredGame, Update, player};
use crate::{Action, Event, GameId, TokenHash};

/// The games that differ from known versions, read by one statement and so at one moment. The parameters are the ids, the
/// numbers of actions, the revisions and the hashes of the versions. A missing game has no `key`; a game with a different
/// log `is_other`.
///
/// The last known action is read as well, because the hash of the next one depends on its hash. `EXISTS` would scan the
/// whole log if the statement was planned while the log was small.
pub(super) const NEWS: &str = "
    SELECT a.number, a.hash IS NOT NULL AND a.hash IS DISTINCT FROM k.hash AS is_other, g.key, g.game, g.size, g.start, g.created, g.revision, g.hash,
        (SELECT id FROM games WHERE key = g.rematch_of) AS before,
        (SELECT id FROM games WHERE rematch_of = g.key) AS rematch,
        s.players, s.tokens, s.names, s.sinces, s.hashes AS seat_hashes,
        l.plies, l.players AS movers, l.actions, l.moves, l.ats, l.hashes
    FROM unnest($1::text[], $2::int[], $3::int[], $4::bytea[]) WITH ORDINALITY
        AS a (id, plies, revision, hash, number)
    LEFT JOIN games g ON g.id = a.id
    LEFT JOIN LATERAL (
        SELECT CASE WHEN a.plies = 0 THEN g.hash
            ELSE (SELECT hash FROM log WHERE game = g.key AND ply = a.plies - 1) END AS hash
        OFFSET 0
    ) k ON true
    LEFT JOIN LATERAL (
        SELECT array_agg(player) AS players, array_agg(token) AS tokens, array_agg(name) AS names,
            array_agg(since) AS sinces, array_agg(hash) AS hashes
        FROM seats WHERE game = g.key
    ) s ON true
    LEFT JOIN LATERAL (
        SELECT array_agg(ply) AS plies, array_agg(player) AS players, array_agg(action) AS actions,
            array_agg(move) AS moves, array_agg(at) AS ats, array_agg(hash) AS hashes
        FROM (SELECT * FROM log WHERE game = g.key AND ply >= a.plies - 1 ORDER BY ply) ordered
    ) l ON true
    WHERE g.key IS NULL OR g.revision <> a.revision OR a.hash IS NOT NULL AND a.hash IS DISTINCT FROM k.hash
        OR (SELECT true FROM log WHERE game = g.key AND ply = a.plies)
    ORDER BY a.number";

/// True for an idle game `g`. The first two parameters are the times.
macro_rules! is_idle {
    () => {
        "created < greatest($1::bigint, $2::bigint)
         AND coalesce((SELECT max(at) FROM log WHERE game = g.key), created)
           < CASE WHEN (SELECT true FROM log WHERE game = g.key AND ply = 0) THEN $1::bigint ELSE $2::bigint END"
    };
}
pub(super) use is_idle;

/// Idle games.
pub(super) const IDLE: &str = concat!(
    "SELECT id FROM games g WHERE ",
    is_idle!(),
    " ORDER BY created LIMIT $3"
);

/// Games in the order of their keys.
pub(super) const GAMES: &str = "SELECT key, id FROM games WHERE key > $1 ORDER BY key LIMIT $2";

/// The parameters of [`NEWS`].
pub(super) struct Versions {
    ids: Vec<String>,
    plies: Vec<i32>,
    revisions: Vec<i32>,
    hashes: Vec<Option<Vec<u8>>>,
}

impl Versions {
    pub(super) fn new(known: &[GameVersion]) -> Self {
        Versions {
            ids: known.iter().map(|known| known.id.to_string()).collect(),
            plies: known
                .iter()
                .map(|known| known.plies.cast_signed())
                .collect(),
            revisions: known
                .iter()
                .map(|known| known.revision.cast_signed())
                .collect(),
            hashes: known
                .iter()
                .map(|known| Some(known.hash?.as_bytes().to_vec()))
                .collect(),
        }
    }

    /// For one game with all its actions.
    pub(super) fn none(id: GameId) -> Self {
        Versions {
            ids: vec![id.to_string()],
            plies: vec![0],
            revisions: vec![-1],
            hashes: vec![None],
        }
    }

    pub(super) fn parameters(&self) -> [&(dyn ToSql + Sync); 4] {
        [&self.ids, &self.plies, &self.revisions, &self.hashes]
    }
}

/// A row of [`NEWS`].
pub(super) struct GameRow<'a>(pub(super) &'a Row);

impl GameRow<'_> {
    /// Returns the index of the version.
    pub(super) fn index(&self) -> usize {
        usize::try_from(self.0.get::<_, i64>("number") - 1).unwrap_or_default()
    }

    /// Returns true if the game exists and continues the known log.
    pub(super) fn exists(&self) -> bool {
        self.0.get::<_, Option<i64>>("key").is_some() && !self.0.get::<_, bool>("is_other")
    }

    /// Returns the changes of a game after comparing its hashes.
    pub(super) fn update(&self, id: GameId, plies: u32) -> Result<Update, StoreError> {
        let row = self.0;
        Ok(Update {
            events: self.events(id, plies.cast_signed())?,
            seats: self.seats(id)?,
            rematch: parse(row.get("rematch")),
            revision: row.get::<_, i32>("revision").cast_unsigned(),
        })
    }

    /// Returns a whole game after comparing its hashes.
    pub(super) fn game(&self, id: GameId) -> Result<StoredGame, StoreError> {
        let row = self.0;
        let update = self.update(id, 0)?;
        let opening = NewGame {
            id,
            game: row.get("game"),
            size: row.get("size"),
            start: row.get("start"),
            created: row.get::<_, i64>("created").cast_unsigned(),
            rematch_of: parse(row.get("before")),
            seats: update.seats,
        };
        if LogHash::begin(&opening).as_bytes() != row.get::<_, &[u8]>("hash") {
            return Err(StoreError::damaged(id, "the opening"));
        }
        Ok(StoredGame {
            opening,
            log: update.events,
            rematch: update.rematch,
            revision: update.revision,
        })
    }

    /// Returns the actions from a number on.
    fn events(&self, id: GameId, first: i32) -> Result<Vec<Event>, StoreError> {
        let row = self.0;
        let opening = LogHash::from_bytes(row.get("hash"));
        let mut hash = opening.ok_or_else(|| StoreError::damaged(id, "the opening"))?;
        let plies: Vec<i32> = list(row, "plies");
        let players: Vec<i16> = list(row, "movers");
        let actions: Vec<&str> = list(row, "actions");
        let moves: Vec<Option<&str>> = list(row, "moves");
        let ats: Vec<i64> = list(row, "ats");
        let hashes: Vec<&[u8]> = list(row, "hashes");
        let mut next = 0;
        let mut events = Vec::with_capacity(plies.len());
        for (index, ply) in plies.into_iter().enumerate() {
            let damaged = || StoreError::damaged(id, &format!("action {ply}"));
            let stored = LogHash::from_bytes(hashes[index]).ok_or_else(damaged)?;
            if ply + 1 == first {
                (hash, next) = (stored, first);
                continue;
            }
            let action = Action::read(actions[index], moves[index]);
            let (player, action) = player(players[index]).zip(action).ok_or_else(damaged)?;
            let at = ats[index].cast_unsigned();
            let event = Event { player, action, at };
            hash = hash.and(&event);
            if ply != next || hash != stored {
                return Err(damaged());
            }
            next += 1;
            events.push(event);
        }
        Ok(events)
    }

    fn seats(&self, id: GameId) -> Result<PerPlayer<Option<Seat>>, StoreError> {
        let row = self.0;
        let players: Vec<i16> = list(row, "players");
        let tokens: Vec<&[u8]> = list(row, "tokens");
        let mut names: Vec<Option<String>> = list(row, "names");
        let sinces: Vec<i64> = list(row, "sinces");
        let hashes: Vec<&[u8]> = list(row, "seat_hashes");
        let mut seats = PerPlayer::from_fn(|_| None);
        for index in 0..players.len() {
            let damaged = || StoreError::damaged(id, "a seat");
            let player = player(players[index]).ok_or_else(damaged)?;
            let seat = Seat {
                token: TokenHash::from_bytes(tokens[index]).ok_or_else(damaged)?,
                name: names[index].take(),
                since: sinces[index].cast_unsigned(),
            };
            if seat_hash(id, player, &seat) != hashes[index] {
                return Err(damaged());
            }
            seats[player] = Some(seat);
        }
        Ok(seats)
    }
}

/// Returns an array column; an empty list for `NULL`.
fn list<'a, T: FromSql<'a>>(row: &'a Row, column: &str) -> Vec<T> {
    row.get::<_, Option<Vec<T>>>(column).unwrap_or_default()
}

fn parse(id: Option<&str>) -> Option<GameId> {
    id?.parse().ok()
}
