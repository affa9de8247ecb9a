//! The statements that make changes, and their parameters.

use std::pin::Pin;

use quintet_rules::Player;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::connection::{Failure, Session};
use super::read::is_idle;
use crate::store::log_hash::{LogHash, seat_hash};
use crate::store::{Change, NewGame, Seat, SeatChange};
use crate::{Event, GameId};

/// All statements of the connection that writes.
pub(super) const ALL: &[&str] = &[
    BEGIN, COMMIT, OPEN, TAKE_SEAT, PASS_SEAT, FREE_SEAT, ACT, LOCK, DELETE, EXPIRE, PROBE, CLEAN,
    EXPLAIN,
];

pub(super) const BEGIN: &str = "BEGIN";
pub(super) const COMMIT: &str = "COMMIT";

// Each of the following returns a row if it changed something.

const OPEN: &str = "
    WITH opened AS (
        INSERT INTO games (id, game, size, start, created, rematch_of, hash)
        SELECT $1, $2, $3, $4, $5, before.key, $7
        FROM (SELECT (SELECT key FROM games WHERE id = $6)) AS before (key)
        WHERE $6::text IS NULL OR before.key IS NOT NULL
        ON CONFLICT DO NOTHING RETURNING key
    ), seated AS (
        INSERT INTO seats (game, player, token, name, since, hash)
        SELECT o.key, s.* FROM opened o,
            unnest($8::smallint[], $9::bytea[], $10::text[], $11::bigint[], $12::bytea[]) s
    ), followed AS (
        UPDATE games SET revision = revision + 1 WHERE id = $6 AND EXISTS (SELECT FROM opened)
    )
    SELECT 1 FROM opened";

const TAKE_SEAT: &str = "
    WITH taken AS (
        INSERT INTO seats (game, player, token, name, since, hash)
        SELECT key, $2, $3, $4, $5, $6 FROM games WHERE id = $1
        ON CONFLICT DO NOTHING RETURNING 1
    )
    UPDATE games SET revision = revision + 1 WHERE id = $1 AND EXISTS (SELECT FROM taken) RETURNING 1";

const PASS_SEAT: &str = "
    WITH passed AS (
        UPDATE seats SET token = $3, name = $4, since = $5, hash = $6
        WHERE game = (SELECT key FROM games WHERE id = $1) AND player = $2 AND token = $7
        RETURNING 1
    )
    UPDATE games SET revision = revision + 1 WHERE id = $1 AND EXISTS (SELECT FROM passed) RETURNING 1";

const FREE_SEAT: &str = "
    WITH freed AS (
        DELETE FROM seats
        WHERE game = (SELECT key FROM games WHERE id = $1) AND player = $2 AND token = $3
        RETURNING 1
    )
    UPDATE games SET revision = revision + 1 WHERE id = $1 AND EXISTS (SELECT FROM freed) RETURNING 1";

/// Adds actions of different games, and returns the ids and hashes of those that were added. The database computes the hash
/// of an action from the previous one, whichever server wrote that. Rows are inserted in the order of their keys, so that
/// two servers cannot deadlock.
pub(super) const ACT: &str = "
    INSERT INTO log (game, ply, player, action, move, at, hash)
    SELECT key, ply, player, action, move, at, substring(sha256($1 || previous || encoded) FOR 16)
    FROM (
        SELECT g.key, a.*, CASE WHEN a.ply = 0 THEN g.hash
            ELSE (SELECT hash FROM log WHERE game = g.key AND ply = a.ply - 1) END AS previous
        FROM unnest($2::text[], $3::int[], $4::smallint[], $5::text[], $6::text[], $7::bigint[], $8::bytea[])
            AS a (id, ply, player, action, move, at, encoded)
        JOIN games g ON g.id = a.id
        OFFSET 0
    ) new
    WHERE previous IS NOT NULL
    ORDER BY key
    ON CONFLICT DO NOTHING RETURNING (SELECT id FROM games WHERE key = log.game), hash";

/// Waits for other transactions that write to a game. The next statement sees their changes.
const LOCK: &str = "SELECT 1 FROM games WHERE id = $1 FOR UPDATE";

const DELETE: &str = "
    WITH gone AS (DELETE FROM games WHERE id = $1 RETURNING rematch_of), before AS (
        UPDATE games SET revision = revision + 1 WHERE key = (SELECT rematch_of FROM gone)
    )
    SELECT 1 FROM gone";

const EXPIRE: &str = concat!(
    "WITH gone AS (DELETE FROM games g WHERE id = $3 AND ",
    is_idle!(),
    " RETURNING rematch_of), before AS (
        UPDATE games SET revision = revision + 1 WHERE key = (SELECT rematch_of FROM gone)
    )
    SELECT 1 FROM gone"
);

const PROBE: &str = "INSERT INTO probe DEFAULT VALUES RETURNING 1";
const CLEAN: &str = "DELETE FROM probe";

/// Reads the data that may explain why a change was not made.
pub(super) const EXPLAIN: &str = "
    SELECT g.hash, s.token, l.player, l.action, l.move, l.at,
        EXISTS (SELECT FROM log WHERE game = g.key AND ply >= $3)
    FROM games g
    LEFT JOIN seats s ON s.game = g.key AND s.player = $2
    LEFT JOIN log l ON l.game = g.key AND l.ply = $3
    WHERE g.id = $1";

type Parameters = Vec<Box<dyn ToSql + Sync + Send>>;

macro_rules! parameters {
    ($($parameter:expr),* $(,)?) => { vec![$(Box::new($parameter) as Box<dyn ToSql + Sync + Send>),*] };
}

/// A request that was sent, and its response.
type Sent<'a> = Pin<Box<dyn Future<Output = Result<Vec<Row>, tokio_postgres::Error>> + Send + 'a>>;

