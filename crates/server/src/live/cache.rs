//! The games in memory. The others are in the store, and are loaded when a client asks for them.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use quintet_games::Catalogue;
use quintet_live::store::{
    Change, GameUpdate, GameVersion, Idle, NewGame, Presence, Seat, Store, StoreError,
    StoredAction, StoredGame,
};
use quintet_live::{Action, Game, GameId, Token};
use quintet_rules::{PerPlayer, Player};
use tokio::time::MissedTickBehavior;

use crate::live::room::{self, Failure, Room};
use crate::live::seats::{self, Holder};

/// How often other servers are told who is connected.
const ANNOUNCEMENTS: Duration = Duration::from_secs(5);

/// How often a rematch is looked for that another server has opened, and may have deleted since.
const FOLLOWINGS: u32 = 3;

/// The games that clients have used lately.
pub(crate) struct GameCache {
    store: Arc<dyn Store>,
    catalogue: Catalogue,
    rooms: Mutex<HashMap<GameId, Held>>,
    most: usize,
    /// Held while a game is loaded, each for some of the games: no other task can load the game, change
    /// it and drop it while one still reads how it was.
    loading: [tokio::sync::Mutex<()>; 128],
    /// Seeded at random, so that no client can choose games that share a lock.
    hasher: RandomState,
}

struct Held {
    room: Arc<Room>,
    entered: Instant,
}

impl GameCache {
    /// A cache of at most so many games.
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

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Held>> {
        // Nothing that holds this lock can panic halfway through a change.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games are in memory.
    pub(crate) fn len(&self) -> usize {
        self.rooms().len()
    }

    /// The room of a game as it is now, if there is such a game.
    pub(crate) async fn enter(&self, id: GameId) -> Result<Option<Arc<Room>>, StoreError> {
        if let Some(room) = self.usable(id) {
            return self.up_to_date(room).await;
        }
        let alone = self.alone(id).await;
        if let Some(room) = self.usable(id) {
            drop(alone);
            return self.up_to_date(room).await;
        }
        let stored = self.store.game(id).await?;
        // To replay a log takes time, and its rules may panic.
        let catalogue = self.catalogue;
        let load = move |stored| Game::load(stored, catalogue);
        let loading = tokio::task::spawn_blocking(move || stored.map(load).transpose());
        let loaded = loading.await.unwrap_or_else(|panic| {
            Err(StoreError::Broken(format!(
                "game {id} cannot be loaded: {panic}"
            )))
        })?;
        loaded.map(|game| self.keep(game)).transpose()
    }

    /// Updates a room from the store, to which other servers write. `None` if the game was deleted. Fails if the store has
    /// returned to an earlier state of the game: the client must read it again.
    async fn up_to_date(&self, room: Arc<Room>) -> Result<Option<Arc<Room>>, StoreError> {
        if self.store.is_shared() {
            match room.catch_up(self.store()).await {
                Ok(()) => {}
                Err(StoreError::Missing) if room::is_stored(self.store(), room.id).await? => {
                    let fault = format!("the store has another state of game {}", room.id);
                    return Err(StoreError::Unknown(fault));
                }
                Err(StoreError::Missing) => return Ok(None),
                Err(fault) => return Err(fault),
            }
        }
        Ok(Some(room))
    }

    /// Takes over what other servers have stored, for as long as there are any.
    pub(crate) async fn follow_others(&self) {
        let Some(hints) = self.store.subscribe() else {
            return;
        };
        let mut ticks = tokio::time::interval(ANNOUNCEMENTS);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let heard = tokio::select! {
                heard = hints.next() => heard,
                _ = ticks.tick() => {
                    self.announce_all();
                    continue;
                }
            };
            self.hear(&heard.presence);
            let behind = self.take_over(heard.actions);
            let known = if heard.all {
                in_use(self.rooms().values())
            } else {
                let rooms = self.rooms();
                let changed = heard.games.union(&behind);
                in_use(changed.filter_map(|id| rooms.get(id)))
            };
            if known.is_empty() {
                continue;
            }
            match self.store.events_since(known).await {
                Ok(changed) => changed.into_iter().for_each(|since| self.learn(since)),
                Err(fault) => {
                    tracing::warn!(%fault, "games are behind the store until it can be read");
                }
            }
        }
    }

    /// Tells other servers who is connected through this one.
    pub(crate) fn announce(&self, rooms: &[&Arc<Room>]) {
        if self.store.is_shared() {
            let here = rooms.iter().map(|room| Presence {
                game: room.id,
                players: room.own(),
            });
            self.store.announce(here.collect());
        }
    }

    /// Tells other servers of all who are connected, and forgets what those have told that are silent.
    fn announce_all(&self) {
        let rooms: Vec<_> = {
            let rooms = self.rooms();
            let used = rooms.values().filter(|kept| !is_unused(kept));
            used.map(|kept| Arc::clone(&kept.room)).collect()
        };
        for room in &rooms {
            room.forget_silent();
        }
        let is_somebody_here = |room: &&Arc<Room>| {
            let own = room.own();
            own.one || own.two
        };
        let used: Vec<_> = rooms.iter().filter(is_somebody_here).collect();
        self.announce(&used);
    }

