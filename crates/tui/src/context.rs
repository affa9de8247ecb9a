//! State shared by all screens.

use std::time::Duration;

use quintet_games::Catalogue;

use crate::keys::Keymap;
use crate::look::Look;
use crate::saved_state::SavedState;
use crate::worker::{Request, RequestBody};

/// The look, the games, the seed and the pending requests.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) look: Look,
    pub(crate) keymap: Keymap,
    pub(crate) catalogue: Catalogue,
    /// Today, as `2026-11-15`.
    pub(crate) date: String,
    /// Time since the start of the app.
    pub(crate) now: Duration,
    /// The games and the progress.
    pub(crate) saved: SavedState,
    /// Reason why nothing can be saved, if so.
    pub(crate) save_error: Option<String>,
    /// Seed of random choices.
    pub(crate) seed: u64,
    /// Requests that have not been taken yet.
    pub(crate) requests: Vec<Request>,
    last_id: u64,
}

impl Context {
    pub(crate) fn new(
        look: Look,
        catalogue: Catalogue,
        saved: SavedState,
        seed: u64,
        date: String,
    ) -> Self {
        Context {
            look,
            keymap: Keymap::default(),
            catalogue,
            date,
            now: Duration::ZERO,
            saved,
            save_error: None,
            seed,
            requests: Vec::new(),
            last_id: 0,
        }
    }

    /// Makes a request and returns its id, which the response repeats.
    pub(crate) fn request(&mut self, body: RequestBody) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.requests.push(Request { id, body });
        id
    }

    /// Returns an unused seed.
    pub(crate) fn next_seed(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(1);
        self.seed
    }
}

/// A value that can be requested, is pending or is available.
#[derive(Clone, Debug, Default)]
pub(crate) enum Lookup<T> {
    #[default]
    NotRequested,
    /// The id of the request.
    Pending(u64),
    Ready(T),
}

impl<T: Clone> Lookup<T> {
    pub(crate) fn ready(&self) -> Option<&T> {
        match self {
            Lookup::Ready(value) => Some(value),
            Lookup::NotRequested | Lookup::Pending(_) => None,
        }
    }

    /// Returns the id of the request, if it is pending.
    pub(crate) fn pending(&self) -> Option<u64> {
        match self {
            Lookup::Pending(id) => Some(*id),
            Lookup::NotRequested | Lookup::Ready(_) => None,
        }
    }

    /// Accepts a response if it is the pending one.
    pub(crate) fn receive(&mut self, id: u64, value: &T) {
        if self.pending() == Some(id) {
            *self = Lookup::Ready(value.clone());
        }
    }
}
