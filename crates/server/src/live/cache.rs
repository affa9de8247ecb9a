//! The games in memory. The others are in the store, and are loaded when a client asks for them.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use quintet_live::store::{Change, NewGame, Seat, Store, StoreFault, StoredGame};
use quintet_live::{Action, Game, GameId, Token};
use quintet_rules::{PerPlayer, Player};

use crate::clock;
use crate::live::room::{Failure, Room};
use crate::live::seats::{self, Holder};

/// The games that clients have used lately.
pub(crate) struct GameCache {
    store: Arc<dyn Store>,
    rooms: Mutex<HashMap<GameId, Kept>>,
    most: usize,
    /// Held while a game is loaded, each for some of the games: no other task can load the game, change
    /// it and drop it while one still reads how it was.
    loading: [tokio::sync::Mutex<()>; 128],
    /// Seeded at random, so that no client can choose games that share a lock.
    hasher: RandomState,
}

struct Kept {
    room: Arc<Room>,
    entered: Instant,
}

impl GameCache {
    /// A cache of at most so many games.
    pub(crate) fn new(store: Arc<dyn Store>, most: usize) -> Self {
        GameCache {
            store,
            rooms: Mutex::default(),
            most,
            loading: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            hasher: RandomState::new(),
        }
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.store
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Kept>> {
        // Nothing that holds this lock can panic halfway through a change.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games are in memory.
    pub(crate) fn len(&self) -> usize {
        self.rooms().len()
    }

    /// The room of a game, if there is such a game.
    pub(crate) async fn enter(&self, id: GameId) -> Result<Option<Arc<Room>>, StoreFault> {
        if let Some(room) = self.usable(id) {
            return Ok(Some(room));
        }
        let _alone = self.alone(id).await;
        if let Some(room) = self.usable(id) {
            return Ok(Some(room));
        }
        let store = Arc::clone(&self.store);
        let loading = tokio::task::spawn_blocking(move || {
            let stored = store.game(id)?;
            stored.map(Game::load).transpose()
        });
        let loaded = loading.await.unwrap_or_else(|panic| {
            Err(StoreFault::Broken(format!(
                "game {id} cannot be loaded: {panic}"
            )))
        })?;
        loaded.map(|game| self.keep(game)).transpose()
    }

    /// Keeps a game from being loaded by others.
    async fn alone(&self, id: GameId) -> tokio::sync::MutexGuard<'_, ()> {
        let lock = self.hasher.hash_one(id) as usize % self.loading.len();
        self.loading[lock].lock().await
    }

    /// Everything that is kept about a game.
    pub(crate) async fn stored(&self, id: GameId) -> Result<StoredGame, StoreFault> {
        let stored = self.reading(move |store| store.game(id)).await?;
        stored.ok_or(StoreFault::Missing)
    }

    /// Games in which nothing has happened since these times; see [`Store::idle`].
    pub(crate) async fn idle(
        &self,
        begun: u64,
        unbegun: u64,
        most: u32,
    ) -> Result<Vec<GameId>, StoreFault> {
        self.reading(move |store| store.idle(begun, unbegun, most))
            .await
    }

    /// Reads from the store, which may wait for the disk.
    async fn reading<T: Send + 'static>(
        &self,
        read: impl FnOnce(&dyn Store) -> Result<T, StoreFault> + Send + 'static,
    ) -> Result<T, StoreFault> {
        let store = Arc::clone(&self.store);
        let reading = tokio::task::spawn_blocking(move || read(&*store));
        let panicked = |panic| Err(StoreFault::Broken(format!("reading failed: {panic}")));
        reading.await.unwrap_or_else(panicked)
    }

    /// Deletes a game and disconnects its clients.
    pub(crate) async fn delete(&self, id: GameId) -> Result<(), StoreFault> {
        let room = self.usable(id);
        // An action that is being stored comes first. A task that has the turn may load another game, so the turn
        // is taken before the lock for loading.
        let _turn = match &room {
            Some(room) => room.turn().await.ok(),
            None => None,
        };
        let _alone = self.alone(id).await;
        let erased = self.erase(id).await;
        if !matches!(erased, Err(StoreFault::Full | StoreFault::Broken(_))) {
            self.drop_room(id);
        }
        erased
    }

