//! Reading games, and detecting damage by their hashes.

use quintet_rules::{PerPlayer, Player};
use rusqlite::{Connection, OptionalExtension, Row};

use crate::store::log_hash::{LogHash, seat_hash};
use crate::store::{Idle, NewGame, Seat, StoreError, StoredGame, player};
use crate::{Action, Event, GameId, TokenHash};

/// Returns the game with this id, if the file has it.
pub(super) fn game(connection: &Connection, id: GameId) -> Result<Option<StoredGame>, StoreError> {
    // A transaction, so that log and seats belong together.
    let transaction = connection.unchecked_transaction()?;
    let Some(key) = key(&transaction, id)? else {
        return Ok(None);
    };
    let found = game_at(&transaction, key)?;
    // A corrupt index can lead to another game, which is itself intact.
    if found.opening.id != id {
        return Err(StoreError::damaged(id, "the index entry"));
    }
    Ok(Some(found))
}

/// Returns the key of a game.
pub(super) fn key(connection: &Connection, id: GameId) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT key FROM games WHERE id = ?1")?
        .query_row([id.to_string()], |row| row.get(0))
        .optional()
}

/// Returns the game with this key after comparing its hashes.
pub(super) fn game_at(connection: &Connection, key: i64) -> Result<StoredGame, StoreError> {
    let (mut opening, rematch_of) = opening(connection, key)?;
    let id = opening.id;
    let damaged = |what: &str| StoreError::damaged(id, what);
    let (plies, taken, last) = head(connection, key)?.ok_or_else(|| damaged("the log"))?;
    let seats = connection
        .prepare_cached("SELECT player, token, name, since, hash FROM seats WHERE game = ?1")?
        .query_map([key], seat)?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    if seats.iter().map(|(number, ..)| number).sum::<u8>() != taken {
        return Err(damaged("a seat"));
    }
    for (number, seat, hash) in seats {
        let (player, seat) = player(number).zip(seat).ok_or_else(|| damaged("a seat"))?;
        if seat_hash(id, player, &seat)[..] != hash {
            return Err(damaged("a seat"));
        }
        opening.seats[player] = Some(seat);
    }
    let rows = connection
        .prepare_cached(
            "SELECT ply, player, action, move, at, hash FROM log
             WHERE game = ?1 AND ply >= 0 ORDER BY ply",
        )?
        .query_map([key], |row| {
            let hash = LogHash::from_bytes(row.get_ref(5)?.as_blob()?);
            Ok((row.get(0)?, event(row)?, hash))
        })?
        .collect::<rusqlite::Result<Vec<(usize, _, _)>>>()?;
    let mut hash = LogHash::begin(&opening);
    let mut log = Vec::with_capacity(rows.len());
    for (number, (ply, event, stored)) in rows.into_iter().enumerate() {
        let is_damaged = || damaged(&format!("action {number}"));
        let event = event.filter(|_| ply == number).ok_or_else(is_damaged)?;
        hash = hash.and(&event);
        if stored != Some(hash) {
            return Err(is_damaged());
        }
        log.push(event);
    }
    if (plies as usize, last) != (log.len(), Some(hash)) {
        return Err(damaged(if log.is_empty() {
            "the opening or the log"
        } else {
            "the end of the log"
        }));
    }
    let rematch = connection
        .prepare_cached("SELECT id FROM games WHERE rematch_of = ?1")?
        .query_row([key], |row| row.get::<_, String>(0))
        .optional()?;
    opening.rematch_of = rematch_of;
    Ok(StoredGame {
        opening,
        log,
        rematch: rematch.and_then(|id| id.parse().ok()),
        revision: 0,
    })
}

/// Returns the number of actions of a game, the sum of the players whose seats are taken, and the hash of its log; `None`
/// if the head is missing.
pub(super) fn head(
    connection: &Connection,
    key: i64,
) -> rusqlite::Result<Option<(u32, u8, Option<LogHash>)>> {
    connection
        .prepare_cached("SELECT at, player, hash FROM log WHERE game = ?1 AND ply = -1")?
        .query_row([key], |row| {
            let hash = LogHash::from_bytes(row.get_ref(2)?.as_blob()?);
            Ok((row.get(0)?, row.get(1)?, hash))
        })
        .optional()
}