/// A pipeline of requests: all are sent before the first response arrives.
pub(super) struct Pipeline<'a> {
    session: &'a Session,
    sent: Vec<Sent<'a>>,
}

impl<'a> Pipeline<'a> {
    pub(super) fn new(session: &'a Session) -> Self {
        Pipeline {
            session,
            sent: Vec::new(),
        }
    }

    /// Sends a statement, and returns the index of its response.
    pub(super) async fn send(&mut self, sql: &'static str, parameters: Parameters) -> usize {
        let (client, statement) = (&self.session.client, self.session.statement(sql));
        let mut request: Sent<'a> = Box::pin(async move {
            let parameters: Vec<_> = parameters
                .iter()
                .map(|parameter| &**parameter as &(dyn ToSql + Sync))
                .collect();
            client.query(statement, &parameters).await
        });
        // The first poll sends the request.
        let first =
            std::future::poll_fn(|context| std::task::Poll::Ready(request.as_mut().poll(context)));
        match first.await {
            std::task::Poll::Pending => self.sent.push(request),
            std::task::Poll::Ready(response) => self.sent.push(Box::pin(async { response })),
        }
        self.sent.len() - 1
    }

    /// Sends a change other than an action.
    pub(super) async fn send_change(&mut self, change: &Change) -> usize {
        match change {
            Change::Open(game) => self.send(OPEN, opening(game)).await,
            Change::Seat(change) => self.send_seat(change).await,
            Change::Delete(id) => {
                self.send(LOCK, parameters![id.to_string()]).await;
                self.send(DELETE, parameters![id.to_string()]).await
            }
            Change::Expire(id, idle) => {
                self.send(LOCK, parameters![id.to_string()]).await;
                let (begun, unbegun) = (time(idle.begun), time(idle.unbegun));
                let parameters = parameters![begun, unbegun, id.to_string()];
                self.send(EXPIRE, parameters).await
            }
            Change::Probe => {
                let index = self.send(PROBE, Vec::new()).await;
                self.send(CLEAN, Vec::new()).await;
                index
            }
            Change::Action(..) => unreachable!("actions are sent together"),
        }
    }

    async fn send_seat(&mut self, change: &SeatChange) -> usize {
        let SeatChange { game, player, .. } = change;
        let (id, number) = (game.to_string(), i16::from(player.number()));
        let was = change.was.as_ref().map(|was| was.as_bytes().to_vec());
        let Some(seat) = &change.now else {
            // No token is empty, so a free seat stays as it is.
            let was = was.unwrap_or_default();
            return self.send(FREE_SEAT, parameters![id, number, was]).await;
        };
        let (token, name, since, hash) = columns(*game, *player, seat);
        let mut parameters = parameters![id, number, token, name, since, hash];
        let Some(was) = was else {
            return self.send(TAKE_SEAT, parameters).await;
        };
        parameters.push(Box::new(was));
        self.send(PASS_SEAT, parameters).await
    }

    /// Waits for all responses. If one is an error, nothing was changed.
    pub(super) async fn responses(self) -> Result<Vec<Vec<Row>>, Failure> {
        let mut responses = Vec::with_capacity(self.sent.len());
        for request in self.sent {
            responses.push(request.await?);
        }
        Ok(responses)
    }
}

/// Actions of different games as the parameters of [`ACT`].
#[derive(Default)]
pub(super) struct Actions {
    ids: Vec<String>,
    plies: Vec<i32>,
    players: Vec<i16>,
    names: Vec<&'static str>,
    moves: Vec<Option<String>>,
    ats: Vec<i64>,
    encoded: Vec<Vec<u8>>,
}

impl Actions {
    pub(super) fn add(&mut self, id: GameId, ply: u32, event: &Event) {
        self.ids.push(id.to_string());
        self.plies.push(ply.cast_signed());
        self.players.push(event.player.number().into());
        self.names.push(event.action.name());
        self.moves.push(event.action.as_move().map(str::to_owned));
        self.ats.push(time(event.at));
        self.encoded.push(LogHash::encode(event));
    }

    pub(super) fn parameters(self) -> Parameters {
        let prefix = LogHash::PREFIX.to_vec();
        let (ids, plies, players) = (self.ids, self.plies, self.players);
        let (names, moves, ats, encoded) = (self.names, self.moves, self.ats, self.encoded);
        parameters![prefix, ids, plies, players, names, moves, ats, encoded]
    }
}

/// Converts seconds since 1970 to their stored type.
pub(super) fn time(seconds: u64) -> i64 {
    i64::try_from(seconds).unwrap_or(i64::MAX)
}

fn opening(game: &NewGame) -> Parameters {
    let mut seats = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for player in Player::BOTH {
        if let Some(seat) = &game.seats[player] {
            let (token, name, since, hash) = columns(game.id, player, seat);
            seats.0.push(i16::from(player.number()));
            seats.1.push(token);
            seats.2.push(name);
            seats.3.push(since);
            seats.4.push(hash);
        }
    }
    parameters![
        game.id.to_string(),
        game.game.clone(),
        game.size.clone(),
        game.start.clone(),
        time(game.created),
        game.rematch_of.map(|id| id.to_string()),
        LogHash::begin(game).as_bytes().to_vec(),
        seats.0,
        seats.1,
        seats.2,
        seats.3,
        seats.4,
    ]
}

/// Returns the columns token, name, since and hash of a seat.
fn columns(game: GameId, player: Player, seat: &Seat) -> (Vec<u8>, Option<String>, i64, Vec<u8>) {
    let hash = seat_hash(game, player, seat).to_vec();
    let token = seat.token.as_bytes().to_vec();
    (token, seat.name.clone(), time(seat.since), hash)
}
