//! What the tests of the store share.

use quintet_live::store::{Change, NewGame, Sqlite, Store, StoreFault, StoredGame};
use quintet_live::{Action, Event, GameId};
use quintet_rules::{PerPlayer, Player};
use tempfile::TempDir;

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

pub(crate) fn open(folder: &TempDir) -> Sqlite {
    Sqlite::open(&folder.path().join("games.db")).expect("a usable file")
}

/// Writes a change and waits for the disk.
pub(crate) fn write(store: &Sqlite, change: Change) -> Result<(), StoreFault> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    runtime.block_on(store.write(change))
}

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

pub(crate) fn event(number: u64) -> Event {
    let actions = [Action::Move(format!("move {number}")), Action::Resign];
    Event {
        player: Player::BOTH[(number % 2) as usize],
        action: actions[usize::from(number % 7 == 6)].clone(),
        at: number,
    }
}

pub(crate) fn stored(store: &Sqlite, id: GameId) -> StoredGame {
    store
        .game(id)
        .expect("a readable store")
        .expect("a kept game")
}
