//! Reading games, and noticing that they are not what was written.

use quintet_rules::{PerPlayer, Player};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::store::log_hash::{LogHash, seat_hash};
use crate::store::{GameVersion, NewGame, Seat, StoreError, StoredGame, Update};
use crate::{Action, Event, GameId, TokenHash};

/// Games of which something is new, as one statement and so at one moment. The parameters are what is known of each
/// game: its address, how many actions, its revision, its hash. A game that is not there has no `key`, and one of which
/// something else is known than what is there, `is_other`. Of the log,
/// the last action that is known is read, too: the hash of the next follows from its hash. Whether there is a next is not
/// asked by `EXISTS`, for which the whole log would be read if the statement was planned while it was small.
pub(super) const NEWS: &str = "
    SELECT a.number, a.chain IS NOT NULL AND a.chain IS DISTINCT FROM k.chain AS is_other, g.key, g.game, g.size, g.start, g.created, g.revision, g.chain,
        (SELECT id FROM games WHERE key = g.rematch_of) AS before,
        (SELECT id FROM games WHERE rematch_of = g.key) AS rematch,
        s.players, s.tokens, s.names, s.sinces, s.seals,
        l.plies, l.players AS movers, l.actions, l.moves, l.ats, l.chains
    FROM unnest($1::text[], $2::int[], $3::int[], $4::bytea[]) WITH ORDINALITY
        AS a (id, plies, revision, chain, number)
    LEFT JOIN games g ON g.id = a.id
    LEFT JOIN LATERAL (
        SELECT CASE WHEN a.plies = 0 THEN g.chain
            ELSE (SELECT chain FROM log WHERE game = g.key AND ply = a.plies - 1) END AS chain
        OFFSET 0
    ) k ON true
    LEFT JOIN LATERAL (
        SELECT array_agg(player) AS players, array_agg(token) AS tokens, array_agg(name) AS names,
            array_agg(since) AS sinces, array_agg(seal) AS seals
        FROM seats WHERE game = g.key
    ) s ON true
    LEFT JOIN LATERAL (
        SELECT array_agg(ply) AS plies, array_agg(player) AS players, array_agg(action) AS actions,
            array_agg(move) AS moves, array_agg(at) AS ats, array_agg(chain) AS chains
        FROM (SELECT * FROM log WHERE game = g.key AND ply >= a.plies - 1 ORDER BY ply) ordered
    ) l ON true
    WHERE g.key IS NULL OR g.revision <> a.revision OR a.chain IS NOT NULL AND a.chain IS DISTINCT FROM k.chain
        OR (SELECT true FROM log WHERE game = g.key AND ply = a.plies)
    ORDER BY a.number";

/// That a game `g` is idle, with the two times as the first parameters.
macro_rules! is_idle {
    () => {
        "created < greatest($1::bigint, $2::bigint)
         AND coalesce((SELECT max(at) FROM log WHERE game = g.key), created)
           < CASE WHEN (SELECT true FROM log WHERE game = g.key AND ply = 0) THEN $1::bigint ELSE $2::bigint END"
    };
}
pub(super) use is_idle;

/// Games that are idle.
pub(super) const IDLE: &str = concat!(
    "SELECT id FROM games g WHERE ",
    is_idle!(),
    " ORDER BY created LIMIT $3"
);

/// Games by their keys.
pub(super) const GAMES: &str = "SELECT key, id FROM games WHERE key > $1 ORDER BY key LIMIT $2";

/// The parameters of [`NEWS`].
pub(super) struct Asked {
    pub(super) ids: Vec<String>,
    pub(super) plies: Vec<i32>,
    pub(super) revisions: Vec<i32>,
    pub(super) chains: Vec<Option<Vec<u8>>>,
}

impl Asked {
    pub(super) fn new(known: &[GameVersion]) -> Self {
        Asked {
            ids: known.iter().map(|known| known.id.to_string()).collect(),
            plies: known
                .iter()
                .map(|known| known.plies.cast_signed())
                .collect(),
            revisions: known
                .iter()
                .map(|known| known.revision.cast_signed())
                .collect(),
            chains: known
                .iter()
                .map(|known| Some(known.chain?.as_bytes().to_vec()))
                .collect(),
        }
    }

    /// For one game of which nothing is known.
    pub(super) fn whole(id: GameId) -> Self {
        Asked {
            ids: vec![id.to_string()],
            plies: vec![0],
            revisions: vec![-1],
            chains: vec![None],
        }
    }

    /// As they are given to the database.
    pub(super) fn parameters(&self) -> [&(dyn ToSql + Sync); 4] {
        [&self.ids, &self.plies, &self.revisions, &self.chains]
    }
}

