//! Where games are kept: one small interface, and behind it `SQLite` for one server, `PostgreSQL` for several.

mod copy;
mod counts;
mod log_hash;
mod notifications;
mod postgres;
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
pub use notifications::{Notification, NotificationBatch, Notifications, StoredAction};
pub use postgres::{ConnectError, Postgres};
pub use sqlite::{OpenError, Report, Sqlite, backup, check, restore};

/// Keeps games. What it has acknowledged is on disk.
///
/// Several servers may share what one kind of store keeps; then games change that a server has in memory, and
/// [`Store::subscribe`] tells of it.
pub trait Store: Send + Sync {
    /// Begins to write a change, in the order of the calls. A change that contradicts what is
    /// kept changes nothing.
    fn write(&self, change: Change) -> WriteFuture;

    /// The game with this id, as far as it is acknowledged.
    fn game(&self, id: GameId) -> ReadFuture<'_, Option<StoredGame>>;

    /// What games have become since they were read. Those in which nothing is new may be left out.
    fn events_since(&self, known: Vec<GameVersion>) -> ReadFuture<'_, Vec<GameUpdate>>;

    /// Notifications at games that others have changed. None if no other server writes to the store.
    fn subscribe(&self) -> Option<Arc<Notifications>>;

    /// Tells other servers which players are connected through this one. What gets lost is told again soon.
    fn announce(&self, _here: Vec<Presence>) {}

    /// Whether other servers may write to the store.
    fn is_shared(&self) -> bool {
        self.subscribe().is_some()
    }

    /// Games in which nothing has happened for long, at most so many.
    fn idle(&self, idle: Idle, most: u32) -> ReadFuture<'_, Vec<GameId>>;

    /// Games in the order in which they were opened, at most so many after one of them: each with its place in that
    /// order. The first of all comes after place 0.
    fn games(&self, after: i64, most: u32) -> ReadFuture<'_, Vec<(i64, GameId)>>;

    /// The time in seconds since 1970, by the clock that all servers of the store share.
    fn now(&self) -> u64;

    /// A secret that all servers of the store share. The addresses and tokens of games that are opened with a
    /// key follow from it.
    fn secret(&self) -> &Token;

    /// Fails if nothing can be kept any more because a part of the store has ended.
    fn health(&self) -> Result<(), StoreError>;

    /// What the store has to do, and what it has done. Without figures if it keeps none.
    fn stats(&self) -> StoreStats {
        StoreStats::default()
    }

    /// Writes what is waiting, and then no more.
    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// What a store is asked for, once it has been read.
pub type ReadFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// How much of a game a server knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameVersion {
    /// Its address.
    pub id: GameId,
    /// How many of its actions.
    pub plies: u32,
    /// The state of its seats and of its rematch: see [`StoredGame::revision`].
    pub revision: u32,
    /// The hash of what is known. A store that several servers share compares it, if it is given: whatever has become of
    /// the store, no server goes on with a game that is not the one that is kept.
    pub chain: Option<LogHash>,
}

/// What a game has become since a server read it.
#[derive(Clone, Debug)]
pub struct GameUpdate {
    /// What was known of it.
    pub known: GameVersion,
    /// What is new in it. None if the game is not kept any more, or something else than what was known.
    pub update: Option<Update>,
}

/// What is new in a game.
#[derive(Clone, Debug)]
pub struct Update {
    /// The actions after those that were known.
    pub events: Vec<Event>,
    /// Who has which seat now.
    pub seats: PerPlayer<Option<Seat>>,
    /// The game that follows it now.
    pub rematch: Option<GameId>,
    /// See [`StoredGame::revision`].
    pub revision: u32,
}

/// Which players of a game are connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Presence {
    /// The game.
    pub game: GameId,
    /// Whether a player is.
    pub players: PerPlayer<bool>,
}

/// When something must have happened last in a game for it to be idle, in seconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Idle {
    /// Before this, if a move was ever made in it.
    pub begun: u64,
    /// Before this, if none was.
    pub unbegun: u64,
}

