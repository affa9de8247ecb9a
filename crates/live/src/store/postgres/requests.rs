//! Changes as requests: the statements that make them, and their parameters.

use std::pin::Pin;

use quintet_rules::Player;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

use super::line::{Connected, Fault};
use super::read::is_idle;
use crate::store::log_hash::{LogHash, seat_hash};
use crate::store::{Change, NewGame, Seat, SeatChange};
use crate::{Event, GameId};

/// The connection through which changes are written.
pub(super) type Connection = Connected<{ STATEMENTS.len() }>;

pub(super) const BEGIN: usize = 0;
pub(super) const COMMIT: usize = 1;
pub(super) const OPEN: usize = 2;
pub(super) const SIT: usize = 3;
pub(super) const PASS: usize = 4;
pub(super) const LEAVE: usize = 5;
pub(super) const ACT: usize = 6;
pub(super) const HOLD: usize = 7;
pub(super) const DELETE: usize = 8;
pub(super) const EXPIRE: usize = 9;
pub(super) const PROBE: usize = 10;
pub(super) const CLEAN: usize = 11;
pub(super) const WHY: usize = 12;

/// Each says by its rows whether it did something: for actions, the addresses of their games and their hashes.
pub(super) const STATEMENTS: [&str; 13] = [
    "BEGIN",
    "COMMIT",
    "WITH opened AS (
         INSERT INTO games (id, game, size, start, created, rematch_of, chain)
         SELECT $1, $2, $3, $4, $5, before.key, $7
         FROM (SELECT (SELECT key FROM games WHERE id = $6)) AS before (key)
         WHERE $6::text IS NULL OR before.key IS NOT NULL
         ON CONFLICT DO NOTHING RETURNING key
     ), seated AS (
         INSERT INTO seats (game, player, token, name, since, seal)
         SELECT o.key, s.* FROM opened o,
             unnest($8::smallint[], $9::bytea[], $10::text[], $11::bigint[], $12::bytea[]) s
     ), followed AS (
         UPDATE games SET revision = revision + 1 WHERE id = $6 AND EXISTS (SELECT FROM opened)
     )
     SELECT 1 FROM opened",
    "WITH sat AS (
         INSERT INTO seats (game, player, token, name, since, seal)
         SELECT key, $2, $3, $4, $5, $6 FROM games WHERE id = $1
         ON CONFLICT DO NOTHING RETURNING 1
     )
     UPDATE games SET revision = revision + 1 WHERE id = $1 AND EXISTS (SELECT FROM sat) RETURNING 1",
    "WITH passed AS (
         UPDATE seats SET token = $3, name = $4, since = $5, seal = $6
         WHERE game = (SELECT key FROM games WHERE id = $1) AND player = $2 AND token = $7
         RETURNING 1
     )
     UPDATE games SET revision = revision + 1 WHERE id = $1 AND EXISTS (SELECT FROM passed) RETURNING 1",
    "WITH gone AS (
         DELETE FROM seats
         WHERE game = (SELECT key FROM games WHERE id = $1) AND player = $2 AND token = $3
         RETURNING 1
     )
     UPDATE games SET revision = revision + 1 WHERE id = $1 AND EXISTS (SELECT FROM gone) RETURNING 1",
    // The hash of an action follows from that before it, wherever that was written. In the order of keys, so that
    // two servers never wait for each other.
    "INSERT INTO log (game, ply, player, action, move, at, chain)
     SELECT key, ply, player, action, move, at, substring(sha256($1 || before || step) FOR 16)
     FROM (
         SELECT g.key, a.*, CASE WHEN a.ply = 0 THEN g.chain
             ELSE (SELECT chain FROM log WHERE game = g.key AND ply = a.ply - 1) END AS before
         FROM unnest($2::text[], $3::int[], $4::smallint[], $5::text[], $6::text[], $7::bigint[], $8::bytea[])
             AS a (id, ply, player, action, move, at, step)
         JOIN games g ON g.id = a.id
         OFFSET 0
     ) asked
     WHERE before IS NOT NULL
     ORDER BY key
     ON CONFLICT DO NOTHING RETURNING (SELECT id FROM games WHERE key = log.game), chain",
    "SELECT 1 FROM games WHERE id = $1 FOR UPDATE",
    "WITH gone AS (DELETE FROM games WHERE id = $1 RETURNING rematch_of), alone AS (
         UPDATE games SET revision = revision + 1 WHERE key = (SELECT rematch_of FROM gone)
     )
     SELECT 1 FROM gone",
    concat!(
        "WITH gone AS (DELETE FROM games g WHERE id = $3 AND ",
        is_idle!(),
        " RETURNING rematch_of), alone AS (
             UPDATE games SET revision = revision + 1 WHERE key = (SELECT rematch_of FROM gone)
         )
         SELECT 1 FROM gone"
    ),
    "INSERT INTO probe DEFAULT VALUES RETURNING 1",
    "DELETE FROM probe",
    // What is there where something was not written.
    "SELECT g.chain, s.token, l.player, l.action, l.move, l.at, EXISTS (SELECT FROM log WHERE game = g.key AND ply >= $3)
     FROM games g
     LEFT JOIN seats s ON s.game = g.key AND s.player = $2
     LEFT JOIN log l ON l.game = g.key AND l.ply = $3
     WHERE g.id = $1",
];

/// A request that has been sent, and its answer.
type Sent<'a> = Pin<Box<dyn Future<Output = Result<Vec<Row>, tokio_postgres::Error>> + Send + 'a>>;

/// The requests of one transaction, all of which are sent before the first is answered.
pub(super) struct Requests<'a> {
    connection: &'a Connection,
    sent: Vec<Sent<'a>>,
}

