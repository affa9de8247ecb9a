//! One game in memory, with the clients that watch it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quintet_live::store::{Change, GameUpdate, Seat, SeatChange, Store, StoreError, StoredAction};
use quintet_live::{Action, ActionError, Applied, Event, Fit, Game, GameId};
use quintet_rules::{PerPlayer, Player};
use tokio::sync::watch;

use crate::live::cache::GameCache;
use crate::live::messages::{Connected, EventText};

/// A game that is changed by one client at a time.
pub(crate) struct Room {
    pub(crate) id: GameId,
    /// Held by the task that changes the game, from the check until all clients are told.
    turn: tokio::sync::Mutex<()>,
    game: Mutex<Game>,
    is_closed: AtomicBool,
    /// How many sockets each player is connected through.
    sockets: Mutex<PerPlayer<u32>>,
    /// Which players are connected through other servers, as they have said lately.
    elsewhere: Mutex<Vec<Elsewhere>>,
    /// Counts changes. A client that is woken by one looks at the game itself for what is new, so that
    /// it misses nothing and nothing is queued for a slow client.
    changes: watch::Sender<u64>,
    /// The action that a client was told of last, and its number: the others are told of it, too.
    told: Mutex<Option<(u32, EventText)>>,
}

/// Why an action was not done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The rules of the log refuse it.
    Refused(ActionError),
    /// It could not be stored.
    Store(StoreError),
    /// The room is closed: the game must be loaded again.
    Closed,
}

/// After what time a server is no longer believed that has not said again who is connected.
const SILENCE: Duration = Duration::from_secs(15);

/// Who is connected through another server.
struct Elsewhere {
    server: i32,
    players: Connected,
    heard: Instant,
}

/// How often a seat is passed on before that fails because others pass it on all the time.
const PASSES: u32 = 4;

