//! A `PostgreSQL` database that several servers share: any of them writes to any game.
//!
//! ```text
//!     line       a connection, made again when it breaks
//!     schema     the tables
//!     writer     the task that writes: one transaction for all that waits
//!       transaction  what becomes of each change in it
//!       requests     changes as statements and their parameters
//!     read       games and what is new in them
//!     hearing    what others have done, and the time
//!       telling      what is told, as text
//! ```

mod hearing;
mod line;
mod read;
mod requests;
mod schema;
mod telling;
mod transaction;
mod writer;

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::store::{
    Change, GameUpdate, GameVersion, Idle, Notifications, Presence, ReadFuture, Store, StoreError,
    StoreStats, StoredGame, WriteFuture,
};
use crate::{GameId, Token};

use hearing::Clock;
use line::{Address, Fault, FaultKind, Line, answered};
use read::{Asked, Found};
use telling::Telling;
use writer::Writer;

/// Games in a database that several servers share.
pub struct Postgres {
    writer: Writer,
    /// For what clients wait for.
    reader: Line<1>,
    /// For what may take longer: all games at once.
    background: Line<3>,
    /// None once the store is closed, so that the task ends that tells.
    tellings: Mutex<Option<mpsc::UnboundedSender<Vec<Telling>>>>,
    hints: Arc<Notifications>,
    clock: Arc<Clock>,
    secret: Token,
}

/// Why a database cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{database} cannot be used: {fault}")]
pub struct ConnectError {
    /// Where it is, without its password.
    pub database: String,
    /// What is wrong.
    pub fault: String,
}

/// Games that are looked at in the background if they are more than so many.
const MANY: usize = 1000;

impl Postgres {
    /// Connects to a database, and makes the tables if it has none. One that could lose acknowledged changes is
    /// refused. What runs beside it, runs on the current runtime.
    pub async fn open(url: &str) -> Result<Self, ConnectError> {
        let address = address(url)?;
        let shown = address.shown();
        let opened = Postgres::at(address).await;
        opened.map_err(|fault| unusable(shown, &fault))
    }

    /// The same, but refuses a database to which a server is connected.
    pub async fn open_alone(url: &str) -> Result<Self, ConnectError> {
        let address = address(url)?;
        let shown = address.shown();
        let checked = check_unused(&address).await;
        checked.map_err(|fault| unusable(shown, &fault))?;
        Postgres::open(url).await
    }

    async fn at(address: Address) -> Result<Self, Fault> {
        schema::migrate(&address).await?;
        let client = address.connect(None).await?;
        let secret = secret(&client).await?;
        let clock = Arc::new(Clock::new());
        clock.ask(&client).await?;
        let (tellings, told) = mpsc::unbounded_channel();
        let hints = Arc::new(Notifications::default());
        let address = Arc::new(address);
        tokio::spawn(hearing::run(
            Arc::clone(&address),
            told,
            Arc::clone(&hints),
            Arc::clone(&clock),
        ));
        Ok(Postgres {
            writer: Writer::start(&address, tellings.clone()),
            tellings: Mutex::new(Some(tellings)),
            reader: Line::new(Arc::clone(&address), [read::NEWS]),
            background: Line::new(address, [read::NEWS, read::IDLE, read::GAMES]),
            hints,
            clock,
            secret,
        })
    }

    /// Where a database is, without the password that may be in its address.
    pub fn shown(url: &str) -> String {
        Address::read(url).map_or_else(|_| "the database".to_owned(), |address| address.shown())
    }

    fn tellings(&self) -> MutexGuard<'_, Option<mpsc::UnboundedSender<Vec<Telling>>>> {
        // Nothing that holds this lock can panic halfway through a change.
        self.tellings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn since(&self, known: Vec<GameVersion>) -> Result<Vec<GameUpdate>, StoreError> {
        let asked = Asked::new(&known);
        let parameters = asked.parameters();
        let rows = if known.len() > MANY {
            query(&self.background, 0, &parameters).await?
        } else {
            query(&self.reader, 0, &parameters).await?
        };
        let since = rows.iter().map(|row| {
            let found = Found(row);
            let known = known[found.number()];
            let update = found.is_there().then(|| found.update(known));
            let update = update.transpose().unwrap_or_else(|fault| {
                // The next request for the game is told.
                tracing::error!(%fault, "a game is damaged");
                None
            });
            GameUpdate { known, update }
        });
        Ok(since.collect())
    }