/// What a store has to do, and what it has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StoreStats {
    /// Changes that wait to be written.
    pub waiting: u64,
    /// Transactions that have reached the disk.
    pub commits: u64,
    /// How long they took in all.
    pub commit_time: Duration,
    /// Bytes in the log beside the file.
    pub log_bytes: u64,
}

/// Something to be kept.
#[derive(Clone, Debug)]
pub enum Change {
    /// A new game.
    Open(NewGame),
    /// A seat is taken, given to another or left.
    Seat(SeatChange),
    /// The action with this number in a game.
    Action(GameId, u32, Event),
    /// The game is forgotten, with its seats and its log.
    Delete(GameId),
    /// The same, if it is idle.
    Expire(GameId, Idle),
    /// Nothing, but it must reach the disk: the store can be written.
    Probe,
}

/// A game at its beginning.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its address.
    pub id: GameId,
    /// The id of the game that is played.
    pub game: String,
    /// The board, such as `4x4`.
    pub size: String,
    /// The position from which it is played.
    pub start: String,
    /// When it was opened, in seconds since 1970.
    pub created: u64,
    /// The finished game that it follows.
    pub rematch_of: Option<GameId>,
    /// Who has which seat.
    pub seats: PerPlayer<Option<Seat>>,
}

/// A seat that passes from one holder to another, unless it has passed to somebody else meanwhile.
#[derive(Clone, Debug)]
pub struct SeatChange {
    /// The game.
    pub game: GameId,
    /// The seat.
    pub player: Player,
    /// The token of the holder until now; none if the seat was free.
    pub was: Option<TokenHash>,
    /// The holder from now on; none if the seat is left.
    pub now: Option<Seat>,
}

/// A taken seat.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The hash of the token whose holder plays.
    pub token: TokenHash,
    /// The name of the player.
    pub name: Option<String>,
    /// When the token was given, in seconds since 1970; 0 if the seat is [reserved](Seat::reserved).
    pub since: u64,
}

impl Seat {
    /// A seat that is kept for a player of the game before. Nobody has its token: the player is given
    /// another one.
    pub fn reserved(name: Option<String>) -> Self {
        Seat {
            token: Token::random().hash(),
            name,
            since: 0,
        }
    }

    /// Whether it is kept for a player who has not come yet.
    pub fn is_reserved(&self) -> bool {
        self.since == 0
    }
}

/// A game as it is kept.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its beginning, with the seats as they are now.
    pub opening: NewGame,
    /// What has been done, in order.
    pub log: Vec<Event>,
    /// The game that follows it.
    pub rematch: Option<GameId>,
    /// Grows with every change of the seats or the rematch, in a store that several servers share.
    pub revision: u32,
}

/// Why something is not kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The number, the seat or the rematch is taken by something else.
    #[error("it is already taken")]
    Taken,
    /// There is no such game, or an action before this one is missing, or the game is not idle.
    #[error("there is no such game")]
    Missing,
    /// More is waiting to be written than may.
    #[error("too much is waiting to be written")]
    Full,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
    /// The disk or the file is at fault; nothing was changed.
    #[error("the store cannot be used: {0}")]
    Broken(String),
    /// The disk or the file is at fault, and whether the change is kept will be known when the game is read again.
    #[error("it is not known whether the change is kept: {0}")]
    Unknown(String),
    /// What is kept of this game is not what was written.
    #[error("the game is damaged: {0}")]
    Damaged(String),
}

/// Resolves when the change is on disk, or is known not to be. The change is made, or not,
/// whether or not a task waits for it.
pub struct WriteFuture(oneshot::Receiver<Result<(), StoreError>>);

/// The other end of [`WriteFuture`].
pub type AckSender = oneshot::Sender<Result<(), StoreError>>;

impl WriteFuture {
    /// A promise, and how to keep it.
    pub fn channel() -> (AckSender, WriteFuture) {
        let (acknowledge, written) = oneshot::channel();
        (acknowledge, WriteFuture(written))
    }
}

impl Future for WriteFuture {
    type Output = Result<(), StoreError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = Pin::new(&mut self.0).poll(context);
        answer.map(|answer| answer.unwrap_or(Err(StoreError::Closed)))
    }
}
