//! Things that several threads use in turn, as many as are in use at one time.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The things that are not in use.
pub(super) struct Pool<T> {
    idle: Mutex<Vec<T>>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool {
            idle: Mutex::new(Vec::new()),
        }
    }
}

impl<T> Pool<T> {
    /// Uses an idle thing, or a new one if all are in use.
    pub(super) fn with<Answer>(
        &self,
        new: impl FnOnce() -> T,
        ask: impl FnOnce(&mut T) -> Answer,
    ) -> Answer {
        // The lock is not held while the question is answered, hence a statement of its own.
        let taken = self.idle().pop();
        let mut thing = taken.unwrap_or_else(new);
        let answer = ask(&mut thing);
        self.idle().push(thing);
        answer
    }

    /// A panic elsewhere cannot have left the list half changed.
    fn idle(&self) -> MutexGuard<'_, Vec<T>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