    /// Hears who is connected through other servers.
    fn hear(&self, here: &[(i32, Presence)]) {
        for (server, here) in here {
            let room = self
                .rooms()
                .get(&here.game)
                .map(|kept| Arc::clone(&kept.room));
            if let Some(room) = room {
                room.hear(*server, here.players);
            }
        }
    }

    /// Takes over actions that other servers have stored. The games of which the store must be asked are returned.
    fn take_over(&self, actions: Vec<StoredAction>) -> HashSet<GameId> {
        let does_not_follow = |stored: StoredAction| {
            let id = stored.game;
            let is_behind = self.change(id, |room| room.take_over(stored))?;
            is_behind.then_some(id)
        };
        actions.into_iter().filter_map(does_not_follow).collect()
    }

    /// Takes over what the store knows of a game.
    fn learn(&self, since: GameUpdate) {
        self.change(since.known.id, |room| room.learn(since));
    }

    /// Changes a game that is in memory by what other servers have done.
    fn change<T>(
        &self,
        id: GameId,
        change: impl FnOnce(&Room) -> Result<T, StoreError>,
    ) -> Option<T> {
        let room = self.rooms().get(&id).map(|kept| Arc::clone(&kept.room))?;
        if room.is_closed() {
            return None;
        }
        // A panic costs this game its copy in memory, and the others nothing.
        let changed = catch_unwind(AssertUnwindSafe(|| change(&room)));
        match changed.unwrap_or_else(|_| Err(StoreError::Broken("a panic".to_owned()))) {
            Ok(changed) => Some(changed),
            Err(fault) => {
                self.drop_room(id);
                if fault != StoreError::Missing {
                    tracing::error!(game = %id, %fault, "what is new in a game is refused");
                }
                None
            }
        }
    }

