//! What one server hears of the changes that others make.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::Here;
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

#[derive(Debug, Default)]
struct Heard {
    games: HashSet<GameId>,
    actions: Vec<StoredAction>,
    is_all: bool,
    here: Vec<(i32, Here)>,
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
}

/// What may have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// These games.
    Games(Vec<GameId>),
    /// The games in which these actions were done, which are on disk. Some may be missing, or late.
    Actions(Vec<StoredAction>),
    /// Any game.
    All,
    /// Who is connected through other servers, each with the number of the server.
    Here(Vec<(i32, Here)>),
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
                Hint::Games(games) if heard.games.len() + games.len() <= MOST => {
                    heard.games.extend(games);
                }
                Hint::Actions(actions) if heard.actions.len() + actions.len() <= MOST => {
                    heard.actions.extend(actions);
                }
                Hint::Here(here) if heard.here.len() + here.len() <= MOST => {
                    heard.here.extend(here);
                }
                // It will be told again.
                Hint::Here(_) => {}
                Hint::Games(_) | Hint::Actions(_) | Hint::All => {
                    heard.is_all = true;
                    heard.games.clear();
                }
            }
        }
        self.news.notify_one();
    }

    /// All hints since the last call, as soon as there are any.
    pub async fn next(&self) -> Hint {
        loop {
            {
                let mut heard = self.heard();
                if !heard.here.is_empty() {
                    return Hint::Here(std::mem::take(&mut heard.here));
                }
                if !heard.actions.is_empty() {
                    return Hint::Actions(std::mem::take(&mut heard.actions));
                }
                if std::mem::take(&mut heard.is_all) {
                    heard.games.clear();
                    return Hint::All;
                }
                if !heard.games.is_empty() {
                    return Hint::Games(heard.games.drain().collect());
                }
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
        hints.add(Hint::Games(vec![id]));
        hints.add(Hint::Games(vec![id]));
        assert_eq!(hints.next().await, Hint::Games(vec![id]));
        hints.add(Hint::Games(vec![id]));
        hints.add(Hint::All);
        assert_eq!(hints.next().await, Hint::All);
        let (second, ()) = tokio::join!(hints.next(), async {
            tokio::task::yield_now().await;
            hints.add(Hint::Games(vec![id]));
        });
        assert_eq!(second, Hint::Games(vec![id]), "and not before");
    }

    #[tokio::test]
    async fn memory_has_a_bound() {
        let hints = Hints::default();
        for _ in 0..=MOST {
            hints.add(Hint::Games(vec![GameId::random()]));
        }
        assert_eq!(hints.next().await, Hint::All);
    }
}
