//! Notifications of changes by other servers.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// A notification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notification {
    /// This game may have changed.
    Game(GameId),
    /// This action is on disk.
    Action(StoredAction),
    /// Any game may have changed.
    All,
    /// These players are connected through the server with this number.
    Presence(i32, Presence),
}

impl Notifications {
    fn queued(&self) -> MutexGuard<'_, NotificationBatch> {
        // A panic while this lock is held cannot leave a change half made.
        self.queued.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a notification.
    pub fn add(&self, notification: Notification) {
        {
            let mut queued = self.queued();
            match notification {
                Notification::Game(game) if queued.games.len() < CAPACITY => {
                    queued.games.insert(game);
                }
                Notification::Action(action) if queued.actions.len() < CAPACITY => {
                    queued.actions.push(action);
                }
                Notification::Presence(server, presence) if queued.presence.len() < CAPACITY => {
                    queued.presence.push((server, presence));
                }
                // The server repeats it.
                Notification::Presence(..) => {}
                Notification::Game(_) | Notification::Action(_) | Notification::All => {
                    queued.all = true;
                }
            }
        }
        self.added.notify_one();
    }

    /// Waits for notifications, and returns all since the last call.
    pub async fn next(&self) -> NotificationBatch {
        loop {
            let batch = std::mem::take(&mut *self.queued());
            if batch != NotificationBatch::default() {
                return batch;
            }
            self.added.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_notification_is_delivered_once() {
        let notifications = Notifications::default();
        let id = GameId::random();
        let one = NotificationBatch {
            games: HashSet::from([id]),
            ..NotificationBatch::default()
        };
        notifications.add(Notification::Game(id));
        notifications.add(Notification::Game(id));
        assert_eq!(notifications.next().await, one);
        notifications.add(Notification::Game(id));
        notifications.add(Notification::All);
        let both = NotificationBatch {
            all: true,
            ..one.clone()
        };
        assert_eq!(notifications.next().await, both);
        let (second, ()) = tokio::join!(notifications.next(), async {
            tokio::task::yield_now().await;
            notifications.add(Notification::Game(id));
        });
        assert_eq!(second, one, "and not before");
    }

    #[tokio::test]
    async fn the_queue_is_bounded() {
        let notifications = Notifications::default();
        for _ in 0..=CAPACITY {
            notifications.add(Notification::Game(GameId::random()));
        }
        let batch = notifications.next().await;
        assert!(batch.all && batch.games.len() == CAPACITY);
    }
}