    /// Deletes a game unless it is in memory, where it is while clients use it: whether it did.
    pub(crate) async fn expire(&self, id: GameId) -> Result<bool, StoreFault> {
        let _alone = self.alone(id).await;
        if self.rooms().contains_key(&id) {
            return Ok(false);
        }
        match self.erase(id).await {
            Ok(()) => Ok(true),
            Err(StoreFault::Missing) => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    /// Deletes a game from the store. The game that it followed is loaded again, without a rematch.
    async fn erase(&self, id: GameId) -> Result<(), StoreFault> {
        let followed = match self.stored(id).await {
            Ok(stored) => stored.opening.rematch_of,
            Err(StoreFault::Damaged(_)) => None,
            Err(fault) => return Err(fault),
        };
        self.store.write(Change::Delete(id)).await?;
        if let Some(followed) = followed {
            self.drop_room(followed);
        }
        Ok(())
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
    pub(crate) async fn open(&self, opening: NewGame) -> Result<Arc<Room>, StoreFault> {
        // A game for which there is no place is not stored either.
        self.make_place(&mut self.rooms())?;
        self.store.write(Change::Open(opening.clone())).await?;
        let game = Game::load(StoredGame {
            opening,
            log: Vec::new(),
            rematch: None,
        })?;
        self.keep(game)
    }

    /// Adds a game that was not in memory.
    fn keep(&self, game: Game) -> Result<Arc<Room>, StoreFault> {
        let mut rooms = self.rooms();
        self.make_place(&mut rooms)?;
        let kept = rooms.entry(game.id).or_insert_with(|| Kept {
            room: Arc::new(Room::new(game)),
            entered: Instant::now(),
        });
        Ok(Arc::clone(&kept.room))
    }

    /// Makes place for one more game: of those without clients, the one used least lately is dropped.
    fn make_place(&self, rooms: &mut HashMap<GameId, Kept>) -> Result<(), StoreFault> {
        if rooms.len() < self.most {
            return Ok(());
        }
        let oldest = rooms
            .iter()
            .filter(|(_, kept)| is_unused(kept))
            .min_by_key(|(_, kept)| kept.entered);
        let id = *oldest.ok_or(StoreFault::Full)?.0;
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
    ) -> Result<Option<(Arc<Room>, Player, Option<Token>)>, StoreFault> {
        let _turn = room.turn().await?;
        let mut opening = following(&room.game());
        let player = room.game().session().next_seat(player);
        let rematch = room.game().rematch;
        let id = rematch.unwrap_or(opening.id);
        let name = opening.seats[player]
            .as_ref()
            .and_then(|seat| seat.name.clone());
        let (seat, token) = seats::take_next(holder, id, name);
        if let Some(id) = rematch {
            let next = self.enter(id).await?.ok_or(StoreFault::Missing)?;
            let has_seat = next.claim(self.store(), player, seat).await?;
            return Ok(has_seat.then_some((next, player, token)));
        }
        opening.seats[player] = Some(seat);
        let opened = self.open(opening).await;
        if matches!(opened, Err(StoreFault::Taken | StoreFault::Full)) {
            // The store may know of a game that this room does not.
            room.close();
        }
        let next = opened?;
        room.change(|game| game.rematch = Some(id));
        Ok(Some((next, player, token)))
    }

    /// Lets anybody have the seat that is reserved for a player in the game that follows. Whether it is
    /// free then.
    pub(crate) async fn decline(&self, room: &Room, player: Player) -> Result<bool, StoreFault> {
        let (player, next) = {
            let game = room.game();
            (game.session().next_seat(player), game.rematch)
        };
        let Some(id) = next else {
            return Ok(false);
        };
        let next = self.enter(id).await?.ok_or(StoreFault::Missing)?;
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

/// Whether no client uses it. No client can begin to while the caller holds the rooms.
fn is_unused(kept: &Kept) -> bool {
    Arc::strong_count(&kept.room) == 1
}

/// The game that follows another, its seats reserved for the same players.
fn following(game: &Game) -> NewGame {
    NewGame {
        id: GameId::random(),
        game: game.variant().id().to_owned(),
        size: game.variant().size().to_string(),
        start: game.session().next().start().text(),
        created: clock::now(),
        rematch_of: Some(game.id),
        // The same mapping leads back.
        seats: PerPlayer::from_fn(|player| {
            let seat = game.seats[game.session().next_seat(player)].as_ref()?;
            Some(Seat::reserved(seat.name.clone()))
        }),
    }
}
