//! What all screens share.

use quintet_games::Catalogue;

use crate::look::Look;
use crate::thinker::{Question, Request};

/// How the app looks, its games, what its choices depend on, and the questions that wait to be answered.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) look: Look,
    pub(crate) catalogue: Catalogue,
    /// Today, as `2026-11-15`.
    pub(crate) date: String,
    /// What random choices depend on.
    pub(crate) seed: u64,
    /// Questions that have not been fetched yet.
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

    /// Asks a question; its answer will carry this number.
    pub(crate) fn ask(&mut self, question: Question) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.requests.push(Request { id, question });
        id
    }

    /// A seed that was not used before.
    pub(crate) fn next_seed(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(1);
        self.seed
    }
}

/// An answer that can be asked for, is awaited or is known.
#[derive(Clone, Debug, Default)]
pub(crate) enum Knowledge<T> {
    #[default]
    None,
    /// The number of the question.
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

    /// The number of the question, if the answer is awaited.
    pub(crate) fn asked(&self) -> Option<u64> {
        match self {
            Knowledge::Asked(id) => Some(*id),
            Knowledge::None | Knowledge::Known(_) => None,
        }
    }

    /// Takes an answer, if it is the one that is awaited.
    pub(crate) fn take(&mut self, id: u64, answer: &T) {
        if self.asked() == Some(id) {
            *self = Knowledge::Known(answer.clone());
        }
    }
}
