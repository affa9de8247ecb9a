//! The games in memory. Other games are loaded from the store on demand.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use quintet_games::Catalogue;
use quintet_live::store::{
    Change, GameUpdate, GameVersion, Idle, NewGame, Presence, Seat, Store, StoreError,
    StoredAction, StoredGame,
};
use quintet_live::{Game, GameId, Token};
use quintet_rules::{PerPlayer, Player};
use tokio::time::MissedTickBehavior;

use crate::live::room::{self, Room};
use crate::live::seats::{self, Holder};

/// Interval between announcements to other servers of the connected players.
const ANNOUNCEMENTS: Duration = Duration::from_secs(5);

/// Attempts to find a rematch, which other servers may open and delete at the same time.
const REMATCH_ATTEMPTS: u32 = 3;

/// The recently used games.
pub(crate) struct GameCache {
    store: Arc<dyn Store>,
    catalogue: Catalogue,
    rooms: Mutex<HashMap<GameId, Held>>,
    most: usize,
    /// Locks for loading, each for a part of the games. While one task reads a stored game, no other can load, change
    /// and evict it.
    loading: [tokio::sync::Mutex<()>; 128],
    /// Randomly seeded, so that no client can choose games that share a lock.
    hasher: RandomState,
}

struct Held {
    room: Arc<Room>,
    entered: Instant,
}

