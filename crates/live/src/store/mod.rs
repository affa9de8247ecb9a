//! Where games are kept: one small interface, and `SQLite` behind it.

mod chain;
mod sqlite;

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use quintet_rules::{PerPlayer, Player};
use tokio::sync::oneshot;

use crate::{Event, GameId, Token, TokenHash};

pub use chain::{Chain, seal};
pub use sqlite::{OpenFault, Report, Sqlite, backup, check, restore};

/// Keeps games. What it has acknowledged is on disk.
pub trait Store: Send + Sync {
    /// Begins to write a change, in the order of the calls. A change that contradicts what is
    /// kept changes nothing.
    fn write(&self, change: Change) -> Written;

    /// The game with this id, as far as it is acknowledged. May wait for the disk.
    fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreFault>;

    /// Games that are older than this and in which nothing has happened since: of those in which a move was made
    /// ever, and of the others. At most so many.
    fn idle(&self, begun: u64, unbegun: u64, most: u32) -> Result<Vec<GameId>, StoreFault>;

    /// Fails if a thread of the store has ended, so that nothing can be kept any more.
    fn health(&self) -> Result<(), StoreFault>;

    /// What the store has to do, and what it has done. Without figures if it keeps none.
    fn figures(&self) -> Figures {
        Figures::default()
    }

    /// Writes what is waiting, and then no more.
    fn close(&self);
}

/// What a store has to do, and what it has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
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
    /// A seat is taken, or its holder gets another token.
    Seat(GameId, Player, Seat),
    /// A seat is free again.
    Leave(GameId, Player),
    /// The action with this number in a game.
    Action(GameId, u32, Event),
    /// The game is forgotten, with its seats and its log.
    Delete(GameId),
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
}

/// Why something is not kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreFault {
    /// The number, the seat or the rematch is taken by something else.
    #[error("it is already taken")]
    Taken,
    /// There is no such game, or an action before this one is missing.
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
pub struct Written(oneshot::Receiver<Result<(), StoreFault>>);

/// The other end of [`Written`].
pub type Acknowledge = oneshot::Sender<Result<(), StoreFault>>;

impl Written {
    /// A promise, and how to keep it.
    pub fn promise() -> (Acknowledge, Written) {
        let (acknowledge, written) = oneshot::channel();
        (acknowledge, Written(written))
    }
}

impl Future for Written {
    type Output = Result<(), StoreFault>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = Pin::new(&mut self.0).poll(context);
        answer.map(|answer| answer.unwrap_or(Err(StoreFault::Closed)))
    }
}
