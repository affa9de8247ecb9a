//! One game in memory, and the clients that watch it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{self, MutexGuard};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use quintet_live::store::{Change, GameUpdate, Seat, SeatChange, Store, StoreError, StoredAction};
use quintet_live::{Action, ActionError, Applied, Event, Fit, Game, GameId};
use quintet_rules::{PerPlayer, Player};
use tokio::sync::watch;

use crate::live::messages::Connected;

/// A game that one client at a time can change.
pub(crate) struct Room {
    pub(crate) id: GameId,
    /// Held by the task that changes the game, from the check until all clients are notified.
    turn: tokio::sync::Mutex<()>,
    /// A panic while it is held poisons it, and the game is reloaded.
    game: sync::Mutex<Game>,
    is_closed: AtomicBool,
    /// Number of sockets of each player.
    sockets: Mutex<PerPlayer<u32>>,
    /// Recent announcements of other servers.
    elsewhere: Mutex<Vec<Announcement>>,
    /// Number of changes. A notified client reads the news from the game itself: it misses nothing, and nothing is queued
    /// for a slow client.
    changes: watch::Sender<u64>,
}

/// Reason why an action failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The rules reject it.
    Refused(ActionError),
    /// It could not be stored.
    Store(StoreError),
    /// The room is closed: the game must be reloaded.
    Closed,
}

/// Lifetime of an announcement of another server.
const ANNOUNCEMENT_LIFETIME: Duration = Duration::from_secs(15);

/// Announcement of another server: the players who are connected to it.
struct Announcement {
    server: i32,
    players: Connected,
    received: Instant,
}

/// Attempts to change a seat that other servers change at the same time.
const SEAT_ATTEMPTS: u32 = 4;

/// A decision about a seat, and the result.
enum SeatDecision<T> {
    /// The seats remain unchanged.
    Unchanged(T),
    /// A seat gets a new holder, or none.
    Set(Player, Option<Seat>, T),
}

