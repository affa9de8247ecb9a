//! The store in a `PostgreSQL` database that several servers share. Any of them writes to any game.
//!
//! ```text
//!     connection     a connection, restored when it breaks
//!     schema         the tables
//!     writer         the task that writes: one transaction for all waiting changes
//!       transaction  the result of each change
//!       statements   changes as statements and their parameters
//!     read           games and their changes
//!     notify         notifications between servers, and the clock of the database
//!       message      their text
//! ```

mod connection;
mod message;
mod notify;
mod read;
mod schema;
mod statements;
mod transaction;
mod writer;

use std::pin::Pin;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::store::notifications::Message;
use crate::store::{
    Change, GameUpdate, GameVersion, Idle, Notifications, Presence, ReadFuture, Store, StoreError,
    StoreStats, StoredGame, WriteFuture,
};
use crate::{GameId, Token};

use connection::{Address, Connection, Failure, timed};
use notify::Clock;
use read::{GameRow, Versions};
use writer::Writer;

/// Games in a database that several servers share.
pub struct Postgres {
    writer: Writer,
    /// For requests that clients wait for.
    reader: Connection,
    /// For requests that may take longer, such as all games.
    background: Connection,
    /// `None` once the store is closed, so that the task that sends messages ends.
    messages: Mutex<Option<mpsc::UnboundedSender<Vec<Message>>>>,
    notifications: Arc<Notifications>,
    clock: Arc<Clock>,
    secret: Token,
}

/// Reason why a database cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{database} cannot be used: {reason}")]
pub struct ConnectError {
    /// The address without its password.
    pub database: String,
    /// The error.
    pub reason: String,
}

/// The number of games above which they are read in the background.
const MANY: usize = 1000;

impl Postgres {
    /// Connects to a database, and creates the tables if there are none. A database that could lose acknowledged changes
    /// is refused. The tasks of the store run on the current runtime.
    pub async fn open(url: &str) -> Result<Self, ConnectError> {
        Postgres::connect(url, false).await
    }

    /// Does the same, but refuses a database to which a server is connected.
    pub async fn open_alone(url: &str) -> Result<Self, ConnectError> {
        Postgres::connect(url, true).await
    }

    async fn connect(url: &str, is_alone: bool) -> Result<Self, ConnectError> {
        let address = Address::read(url).map_err(|reason| ConnectError {
            database: "the database".to_owned(),
            reason,
        })?;
        let database = address.shown();
        let opened = Postgres::at(address, is_alone).await;
        opened.map_err(|Failure { reason, .. }| ConnectError { database, reason })
    }

    async fn at(address: Address, is_alone: bool) -> Result<Self, Failure> {
        if is_alone {
            check_unused(&address).await?;
        }
        schema::create(&address).await?;
        let client = address.connect(None).await?;
        let secret = secret(&client).await?;
        let clock = Arc::new(Clock::new());
        clock.sync(&client).await?;
        let (messages, outgoing) = mpsc::unbounded_channel();
        let notifications = Arc::new(Notifications::default());
        let address = Arc::new(address);
        tokio::spawn(notify::run(
            Arc::clone(&address),
            outgoing,
            Arc::clone(&notifications),
            Arc::clone(&clock),
        ));
        Ok(Postgres {
            writer: Writer::start(&address, messages.clone()),
            messages: Mutex::new(Some(messages)),
            reader: Connection::new(&address, &[read::NEWS]),
            background: Connection::new(&address, &[read::NEWS, read::IDLE, read::GAMES]),
            notifications,
            clock,
            secret,
        })
    }

    /// Returns the address of a database without its password.
    pub fn shown(url: &str) -> String {
        Address::read(url).map_or_else(|_| "the database".to_owned(), |address| address.shown())
    }
}

/// Refuses a database to which another program of this name is connected.
async fn check_unused(address: &Address) -> Result<(), Failure> {
    let client = address.connect(None).await?;
    let count = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()";
    let found = timed(client.query_one(count, &[])).await?;
    if found.get::<_, i64>(0) == 0 {
        return Ok(());
    }
    let reason = "a server is connected to it; stop all servers first";
    Err(Failure::refused(reason))
}

/// Returns the secret of all servers of the database, which the first one creates.
async fn secret(client: &tokio_postgres::Client) -> Result<Token, Failure> {
    let new = Token::random();
    let create = "INSERT INTO secret VALUES (1, $1) ON CONFLICT DO NOTHING";
    timed(client.execute(create, &[&new.as_bytes()])).await?;
    let found = timed(client.query_one("SELECT bytes FROM secret", &[])).await?;
    let invalid = || Failure::refused("the secret has an invalid length");
    Token::from_bytes(found.get(0)).ok_or_else(invalid)
}

impl Store for Postgres {
    fn write(&self, change: Change) -> WriteFuture {
        self.writer.queue.write(change)
    }

    fn game(&self, id: GameId) -> ReadFuture<'_, Option<StoredGame>> {
        Box::pin(async move {
            let versions = Versions::none(id);
            let parameters = versions.parameters();
            let rows = self.reader.query(read::NEWS, &parameters).await?;
            let found = rows.first().map(GameRow).filter(GameRow::exists);
            found.map(|found| found.game(id)).transpose()
        })
    }

    fn events_since(&self, known: Vec<GameVersion>) -> ReadFuture<'_, Vec<GameUpdate>> {
        Box::pin(async move {
            let versions = Versions::new(&known);
            let connection = if known.len() > MANY {
                &self.background
            } else {
                &self.reader
            };
            let rows = connection.query(read::NEWS, &versions.parameters()).await?;
            let updates = rows.iter().map(GameRow).map(|row| {
                let known = known[row.index()];
                let update = row.exists().then(|| row.update(known.id, known.plies));
                let update = update.transpose().unwrap_or_else(|error| {
                    // The next read of the game fails with it.
                    tracing::error!(%error, "a game is damaged");
                    None
                });
                GameUpdate { known, update }
            });
            Ok(updates.collect())
        })
    }

    fn subscribe(&self) -> Option<Arc<Notifications>> {
        Some(Arc::clone(&self.notifications))
    }

    fn announce(&self, presence: Vec<Presence>) {
        if let Some(messages) = &*self.messages.lock() {
            // The receiver ends with the runtime.
            let _ = messages.send(presence.into_iter().map(Message::Presence).collect());
        }
    }

    fn idle(&self, idle: Idle, limit: u32) -> ReadFuture<'_, Vec<GameId>> {
        Box::pin(async move {
            let [begun, unbegun] = [idle.begun, idle.unbegun].map(statements::time);
            let limit = i64::from(limit);
            let parameters: [&(dyn ToSql + Sync); 3] = [&begun, &unbegun, &limit];
            let rows = self.background.query(read::IDLE, &parameters).await?;
            let id = |row: &Row| row.get::<_, &str>(0).parse().ok();
            Ok(rows.iter().filter_map(id).collect())
        })
    }

    fn games(&self, after: i64, limit: u32) -> ReadFuture<'_, Vec<(i64, GameId)>> {
        Box::pin(async move {
            let limit = i64::from(limit);
            let parameters: [&(dyn ToSql + Sync); 2] = [&after, &limit];
            let rows = self.background.query(read::GAMES, &parameters).await?;
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
        self.writer.queue.health()
    }

    fn stats(&self) -> StoreStats {
        self.writer.queue.stats()
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async {
            self.writer.close().await;
            drop(self.messages.lock().take());
        })
    }
}