/// What is to become of a seat, and the answer then.
enum Pass<T> {
    /// Nothing.
    Not(T),
    /// It gets this holder.
    To(Player, Option<Seat>, T),
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
            elsewhere: Mutex::default(),
            changes: watch::Sender::new(0),
            told: Mutex::default(),
        }
    }

    /// The game as it is now. Panics if something has panicked in this room.
    pub(crate) fn game(&self) -> MutexGuard<'_, Game> {
        self.game
            .lock()
            .expect("a room is looked up only while it is not poisoned")
    }

    /// The action with this number, as clients are told of it. There must be one in the game of this room.
    pub(crate) fn event(&self, game: &Game, ply: u32) -> EventText {
        // Nothing that holds this lock can panic halfway through a change.
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((number, event)) = &*told
            && *number == ply
        {
            return event.clone();
        }
        let event = EventText::of(game, ply);
        *told = Some((ply, event.clone()));
        event
    }

    /// Which players are connected, as far as it is known.
    pub(crate) fn here(&self) -> Connected {
        let (own, elsewhere) = (self.own(), self.elsewhere());
        PerPlayer::from_fn(|player| {
            own[player] || elsewhere.iter().any(|server| server.players[player])
        })
    }

    /// Which players are connected through this server.
    pub(crate) fn own(&self) -> Connected {
        let sockets = self.sockets();
        PerPlayer::from_fn(|player| sockets[player] > 0)
    }

    /// Hears from another server which players are connected through it.
    pub(crate) fn hear(&self, server: i32, players: Connected) {
        self.change_elsewhere(|elsewhere| {
            elsewhere.retain(|known| known.server != server);
            if Player::BOTH.into_iter().any(|player| players[player]) {
                elsewhere.push(Elsewhere {
                    server,
                    players,
                    heard: Instant::now(),
                });
            }
        });
    }

    /// Forgets what servers have said that have not been heard for a while.
    pub(crate) fn forget_silent(&self) {
        self.change_elsewhere(|elsewhere| {
            elsewhere.retain(|known| known.heard.elapsed() < SILENCE);
        });
    }

    /// Changes who is connected through other servers, and wakes all clients if a player has come or gone.
    fn change_elsewhere(&self, change: impl FnOnce(&mut Vec<Elsewhere>)) {
        let before = self.here();
        change(&mut self.elsewhere());
        if self.here() != before {
            self.changes.send_modify(|count| *count += 1);
        }
    }

    fn elsewhere(&self) -> MutexGuard<'_, Vec<Elsewhere>> {
        // Nothing that holds this lock can panic halfway through a change.
        let elsewhere = self.elsewhere.lock();
        elsewhere.unwrap_or_else(PoisonError::into_inner)
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
    pub(crate) async fn turn(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, StoreError> {
        let turn = self.turn.lock().await;
        if self.is_closed() {
            return Err(StoreError::Closed);
        }
        Ok(turn)
    }

    /// Wakes a client when the game changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Does an action: checks it, has it stored, and only then tells the clients. Sent again, it is
    /// answered again. The number of the action is returned.
    ///
    /// Another server may have written to the game. So nothing is refused before the store was asked for what is
    /// new, and an action whose number is taken is checked again.
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
            let fault = match written.await {
                Ok(()) => {
                    self.change(|game| {
                        // It may have been heard of from the store meanwhile.
                        if game.ply() == ply {
                            game.apply(next, event);
                        }
                    });
                    return Ok(ply);
                }
                Err(fault) => fault,
            };
            let may_be_behind = match fault {
                StoreError::Taken | StoreError::Unknown(_) => true,
                // The game was deleted, or the store has gone back to an earlier state.
                StoreError::Missing => store.is_shared(),
                _ => false,
            };
            if !may_be_behind {
                return Err(Failure::Store(fault));
            }
            // The store knows more than this room, or may.
            if self.catch_up(store).await.is_err() || self.is_closed() {
                self.close();
                let is_deleted = fault == StoreError::Missing
                    && !is_stored(store, self.id).await.map_err(Failure::Store)?;
                return Err(if is_deleted {
                    Failure::Store(fault)
                } else {
                    Failure::Closed
                });
            }
            if self.game().ply() <= ply {
                return Err(match fault {
                    StoreError::Taken => Failure::Closed,
                    fault => Failure::Store(fault),
                });
            }
            is_current = true;
        }
    }

    /// Reads from the store what has happened since, and wakes all clients.
    pub(crate) async fn catch_up(&self, store: &dyn Store) -> Result<(), StoreError> {
        let known = self.game().version();
        for since in store.events_since(vec![known]).await? {
            self.learn(since)?;
        }
        Ok(())
    }

    /// Takes over what the store knows and this room does not.
    pub(crate) fn learn(&self, since: GameUpdate) -> Result<(), StoreError> {
        let Some(update) = since.update else {
            self.close();
            return Err(StoreError::Missing);
        };
        let learnt = self.game().update(since.known, update);
        self.tell(learnt, |is_new| *is_new).map(|_| ())
    }

    /// Takes over an action that another server has stored. Whether the store must be asked, because it does not
    /// follow what is known.
    pub(crate) fn take_over(&self, stored: StoredAction) -> Result<bool, StoreError> {
        let taken = self.game().apply_stored(stored);
        let taken = self.tell(taken, |taken| *taken == Applied::Added)?;
        Ok(taken == Applied::OutOfOrder)
    }

    /// Wakes all clients if there is something new, and disconnects them if what others have stored cannot be.
    fn tell<T>(
        &self,
        learnt: Result<T, StoreError>,
        is_new: impl FnOnce(&T) -> bool,
    ) -> Result<T, StoreError> {
        match &learnt {
            Ok(learnt) if is_new(learnt) => self.changes.send_modify(|count| *count += 1),
            Ok(_) => {}
            Err(_) => self.close(),
        }
        learnt
    }

    /// Takes the first free seat, or the one whose token the client has already.
    pub(crate) async fn sit(
        &self,
        store: &dyn Store,
        seat: Seat,
    ) -> Result<Option<Player>, StoreError> {
        let _turn = self.turn().await?;
        let player = self.pass(store, || {
            let game = self.game();
            if let Some(player) = holder(&game, &seat) {
                return Pass::Not(Some(player));
            }
            let mut players = Player::BOTH.into_iter();
            match players.find(|player| game.seats[*player].is_none()) {
                None => Pass::Not(None),
                Some(player) => Pass::To(player, Some(seat.clone()), Some(player)),
            }
        });
        player.await
    }

    /// Gives a seat to the player for whom it was reserved, or who has left it. Whether they have it
    /// then: it may belong to somebody else by now.
    pub(crate) async fn claim(
        &self,
        store: &dyn Store,
        player: Player,
        seat: Seat,
    ) -> Result<bool, StoreError> {
        let _turn = self.turn().await?;
        let has_seat = self.pass(store, || match &self.game().seats[player] {
            Some(now) if now.token.is(&seat.token) => Pass::Not(true),
            Some(now) if !now.is_reserved() => Pass::Not(false),
            _ => Pass::To(player, Some(seat.clone()), true),
        });
        has_seat.await
    }

    /// Lets anybody have a seat that was reserved. Whether it is free then.
    pub(crate) async fn release(
        &self,
        store: &dyn Store,
        player: Player,
    ) -> Result<bool, StoreError> {
        let _turn = self.turn().await?;
        let is_free = self.pass(store, || match &self.game().seats[player] {
            None => Pass::Not(true),
            Some(now) if !now.is_reserved() => Pass::Not(false),
            Some(_) => Pass::To(player, None, true),
        });
        is_free.await
    }

    /// Has a seat pass to another holder, as is decided by the seats as they are. If another server was faster, it is
    /// decided once more by what has become of them.
    async fn pass<T>(
        &self,
        store: &dyn Store,
        decide: impl Fn() -> Pass<T>,
    ) -> Result<T, StoreError> {
        for _ in 0..PASSES {
            let (player, seat, answer) = match decide() {
                Pass::Not(answer) => return Ok(answer),
                Pass::To(player, seat, answer) => (player, seat, answer),
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
                    self.have(store, |game| game.seats[player] = seat).await;
                    return Ok(answer);
                }
                Err(StoreError::Taken) if store.is_shared() => self.catch_up(store).await?,
                Err(fault) => {
                    if matches!(fault, StoreError::Taken | StoreError::Unknown(_)) {
                        self.close();
                    }
                    return Err(fault);
                }
            }
        }
        self.close();
        Err(StoreError::Closed)
    }

    /// Has a change of the seats or the rematch in memory, too, once it is stored. If others change them, the store
    /// knows what has become of them.
    pub(crate) async fn have(&self, store: &dyn Store, change: impl FnOnce(&mut Game)) {
        if !store.is_shared() {
            self.change(change);
        } else if self.catch_up(store).await.is_err() {
            self.close();
        }
    }

    /// Changes the game and wakes all clients.
    fn change(&self, change: impl FnOnce(&mut Game)) {
        change(&mut self.game());
        self.changes.send_modify(|count| *count += 1);
    }
}

/// A player who is connected through a socket, until it is dropped.
pub(crate) struct Presence {
    games: Arc<GameCache>,
    room: Arc<Room>,
    pub(crate) player: Player,
}

impl Presence {
    pub(crate) fn new(games: &Arc<GameCache>, room: &Arc<Room>, player: Player) -> Self {
        let presence = Presence {
            games: Arc::clone(games),
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
            self.games.announce(&[&self.room]);
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.count(|sockets| sockets - 1);
    }
}

/// Whether the store has a game, in whatever state.
pub(crate) async fn is_stored(store: &dyn Store, id: GameId) -> Result<bool, StoreError> {
    Ok(store.game(id).await?.is_some())
}

/// The player whose seat has this token already.
pub(crate) fn holder(game: &Game, seat: &Seat) -> Option<Player> {
    let has = |player: &Player| {
        let taken = game.seats[*player].as_ref();
        taken.is_some_and(|taken| taken.token.is(&seat.token))
    };
    Player::BOTH.into_iter().find(has)
}
