//! The one task of a server that writes.
//!
//! It takes all that waits into one transaction, sends it as one message, and acknowledges none of it before the
//! database has. A connection that breaks meanwhile leaves open what has become of it; so all of it is written once
//! more, and what is there already counts as written.

use std::collections::{HashMap, HashSet};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quintet_rules::Player;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

use super::hearing::Telling;
use super::line::{Address, Connected, Fault, FaultKind, Line, PATIENCE};
use super::read::is_idle;
use crate::store::chain::{Chain, seal};
use crate::store::{Acknowledge, Change, Figures, NewGame, Seat, SeatChange, StoreFault, Written};
use crate::{Event, GameId};

/// Changes that may wait; more are turned away, so that memory has a bound.
const QUEUE: usize = 8192;

/// Changes in one transaction: enough to share the wait, few enough to keep it short.
const BATCH: usize = 512;

/// How long a change waits for a database that cannot be reached.
const DEADLINE: Duration = Duration::from_secs(8);

/// How long to wait before the next attempt.
const PAUSE: Duration = Duration::from_millis(100);

const BEGIN: usize = 0;
const COMMIT: usize = 1;
const OPEN: usize = 2;
const SIT: usize = 3;
const PASS: usize = 4;
const LEAVE: usize = 5;
const ACT: usize = 6;
const HOLD: usize = 7;
const DELETE: usize = 8;
const EXPIRE: usize = 9;
const PROBE: usize = 10;
const CLEAN: usize = 11;
const WHY: usize = 12;

/// Each says by its rows whether it did something: for actions, which games they are the addresses of.
const STATEMENTS: [&str; 13] = [
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
     ON CONFLICT DO NOTHING RETURNING (SELECT id FROM games WHERE key = log.game)",
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

type Connection = Connected<{ STATEMENTS.len() }>;

/// What becomes of a change.
type Answer = Result<(), StoreFault>;

struct Job {
    change: Change,
    acknowledge: Acknowledge,
    since: Instant,
}

/// Hands changes to the task.
pub(super) struct Writer {
    queue: std::sync::Mutex<Option<mpsc::Sender<Job>>>,
    ended: Arc<tokio::sync::Notify>,
    counts: Arc<Counts>,
}

/// What the task has to do, and what it has done.
#[derive(Default)]
struct Counts {
    waiting: AtomicU64,
    commits: AtomicU64,
    commit_nanoseconds: AtomicU64,
    is_ended: std::sync::atomic::AtomicBool,
}

impl Writer {
    /// Writes to a database. The games that have changed are told once that is on disk.
    pub(super) fn start(address: &Arc<Address>, tellings: mpsc::UnboundedSender<Telling>) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let counts = Arc::new(Counts::default());
        let ended = Arc::new(tokio::sync::Notify::new());
        let task = Task {
            line: Line::new(Arc::clone(address), STATEMENTS),
            tellings,
            counts: Arc::clone(&counts),
        };
        let (end, counted) = (Arc::clone(&ended), Arc::clone(&counts));
        tokio::spawn(async move {
            // A panic ends this task alone; then nothing is written any more, and that is said.
            let running = tokio::spawn(task.run(jobs)).await;
            if let Err(panic) = running {
                tracing::error!(%panic, "nothing can be written any more");
            }
            counted.is_ended.store(true, Ordering::Release);
            end.notify_waiters();
        });
        Writer {
            queue: std::sync::Mutex::new(Some(queue)),
            ended,
            counts,
        }
    }

    fn queue(&self) -> std::sync::MutexGuard<'_, Option<mpsc::Sender<Job>>> {
        // Nothing that holds this lock can panic halfway through a change.
        self.queue
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub(super) fn write(&self, change: Change) -> Written {
        let (acknowledge, written) = Written::promise();
        let job = Job {
            change,
            acknowledge,
            since: Instant::now(),
        };
        // A closed queue drops the acknowledgement, which ends the wait for it with an error.
        if let Some(queue) = &*self.queue() {
            // Before it is sent: the task may take it at once.
            self.counts.waiting.fetch_add(1, Ordering::Relaxed);
            let sent = queue.try_send(job);
            if sent.is_err() {
                self.counts.waiting.fetch_sub(1, Ordering::Relaxed);
            }
            if let Err(mpsc::error::TrySendError::Full(job)) = sent {
                // The task that waited may have ended.
                let _ = job.acknowledge.send(Err(StoreFault::Full));
            }
        }
        written
    }

    pub(super) fn figures(&self) -> Figures {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Figures {
            waiting: read(&self.counts.waiting),
            commits: read(&self.counts.commits),
            commit_time: Duration::from_nanos(read(&self.counts.commit_nanoseconds)),
            log_bytes: 0,
        }
    }

    /// Whether the task runs.
    pub(super) fn is_alive(&self) -> bool {
        !self.counts.is_ended.load(Ordering::Acquire)
    }

    /// Writes what waits, and ends.
    pub(super) async fn close(&self) {
        let mut ended = std::pin::pin!(self.ended.notified());
        // From here on the end is noticed.
        ended.as_mut().enable();
        drop(self.queue().take());
        if self.is_alive() {
            ended.await;
        }
    }
}

