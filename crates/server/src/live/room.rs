//! One game in memory, with the clients that watch it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quintet_live::store::{Change, Seat, Store, StoreFault};
use quintet_live::{Action, ActionError, Event, Fit, Game, GameId};
use quintet_rules::{PerPlayer, Player};
use tokio::sync::watch;

use crate::clock;
use crate::live::messages::Here;

/// A game that is changed by one client at a time.
pub(crate) struct Room {
    pub(crate) id: GameId,
    /// Held by the task that changes the game, from the check until all clients are told.
    turn: tokio::sync::Mutex<()>,
    game: Mutex<Game>,
    is_closed: AtomicBool,
    /// How many sockets each player is connected through.
    sockets: Mutex<PerPlayer<u32>>,
    /// Counts changes. A client that is woken by one looks at the game itself for what is new, so that
    /// it misses nothing and nothing is queued for a slow client.
    changes: watch::Sender<u64>,
}

/// Why an action was not done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The rules of the log refuse it.
    Refused(ActionError),
    /// It could not be stored.
    Store(StoreFault),
    /// The room is closed: the game must be loaded again.
    Closed,
}

/// Closes a room in which something panics, before another task may change it.
struct CloseOnPanic<'a>(&'a Room);

impl Drop for CloseOnPanic<'_> {
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
            sockets: Mutex::new(PerPlayer::from_fn(|_| 0)),
            changes: watch::Sender::new(0),
        }
    }

    /// The game as it is now. Panics if something has panicked in this room.
    pub(crate) fn game(&self) -> MutexGuard<'_, Game> {
        self.game
            .lock()
            .expect("a room is looked up only while it is not poisoned")
    }

    /// Which players are connected.
    pub(crate) fn here(&self) -> Here {
        let sockets = self.sockets();
        PerPlayer::from_fn(|player| sockets[player] > 0)
    }

    fn sockets(&self) -> MutexGuard<'_, PerPlayer<u32>> {
        // Nothing that holds this lock can panic halfway through a change.
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the game must be loaded again from the store.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire) || self.game.is_poisoned()
    }

    /// Disconnects all clients.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        self.changes.send_modify(|count| *count += 1);
    }

    /// Waits until no other task changes the game, and keeps others from changing it. Fails in a room
    /// that has been closed.
    pub(crate) async fn turn(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, StoreFault> {
        let turn = self.turn.lock().await;
        if self.is_closed() {
            return Err(StoreFault::Closed);
        }
        Ok(turn)
    }

    /// Wakes a client when the game changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Does an action: checks it, has it stored, and only then tells the clients. Sent again, it is
    /// answered again. The number of the action is returned.
    pub(crate) async fn act(
        &self,
        store: &dyn Store,
        ply: u32,
        player: Player,
        action: &Action,
    ) -> Result<u32, Failure> {
        let _turn = self.turn().await.map_err(|_| Failure::Closed)?;
        let _guard = CloseOnPanic(self);
        let fit = self.game().fit(ply, player, action);
        let action = match fit.map_err(Failure::Refused)? {
            Fit::Done(ply) => return Ok(ply),
            Fit::Next(action) => action,
        };
        let at = clock::now();
        let event = Event { player, action, at };
        let change = Change::Action(self.id, ply, event.clone());
        match store.write(change).await {
            Ok(()) => self.change(|game| game.apply(event)),
            Err(fault) => {
                if matches!(fault, StoreFault::Taken | StoreFault::Unknown(_)) {
                    // The store knows more than this room, or may.
                    self.close();
                }
                return Err(match fault {
                    StoreFault::Taken => Failure::Closed,
                    fault => Failure::Store(fault),
                });
            }
        }
        Ok(ply)
    }

    /// Takes the first free seat, or the one whose token the client has already.
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

    /// Gives a seat to the player for whom it was reserved, or who has left it. Whether they have it
    /// then: it may belong to somebody else by now.
    pub(crate) async fn claim(
        &self,
        store: &dyn Store,
        player: Player,
        seat: Seat,
    ) -> Result<bool, StoreFault> {
        let _turn = self.turn().await?;
        let now = self.game().seats[player].clone();
        match now {
            Some(now) if now.token.is(&seat.token) => return Ok(true),
            Some(now) if !now.is_reserved() => return Ok(false),
            _ => self.give(store, player, seat).await?,
        }
        Ok(true)
    }

    /// Lets anybody have a seat that was reserved. Whether it is free then.
    pub(crate) async fn release(
        &self,
        store: &dyn Store,
        player: Player,
    ) -> Result<bool, StoreFault> {
        let _turn = self.turn().await?;
        let now = self.game().seats[player].clone();
        if now.as_ref().is_some_and(|seat| !seat.is_reserved()) {
            return Ok(false);
        }
        if now.is_some() {
            store.write(Change::Leave(self.id, player)).await?;
            self.change(|game| game.seats[player] = None);
        }
        Ok(true)
    }

    async fn give(&self, store: &dyn Store, player: Player, seat: Seat) -> Result<(), StoreFault> {
        let written = store.write(Change::Seat(self.id, player, seat.clone()));
        written.await.inspect_err(|fault| {
            if matches!(fault, StoreFault::Unknown(_)) {
                self.close();
            }
        })?;
        self.change(|game| game.seats[player] = Some(seat));
        Ok(())
    }

    /// Changes the game and wakes all clients.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Game)) {
        change(&mut self.game());
        self.changes.send_modify(|count| *count += 1);
    }
}

/// A player who is connected through a socket, until it is dropped.
pub(crate) struct Presence {
    room: Arc<Room>,
    pub(crate) player: Player,
}

impl Presence {
    pub(crate) fn new(room: &Arc<Room>, player: Player) -> Self {
        let presence = Presence {
            room: Arc::clone(room),
            player,
        };
        presence.count(|sockets| sockets + 1);
        presence
    }

    /// Counts the sockets of the player, and wakes all clients if that has come or gone.
    fn count(&self, change: impl FnOnce(u32) -> u32) {
        let mut sockets = self.room.sockets();
        let before = sockets[self.player];
        sockets[self.player] = change(before);
        let is_news = (before > 0) != (sockets[self.player] > 0);
        drop(sockets);
        if is_news {
            self.room.changes.send_modify(|count| *count += 1);
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.count(|sockets| sockets - 1);
    }
}

/// The player whose seat has this token already.
pub(crate) fn holder(game: &Game, seat: &Seat) -> Option<Player> {
    let has = |player: &Player| {
        let taken = game.seats[*player].as_ref();
        taken.is_some_and(|taken| taken.token.is(&seat.token))
    };
    Player::BOTH.into_iter().find(has)
}