/// A game that was read from the database, or that is not there.
pub(super) struct Found<'a>(pub(super) &'a Row);

impl Found<'_> {
    /// Which of those that were asked for.
    pub(super) fn number(&self) -> usize {
        usize::try_from(self.0.get::<_, i64>("number") - 1).unwrap_or_default()
    }

    /// Whether it is there, and what is known of it was taken from it.
    pub(super) fn is_there(&self) -> bool {
        self.0.get::<_, Option<i64>>("key").is_some() && !self.0.get::<_, bool>("is_other")
    }

    /// What is new in a game, checked against its hashes.
    pub(super) fn update(&self, known: GameVersion) -> Result<Update, StoreError> {
        let row = self.0;
        let begun: &[u8] = row.get("chain");
        let begun = LogHash::from_bytes(begun).ok_or_else(|| damaged(known.id, "the beginning"))?;
        Ok(Update {
            events: self.events(known, begun)?,
            seats: self.seats(known.id)?,
            rematch: id(row.get("rematch")),
            revision: row.get::<_, i32>("revision").cast_unsigned(),
        })
    }

    /// A whole game, checked against its hashes.
    pub(super) fn game(&self, known: GameVersion) -> Result<StoredGame, StoreError> {
        let row = self.0;
        let update = self.update(known)?;
        let opening = NewGame {
            id: known.id,
            game: row.get("game"),
            size: row.get("size"),
            start: row.get("start"),
            created: row.get::<_, i64>("created").cast_unsigned(),
            rematch_of: id(row.get("before")),
            seats: update.seats,
        };
        if LogHash::begin(&opening).as_bytes() != row.get::<_, &[u8]>("chain") {
            return Err(damaged(known.id, "the beginning"));
        }
        Ok(StoredGame {
            opening,
            log: update.events,
            rematch: update.rematch,
            revision: update.revision,
        })
    }

    fn events(&self, known: GameVersion, begun: LogHash) -> Result<Vec<Event>, StoreError> {
        let row = self.0;
        let plies: Vec<i32> = list(row, "plies");
        let players: Vec<i16> = list(row, "movers");
        let actions: Vec<&str> = list(row, "actions");
        let moves: Vec<Option<&str>> = list(row, "moves");
        let ats: Vec<i64> = list(row, "ats");
        let chains: Vec<&[u8]> = list(row, "chains");
        let (mut chain, mut next) = (begun, 0);
        let mut events = Vec::with_capacity(plies.len());
        for (number, ply) in plies.into_iter().enumerate() {
            let is_damaged = || damaged(known.id, &format!("action {ply}"));
            let kept = LogHash::from_bytes(chains[number]).ok_or_else(is_damaged)?;
            if ply + 1 == known.plies.cast_signed() {
                (chain, next) = (kept, ply + 1);
                continue;
            }
            let event = player(players[number])
                .zip(Action::read(actions[number], moves[number]))
                .map(|(player, action)| Event {
                    player,
                    action,
                    at: ats[number].cast_unsigned(),
                })
                .ok_or_else(is_damaged)?;
            chain = chain.and(&event);
            if ply != next || chain != kept {
                return Err(is_damaged());
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
        let names: Vec<Option<String>> = list(row, "names");
        let sinces: Vec<i64> = list(row, "sinces");
        let sealed: Vec<&[u8]> = list(row, "seals");
        let mut seats = PerPlayer::from_fn(|_| None);
        for ((((number, token), name), since), expected) in players
            .into_iter()
            .zip(tokens)
            .zip(names)
            .zip(sinces)
            .zip(sealed)
        {
            let found = player(number).zip(TokenHash::from_bytes(token));
            let (player, token) = found.ok_or_else(|| damaged(id, "a seat"))?;
            let seat = Seat {
                token,
                name,
                since: since.cast_unsigned(),
            };
            if seat_hash(id, player, &seat) != expected {
                return Err(damaged(id, "a seat"));
            }
            seats[player] = Some(seat);
        }
        Ok(seats)
    }
}

/// The fault of a game that is not what was written.
fn damaged(id: GameId, what: &str) -> StoreError {
    StoreError::Damaged(format!("{what} of game {id} is not what was written"))
}

/// A column that is an array, or nothing if there was nothing to put into one.
fn list<'a, T: tokio_postgres::types::FromSql<'a>>(row: &'a Row, column: &str) -> Vec<T> {
    row.get::<_, Option<Vec<T>>>(column).unwrap_or_default()
}

fn id(text: Option<&str>) -> Option<GameId> {
    text?.parse().ok()
}

fn player(number: i16) -> Option<Player> {
    let mut players = Player::BOTH.into_iter();
    players.find(|player| i16::from(player.number()) == number)
}
