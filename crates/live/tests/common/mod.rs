//! Sample games, and helpers that wait for a store.

// Each test crate uses a different part of this module.
#![allow(dead_code)]

use std::sync::LazyLock;

use quintet_games::Catalogue;
use quintet_live::store::{Change, NewGame, Seat, SeatChange, Sqlite, Store, StoreError};
use quintet_live::store::{GameVersion, StoredGame};
use quintet_live::{Action, Event, GameId, Token};
use quintet_rules::{PerPlayer, Player};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// The runtime of all stores.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));

pub(crate) fn wait<T>(future: impl Future<Output = T>) -> T {
    RUNTIME.block_on(future)
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

pub(crate) fn open(folder: &TempDir) -> Sqlite {
    Sqlite::open(&folder.path().join("games.db"), Catalogue::STANDARD).expect("a usable file")
}

/// Returns a new game, which is not stored.
pub(crate) fn game() -> NewGame {
    NewGame {
        id: GameId::random(),
        game: "any".to_owned(),
        size: "9x9".to_owned(),
        start: "the start".to_owned(),
        created: 1_000,
        rematch_of: None,
        seats: PerPlayer::from_fn(|_| None),
    }
}

pub(crate) fn rematch_of(id: GameId) -> NewGame {
    NewGame {
        rematch_of: Some(id),
        ..game()
    }
}

pub(crate) fn event(number: u64) -> Event {
    let actions = [Action::Move(format!("move {number}")), Action::Resign];
    Event {
        player: Player::BOTH[(number % 2) as usize],
        action: actions[usize::from(number % 7 == 6)].clone(),
        at: number,
    }
}

pub(crate) fn events(numbers: std::ops::Range<u64>) -> Vec<Event> {
    numbers.map(event).collect()
}

pub(crate) fn act(id: GameId, ply: u32, number: u64) -> Change {
    Change::Action(id, ply, event(number))
}

/// Returns a seat with a new token.
pub(crate) fn seat(since: u64) -> Seat {
    Seat {
        token: Token::random().hash(),
        name: Some(since.to_string()),
        since,
    }
}

pub(crate) fn pass(game: GameId, player: Player, was: Option<&Seat>, now: Option<&Seat>) -> Change {
    Change::Seat(SeatChange {
        game,
        player,
        was: was.map(|seat| seat.token.clone()),
        now: now.cloned(),
    })
}

/// Writes a change and waits for the result.
pub(crate) fn write(store: &dyn Store, change: Change) -> Result<(), StoreError> {
    wait(store.write(change))
}

/// Writes a change that must succeed.
#[track_caller]
pub(crate) fn make(store: &dyn Store, change: Change) {
    let about = format!("{change:?}");
    assert_eq!(write(store, change), Ok(()), "{about}");
}

/// Writes a change that must fail.
#[track_caller]
pub(crate) fn refuse(store: &dyn Store, change: Change, error: StoreError) {
    let about = format!("{change:?}");
    assert_eq!(write(store, change), Err(error), "{about}");
}

/// Opens a new game.
#[track_caller]
pub(crate) fn open_game(store: &dyn Store) -> NewGame {
    let opening = game();
    make(store, Change::Open(opening.clone()));
    opening
}

/// Adds the actions with these numbers.
#[track_caller]
pub(crate) fn play(store: &dyn Store, id: GameId, plies: std::ops::Range<u32>) {
    for ply in plies {
        make(store, act(id, ply, ply.into()));
    }
}

/// Returns a game, if it is stored.
pub(crate) fn look(store: &dyn Store, id: GameId) -> Option<StoredGame> {
    wait(store.game(id)).expect("a readable store")
}

#[track_caller]
pub(crate) fn stored(store: &dyn Store, id: GameId) -> StoredGame {
    look(store, id).expect("a stored game")
}

/// Returns the version of a game with this many actions.
pub(crate) fn known(id: GameId, plies: u32, revision: u32) -> GameVersion {
    GameVersion {
        id,
        plies,
        revision,
        hash: None,
    }
}