impl<'a> Requests<'a> {
    pub(super) fn new(connection: &'a Connection) -> Self {
        Requests {
            connection,
            sent: Vec::new(),
        }
    }

    /// Sends a statement. Its number among those that are sent.
    pub(super) async fn send(
        &mut self,
        statement: usize,
        parameters: Vec<Box<dyn ToSql + Sync + Send>>,
    ) -> usize {
        let (client, statement): (&Client, &Statement) = (
            &self.connection.client,
            &self.connection.statements[statement],
        );
        let mut request: Sent<'a> = Box::pin(async move {
            let parameters: Vec<_> = parameters
                .iter()
                .map(|parameter| &**parameter as &(dyn ToSql + Sync))
                .collect();
            client.query(statement, &parameters).await
        });
        // It is sent when it is first polled, and cannot have been answered yet.
        let first =
            std::future::poll_fn(|context| std::task::Poll::Ready(request.as_mut().poll(context)));
        match first.await {
            std::task::Poll::Pending => self.sent.push(request),
            std::task::Poll::Ready(answer) => self.sent.push(Box::pin(async { answer })),
        }
        self.sent.len() - 1
    }

    /// The answers to all. If one fails, nothing has been changed.
    pub(super) async fn answers(self) -> Result<Vec<Vec<Row>>, Fault> {
        let mut answers = Vec::with_capacity(self.sent.len());
        for request in self.sent {
            answers.push(request.await?);
        }
        Ok(answers)
    }
}

macro_rules! parameters {
    ($($parameter:expr),* $(,)?) => { vec![$(Box::new($parameter) as Box<dyn ToSql + Sync + Send>),*] };
}

/// Actions of different games, as the columns of a statement.
#[derive(Default)]
pub(super) struct Actions {
    ids: Vec<String>,
    plies: Vec<i32>,
    players: Vec<i16>,
    names: Vec<&'static str>,
    moves: Vec<Option<String>>,
    ats: Vec<i64>,
    steps: Vec<Vec<u8>>,
}

impl Actions {
    pub(super) fn add(&mut self, id: GameId, ply: u32, event: &Event) {
        self.ids.push(id.to_string());
        self.plies.push(ply.cast_signed());
        self.players.push(event.player.number().into());
        self.names.push(event.action.name());
        self.moves.push(event.action.as_move().map(str::to_owned));
        self.ats.push(time(event.at));
        self.steps.push(LogHash::step(event));
    }

    pub(super) fn parameters(self) -> Vec<Box<dyn ToSql + Sync + Send>> {
        let before = LogHash::BEFORE.to_vec();
        let (ids, plies, players) = (self.ids, self.plies, self.players);
        let (names, moves, ats, steps) = (self.names, self.moves, self.ats, self.steps);
        parameters![before, ids, plies, players, names, moves, ats, steps]
    }
}

/// Sends a change that is not an action: the number of the request.
pub(super) async fn send(requests: &mut Requests<'_>, change: &Change) -> usize {
    match change {
        Change::Open(game) => requests.send(OPEN, opening(game)).await,
        Change::Seat(change) => {
            let SeatChange { game, player, .. } = change;
            let place = (game.to_string(), i16::from(player.number()));
            let was = change.was.as_ref().map(|was| was.as_bytes().to_vec());
            match (&change.now, was) {
                (Some(seat), None) => {
                    let (token, name, since, sealed) = columns(*game, *player, seat);
                    let parameters = parameters![place.0, place.1, token, name, since, sealed];
                    requests.send(SIT, parameters).await
                }
                (Some(seat), Some(was)) => {
                    let (token, name, since, sealed) = columns(*game, *player, seat);
                    let parameters = parameters![place.0, place.1, token, name, since, sealed, was];
                    requests.send(PASS, parameters).await
                }
                // Nobody leaves a seat that is free: no token is empty.
                (None, was) => {
                    let was = was.unwrap_or_default();
                    requests
                        .send(LEAVE, parameters![place.0, place.1, was])
                        .await
                }
            }
        }
        Change::Delete(id) => {
            let id = id.to_string();
            requests.send(HOLD, parameters![id.clone()]).await;
            requests.send(DELETE, parameters![id]).await
        }
        Change::Expire(id, idle) => {
            let id = id.to_string();
            // What others write into the game comes first, and the next statement sees it.
            requests.send(HOLD, parameters![id.clone()]).await;
            let (begun, unbegun) = (time(idle.begun), time(idle.unbegun));
            requests.send(EXPIRE, parameters![begun, unbegun, id]).await
        }
        Change::Probe => {
            let number = requests.send(PROBE, parameters![]).await;
            requests.send(CLEAN, parameters![]).await;
            number
        }
        Change::Action(..) => unreachable!("actions are sent together"),
    }
}

/// Seconds since 1970 as they are stored.
pub(super) fn time(seconds: u64) -> i64 {
    i64::try_from(seconds).unwrap_or(i64::MAX)
}

fn opening(game: &NewGame) -> Vec<Box<dyn ToSql + Sync + Send>> {
    let mut seats = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for player in Player::BOTH {
        if let Some(seat) = &game.seats[player] {
            let (token, name, since, sealed) = columns(game.id, player, seat);
            seats.0.push(i16::from(player.number()));
            seats.1.push(token);
            seats.2.push(name);
            seats.3.push(since);
            seats.4.push(sealed);
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

/// A taken seat as the columns of its row: token, name, since, seal.
fn columns(game: GameId, player: Player, seat: &Seat) -> (Vec<u8>, Option<String>, i64, Vec<u8>) {
    let sealed = seat_hash(game, player, seat).to_vec();
    let token = seat.token.as_bytes().to_vec();
    (token, seat.name.clone(), time(seat.since), sealed)
}
