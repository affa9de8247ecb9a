//! State shared by all screens.

use quintet_games::Catalogue;

use crate::look::Look;
use crate::thinker::{Question, Request};

/// The look, the games, the seed and the pending requests.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) look: Look,
    pub(crate) catalogue: Catalogue,
    /// Today, as `2026-11-15`.
    pub(crate) date: String,
    /// Seed of random choices.
    pub(crate) seed: u64,
    /// Requests that have not been taken yet.
    pub(crate) requests: Vec<Request>,
    last_id: u64,
}

impl Context {
    pub(crate) fn new(look: Look, catalogue: Catalogue, seed: u64, date: String) -> Self {
        Context {
            look,
            catalogue,
            date,
            seed,
            requests: Vec::new(),
            last_id: 0,
        }
    }

    /// Makes a request and returns its id, which the response repeats.
    pub(crate) fn ask(&mut self, question: Question) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.requests.push(Request { id, question });
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
pub(crate) enum Knowledge<T> {
    #[default]
    None,
    /// The id of the request.
    Asked(u64),
    Known(T),
}

impl<T: Clone> Knowledge<T> {
    pub(crate) fn known(&self) -> Option<&T> {
        match self {
            Knowledge::Known(known) => Some(known),
            Knowledge::None | Knowledge::Asked(_) => None,
        }
    }

    /// The id of the request, if it is pending.
    pub(crate) fn asked(&self) -> Option<u64> {
        match self {
            Knowledge::Asked(id) => Some(*id),
            Knowledge::None | Knowledge::Known(_) => None,
        }
    }

    /// Accepts a response if it is the pending one.
    pub(crate) fn take(&mut self, id: u64, answer: &T) {
        if self.asked() == Some(id) {
            *self = Knowledge::Known(answer.clone());
        }
    }
}