struct Task {
    line: Line<{ STATEMENTS.len() }>,
    tellings: mpsc::UnboundedSender<Telling>,
    counts: Arc<Counts>,
}

impl Task {
    async fn run(self, mut jobs: mpsc::Receiver<Job>) {
        let mut group = Vec::with_capacity(BATCH);
        while jobs.recv_many(&mut group, BATCH).await > 0 {
            self.counts
                .waiting
                .fetch_sub(group.len() as u64, Ordering::Relaxed);
            let begun = Instant::now();
            let since = group.iter().map(|job| job.since).min().unwrap_or(begun);
            let (changes, acknowledge): (Vec<_>, Vec<_>) = group
                .drain(..)
                .map(|job| (job.change, job.acknowledge))
                .unzip();
            let answers = self.write(&changes, since + DEADLINE).await;
            self.counts.commits.fetch_add(1, Ordering::Relaxed);
            let time = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.counts
                .commit_nanoseconds
                .fetch_add(time, Ordering::Relaxed);
            for ((change, acknowledge), answer) in changes.iter().zip(acknowledge).zip(answers) {
                if answer.is_ok() {
                    // The other end may have ended with the server.
                    let mut tellings = games_of(change).map(Telling::Changed);
                    let _ = tellings.try_for_each(|telling| self.tellings.send(telling));
                }
                // The task that asked may have ended; the change is made all the same.
                let _ = acknowledge.send(answer);
            }
        }
    }

    /// Writes a group, and again until it is known what has become of each change or the time is over.
    async fn write(&self, changes: &[Change], deadline: Instant) -> Vec<Answer> {
        let mut is_again = false;
        loop {
            let fault = match self.line.connected().await {
                Err(fault) => fault,
                Ok(connection) => {
                    let writing = write(&connection, changes, is_again);
                    let written = timeout(PATIENCE, writing).await;
                    let slow = || Fault::new(FaultKind::Lost, "the database does not answer");
                    match written.unwrap_or_else(|_| Err(slow())) {
                        Ok(answers) => return answers,
                        Err(fault) => {
                            is_again |= fault.kind == FaultKind::Lost;
                            fault
                        }
                    }
                }
            };
            tracing::warn!(fault = fault.what(), "the database could not be written");
            match fault.kind {
                FaultKind::Lost => self.line.give_up().await,
                FaultKind::Again => {}
                FaultKind::Refused if changes.len() > 1 => {
                    // One change must not cost the others anything.
                    let mut answers = Vec::with_capacity(changes.len());
                    for change in changes {
                        let alone = std::slice::from_ref(change);
                        answers.extend(Box::pin(self.write(alone, deadline)).await);
                    }
                    return answers;
                }
                FaultKind::Refused => {
                    return vec![Err(StoreFault::Broken(fault.what().to_owned()))];
                }
            }
            if Instant::now() >= deadline {
                let fault = fault.what().to_owned();
                let fault = if is_again {
                    StoreFault::Unknown(fault)
                } else {
                    StoreFault::Broken(fault)
                };
                return vec![Err(fault); changes.len()];
            }
            sleep(PAUSE).await;
        }
    }
}