    /// Keeps a game from being loaded by others.
    async fn alone(&self, id: GameId) -> tokio::sync::MutexGuard<'_, ()> {
        let lock = self.hasher.hash_one(id) as usize % self.loading.len();
        self.loading[lock].lock().await
    }

    /// Everything that is kept about a game.
    pub(crate) async fn stored(&self, id: GameId) -> Result<StoredGame, StoreError> {
        self.store.game(id).await?.ok_or(StoreError::Missing)
    }

    /// Deletes a game and disconnects its clients.
    pub(crate) async fn delete(&self, id: GameId) -> Result<(), StoreError> {
        let room = self.usable(id);
        // An action that is being stored comes first. A task that has the turn may load another game, so the turn
        // is taken before the lock for loading.
        let _turn = match &room {
            Some(room) => room.turn().await.ok(),
            None => None,
        };
        let _alone = self.alone(id).await;
        let erased = self.erase(id, Change::Delete(id)).await;
        if !matches!(erased, Err(StoreError::Full | StoreError::Broken(_))) {
            self.drop_room(id);
        }
        erased
    }

    /// Deletes a game that is idle, unless it is in memory, where it is while clients use it: whether it did.
    pub(crate) async fn expire(&self, id: GameId, idle: Idle) -> Result<bool, StoreError> {
        let _alone = self.alone(id).await;
        if self.rooms().contains_key(&id) {
            return Ok(false);
        }
        match self.erase(id, Change::Expire(id, idle)).await {
            Ok(()) => Ok(true),
            Err(StoreError::Missing) => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    /// Deletes a game from the store. The game that it followed is loaded again, without a rematch.
    async fn erase(&self, id: GameId, erasing: Change) -> Result<(), StoreError> {
        let followed = match self.stored(id).await {
            Ok(stored) => stored.opening.rematch_of,
            Err(StoreError::Damaged(_)) => None,
            Err(fault) => return Err(fault),
        };
        self.store.write(erasing).await?;
        if let Some(followed) = followed {
            self.drop_room(followed);
        }
        Ok(())
    }

    /// Drops a finished game from memory when the last client has left it. It is seldom looked at again, and is then loaded.
    pub(crate) fn leave(&self, room: Arc<Room>) {
        let id = room.id;
        let is_over = room.is_closed() || room.game().outcome().is_some();
        drop(room);
        let mut rooms = self.rooms();
        if is_over && rooms.get(&id).is_some_and(is_unused) {
            rooms.remove(&id);
        }
    }

    /// Drops a game from memory and disconnects its clients.
    fn drop_room(&self, id: GameId) {
        let dropped = self.rooms().remove(&id);
        if let Some(kept) = dropped {
            kept.room.close();
        }
    }

    /// The room of a game, if it is in memory. A closed room is dropped.
    fn usable(&self, id: GameId) -> Option<Arc<Room>> {
        let mut rooms = self.rooms();
        let kept = rooms.get_mut(&id)?;
        if kept.room.is_closed() {
            let closed = rooms.remove(&id)?;
            // After a panic its clients have not been told.
            closed.room.close();
            return None;
        }
        kept.entered = Instant::now();
        Some(Arc::clone(&kept.room))
    }

    /// Opens a new game.
    pub(crate) async fn open(&self, opening: NewGame) -> Result<Arc<Room>, StoreError> {
        // A game for which there is no place is not stored either.
        self.make_place(&mut self.rooms())?;
        self.store.write(Change::Open(opening.clone())).await?;
        let stored = StoredGame {
            opening,
            log: Vec::new(),
            rematch: None,
            revision: 0,
        };
        let game = Game::load(stored, self.catalogue)?;
        self.keep(game)
    }

    /// Adds a game that was not in memory.
    fn keep(&self, game: Game) -> Result<Arc<Room>, StoreError> {
        let mut rooms = self.rooms();
        self.make_place(&mut rooms)?;
        let kept = rooms.entry(game.id).or_insert_with(|| Held {
            room: Arc::new(Room::new(game)),
            entered: Instant::now(),
        });
        Ok(Arc::clone(&kept.room))
    }

    /// Makes place for one more game: of those without clients, the one used least lately is dropped.
    fn make_place(&self, rooms: &mut HashMap<GameId, Held>) -> Result<(), StoreError> {
        if rooms.len() < self.most {
            return Ok(());
        }
        let oldest = rooms
            .iter()
            .filter(|(_, kept)| is_unused(kept))
            .min_by_key(|(_, kept)| kept.entered);
        let id = *oldest.ok_or(StoreError::Full)?.0;
        rooms.remove(&id);
        Ok(())
    }

    /// Does an action. After a panic the game is loaded again. If the future is dropped, what is stored may be
    /// missing in memory.
    pub(crate) async fn act(
        &self,
        room: &Room,
        ply: u32,
        player: Player,
        action: &Action,
    ) -> Result<u32, Failure> {
        let acting = AssertUnwindSafe(room.act(self.store(), ply, player, action));
        acting.catch_unwind().await.unwrap_or_else(|_| {
            tracing::error!(game = %room.id, "an action failed; the game is loaded again");
            Err(Failure::Closed)
        })
    }

    /// The game that follows a finished one, with a seat in it for the player who asks. The first who
    /// asks opens it, and the other seat is reserved for the other player. `None` if the player has
    /// declined, and somebody else has the seat.
    pub(crate) async fn follow(
        &self,
        room: &Room,
        player: Player,
        holder: &Holder,
    ) -> Result<Option<(Arc<Room>, Player, Option<Token>)>, StoreError> {
        let _turn = room.turn().await?;
        for _ in 0..FOLLOWINGS {
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
                    room.have(self.store(), |game| game.rematch = Some(id))
                        .await;
                    return Ok(Some((next, player, token)));
                }
                // Another server has opened one.
                Err(StoreError::Taken) if self.store.is_shared() => {
                    room.catch_up(self.store()).await?;
                }
                Err(fault) => {
                    if matches!(fault, StoreError::Taken | StoreError::Full) {
                        // The store may know of a game that this room does not.
                        room.close();
                    }
                    return Err(fault);
                }
            }
        }
        Err(StoreError::Closed)
    }

    /// Lets anybody have the seat that is reserved for a player in the game that follows. Whether it is
    /// free then.
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

    /// Drops games without clients that have not been used for a while, finished ones sooner, and the
    /// drawings of all games.
    pub(crate) fn sweep(&self, idle: Duration) {
        self.rooms().retain(|_, kept| {
            if kept.room.is_closed() {
                kept.room.close();
                return false;
            }
            let wait = {
                let mut game = kept.room.game();
                game.forget_drawing();
                if game.outcome().is_some() {
                    idle / 10
                } else {
                    idle
                }
            };
            !is_unused(kept) || kept.entered.elapsed() < wait
        });
    }
}

/// What is known of those games that clients use.
fn in_use<'a>(kept: impl Iterator<Item = &'a Held>) -> Vec<GameVersion> {
    let used = kept.filter(|kept| !is_unused(kept) && !kept.room.is_closed());
    used.map(|kept| kept.room.game().version()).collect()
}

/// Whether no client uses it. No client can begin to while the caller holds the rooms.
fn is_unused(kept: &Held) -> bool {
    Arc::strong_count(&kept.room) == 1
}

/// The game that follows another, its seats reserved for the same players.
fn following(game: &Game, now: u64) -> NewGame {
    NewGame {
        id: GameId::random(),
        game: game.variant().id().to_owned(),
        size: game.variant().size().to_string(),
        start: game.session().next().start().text(),
        created: now,
        rematch_of: Some(game.id),
        // The same mapping leads back.
        seats: PerPlayer::from_fn(|player| {
            let seat = game.seats[game.session().next_seat(player)].as_ref()?;
            Some(Seat::reserved(seat.name.clone()))
        }),
    }
}