impl GameCache {
    /// Creates a cache of at most `most` games.
    pub(crate) fn new(store: Arc<dyn Store>, catalogue: Catalogue, most: usize) -> Self {
        GameCache {
            store,
            catalogue,
            rooms: Mutex::default(),
            most,
            loading: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            hasher: RandomState::new(),
        }
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Returns the number of games in memory.
    pub(crate) fn len(&self) -> usize {
        self.rooms.lock().len()
    }

    /// Returns the up-to-date room of a game; `None` if the game does not exist.
    pub(crate) async fn enter(&self, id: GameId) -> Result<Option<Arc<Room>>, StoreError> {
        if let Some(room) = self.usable(id) {
            return self.up_to_date(room).await;
        }
        let lock = self.lock_loading(id).await;
        if let Some(room) = self.usable(id) {
            drop(lock);
            return self.up_to_date(room).await;
        }
        let stored = self.store.game(id).await?;
        // Replaying a log takes time, and may panic.
        let catalogue = self.catalogue;
        let load = move |stored| Game::load(stored, catalogue);
        let loading = tokio::task::spawn_blocking(move || stored.map(load).transpose());
        let loaded = loading.await.unwrap_or_else(|panic| {
            Err(StoreError::Broken(format!(
                "game {id} cannot be loaded: {panic}"
            )))
        })?;
        loaded.map(|game| self.insert(game)).transpose()
    }

    /// Updates a room with the changes of other servers. Returns `None` if the game was deleted. Fails if the store has
    /// gone back to an earlier state of the game: the client must read it again.
    async fn up_to_date(&self, room: Arc<Room>) -> Result<Option<Arc<Room>>, StoreError> {
        if self.store.is_shared() {
            match room.catch_up(self.store()).await {
                Ok(()) => {}
                Err(StoreError::Missing) if room::is_stored(self.store(), room.id).await? => {
                    let error = format!("the store has an earlier state of game {}", room.id);
                    return Err(StoreError::Unknown(error));
                }
                Err(StoreError::Missing) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(Some(room))
    }

    /// Applies the changes of other servers indefinitely, if the store is shared.
    pub(crate) async fn follow_others(&self) {
        let Some(notifications) = self.store.subscribe() else {
            return;
        };
        let mut ticks = tokio::time::interval(ANNOUNCEMENTS);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let received = tokio::select! {
                received = notifications.next() => received,
                _ = ticks.tick() => {
                    self.announce_all();
                    continue;
                }
            };
            self.receive_presence(&received.presence);
            let behind = self.apply_stored(received.actions);
            let versions = if received.all {
                in_use(self.rooms.lock().values())
            } else {
                let rooms = self.rooms.lock();
                let changed = received.games.union(&behind);
                in_use(changed.filter_map(|id| rooms.get(id)))
            };
            if versions.is_empty() {
                continue;
            }
            match self.store.events_since(versions).await {
                Ok(updates) => updates.into_iter().for_each(|update| self.update(update)),
                Err(error) => {
                    tracing::warn!(%error, "cannot read the changes of other servers; games are stale");
                }
            }
        }
    }

    /// Announces to other servers which players are connected to this one.
    pub(crate) fn announce(&self, rooms: &[&Arc<Room>]) {
        if self.store.is_shared() {
            let presence = rooms.iter().map(|room| Presence {
                game: room.id,
                players: room.connected_here(),
            });
            self.store.announce(presence.collect());
        }
    }

    /// Announces all connected players, and discards outdated announcements of other servers.
    fn announce_all(&self) {
        let rooms: Vec<_> = {
            let rooms = self.rooms.lock();
            let used = rooms.values().filter(|held| !is_unused(held));
            used.map(|held| Arc::clone(&held.room)).collect()
        };
        for room in &rooms {
            room.expire_presence();
        }
        let has_player = |room: &&Arc<Room>| {
            let players = room.connected_here();
            players.one || players.two
        };
        let used: Vec<_> = rooms.iter().filter(has_player).collect();
        self.announce(&used);
    }

    /// Records which players are connected to other servers.
    fn receive_presence(&self, announced: &[(i32, Presence)]) {
        for (server, presence) in announced {
            let room = self
                .rooms
                .lock()
                .get(&presence.game)
                .map(|held| Arc::clone(&held.room));
            if let Some(room) = room {
                room.receive_presence(*server, presence.players);
            }
        }
    }

    /// Applies actions that other servers have stored. Returns the games that must be read from the store.
    fn apply_stored(&self, actions: Vec<StoredAction>) -> HashSet<GameId> {
        let out_of_order = |stored: StoredAction| {
            let id = stored.game;
            let is_behind = self.change(id, |room| room.apply_stored(stored))?;
            is_behind.then_some(id)
        };
        actions.into_iter().filter_map(out_of_order).collect()
    }

    /// Applies an update from the store.
    fn update(&self, update: GameUpdate) {
        self.change(update.known.id, |room| room.update(update));
    }

    /// Applies a change of another server to a game in memory.
    fn change<T>(
        &self,
        id: GameId,
        change: impl FnOnce(&Room) -> Result<T, StoreError>,
    ) -> Option<T> {
        let room = self
            .rooms
            .lock()
            .get(&id)
            .map(|held| Arc::clone(&held.room))?;
        if room.is_closed() {
            return None;
        }
        // After a panic only this game is reloaded.
        let changed = catch_unwind(AssertUnwindSafe(|| change(&room)));
        match changed.unwrap_or_else(|_| Err(StoreError::Broken("a panic".to_owned()))) {
            Ok(changed) => Some(changed),
            Err(error) => {
                self.drop_room(id);
                if error != StoreError::Missing {
                    tracing::error!(game = %id, %error, "rejected an update of a game");
                }
                None
            }
        }
    }

    /// Locks the loading of a game.
    async fn lock_loading(&self, id: GameId) -> tokio::sync::MutexGuard<'_, ()> {
        let lock = self.hasher.hash_one(id) as usize % self.loading.len();
        self.loading[lock].lock().await
    }

    /// Returns all stored data of a game.
    pub(crate) async fn stored(&self, id: GameId) -> Result<StoredGame, StoreError> {
        self.store.game(id).await?.ok_or(StoreError::Missing)
    }

    /// Deletes a game and disconnects its clients.
    pub(crate) async fn delete(&self, id: GameId) -> Result<(), StoreError> {
        let room = self.usable(id);
        // Waits for an action that is being stored. A task that has the turn may load another game, so the turn is
        // taken before the lock for loading.
        let _turn = match &room {
            Some(room) => room.turn().await.ok(),
            None => None,
        };
        let _lock = self.lock_loading(id).await;
        let erased = self.erase(id, Change::Delete(id)).await;
        if !matches!(erased, Err(StoreError::Full | StoreError::Broken(_))) {
            self.drop_room(id);
        }
        erased
    }

    /// Deletes an idle game, unless it is in memory, as games in use are. Returns true if it was deleted.
    pub(crate) async fn expire(&self, id: GameId, idle: Idle) -> Result<bool, StoreError> {
        let _lock = self.lock_loading(id).await;
        if self.rooms.lock().contains_key(&id) {
            return Ok(false);
        }
        match self.erase(id, Change::Expire(id, idle)).await {
            Ok(()) => Ok(true),
            Err(StoreError::Missing) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Deletes a game from the store. The game that it followed is reloaded, without its rematch.
    async fn erase(&self, id: GameId, erasing: Change) -> Result<(), StoreError> {
        let followed = match self.stored(id).await {
            Ok(stored) => stored.opening.rematch_of,
            Err(StoreError::Damaged(_)) => None,
            Err(error) => return Err(error),
        };
        self.store.write(erasing).await?;
        if let Some(followed) = followed {
            self.drop_room(followed);
        }
        Ok(())
    }

    /// Evicts a finished game when its last client has left: it is rarely viewed again.
    pub(crate) fn leave(&self, room: Arc<Room>) {
        let id = room.id;
        let is_over = room.is_closed() || room.game().outcome().is_some();
        drop(room);
        let mut rooms = self.rooms.lock();
        if is_over && rooms.get(&id).is_some_and(is_unused) {
            rooms.remove(&id);
        }
    }

    /// Evicts a game and disconnects its clients.
    fn drop_room(&self, id: GameId) {
        let dropped = self.rooms.lock().remove(&id);
        if let Some(held) = dropped {
            held.room.close();
        }
    }

    /// Returns the room of a game in memory. A closed room is evicted.
    fn usable(&self, id: GameId) -> Option<Arc<Room>> {
        let mut rooms = self.rooms.lock();
        let held = rooms.get_mut(&id)?;
        if held.room.is_closed() {
            let closed = rooms.remove(&id)?;
            // After a panic its clients are still connected.
            closed.room.close();
            return None;
        }
        held.entered = Instant::now();
        Some(Arc::clone(&held.room))
    }

    /// Opens a new game.
    pub(crate) async fn open(&self, opening: NewGame) -> Result<Arc<Room>, StoreError> {
        // A game is stored only if there is room for it in memory.
        self.make_room(&mut self.rooms.lock())?;
        self.store.write(Change::Open(opening.clone())).await?;
        let stored = StoredGame {
            opening,
            log: Vec::new(),
            rematch: None,
            revision: 0,
        };
        let game = Game::load(stored, self.catalogue)?;
        self.insert(game)
    }

    /// Adds a game that was not in memory.
    fn insert(&self, game: Game) -> Result<Arc<Room>, StoreError> {
        let mut rooms = self.rooms.lock();
        self.make_room(&mut rooms)?;
        let held = rooms.entry(game.id).or_insert_with(|| Held {
            room: Arc::new(Room::new(game)),
            entered: Instant::now(),
        });
        Ok(Arc::clone(&held.room))
    }

    /// Makes room for one more game by evicting the least recently used one without clients.
    fn make_room(&self, rooms: &mut HashMap<GameId, Held>) -> Result<(), StoreError> {
        if rooms.len() < self.most {
            return Ok(());
        }
        let oldest = rooms
            .iter()
            .filter(|(_, held)| is_unused(held))
            .min_by_key(|(_, held)| held.entered);
        let id = *oldest.ok_or(StoreError::Full)?.0;
        rooms.remove(&id);
        Ok(())
    }

    /// Returns the rematch of a finished game, with a seat in it for a player. The first player who requests it opens it,
    /// and the other seat is reserved for the other player. Returns `None` if the player has declined and someone else has
    /// taken the seat.
    pub(crate) async fn follow(
        &self,
        room: &Room,
        player: Player,
        holder: &Holder,
    ) -> Result<Option<(Arc<Room>, Player, Option<Token>)>, StoreError> {
        let _turn = room.turn().await?;
        for _ in 0..REMATCH_ATTEMPTS {
            let mut opening = following(&room.game(), self.store.now());
            let player = room.game().session().next_seat(player);
            let rematch = room.game().rematch;
            let id = rematch.unwrap_or(opening.id);
            let name = opening.seats[player]
                .as_ref()
                .and_then(|seat| seat.name.clone());
            let (seat, token) = seats::take_next(holder, id, name, self.store.now());
            if let Some(id) = rematch {
                let next = self.enter(id).await?.ok_or(StoreError::Missing)?;
                let has_seat = next.claim(self.store(), player, seat).await?;
                return Ok(has_seat.then_some((next, player, token)));
            }
            opening.seats[player] = Some(seat);
            match self.open(opening).await {
                Ok(next) => {
                    room.apply(self.store(), |game| game.rematch = Some(id))
                        .await;
                    return Ok(Some((next, player, token)));
                }
                // Another server has opened it.
                Err(StoreError::Taken) if self.store.is_shared() => {
                    room.catch_up(self.store()).await?;
                }
                Err(error) => {
                    if matches!(error, StoreError::Taken | StoreError::Full) {
                        // The store may have a rematch that this room does not have.
                        room.close();
                    }
                    return Err(error);
                }
            }
        }
        Err(StoreError::Closed)
    }

    /// Releases the seat that is reserved for a player in the rematch. Returns true if it is free then.
    pub(crate) async fn decline(&self, room: &Room, player: Player) -> Result<bool, StoreError> {
        let (player, next) = {
            let game = room.game();
            (game.session().next_seat(player), game.rematch)
        };
        let Some(id) = next else {
            return Ok(false);
        };
        let next = self.enter(id).await?.ok_or(StoreError::Missing)?;
        next.release(self.store(), player).await
    }

    /// Evicts games without clients that have been idle for a while, finished ones sooner, and frees the drawings of all
    /// games.
    pub(crate) fn sweep(&self, idle: Duration) {
        self.rooms.lock().retain(|_, held| {
            if held.room.is_closed() {
                held.room.close();
                return false;
            }
            let wait = {
                let mut game = held.room.game();
                game.forget_drawing();
                if game.outcome().is_some() {
                    idle / 10
                } else {
                    idle
                }
            };
            !is_unused(held) || held.entered.elapsed() < wait
        });
    }
}

/// Returns the versions of the games that clients use.
fn in_use<'a>(held: impl Iterator<Item = &'a Held>) -> Vec<GameVersion> {
    let used = held.filter(|held| !is_unused(held) && !held.room.is_closed());
    used.map(|held| held.room.game().version()).collect()
}

/// Returns true if no client uses a game. None can start to while the caller holds the rooms.
fn is_unused(held: &Held) -> bool {
    Arc::strong_count(&held.room) == 1
}

/// Returns the rematch of a game, with its seats reserved for the same players.
fn following(game: &Game, now: u64) -> NewGame {
    NewGame {
        id: GameId::random(),
        game: game.variant().id().to_owned(),
        size: game.variant().size().to_string(),
        start: game.session().next().start().text(),
        created: now,
        rematch_of: Some(game.id),
        // The mapping of the players to their next seats is its own inverse.
        seats: PerPlayer::from_fn(|player| {
            let seat = game.seats[game.session().next_seat(player)].as_ref()?;
            Some(Seat::reserved(seat.name.clone()))
        }),
    }
}