/// The games that a change concerns: the game itself, and the one that it follows.
fn games_of(change: &Change) -> impl Iterator<Item = GameId> {
    let (game, before) = match change {
        Change::Open(game) => (Some(game.id), game.rematch_of),
        Change::Seat(change) => (Some(change.game), None),
        Change::Action(id, ..) | Change::Delete(id) | Change::Expire(id, _) => (Some(*id), None),
        Change::Probe => (None, None),
    };
    game.into_iter().chain(before)
}

/// A request that has been sent, and its answer.
type Sent<'a> = Pin<Box<dyn Future<Output = Result<Vec<Row>, tokio_postgres::Error>> + Send + 'a>>;

/// The requests of one transaction, all of which are sent before the first is answered.
struct Requests<'a> {
    connection: &'a Connection,
    sent: Vec<Sent<'a>>,
}

impl<'a> Requests<'a> {
    /// Sends a statement. Its number among those that are sent.
    async fn send(
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
    async fn answers(self) -> Result<Vec<Vec<Row>>, Fault> {
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

/// Writes all changes in one transaction. If an earlier attempt may have succeeded, what is there already was written
/// by it.
async fn write(
    connection: &Connection,
    changes: &[Change],
    is_again: bool,
) -> Result<Vec<Answer>, Fault> {
    let mut requests = Requests {
        connection,
        sent: Vec::new(),
    };
    requests.send(BEGIN, parameters![]).await;
    // Which request is that of which change.
    let mut places = vec![0; changes.len()];
    let mut acts = Vec::new();
    for step in steps(changes) {
        let mut actions = Actions::default();
        let (acting, others): (Vec<_>, Vec<_>) = step
            .into_iter()
            .partition(|number| matches!(changes[*number], Change::Action(..)));
        for number in others {
            places[number] = send(&mut requests, &changes[number]).await;
        }
        for number in &acting {
            if let Change::Action(id, ply, event) = &changes[*number] {
                actions.add(*id, *ply, event);
            }
        }
        if !acting.is_empty() {
            let request = requests.send(ACT, actions.parameters()).await;
            acts.push(request);
            for number in acting {
                places[number] = request;
            }
        }
    }
    requests.send(COMMIT, parameters![]).await;
    let answers = requests.answers().await?;
    let acted: HashSet<(usize, &str)> = acts
        .into_iter()
        .flat_map(|request| {
            answers[request]
                .iter()
                .map(move |row| (request, row.get(0)))
        })
        .collect();
    let mut outcomes = Vec::with_capacity(changes.len());
    for (change, request) in changes.iter().zip(places) {
        let is_done = match change {
            Change::Action(id, ..) => acted.contains(&(request, id.to_string().as_str())),
            _ => !answers[request].is_empty(),
        };
        outcomes.push(if is_done {
            Ok(())
        } else {
            why(connection, change, is_again).await?
        });
    }
    Ok(outcomes)
}

/// The changes in steps, in each of which a game occurs at most once: what concerns one game stays in order.
fn steps(changes: &[Change]) -> Vec<Vec<usize>> {
    let mut steps: Vec<Vec<usize>> = Vec::new();
    let mut latest: HashMap<GameId, usize> = HashMap::new();
    for (number, change) in changes.iter().enumerate() {
        let step = games_of(change)
            .filter_map(|id| latest.get(&id))
            .map(|step| step + 1)
            .max()
            .unwrap_or(0);
        latest.extend(games_of(change).map(|id| (id, step)));
        if steps.len() == step {
            steps.push(Vec::new());
        }
        steps[step].push(number);
    }
    steps
}

/// Actions of different games, as the columns of a statement.
#[derive(Default)]
struct Actions {
    ids: Vec<String>,
    plies: Vec<i32>,
    players: Vec<i16>,
    names: Vec<&'static str>,
    moves: Vec<Option<String>>,
    ats: Vec<i64>,
    steps: Vec<Vec<u8>>,
}

impl Actions {
    fn add(&mut self, id: GameId, ply: u32, event: &Event) {
        self.ids.push(id.to_string());
        self.plies.push(ply.cast_signed());
        self.players.push(event.player.number().into());
        self.names.push(event.action.name());
        self.moves.push(event.action.as_move().map(str::to_owned));
        self.ats.push(time(event.at));
        self.steps.push(Chain::step(event));
    }

    fn parameters(self) -> Vec<Box<dyn ToSql + Sync + Send>> {
        let before = Chain::BEFORE.to_vec();
        let (ids, plies, players) = (self.ids, self.plies, self.players);
        let (names, moves, ats, steps) = (self.names, self.moves, self.ats, self.steps);
        parameters![before, ids, plies, players, names, moves, ats, steps]
    }
}

/// Sends a change that is not an action: the number of the request.
async fn send(requests: &mut Requests<'_>, change: &Change) -> usize {
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
fn time(seconds: u64) -> i64 {
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
        Chain::begin(game).as_bytes().to_vec(),
        seats.0,
        seats.1,
        seats.2,
        seats.3,
        seats.4,
    ]
}

/// A taken seat as the columns of its row: token, name, since, seal.
fn columns(game: GameId, player: Player, seat: &Seat) -> (Vec<u8>, Option<String>, i64, Vec<u8>) {
    let sealed = seal(game, player, seat).to_vec();
    let token = seat.token.as_bytes().to_vec();
    (token, seat.name.clone(), time(seat.since), sealed)
}

/// Why a change was not made; or that it was, by an earlier attempt.
async fn why(connection: &Connection, change: &Change, is_again: bool) -> Result<Answer, Fault> {
    let (ply, player) = match change {
        Change::Action(_, ply, _) => (ply.cast_signed(), 0),
        Change::Seat(change) => (0, i16::from(change.player.number())),
        _ => (0, 0),
    };
    let Some(id) = games_of(change).next() else {
        return Ok(Err(StoreFault::Broken(
            "a probe was not written".to_owned(),
        )));
    };
    let look = |id: GameId| async move {
        let parameters: [&(dyn ToSql + Sync); 3] = [&id.to_string(), &player, &ply];
        let found = connection
            .client
            .query_opt(&connection.statements[WHY], &parameters);
        found.await
    };
    let found = look(id).await?;
    if let Change::Open(game) = change {
        let begun = Chain::begin(game);
        let is_ours = |found: Row| found.get::<_, &[u8]>(0) == begun.as_bytes();
        if is_again && found.is_some_and(is_ours) {
            return Ok(Ok(()));
        }
        let is_orphan = match game.rematch_of {
            Some(before) => look(before).await?.is_none(),
            None => false,
        };
        return Ok(Err(if is_orphan {
            StoreFault::Missing
        } else {
            StoreFault::Taken
        }));
    }
    let Some(found) = found else {
        let is_deleted = matches!(change, Change::Delete(_) | Change::Expire(..));
        return Ok((is_again && is_deleted)
            .then_some(())
            .ok_or(StoreFault::Missing));
    };
    Ok(match change {
        Change::Seat(change) => {
            let now: Option<&[u8]> = found.get(1);
            let wanted = change.now.as_ref().map(|seat| seat.token.as_bytes());
            // To leave a free seat free is nothing to be written.
            let is_free = change.was.is_none() && wanted.is_none();
            taken_unless(now == wanted && (is_again || is_free))
        }
        Change::Action(_, _, event) => {
            let is_ours = found.get::<_, Option<i16>>(2) == Some(event.player.number().into())
                && found.get::<_, Option<&str>>(3) == Some(event.action.name())
                && found.get::<_, Option<&str>>(4) == event.action.as_move()
                && found.get::<_, Option<i64>>(5) == Some(time(event.at));
            if found.get(6) {
                taken_unless(is_again && is_ours)
            } else {
                Err(StoreFault::Missing)
            }
        }
        // It is there: it was not idle.
        Change::Expire(..) => Err(StoreFault::Missing),
        Change::Open(_) | Change::Delete(_) | Change::Probe => {
            Err(StoreFault::Broken("nothing was written".to_owned()))
        }
    })
}

fn taken_unless(is_done: bool) -> Answer {
    is_done.then_some(()).ok_or(StoreFault::Taken)
}
