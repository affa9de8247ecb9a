//! Reading a game, and noticing that it is not what was written.

use quintet_rules::{PerPlayer, Player};
use rusqlite::{Connection, OptionalExtension, Row};

use crate::store::log_hash::{LogHash, seat_hash};
use crate::store::{Idle, NewGame, Seat, StoreError, StoredGame};
use crate::{Action, Event, GameId, TokenHash};

/// What a file says about a game: a fault of the file, or of this game alone.
type Found<T> = rusqlite::Result<Result<T, StoreError>>;

/// The fault of a game whose bytes are not what was written.
pub(super) fn damaged(id: GameId, what: &str) -> StoreError {
    StoreError::Damaged(format!("{what} of game {id} is not what was written"))
}

/// The game with this id.
pub(super) fn game(
    connection: &Connection,
    id: GameId,
) -> rusqlite::Result<Option<Result<StoredGame, StoreError>>> {
    // One transaction, so that the log belongs to the seats.
    let transaction = connection.unchecked_transaction()?;
    let Some(key) = key(&transaction, id)? else {
        return Ok(None);
    };
    let found = game_at(&transaction, key)?;
    // A damaged index can lead to another game, which is intact in itself.
    Ok(Some(match found {
        Ok(found) if found.opening.id != id => Err(damaged(id, "the entry")),
        found => found,
    }))
}

/// The key of a game.
pub(super) fn key(connection: &Connection, id: GameId) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT key FROM games WHERE id = ?1")?
        .query_row([id.to_string()], |row| row.get(0))
        .optional()
}

