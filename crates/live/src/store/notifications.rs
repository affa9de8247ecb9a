//! What one server hears of the changes that others make.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::{LogHash, Presence};
use crate::{Event, GameId};

/// Games and players that are remembered by name; if there are more, all games are to be looked at.
const MOST: usize = 1 << 16;

/// Which games may have changed, for one listener. A hint that is lost costs time and nothing else: now and then the
/// listener is told to look at all games.
#[derive(Debug, Default)]
pub struct Notifications {
    heard: Mutex<NotificationBatch>,
    news: Notify,
}

/// The hints that came since the last were taken.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NotificationBatch {
    /// Who is connected through other servers, each with the number of the server.
    pub presence: Vec<(i32, Presence)>,
    /// Actions that others have stored. Some may be missing, or late.
    pub actions: Vec<StoredAction>,
    /// Games that may have changed otherwise.
    pub games: HashSet<GameId>,
    /// Whether any game may have changed.
    pub all: bool,
}

/// An action that another server has stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredAction {
    /// The game.
    pub game: GameId,
    /// The number of the action.
    pub ply: u32,
    /// What was done.
    pub event: Event,
    /// The hash of the game with it.
    pub chain: LogHash,
}

/// What may have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notification {
    /// This game.
    Game(GameId),
    /// The game in which this action was done, which is on disk.
    Action(StoredAction),
    /// Any game.
    All,
    /// Who is connected through another server, which has this number.
    Presence(i32, Presence),
}

impl Notifications {
    fn heard(&self) -> MutexGuard<'_, NotificationBatch> {
        // Nothing that holds this lock can panic halfway through a change.
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a hint to those that wait.
    pub fn add(&self, hint: Notification) {
        {
            let mut heard = self.heard();
            match hint {
                Notification::Game(game) if heard.games.len() < MOST => {
                    heard.games.insert(game);
                }
                Notification::Action(action) if heard.actions.len() < MOST => {
                    heard.actions.push(action)
                }
                Notification::Presence(server, here) if heard.presence.len() < MOST => {
                    heard.presence.push((server, here));
                }
                // It will be told again.
                Notification::Presence(..) => {}
                Notification::Game(_) | Notification::Action(_) | Notification::All => {
                    heard.all = true
                }
            }
        }
        self.news.notify_one();
    }

    /// All hints since the last call, as soon as there are any.
    pub async fn next(&self) -> NotificationBatch {
        loop {
            let heard = std::mem::take(&mut *self.heard());
            if heard != NotificationBatch::default() {
                return heard;
            }
            self.news.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn hints_wait_and_are_given_once() {
        let hints = Notifications::default();
        let id = GameId::random();
        let one = NotificationBatch {
            games: HashSet::from([id]),
            ..NotificationBatch::default()
        };
        hints.add(Notification::Game(id));
        hints.add(Notification::Game(id));
        assert_eq!(hints.next().await, one);
        hints.add(Notification::Game(id));
        hints.add(Notification::All);
        let both = NotificationBatch {
            all: true,
            ..one.clone()
        };
        assert_eq!(hints.next().await, both);
        let (second, ()) = tokio::join!(hints.next(), async {
            tokio::task::yield_now().await;
            hints.add(Notification::Game(id));
        });
        assert_eq!(second, one, "and not before");
    }

    #[tokio::test]
    async fn memory_has_a_bound() {
        let hints = Notifications::default();
        for _ in 0..=MOST {
            hints.add(Notification::Game(GameId::random()));
        }
        let heard = hints.next().await;
        assert!(heard.all && heard.games.len() == MOST);
    }
}