    async fn whole(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        let asked = Asked::whole(id);
        let rows = query(&self.reader, 0, &asked.parameters()).await?;
        let found = rows.first().map(Found).filter(Found::is_there);
        let nothing = GameVersion {
            id,
            plies: 0,
            revision: 0,
            chain: None,
        };
        found.map(|found| found.game(nothing)).transpose()
    }
}

fn address(url: &str) -> Result<Address, ConnectError> {
    Address::read(url).map_err(|fault| ConnectError {
        database: "the database".to_owned(),
        fault,
    })
}

fn unusable(database: String, fault: &Fault) -> ConnectError {
    ConnectError {
        database,
        fault: fault.what().to_owned(),
    }
}

/// Refuses a database to which another program of this name is connected.
async fn check_unused(address: &Address) -> Result<(), Fault> {
    let client = address.connect(None).await?;
    let asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()";
    let found = answered(client.query_one(asked, &[])).await?;
    match found.get::<_, i64>(0) {
        0 => Ok(()),
        _ => Err(Fault::new(
            FaultKind::Refused,
            "a server is connected to it; stop all servers first",
        )),
    }
}

/// The secret of all servers of the database. The first makes it.
async fn secret(client: &tokio_postgres::Client) -> Result<Token, Fault> {
    let new = Token::random();
    let make = "INSERT INTO secret VALUES (1, $1) ON CONFLICT DO NOTHING";
    answered(client.execute(make, &[&new.as_bytes()])).await?;
    let found = answered(client.query_one("SELECT bytes FROM secret", &[])).await?;
    let unreadable = || Fault::new(FaultKind::Refused, "the secret has another length");
    Token::from_bytes(found.get(0)).ok_or_else(unreadable)
}

/// The rows that a statement of a connection finds. A connection that is found broken is made again once.
async fn query<const N: usize>(
    line: &Line<N>,
    statement: usize,
    parameters: &[&(dyn ToSql + Sync)],
) -> Result<Vec<Row>, Fault> {
    let mut is_again = false;
    loop {
        let connected = line.connected().await?;
        let found = connected
            .client
            .query(&connected.statements[statement], parameters);
        match answered(found).await {
            Err(fault) if fault.kind == FaultKind::Lost => {
                line.give_up(&connected).await;
                if is_again {
                    return Err(fault);
                }
                is_again = true;
            }
            found => return found,
        }
    }
}

impl Store for Postgres {
    fn write(&self, change: Change) -> WriteFuture {
        self.writer.write(change)
    }

    fn game(&self, id: GameId) -> ReadFuture<'_, Option<StoredGame>> {
        Box::pin(self.whole(id))
    }

    fn events_since(&self, known: Vec<GameVersion>) -> ReadFuture<'_, Vec<GameUpdate>> {
        Box::pin(self.since(known))
    }

    fn subscribe(&self) -> Option<Arc<Notifications>> {
        Some(Arc::clone(&self.hints))
    }

    fn announce(&self, here: Vec<Presence>) {
        if let Some(tellings) = &*self.tellings() {
            // The other end may have ended with the server.
            let _ = tellings.send(here.into_iter().map(Telling::Presence).collect());
        }
    }

    fn idle(&self, idle: Idle, most: u32) -> ReadFuture<'_, Vec<GameId>> {
        Box::pin(async move {
            let [begun, unbegun] =
                [idle.begun, idle.unbegun].map(|time| i64::try_from(time).unwrap_or(i64::MAX));
            let most = i64::from(most);
            let rows = query(&self.background, 1, &[&begun, &unbegun, &most]).await?;
            let ids = rows
                .iter()
                .filter_map(|row| row.get::<_, &str>(0).parse().ok());
            Ok(ids.collect())
        })
    }

    fn games(&self, after: i64, most: u32) -> ReadFuture<'_, Vec<(i64, GameId)>> {
        Box::pin(async move {
            let most = i64::from(most);
            let rows = query(&self.background, 2, &[&after, &most]).await?;
            let read = |row: &Row| Some((row.get(0), row.get::<_, &str>(1).parse().ok()?));
            Ok(rows.iter().filter_map(read).collect())
        })
    }

    fn now(&self) -> u64 {
        self.clock.now()
    }

    fn secret(&self) -> &Token {
        &self.secret
    }

    fn health(&self) -> Result<(), StoreError> {
        if self.writer.is_alive() {
            return Ok(());
        }
        Err(StoreError::Closed)
    }

    fn stats(&self) -> StoreStats {
        self.writer.stats()
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async {
            self.writer.close().await;
            drop(self.tellings().take());
        })
    }
}