/// Returns the opening of a game without its seats, and the game that it follows.
fn opening(connection: &Connection, key: i64) -> Result<(NewGame, Option<GameId>), StoreError> {
    let (id, rematch_of, mut opening): (String, Option<String>, _) = connection
        .prepare_cached(
            "SELECT g.id, before.id, g.game, g.size, g.start, g.created
             FROM games g LEFT JOIN games before ON before.key = g.rematch_of
             WHERE g.key = ?1",
        )?
        .query_row([key], |row| {
            let opening = NewGame {
                id: GameId::from_bytes([0; 10]),
                game: row.get(2)?,
                size: row.get(3)?,
                start: row.get(4)?,
                created: row.get(5)?,
                rematch_of: None,
                seats: PerPlayer::from_fn(|_| None),
            };
            Ok((row.get(0)?, row.get(1)?, opening))
        })?;
    let invalid = |_| StoreError::Damaged(format!("the game with key {key} has an invalid id"));
    opening.id = id.parse().map_err(invalid)?;
    Ok((opening, rematch_of.and_then(|id| id.parse().ok())))
}

/// Returns the token of the holder of a seat; `None` for a free seat.
pub(super) fn token(
    connection: &Connection,
    key: i64,
    player: Player,
) -> rusqlite::Result<Option<TokenHash>> {
    let token: Option<Vec<u8>> = connection
        .prepare_cached("SELECT token FROM seats WHERE game = ?1 AND player = ?2")?
        .query_row((key, player.number()), |row| row.get(0))
        .optional()?;
    Ok(token.and_then(|token| TokenHash::from_bytes(&token)))
}

/// Reads the columns player, token, name, since and hash.
fn seat(row: &Row<'_>) -> rusqlite::Result<(u8, Option<Seat>, Vec<u8>)> {
    let (name, since) = (row.get(2)?, row.get(3)?);
    let token = TokenHash::from_bytes(row.get_ref(1)?.as_blob()?);
    let seat = token.map(|token| Seat { token, name, since });
    Ok((row.get(0)?, seat, row.get(4)?))
}

/// Reads the columns player, action, move and at after the number of the action.
fn event(row: &Row<'_>) -> rusqlite::Result<Option<Event>> {
    let mv: Option<String> = row.get(3)?;
    let action = Action::read(row.get_ref(2)?.as_str()?, mv.as_deref());
    let (player, at) = (player(row.get::<_, u8>(1)?), row.get(4)?);
    let event = player.zip(action);
    Ok(event.map(|(player, action)| Event { player, action, at }))
}

/// Returns up to `limit` games with keys after `after`.
pub(super) fn games(
    connection: &Connection,
    after: i64,
    limit: u32,
) -> Result<Vec<(i64, GameId)>, StoreError> {
    let rows = connection
        .prepare_cached("SELECT key, id FROM games WHERE key > ?1 ORDER BY key LIMIT ?2")?
        .query_map((after, limit), |row| {
            Ok((row.get(0)?, row.get::<_, String>(1)?))
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let read = |(key, id): (i64, String)| id.parse().map(|id| (key, id)).ok();
    Ok(rows.into_iter().filter_map(read).collect())
}

/// True for an idle game `g` of a query whose first two parameters are the times.
const IS_IDLE: &str = "created < max(?1, ?2)
    AND coalesce((SELECT max(at) FROM log WHERE game = g.key AND ply >= 0), created)
      < iif(EXISTS (SELECT 1 FROM log WHERE game = g.key AND ply = 0), ?1, ?2)";

/// Returns up to `limit` idle games.
pub(super) fn idle(
    connection: &Connection,
    idle: Idle,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    let ids = connection
        .prepare_cached(&format!("SELECT id FROM games g WHERE {IS_IDLE} LIMIT ?3"))?
        .query_map((idle.begun, idle.unbegun, limit), |row| {
            row.get::<_, String>(0)
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
}

/// Returns true if the game with this key is idle.
pub(super) fn is_idle(connection: &Connection, key: i64, idle: Idle) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(&format!(
            "SELECT 1 FROM games g WHERE {IS_IDLE} AND key = ?3"
        ))?
        .exists((idle.begun, idle.unbegun, key))
}
