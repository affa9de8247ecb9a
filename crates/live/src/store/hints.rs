//! What one server hears of the changes that others make.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::{Chain, Here};
use crate::{Event, GameId};

/// Games and players that are remembered by name; if there are more, all games are to be looked at.
const MOST: usize = 1 << 16;

/// Which games may have changed, for one listener. A hint that is lost costs time and nothing else: now and then the
/// listener is told to look at all games.
#[derive(Debug, Default)]
pub struct Hints {
    heard: Mutex<Heard>,
    news: Notify,
}

/// The hints that came since the last were taken.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heard {
    /// Who is connected through other servers, each with the number of the server.
    pub here: Vec<(i32, Here)>,
    /// Actions that others have stored. Some may be missing, or late.
    pub actions: Vec<StoredAction>,
    /// Games that may have changed otherwise.
    pub games: HashSet<GameId>,
    /// Whether any game may have changed.
    pub is_all: bool,
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
    pub chain: Chain,
}

/// What may have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// This game.
    Game(GameId),
    /// The game in which this action was done, which is on disk.
    Action(StoredAction),
    /// Any game.
    All,
    /// Who is connected through another server, which has this number.
    Here(i32, Here),
}

impl Hints {
    fn heard(&self) -> MutexGuard<'_, Heard> {
        // Nothing that holds this lock can panic halfway through a change.
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a hint to those that wait.
    pub fn add(&self, hint: Hint) {
        {
            let mut heard = self.heard();
            match hint {
                Hint::Game(game) if heard.games.len() < MOST => {
                    heard.games.insert(game);
                }
                Hint::Action(action) if heard.actions.len() < MOST => heard.actions.push(action),
                Hint::Here(server, here) if heard.here.len() < MOST => {
                    heard.here.push((server, here));
                }
                // It will be told again.
                Hint::Here(..) => {}
                Hint::Game(_) | Hint::Action(_) | Hint::All => heard.is_all = true,
            }
        }
        self.news.notify_one();
    }

    /// All hints since the last call, as soon as there are any.
    pub async fn next(&self) -> Heard {
        loop {
            let heard = std::mem::take(&mut *self.heard());
            if heard != Heard::default() {
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
        let hints = Hints::default();
        let id = GameId::random();
        let one = Heard {
            games: HashSet::from([id]),
            ..Heard::default()
        };
        hints.add(Hint::Game(id));
        hints.add(Hint::Game(id));
        assert_eq!(hints.next().await, one);
        hints.add(Hint::Game(id));
        hints.add(Hint::All);
        let both = Heard {
            is_all: true,
            ..one.clone()
        };
        assert_eq!(hints.next().await, both);
        let (second, ()) = tokio::join!(hints.next(), async {
            tokio::task::yield_now().await;
            hints.add(Hint::Game(id));
        });
        assert_eq!(second, one, "and not before");
    }

    #[tokio::test]
    async fn memory_has_a_bound() {
        let hints = Hints::default();
        for _ in 0..=MOST {
            hints.add(Hint::Game(GameId::random()));
        }
        let heard = hints.next().await;
        assert!(heard.is_all && heard.games.len() == MOST);
    }
}