/// Closes a room after a panic, before another task may change it.
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
            game: sync::Mutex::new(game),
            is_closed: AtomicBool::new(false),
            sockets: Mutex::new(PerPlayer::from_fn(|_| 0)),
            elsewhere: Mutex::default(),
            changes: watch::Sender::new(0),
        }
    }

    /// Returns the game. Panics if a task has panicked while it held the game.
    pub(crate) fn game(&self) -> MutexGuard<'_, Game> {
        self.game
            .lock()
            .expect("a room is looked up only while it is not poisoned")
    }

    /// Returns which players are connected to any server.
    pub(crate) fn connected(&self) -> Connected {
        let (here, elsewhere) = (self.connected_here(), self.elsewhere.lock());
        PerPlayer::from_fn(|player| {
            here[player] || elsewhere.iter().any(|server| server.players[player])
        })
    }

    /// Returns which players are connected to this server.
    pub(crate) fn connected_here(&self) -> Connected {
        let sockets = self.sockets.lock();
        PerPlayer::from_fn(|player| sockets[player] > 0)
    }

    /// Records an announcement of another server.
    pub(crate) fn receive_presence(&self, server: i32, players: Connected) {
        self.change_elsewhere(|elsewhere| {
            elsewhere.retain(|announced| announced.server != server);
            if Player::BOTH.into_iter().any(|player| players[player]) {
                elsewhere.push(Announcement {
                    server,
                    players,
                    received: Instant::now(),
                });
            }
        });
    }

    /// Discards outdated announcements of other servers.
    pub(crate) fn expire_presence(&self) {
        self.change_elsewhere(|elsewhere| {
            elsewhere.retain(|announced| announced.received.elapsed() < ANNOUNCEMENT_LIFETIME);
        });
    }

    /// Changes the announcements, and notifies all clients if a player has connected or disconnected.
    fn change_elsewhere(&self, change: impl FnOnce(&mut Vec<Announcement>)) {
        let before = self.connected();
        change(&mut self.elsewhere.lock());
        if self.connected() != before {
            self.changes.send_modify(|count| *count += 1);
        }
    }

    /// Changes the number of sockets of a player. Returns true if that connects or disconnects the player, and then notifies
    /// all clients.
    pub(super) fn count_sockets(&self, player: Player, change: impl FnOnce(u32) -> u32) -> bool {
        let mut sockets = self.sockets.lock();
        let before = sockets[player];
        sockets[player] = change(before);
        let is_news = (before > 0) != (sockets[player] > 0);
        drop(sockets);
        if is_news {
            self.changes.send_modify(|count| *count += 1);
        }
        is_news
    }

    /// Returns true if the game must be reloaded from the store.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire) || self.game.is_poisoned()
    }

    /// Disconnects all clients.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        self.changes.send_modify(|count| *count += 1);
    }

    /// Acquires the right to change the game. Fails if the room is closed.
    pub(crate) async fn turn(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, StoreError> {
        let turn = self.turn.lock().await;
        if self.is_closed() {
            return Err(StoreError::Closed);
        }
        Ok(turn)
    }

    /// Returns a receiver that is notified of changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Performs an action: checks it, stores it, and only then notifies the clients. Returns its number, also for a repeated
    /// action.
    ///
    /// Another server may have changed the game. Therefore newer events are read from the store before an action is
    /// rejected, and an action whose number is taken is checked again.
    pub(crate) async fn act(
        &self,
        store: &dyn Store,
        ply: u32,
        player: Player,
        action: &Action,
    ) -> Result<u32, Failure> {
        let _turn = self.turn().await.map_err(|_| Failure::Closed)?;
        let _guard = CloseOnPanic(self);
        let mut is_current = !store.is_shared();
        loop {
            let fit = self.game().fit(ply, player, action);
            let next = match fit {
                Ok(Fit::Done(ply)) => return Ok(ply),
                Ok(Fit::Next(next)) => next,
                Err(refused) if is_current => return Err(Failure::Refused(refused)),
                Err(_) => {
                    self.catch_up(store).await.map_err(Failure::Store)?;
                    is_current = true;
                    continue;
                }
            };
            let event = Event {
                player,
                action: next.action.clone(),
                at: store.now(),
            };
            let written = store.write(Change::Action(self.id, ply, event.clone()));
            let error = match written.await {
                Ok(()) => {
                    self.change(|game| {
                        // A notification of the store may have added it already.
                        if game.ply() == ply {
                            game.apply(next, event);
                        }
                    });
                    return Ok(ply);
                }
                Err(error) => error,
            };
            let may_be_stale = match error {
                StoreError::Taken | StoreError::Unknown(_) => true,
                // The game was deleted, or the store has gone back to an earlier state.
                StoreError::Missing => store.is_shared(),
                _ => false,
            };
            if !may_be_stale {
                return Err(Failure::Store(error));
            }
            // The store may have newer events.
            if self.catch_up(store).await.is_err() || self.is_closed() {
                self.close();
                let is_deleted = error == StoreError::Missing
                    && !is_stored(store, self.id).await.map_err(Failure::Store)?;
                return Err(if is_deleted {
                    Failure::Store(error)
                } else {
                    Failure::Closed
                });
            }
            if self.game().ply() <= ply {
                return Err(match error {
                    StoreError::Taken => Failure::Closed,
                    error => Failure::Store(error),
                });
            }
            is_current = true;
        }
    }

    /// Reads newer events from the store, and notifies all clients.
    pub(crate) async fn catch_up(&self, store: &dyn Store) -> Result<(), StoreError> {
        let version = self.game().version();
        for update in store.events_since(vec![version]).await? {
            self.update(update)?;
        }
        Ok(())
    }

    /// Applies an update from the store.
    pub(crate) fn update(&self, update: GameUpdate) -> Result<(), StoreError> {
        let Some(changes) = update.update else {
            self.close();
            return Err(StoreError::Missing);
        };
        let updated = self.game().update(update.known, changes);
        self.notify(updated, |is_new| *is_new).map(|_| ())
    }

    /// Applies an action that another server has stored. Returns true if it is out of order, so that the store must be
    /// read.
    pub(crate) fn apply_stored(&self, stored: StoredAction) -> Result<bool, StoreError> {
        let applied = self.game().apply_stored(stored);
        let applied = self.notify(applied, |applied| *applied == Applied::Added)?;
        Ok(applied == Applied::OutOfOrder)
    }

    /// Notifies all clients of a change, and disconnects them if it is invalid.
    fn notify<T>(
        &self,
        result: Result<T, StoreError>,
        is_new: impl FnOnce(&T) -> bool,
    ) -> Result<T, StoreError> {
        match &result {
            Ok(applied) if is_new(applied) => self.changes.send_modify(|count| *count += 1),
            Ok(_) => {}
            Err(_) => self.close(),
        }
        result
    }

    /// Takes the first free seat, or returns the one that the client has.
    pub(crate) async fn sit(
        &self,
        store: &dyn Store,
        seat: Seat,
    ) -> Result<Option<Player>, StoreError> {
        let _turn = self.turn().await?;
        let player = self.change_seat(store, || {
            let game = self.game();
            if let Some(player) = holder(&game, &seat) {
                return SeatDecision::Unchanged(Some(player));
            }
            let mut players = Player::BOTH.into_iter();
            match players.find(|player| game.seats[*player].is_none()) {
                None => SeatDecision::Unchanged(None),
                Some(player) => SeatDecision::Set(player, Some(seat.clone()), Some(player)),
            }
        });
        player.await
    }

    /// Gives a free or reserved seat to a player. Returns false if someone else has taken it.
    pub(crate) async fn claim(
        &self,
        store: &dyn Store,
        player: Player,
        seat: Seat,
    ) -> Result<bool, StoreError> {
        let _turn = self.turn().await?;
        let has_seat = self.change_seat(store, || match &self.game().seats[player] {
            Some(now) if now.token.is(&seat.token) => SeatDecision::Unchanged(true),
            Some(now) if !now.is_reserved() => SeatDecision::Unchanged(false),
            _ => SeatDecision::Set(player, Some(seat.clone()), true),
        });
        has_seat.await
    }

    /// Releases a reserved seat. Returns true if it is free then.
    pub(crate) async fn release(
        &self,
        store: &dyn Store,
        player: Player,
    ) -> Result<bool, StoreError> {
        let _turn = self.turn().await?;
        let is_free = self.change_seat(store, || match &self.game().seats[player] {
            None => SeatDecision::Unchanged(true),
            Some(now) if !now.is_reserved() => SeatDecision::Unchanged(false),
            Some(_) => SeatDecision::Set(player, None, true),
        });
        is_free.await
    }

    /// Changes a seat as decided from the current seats. If another server was faster, decides again.
    async fn change_seat<T>(
        &self,
        store: &dyn Store,
        decide: impl Fn() -> SeatDecision<T>,
    ) -> Result<T, StoreError> {
        for _ in 0..SEAT_ATTEMPTS {
            let (player, seat, result) = match decide() {
                SeatDecision::Unchanged(result) => return Ok(result),
                SeatDecision::Set(player, seat, result) => (player, seat, result),
            };
            let was = self.game().seats[player]
                .as_ref()
                .map(|seat| seat.token.clone());
            let written = store.write(Change::Seat(SeatChange {
                game: self.id,
                player,
                was,
                now: seat.clone(),
            }));
            match written.await {
                Ok(()) => {
                    self.apply(store, |game| game.seats[player] = seat).await;
                    return Ok(result);
                }
                Err(StoreError::Taken) if store.is_shared() => self.catch_up(store).await?,
                Err(error) => {
                    if matches!(error, StoreError::Taken | StoreError::Unknown(_)) {
                        self.close();
                    }
                    return Err(error);
                }
            }
        }
        self.close();
        Err(StoreError::Closed)
    }

    /// Applies a stored change of the seats or the rematch in memory. If other servers change them as well, reads them from
    /// the store.
    pub(crate) async fn apply(&self, store: &dyn Store, change: impl FnOnce(&mut Game)) {
        if !store.is_shared() {
            self.change(change);
        } else if self.catch_up(store).await.is_err() {
            self.close();
        }
    }

    /// Changes the game and notifies all clients.
    fn change(&self, change: impl FnOnce(&mut Game)) {
        change(&mut self.game());
        self.changes.send_modify(|count| *count += 1);
    }
}

/// Returns true if the store has a game.
pub(crate) async fn is_stored(store: &dyn Store, id: GameId) -> Result<bool, StoreError> {
    Ok(store.game(id).await?.is_some())
}

/// Returns the player whose seat has this token.
pub(crate) fn holder(game: &Game, seat: &Seat) -> Option<Player> {
    let has = |player: &Player| {
        let taken = game.seats[*player].as_ref();
        taken.is_some_and(|taken| taken.token.is(&seat.token))
    };
    Player::BOTH.into_iter().find(has)
}