/// The game with this key, checked against its hashes.
pub(super) fn game_at(connection: &Connection, key: i64) -> Found<StoredGame> {
    let opening = match opening(connection, key)? {
        Ok(opening) => opening,
        Err(fault) => return Ok(Err(fault)),
    };
    let id = opening.id;
    let Some((plies, taken, head)) = head(connection, key)? else {
        return Ok(Err(damaged(id, "the log")));
    };
    let seals = connection
        .prepare_cached("SELECT player, seal FROM seats WHERE game = ?1")?
        .query_map([key], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<Vec<(u8, Option<Vec<u8>>)>>>()?;
    if seals.iter().map(|(number, _)| number).sum::<u8>() != taken {
        return Ok(Err(damaged(id, "a seat")));
    }
    for (number, sealed) in seals {
        let seat =
            player(number).and_then(|player| Some((player, opening.seats[player].as_ref()?)));
        let expected = seat.map(|(player, seat)| seat_hash(id, player, seat));
        if expected.as_ref().map(<[u8; LogHash::LENGTH]>::as_slice) != sealed.as_deref() {
            return Ok(Err(damaged(id, "a seat")));
        }
    }
    let rows = connection
        .prepare_cached(
            "SELECT ply, player, action, move, at, chain FROM log
             WHERE game = ?1 AND ply >= 0 ORDER BY ply",
        )?
        .query_map([key], |row| {
            Ok((event(row)?, LogHash::from_bytes(row.get_ref(5)?.as_blob()?)))
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let mut chain = LogHash::begin(&opening);
    let mut log = Vec::with_capacity(rows.len());
    for (number, ((ply, event), kept)) in rows.into_iter().enumerate() {
        let Some(event) = event.filter(|_| ply == number) else {
            return Ok(Err(damaged(id, &format!("action {number}"))));
        };
        chain = chain.and(&event);
        if kept != Some(chain) {
            return Ok(Err(damaged(id, &format!("action {number}"))));
        }
        log.push(event);
    }
    if (plies as usize, head) != (log.len(), Some(chain)) {
        let what = if log.is_empty() {
            "the beginning or the log"
        } else {
            "the end of the log"
        };
        return Ok(Err(damaged(id, what)));
    }
    let rematch = connection
        .prepare_cached("SELECT id FROM games WHERE rematch_of = ?1")?
        .query_row([key], |row| row.get::<_, String>(0))
        .optional()?;
    let rematch = rematch.and_then(|id| id.parse().ok());
    Ok(Ok(StoredGame {
        opening,
        log,
        rematch,
        revision: 0,
    }))
}

/// How many actions a game has, the sum of the players whose seats are taken, and the hash of its log. None if the
/// head is not there.
pub(super) fn head(
    connection: &Connection,
    key: i64,
) -> rusqlite::Result<Option<(u32, u8, Option<LogHash>)>> {
    connection
        .prepare_cached("SELECT at, player, chain FROM log WHERE game = ?1 AND ply = -1")?
        .query_row([key], |row| {
            let chain = LogHash::from_bytes(row.get_ref(2)?.as_blob()?);
            Ok((row.get(0)?, row.get(1)?, chain))
        })
        .optional()
}

/// The beginning of a game, with the seats as they are now.
pub(super) fn opening(connection: &Connection, key: i64) -> Found<NewGame> {
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
    let Ok(id) = id.parse() else {
        let fault = format!("the address of the game with key {key} is not what was written");
        return Ok(Err(StoreError::Damaged(fault)));
    };
    opening.id = id;
    opening.rematch_of = rematch_of.and_then(|id| id.parse().ok());
    let seats = connection
        .prepare_cached("SELECT player, token, name, since FROM seats WHERE game = ?1")?
        .query_map([key], seat)?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    for seat in seats {
        let Some((player, seat)) = seat else {
            return Ok(Err(damaged(id, "a seat")));
        };
        opening.seats[player] = Some(seat);
    }
    Ok(Ok(opening))
}

/// The token of the holder of a seat; none if it is free.
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

fn player(number: u8) -> Option<Player> {
    Player::BOTH
        .into_iter()
        .find(|player| player.number() == number)
}

fn seat(row: &Row<'_>) -> rusqlite::Result<Option<(Player, Seat)>> {
    let (name, since) = (row.get(2)?, row.get(3)?);
    let token = TokenHash::from_bytes(row.get_ref(1)?.as_blob()?);
    let seat = token.map(|token| Seat { token, name, since });
    Ok(player(row.get(0)?).zip(seat))
}

/// An action with its number, from the columns ply, player, action, move, at.
pub(super) fn event(row: &Row<'_>) -> rusqlite::Result<(usize, Option<Event>)> {
    let mv: Option<String> = row.get(3)?;
    let action = Action::read(row.get_ref(2)?.as_str()?, mv.as_deref());
    let at = row.get(4)?;
    let event = player(row.get(1)?)
        .zip(action)
        .map(|(player, action)| Event { player, action, at });
    Ok((row.get(0)?, event))
}

/// Games by their keys.
pub(super) fn games(
    connection: &Connection,
    after: i64,
    most: u32,
) -> rusqlite::Result<Vec<(i64, GameId)>> {
    let rows = connection
        .prepare_cached("SELECT key, id FROM games WHERE key > ?1 ORDER BY key LIMIT ?2")?
        .query_map((after, most), |row| {
            Ok((row.get(0)?, row.get::<_, String>(1)?))
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let read = |(key, id): (i64, String)| id.parse().map(|id| (key, id)).ok();
    Ok(rows.into_iter().filter_map(read).collect())
}

/// That a game `g` of a query is idle, with the two times as its first parameters.
const IS_IDLE: &str = "created < max(?1, ?2)
    AND coalesce((SELECT max(at) FROM log WHERE game = g.key AND ply >= 0), created)
      < iif(EXISTS (SELECT 1 FROM log WHERE game = g.key AND ply = 0), ?1, ?2)";

/// Games that are idle.
pub(super) fn idle(
    connection: &Connection,
    idle: Idle,
    most: u32,
) -> rusqlite::Result<Vec<GameId>> {
    let ids = connection
        .prepare_cached(&format!("SELECT id FROM games g WHERE {IS_IDLE} LIMIT ?3"))?
        .query_map((idle.begun, idle.unbegun, most), |row| {
            row.get::<_, String>(0)
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
}

/// Whether the game with this key is idle.
pub(super) fn is_idle(connection: &Connection, key: i64, idle: Idle) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(&format!(
            "SELECT 1 FROM games g WHERE {IS_IDLE} AND key = ?3"
        ))?
        .exists((idle.begun, idle.unbegun, key))
}
