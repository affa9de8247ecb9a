//! The store of games: one trait with two implementations, `SQLite` for a single server and `PostgreSQL` for several.

mod copy;
mod log_hash;
mod notifications;
mod postgres;
mod queue;
mod sqlite;

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use quintet_rules::{PerPlayer, Player};
use tokio::sync::oneshot;

use crate::{Event, GameId, Token, TokenHash};

pub use copy::{CopyError, CopyReport, check_all, copy};
pub use log_hash::{LogHash, seat_hash};
pub use notifications::{NotificationBatch, Notifications, StoredAction};
pub use postgres::{ConnectError, Postgres};
pub use sqlite::{OpenError, Report, Sqlite, backup, check, restore};

/// A store of games. Acknowledged changes are on disk.
///
/// Several servers may share a store. The games that a server has in memory then change behind its back, and
/// [`Store::subscribe`] notifies it.
pub trait Store: Send + Sync {
    /// Starts to write a change, in the order of the calls. A change that contradicts the stored data has no effect.
    fn write(&self, change: Change) -> WriteFuture;

    /// Returns the acknowledged state of a game, if it exists.
    fn game(&self, id: GameId) -> ReadFuture<'_, Option<StoredGame>>;

    /// Returns the changes of games since the given versions. Unchanged games may be left out.
    fn events_since(&self, known: Vec<GameVersion>) -> ReadFuture<'_, Vec<GameUpdate>>;

    /// Returns notifications of changes by other servers; `None` if no other server writes to the store.
    fn subscribe(&self) -> Option<Arc<Notifications>>;

    /// Notifies other servers of the players who are connected through this one. Messages may be lost, so the caller
    /// repeats them.
    fn announce(&self, _presence: Vec<Presence>) {}

    /// Returns true if other servers may write to the store.
    fn is_shared(&self) -> bool {
        self.subscribe().is_some()
    }

    /// Returns up to `limit` idle games.
    fn idle(&self, idle: Idle, limit: u32) -> ReadFuture<'_, Vec<GameId>>;

    /// Returns up to `limit` games in the order of their opening, each with its key. The keys are greater than `after`
    /// and greater than 0.
    fn games(&self, after: i64, limit: u32) -> ReadFuture<'_, Vec<(i64, GameId)>>;

    /// Returns the time in seconds since 1970, by the clock that all servers of the store share.
    fn now(&self) -> u64;

    /// Returns the secret of all servers of the store, from which the ids and tokens of games that are opened with a key
    /// are derived.
    fn secret(&self) -> &Token;

    /// Fails if the store can no longer write because a part of it has ended.
    fn health(&self) -> Result<(), StoreError>;

    /// Returns statistics of the store; zeros if it has none.
    fn stats(&self) -> StoreStats {
        StoreStats::default()
    }

    /// Writes the waiting changes, and then refuses all others.
    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The future of a read.
pub type ReadFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// The version of a game that a server has in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameVersion {
    /// The game.
    pub id: GameId,
    /// The number of its actions.
    pub plies: u32,
    /// The state of its seats and of its rematch: see [`StoredGame::revision`].
    pub revision: u32,
    /// The hash of the log. A shared store compares it, if it is given, so that no server continues a game that is not
    /// the stored one, whatever has happened to the store.
    pub hash: Option<LogHash>,
}

/// The changes of a game since a version.
#[derive(Clone, Debug)]
pub struct GameUpdate {
    /// The version.
    pub known: GameVersion,
    /// The changes; `None` if the game was deleted or has a different log.
    pub update: Option<Update>,
}

/// New state of a game.
#[derive(Clone, Debug)]
pub struct Update {
    /// The actions after those of the version.
    pub events: Vec<Event>,
    /// The current holders of the seats.
    pub seats: PerPlayer<Option<Seat>>,
    /// The game that follows it, if there is one.
    pub rematch: Option<GameId>,
    /// See [`StoredGame::revision`].
    pub revision: u32,
}

/// The players of a game who are connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Presence {
    /// The game in which players connected or disconnected.
    pub game: GameId,
    /// True for each connected player.
    pub players: PerPlayer<bool>,
}

/// The times before which the latest action of an idle game happened, in seconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Idle {
    /// For games with an action.
    pub begun: u64,
    /// For games without one, whose opening counts.
    pub unbegun: u64,
}

/// Statistics of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StoreStats {
    /// Changes that wait to be written.
    pub waiting: u64,
    /// Committed transactions.
    pub commits: u64,
    /// The total time of all commits.
    pub commit_time: Duration,
    /// Bytes in the write-ahead log.
    pub log_bytes: u64,
}

