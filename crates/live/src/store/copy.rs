//! Checking all games of a store, and copying them to another store.

use std::collections::{HashSet, VecDeque};

use quintet_games::Catalogue;
use quintet_rules::Player;

use super::{
    Change, LogHash, Report, SeatChange, Store, StoreError, StoredGame, WriteFuture, seat_hash,
};
use crate::{Game, GameId};

/// Games that are copied before they are read back.
const STEP: u32 = 200;

/// Changes that may wait while further games are read.
const WAITING: usize = 2000;

/// The result of a copy.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CopyReport {
    /// Copied games, all of which were read back.
    pub games: u64,
    /// Their actions.
    pub actions: u64,
    /// Games that already existed.
    pub existing: u64,
    /// Errors of damaged games, which were not copied.
    pub damaged: Vec<String>,
}

/// Reason why games cannot be copied.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CopyError {
    /// A store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Both stores have the game, with different logs.
    #[error("game {0} exists in both places with different contents; it was not changed")]
    Differs(GameId),
    /// The copy differs from the original.
    #[error("the copy of game {0} differs from the original")]
    Lost(GameId),
}

/// Checks all games of a store: their hashes, and the rules of their logs.
pub async fn check_all(store: &dyn Store, catalogue: Catalogue) -> Result<Report, StoreError> {
    let mut report = Report::default();
    let mut after = 0;
    loop {
        let page = store.games(after, STEP).await?;
        let Some((last, _)) = page.last() else {
            return Ok(report);
        };
        after = *last;
        for (_, id) in page {
            match store.game(id).await {
                // Deleted in between.
                Ok(None) => continue,
                Ok(Some(stored)) => {
                    report.actions += stored.log.len() as u64;
                    if let Err(error) = Game::load(stored, catalogue) {
                        report.damaged.push(error.to_string());
                    }
                }
                Err(StoreError::Damaged(error)) => report.damaged.push(error),
                Err(error) => return Err(error),
            }
            report.games += 1;
        }
    }
}

/// Copies all games to another store, and reads each copy back. Existing games are not changed, except that incomplete
/// copies are completed. Calls `progress` now and then.
pub async fn copy(
    from: &dyn Store,
    to: &dyn Store,
    progress: &mut (dyn FnMut(&CopyReport) + Send),
) -> Result<CopyReport, CopyError> {
    let mut copied = CopyReport::default();
    // Games that were not copied. Their rematches lose the link to them.
    let mut unmoved = HashSet::new();
    let mut after = 0;
    loop {
        let page = from.games(after, STEP).await?;
        let Some((last, _)) = page.last() else {
            return Ok(copied);
        };
        after = *last;
        let mut moved = Vec::with_capacity(page.len());
        let mut waiting = VecDeque::new();
        for (_, id) in page {
            match from.game(id).await {
                Ok(None) => {}
                Ok(Some(mut stored)) => {
                    let before = &mut stored.opening.rematch_of;
                    if before.is_some_and(|before| unmoved.contains(&before)) {
                        *before = None;
                    }
                    let there = to.game(id).await?;
                    copied.existing += u64::from(there.is_some());
                    for change in missing(&stored, there)? {
                        if waiting.len() == WAITING {
                            written(waiting.pop_front()).await?;
                        }
                        waiting.push_back(to.write(change));
                    }
                    moved.push(stored);
                }
                Err(StoreError::Damaged(error)) => {
                    copied.damaged.push(error);
                    unmoved.insert(id);
                }
                Err(error) => return Err(error.into()),
            }
        }
        while let Some(next) = waiting.pop_front() {
            written(Some(next)).await?;
        }
        for stored in moved {
            let there = to.game(stored.opening.id).await?;
            if !there.is_some_and(|there| is_same(&stored, &there)) {
                return Err(CopyError::Lost(stored.opening.id));
            }
            copied.games += 1;
            copied.actions += stored.log.len() as u64;
        }
        progress(&copied);
    }
}

async fn written(waiting: Option<WriteFuture>) -> Result<(), StoreError> {
    match waiting {
        Some(written) => written.await,
        None => Ok(()),
    }
}

/// Returns the changes that turn the copy of a game, if there is one, into the original.
fn missing(stored: &StoredGame, there: Option<StoredGame>) -> Result<Vec<Change>, CopyError> {
    let id = stored.opening.id;
    let mut changes = Vec::new();
    let have = match &there {
        None => {
            changes.push(Change::Open(stored.opening.clone()));
            0
        }
        Some(there) => {
            let have = there.log.len().min(stored.log.len());
            let is_beginning = LogHash::begin(&there.opening) == LogHash::begin(&stored.opening)
                && there.log.len() == have
                && there.log[..] == stored.log[..have];
            if !is_beginning {
                return Err(CopyError::Differs(id));
            }
            have
        }
    };
    if let Some(there) = there {
        for player in Player::BOTH {
            let (was, now) = (&there.opening.seats[player], &stored.opening.seats[player]);
            let seal = |seat| seat_hash(id, player, seat);
            if was.as_ref().map(seal) != now.as_ref().map(seal) {
                changes.push(Change::Seat(SeatChange {
                    game: id,
                    player,
                    was: was.as_ref().map(|seat| seat.token.clone()),
                    now: now.clone(),
                }));
            }
        }
    }
    let actions = stored.log.iter().enumerate().skip(have);
    changes.extend(actions.map(|(ply, event)| Change::Action(id, ply as u32, event.clone())));
    Ok(changes)
}

/// Compares two games.
fn is_same(one: &StoredGame, other: &StoredGame) -> bool {
    let (opening, id) = (&one.opening, one.opening.id);
    let seals = |game: &StoredGame| {
        Player::BOTH.map(|player| {
            let seat = game.opening.seats[player].as_ref();
            seat.map(|seat| seat_hash(id, player, seat))
        })
    };
    LogHash::begin(opening) == LogHash::begin(&other.opening)
        && opening.rematch_of == other.opening.rematch_of
        && one.log == other.log
        && seals(one) == seals(other)
}
