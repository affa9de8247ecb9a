//! Games in progress, each with an id.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quintet_api::{ContinueSession, LARGEST_NUMBER, Moves, RequestError, SessionDocument, kind};
use quintet_arena::{Record, Session, Who};
use quintet_games::{Catalogue, escape};
use quintet_rules::{PerPlayer, Player};

/// The games in progress. Who knows the id of one can play in it.
pub struct Games {
    most: usize,
    idle: Duration,
    entries: Mutex<HashMap<String, Entry>>,
}

struct Entry {
    used: Instant,
    game: SharedGame,
}

/// A game in which one thing is done at a time.
pub(crate) type SharedGame = Arc<tokio::sync::Mutex<Game>>;

/// A game as it is told to whoever answers questions.
pub(crate) struct Game {
    pub(crate) id: String,
    /// The player whose moves the client chooses.
    pub(crate) seat: Player,
    /// The seed of all random choices.
    pub(crate) seed: u64,
    /// The day on which it began.
    pub(crate) date: String,
    pub(crate) told: ContinueSession,
}

impl Games {
    /// At most so many games, each until nothing has been asked about it for a while. If there are more, the one that
    /// was not asked about for longest is forgotten.
    pub fn new(most: usize, idle: Duration) -> Self {
        Games {
            most: most.max(1),
            idle,
            entries: Mutex::default(),
        }
    }

    /// The game with an id.
    pub(crate) fn find(&self, id: &str) -> Result<SharedGame, RequestError> {
        let mut entries = self.fresh();
        let entry = entries.get_mut(id).ok_or_else(|| {
            let found = escape(id);
            let detail = format!("no game has the id '{found}'; new_game begins one");
            RequestError::new(kind::NOT_FOUND, detail)
        })?;
        entry.used = Instant::now();
        Ok(Arc::clone(&entry.game))
    }

    /// Whether there is a game with this id. To ask does not keep it longer.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.fresh().contains_key(id)
    }

    /// Keeps a game under its id.
    pub(crate) fn keep(&self, game: Game) {
        let mut entries = self.fresh();
        while entries.len() >= self.most {
            let oldest = entries.iter().min_by_key(|(_, entry)| entry.used);
            let oldest = oldest.map(|(id, _)| id.clone()).expect("there is one");
            entries.remove(&oldest);
        }
        let (id, used) = (game.id.clone(), Instant::now());
        let game = Arc::new(tokio::sync::Mutex::new(game));
        entries.insert(id, Entry { used, game });
    }

    /// The games without those that have been idle for too long.
    fn fresh(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        // Nothing that holds this lock can panic halfway through a change.
        let entries = self.entries.lock();
        let mut entries = entries.unwrap_or_else(PoisonError::into_inner);
        entries.retain(|_, entry| entry.used.elapsed() < self.idle);
        entries
    }
}

/// An id that cannot be guessed: 12 letters and digits, none of which looks like another.
pub(crate) fn new_id() -> String {
    const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    let sign = |byte: u8| char::from(SIGNS[usize::from(byte % 32)]);
    bytes.into_iter().map(sign).collect()
}

impl Game {
    /// The question that makes the opponent reply, if it is their turn.
    pub(crate) fn with_reply(&self, told: ContinueSession, plies: usize) -> ContinueSession {
        ContinueSession {
            reply: true,
            // Each move has choices of its own, which are the same whenever the game comes there again.
            seed: Some((self.seed + plies as u64) & LARGEST_NUMBER),
            ..told
        }
    }

    /// How many moves have been made.
    pub(crate) fn plies(&self) -> usize {
        self.moves().len()
    }

    /// Goes on to what a document shows.
    pub(crate) fn set(&mut self, document: &SessionDocument) {
        self.told.moves = Some(made(document));
    }

    fn moves(&self) -> &[String] {
        match &self.told.moves {
            Some(Moves::List(moves)) => moves,
            Some(Moves::Text(_)) | None => &[],
        }
    }

    /// The game as a record.
    pub(crate) fn record(&self, catalogue: Catalogue) -> Result<Record, RequestError> {
        let told = &self.told;
        let variant = quintet_api::variant(catalogue, &told.game, told.size.as_deref())?;
        let start = told.start.as_deref().unwrap_or_default();
        let mut session = Session::new(quintet_api::position(variant, start)?);
        for mv in self.moves() {
            session.play(mv)?;
        }
        let [one, two] = told.players.clone().unwrap_or_default();
        let mut record = Record::of(session, PerPlayer { one, two }, self.date.clone());
        record.seed = Some(self.seed);
        Ok(record)
    }
}

/// The moves that have been made in the position that a document shows.
pub(crate) fn made(document: &SessionDocument) -> Moves {
    let plies = &document.plies[..document.at];
    Moves::List(plies.iter().map(|ply| ply.mv.clone()).collect())
}

/// Who plays, Player 1 first.
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
mod tests {
    use super::*;

    fn game(id: &str) -> Game {
        Game {
            id: id.to_owned(),
            seat: Player::One,
            seed: 1,
            date: "2026-11-15".to_owned(),
            told: ContinueSession::default(),
        }
    }

    #[test]
    fn the_game_that_was_not_asked_about_for_longest_gives_way() {
        let games = Games::new(2, Duration::from_hours(1));
        games.keep(game("a"));
        games.keep(game("b"));
        assert!(games.find("a").is_ok());
        games.keep(game("c"));
        assert!(games.find("a").is_ok() && games.find("c").is_ok());
        let refusal = games.find("b").err().expect("it gave way");
        assert_eq!(
            refusal.detail,
            "no game has the id 'b'; new_game begins one"
        );
    }

    #[test]
    fn an_idle_game_is_forgotten() {
        let games = Games::new(2, Duration::ZERO);
        games.keep(game("a"));
        assert!(games.find("a").is_err());
    }

    #[test]
    fn ids_are_short_words_that_differ() {
        let ids: std::collections::HashSet<_> = (0..1000).map(|_| new_id()).collect();
        assert_eq!(ids.len(), 1000);
        let is_plain =
            |id: &String| id.len() == 12 && id.bytes().all(|b| b.is_ascii_alphanumeric());
        assert!(ids.iter().all(is_plain));
    }
}
