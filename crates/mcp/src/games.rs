//! Games in progress, by id.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use quintet_api::{
    ContinueSession, LARGEST_NUMBER, MoveWords, RequestError, SessionDocument, kind,
};
use quintet_arena::{Record, Session, Who};
use quintet_games::{Catalogue, escape};
use quintet_rules::{PerPlayer, Player};

/// The games in progress. Any client that knows the id of a game can play in it.
pub struct Games {
    capacity: usize,
    idle: Duration,
    entries: Mutex<HashMap<String, Entry>>,
}

struct Entry {
    used: Instant,
    game: SharedGame,
}

/// A game that handles one request at a time.
pub(crate) type SharedGame = Arc<tokio::sync::Mutex<Game>>;

/// A game in progress.
pub(crate) struct Game {
    pub(crate) id: String,
    /// The side of the client.
    pub(crate) seat: Player,
    /// Seed of all random choices.
    pub(crate) seed: u64,
    /// Date of the start.
    pub(crate) date: String,
    /// The state, as the request that restores it.
    pub(crate) state: ContinueSession,
}

impl Games {
    /// Creates a store of at most `capacity` games. Games are dropped after the idle time, and the least recently used one when
    /// the store is full.
    pub fn new(capacity: usize, idle: Duration) -> Self {
        Games {
            capacity: capacity.max(1),
            idle,
            entries: Mutex::default(),
        }
    }

    /// Returns the game with an id.
    pub(crate) fn find(&self, id: &str) -> Result<SharedGame, RequestError> {
        let mut entries = self.active();
        let entry = entries.get_mut(id).ok_or_else(|| {
            let found = escape(id);
            let detail = format!("no game has the id '{found}'; use new_game to start one");
            RequestError::new(kind::NOT_FOUND, detail)
        })?;
        entry.used = Instant::now();
        Ok(Arc::clone(&entry.game))
    }

    /// True if a game with this id exists. This does not count as use.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.active().contains_key(id)
    }

    /// Stores a game.
    pub(crate) fn insert(&self, game: Game) {
        let mut entries = self.active();
        while entries.len() >= self.capacity {
            let oldest = entries.iter().min_by_key(|(_, entry)| entry.used);
            let oldest = oldest.map(|(id, _)| id.clone()).expect("the store is full");
            entries.remove(&oldest);
        }
        let (id, used) = (game.id.clone(), Instant::now());
        let game = Arc::new(tokio::sync::Mutex::new(game));
        entries.insert(id, Entry { used, game });
    }

    /// Returns the games after dropping idle ones.
    fn active(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        let mut entries = self.entries.lock();
        entries.retain(|_, entry| entry.used.elapsed() < self.idle);
        entries
    }
}

/// Returns an unguessable id of 12 letters and digits without similar ones.
pub(crate) fn new_id() -> String {
    const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes).expect("the system has a random number generator");
    let sign = |byte: u8| char::from(SIGNS[usize::from(byte % 32)]);
    bytes.into_iter().map(sign).collect()
}

impl Game {
    /// Returns the request that lets the opponent reply if it is their turn.
    pub(crate) fn with_reply(&self, state: ContinueSession, plies: usize) -> ContinueSession {
        ContinueSession {
            reply: true,
            // Random choices depend on the number of moves, so that they are the same after a take-back.
            seed: Some((self.seed + plies as u64) & LARGEST_NUMBER),
            ..state
        }
    }

    /// Returns the number of moves.
    pub(crate) fn plies(&self) -> usize {
        self.moves().len()
    }

    /// Takes the moves from a document.
    pub(crate) fn set(&mut self, document: &SessionDocument) {
        self.state.moves = Some(made(document));
    }

    fn moves(&self) -> &[String] {
        match &self.state.moves {
            Some(MoveWords::List(moves)) => moves,
            Some(MoveWords::Text(_)) | None => &[],
        }
    }

    /// Returns the record of the game.
    pub(crate) fn record(&self, catalogue: Catalogue) -> Result<Record, RequestError> {
        let state = &self.state;
        let variant = quintet_api::variant(catalogue, &state.game, state.size.as_deref())?;
        let start = state.start.as_deref().unwrap_or_default();
        let mut session = Session::new(quintet_api::position(variant, start)?);
        for mv in self.moves() {
            session.play(mv)?;
        }
        let [one, two] = state.players.clone().unwrap_or_default();
        let mut record = Record::of(session, PerPlayer { one, two }, self.date.clone());
        record.seed = Some(self.seed);
        Ok(record)
    }
}

/// Returns the moves that lead to the position of a document.
pub(crate) fn made(document: &SessionDocument) -> MoveWords {
    let plies = &document.plies[..document.at];
    MoveWords::List(plies.iter().map(|ply| ply.mv.clone()).collect())
}

/// Returns the players, Player 1 first.
pub(crate) fn seated(seat: Player, opponent: &str) -> [String; 2] {
    Player::BOTH.map(|player| {
        let name = if player == seat {
            Who::Human.name()
        } else {
            opponent
        };
        name.to_owned()
    })
}

#[cfg(test)]
#[path = "../tests/unit/games.rs"]
mod tests;
