//! Notifications of changes by other servers.

use std::collections::HashSet;

use parking_lot::Mutex;
use tokio::sync::Notify;

use super::{LogHash, Presence};
use crate::{Event, GameId};

/// Entries of each kind that are queued. If there are more, any game may have changed.
const CAPACITY: usize = 1 << 16;

/// A queue of notifications for one listener. A lost notification only costs time: now and then the listener is
/// notified that any game may have changed.
#[derive(Debug, Default)]
pub struct Notifications {
    queued: Mutex<NotificationBatch>,
    added: Notify,
}

/// The notifications since the previous batch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NotificationBatch {
    /// Players who are connected through other servers, with the number of the server.
    pub presence: Vec<(i32, Presence)>,
    /// Actions that other servers have stored. Some may be missing or late.
    pub actions: Vec<StoredAction>,
    /// Games that may have changed otherwise.
    pub games: HashSet<GameId>,
    /// True if any game may have changed.
    pub all: bool,
}

/// An action that another server has stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredAction {
    /// The game.
    pub game: GameId,
    /// The number of the action.
    pub ply: u32,
    /// The action itself.
    pub event: Event,
    /// The hash of the log up to and including the action.
    pub hash: LogHash,
}

/// A message of another server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Message {
    /// A game has changed.
    Changed(GameId),
    /// An action is on disk.
    Action(StoredAction),
    /// The connected players of a game.
    Presence(Presence),
}

impl Notifications {
    /// Queues a message of a server.
    pub(super) fn add(&self, server: i32, message: Message) {
        {
            let mut queued = self.queued.lock();
            match message {
                Message::Changed(game) if queued.games.len() < CAPACITY => {
                    queued.games.insert(game);
                }
                Message::Action(action) if queued.actions.len() < CAPACITY => {
                    queued.actions.push(action);
                }
                Message::Presence(presence) if queued.presence.len() < CAPACITY => {
                    queued.presence.push((server, presence));
                }
                // The server repeats it.
                Message::Presence(_) => {}
                Message::Changed(_) | Message::Action(_) => queued.all = true,
            }
        }
        self.added.notify_one();
    }

    /// Records that any game may have changed.
    pub(super) fn add_all(&self) {
        self.queued.lock().all = true;
        self.added.notify_one();
    }

    /// Waits for notifications, and returns all since the last call.
    pub async fn next(&self) -> NotificationBatch {
        loop {
            let batch = std::mem::take(&mut *self.queued.lock());
            if batch != NotificationBatch::default() {
                return batch;
            }
            self.added.notified().await;
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/store/notifications.rs"]
mod tests;
