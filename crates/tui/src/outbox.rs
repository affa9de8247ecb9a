//! Questions that are yet to be put to whoever thinks.

use crate::thinker::{Question, Request};

/// Numbers the questions and collects them until they are fetched.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    last_id: u64,
    pub(crate) requests: Vec<Request>,
}

impl Outbox {
    /// Puts a question; its answer will carry this number.
    pub(crate) fn ask(&mut self, question: Question) -> u64 {
        self.last_id += 1;
        self.requests.push(Request {
            id: self.last_id,
            question,
        });
        self.last_id
    }
}
