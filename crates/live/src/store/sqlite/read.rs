//! Reading a game.

use quintet_rules::{PerPlayer, Player};
use rusqlite::{Connection, OptionalExtension, Row};

use crate::store::{NewGame, Seat, StoreFault, StoredGame};
use crate::{Action, Event, GameId, TokenHash};

/// What does not fit together in a file whose pages are whole.
fn broken(what: &str, id: GameId) -> StoreFault {
    StoreFault::Broken(format!("{what} of game {id} cannot be read"))
}

/// The game with this id. The inner result says whether what is kept can be a game.
pub(super) fn game(
    connection: &Connection,
    id: GameId,
) -> rusqlite::Result<Option<Result<StoredGame, StoreFault>>> {
    // One transaction, so that the log belongs to the seats.
    let transaction = connection.unchecked_transaction()?;
    let found = transaction
        .prepare_cached(
            "SELECT g.key, g.game, g.size, g.start, g.created, before.id, after.id
             FROM games g
             LEFT JOIN games before ON before.key = g.rematch_of
             LEFT JOIN games after ON after.rematch_of = g.key
             WHERE g.id = ?1",
        )?
        .query_row([id.to_string()], |row| {
            let opening = Opening {
                game: row.get(1)?,
                size: row.get(2)?,
                start: row.get(3)?,
                created: row.get(4)?,
                rematch_of: row.get(5)?,
                rematch: row.get(6)?,
            };
            Ok((row.get::<_, i64>(0)?, opening))
        })
        .optional()?;
    let Some((key, opening)) = found else {
        return Ok(None);
    };
    let seats: Vec<Option<(Player, Seat)>> = transaction
        .prepare_cached("SELECT player, token, name, since FROM seats WHERE game = ?1")?
        .query_map([key], seat)?
        .collect::<rusqlite::Result<_>>()?;
    let log: Vec<(usize, Option<Event>)> = transaction
        .prepare_cached(
            "SELECT ply, player, action, move, at FROM log WHERE game = ?1 ORDER BY ply",
        )?
        .query_map([key], event)?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Some(assemble(id, opening, seats, log)))
}

/// The row of a game.
struct Opening {
    game: String,
    size: String,
    start: String,
    created: u64,
    rematch_of: Option<String>,
    rematch: Option<String>,
}

fn assemble(
    id: GameId,
    opening: Opening,
    seats: Vec<Option<(Player, Seat)>>,
    log: Vec<(usize, Option<Event>)>,
) -> Result<StoredGame, StoreFault> {
    let linked = |text: Option<String>| match text {
        Some(text) => text.parse().map(Some).map_err(|_| broken("a rematch", id)),
        None => Ok(None),
    };
    let mut taken = PerPlayer::from_fn(|_| None);
    for seat in seats {
        let (player, seat) = seat.ok_or_else(|| broken("a seat", id))?;
        taken[player] = Some(seat);
    }
    let log = log.into_iter().enumerate().map(|(ply, found)| match found {
        (number, Some(event)) if number == ply => Ok(event),
        _ => Err(broken(&format!("action {ply}"), id)),
    });
    Ok(StoredGame {
        log: log.collect::<Result<_, _>>()?,
        rematch: linked(opening.rematch)?,
        opening: NewGame {
            id,
            game: opening.game,
            size: opening.size,
            start: opening.start,
            created: opening.created,
            rematch_of: linked(opening.rematch_of)?,
            seats: taken,
        },
    })
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

fn event(row: &Row<'_>) -> rusqlite::Result<(usize, Option<Event>)> {
    let mv: Option<String> = row.get(3)?;
    let action = Action::read(row.get_ref(2)?.as_str()?, mv.as_deref());
    let at = row.get(4)?;
    let event = player(row.get(1)?)
        .zip(action)
        .map(|(player, action)| Event { player, action, at });
    Ok((row.get(0)?, event))
}