/// A change of the stored data.
#[derive(Clone, Debug)]
pub enum Change {
    /// Adds a game.
    Open(NewGame),
    /// Takes a seat, passes it on or frees it.
    Seat(SeatChange),
    /// Adds the action with this number to a game.
    Action(GameId, u32, Event),
    /// Deletes a game with its seats and its log.
    Delete(GameId),
    /// Deletes a game if it is idle.
    Expire(GameId, Idle),
    /// Changes nothing, but must reach the disk: a test that the store can be written.
    Probe,
}

/// A game at its opening.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its id.
    pub id: GameId,
    /// The catalogue id of the game, such as `quad-block`.
    pub game: String,
    /// The board size, such as `4x4`.
    pub size: String,
    /// The start position.
    pub start: String,
    /// The time of its opening, in seconds since 1970.
    pub created: u64,
    /// The finished game that it follows.
    pub rematch_of: Option<GameId>,
    /// The holders of the seats.
    pub seats: PerPlayer<Option<Seat>>,
}

/// A change of the holder of a seat. It fails if the holder is not the expected one.
#[derive(Clone, Debug)]
pub struct SeatChange {
    /// The game.
    pub game: GameId,
    /// The player of the seat.
    pub player: Player,
    /// The token of the expected holder; `None` for a free seat.
    pub was: Option<TokenHash>,
    /// The new holder; `None` to free the seat.
    pub now: Option<Seat>,
}

/// A taken seat.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The hash of the token whose holder plays.
    pub token: TokenHash,
    /// The name of the player.
    pub name: Option<String>,
    /// The time when the token was issued, in seconds since 1970; 0 for a [reserved](Seat::reserved) seat.
    pub since: u64,
}

impl Seat {
    /// Returns a seat that is reserved for a player of the previous game. Nobody has its token: the player receives
    /// another one.
    pub fn reserved(name: Option<String>) -> Self {
        Seat {
            token: Token::random().hash(),
            name,
            since: 0,
        }
    }

    /// Returns true until the player of a reserved seat has joined.
    pub fn is_reserved(&self) -> bool {
        self.since == 0
    }
}

/// A stored game.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its opening, with the current holders of the seats.
    pub opening: NewGame,
    /// Its actions in order.
    pub log: Vec<Event>,
    /// The game that follows it.
    pub rematch: Option<GameId>,
    /// A number that increases with every change of the seats or the rematch, in a shared store.
    pub revision: u32,
}

/// Reason why a change or a read failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The number, the seat or the rematch is taken.
    #[error("it is already taken")]
    Taken,
    /// The game does not exist, the previous action is missing, or the game is not idle.
    #[error("the game does not exist")]
    Missing,
    /// Too many changes are waiting to be written.
    #[error("too many changes are waiting to be written")]
    Full,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
    /// The disk or the file failed; nothing was changed.
    #[error("the store cannot be used: {0}")]
    Broken(String),
    /// The disk or the file failed. Reading the game again shows whether the change was made.
    #[error("the change may or may not have been stored: {0}")]
    Unknown(String),
    /// The stored data of the game is corrupt.
    #[error("the game is damaged: {0}")]
    Damaged(String),
}

/// Returns the player with this number.
fn player(number: impl Into<i64>) -> Option<Player> {
    let number = number.into();
    let is_it = |player: &Player| i64::from(player.number()) == number;
    Player::BOTH.into_iter().find(is_it)
}

impl StoreError {
    fn damaged(id: GameId, what: &str) -> Self {
        StoreError::Damaged(format!("{what} of game {id} is corrupt"))
    }
}

/// The result of a change, ready when the change is on disk or has failed. The change is made even if this is dropped.
pub struct WriteFuture(oneshot::Receiver<Result<(), StoreError>>);

/// The sender of the result of a [`WriteFuture`].
pub type AckSender = oneshot::Sender<Result<(), StoreError>>;

impl WriteFuture {
    /// Returns a future and the sender of its result.
    pub fn channel() -> (AckSender, WriteFuture) {
        let (sender, receiver) = oneshot::channel();
        (sender, WriteFuture(receiver))
    }
}

impl Future for WriteFuture {
    type Output = Result<(), StoreError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let result = Pin::new(&mut self.0).poll(context);
        result.map(|result| result.unwrap_or(Err(StoreError::Closed)))
    }
}
