//! One game in memory, with everyone who looks at it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use quintet_rules::Player;
use tokio::sync::watch;

use crate::clock;
use crate::live::game::{Fit, Game, Refusal};
use crate::live::{Deed, Event, GameId};
use crate::store::{Change, Seat, Store, StoreFault};

/// A game, one change at a time.
pub(crate) struct Room {
    pub(crate) id: GameId,
    /// Held by whoever changes the game, from the check until everyone is told.
    turn: tokio::sync::Mutex<()>,
    game: Mutex<Game>,
    is_closed: AtomicBool,
    /// Counts changes: whoever waits for one looks at the game itself for what is new, so that
    /// nothing can be missed and nothing piles up for whoever is slow.
    news: watch::Sender<u64>,
}

/// Why a deed did not come about.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The game does not take it.
    Refused(Refusal),
    /// It could not be kept.
    Store(StoreFault),
    /// The game must be entered again.
    Closed,
}

/// Closes a room in which something panics, before anybody else may change it.
struct Careful<'a>(&'a Room);

impl Drop for Careful<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

impl Room {
    pub(crate) fn new(game: Game) -> Self {
        Room {
            id: game.id,
            turn: tokio::sync::Mutex::default(),
            game: Mutex::new(game),
            is_closed: AtomicBool::new(false),
            news: watch::Sender::new(0),
        }
    }

    /// The game as it is now. Panics if something has panicked in this room.
    pub(crate) fn game(&self) -> MutexGuard<'_, Game> {
        self.game
            .lock()
            .expect("whoever enters looks first whether the room can be trusted")
    }

    /// Whether the game is only in the store any more, and whoever is here must enter it again.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire) || self.game.is_poisoned()
    }

    /// Makes everyone leave.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        self.news.send_modify(|count| *count += 1);
    }

    /// Waits until nobody else changes the game, and keeps others from changing it. Fails in a room
    /// that has been closed.
    pub(crate) async fn turn(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, StoreFault> {
        let turn = self.turn.lock().await;
        if self.is_closed() {
            return Err(StoreFault::Closed);
        }
        Ok(turn)
    }

    /// Tells when something changes.
    pub(crate) fn news(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// Does a deed: checks it, has it kept, and only then tells anyone. Sent again, it is answered
    /// again. The number of the deed is returned.
    pub(crate) async fn act(
        &self,
        store: &dyn Store,
        ply: u32,
        player: Player,
        deed: &Deed,
    ) -> Result<u32, Failure> {
        let _turn = self.turn().await.map_err(|_| Failure::Closed)?;
        let _careful = Careful(self);
        let fit = self.game().fit(ply, player, deed);
        let deed = match fit.map_err(Failure::Refused)? {
            Fit::Done(ply) => return Ok(ply),
            Fit::Next(deed) => deed,
        };
        let at = clock::now();
        let event = Event { player, deed, at };
        let change = Change::Deed(self.id, ply, event.clone());
        match store.write(change).await {
            Ok(()) => self.change(|game| game.apply(event)),
            Err(StoreFault::Taken) => {
                // The store knows more than this room.
                self.close();
                return Err(Failure::Closed);
            }
            Err(fault) => return Err(Failure::Store(fault)),
        }
        Ok(ply)
    }

    /// Takes the first free seat, or that of whoever holds it already.
    pub(crate) async fn sit(
        &self,
        store: &dyn Store,
        seat: Seat,
    ) -> Result<Option<Player>, StoreFault> {
        let _turn = self.turn().await?;
        let free = {
            let game = self.game();
            if let Some(player) = holder(&game, &seat) {
                return Ok(Some(player));
            }
            Player::BOTH
                .into_iter()
                .find(|player| game.seats[*player].is_none())
        };
        let Some(player) = free else {
            return Ok(None);
        };
        self.give(store, player, seat).await?;
        Ok(Some(player))
    }

    /// Gives a seat to whoever has a right to it.
    pub(crate) async fn reseat(
        &self,
        store: &dyn Store,
        player: Player,
        seat: Seat,
    ) -> Result<(), StoreFault> {
        let _turn = self.turn().await?;
        self.give(store, player, seat).await
    }

    async fn give(&self, store: &dyn Store, player: Player, seat: Seat) -> Result<(), StoreFault> {
        store
            .write(Change::Seat(self.id, player, seat.clone()))
            .await?;
        self.change(|game| game.seats[player] = Some(seat));
        Ok(())
    }

    /// Changes the game and tells everyone.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Game)) {
        change(&mut self.game());
        self.news.send_modify(|count| *count += 1);
    }
}

/// Who sits here already with the same token.
fn holder(game: &Game, seat: &Seat) -> Option<Player> {
    let has = |player: &Player| {
        let taken = game.seats[*player].as_ref();
        taken.is_some_and(|taken| taken.token.is(&seat.token))
    };
    Player::BOTH.into_iter().find(has)
}
