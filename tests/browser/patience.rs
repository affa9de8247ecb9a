//! Waiting for what will be so, a bounded number of times.

use std::thread;
use std::time::Duration;

/// How long to leave the machine alone between two looks. It only bounds how late a change is
/// noticed; nothing rests on it.
const PAUSE: Duration = Duration::from_millis(20);

/// About twelve seconds on an idle machine, and more on a busy one, where a look takes longer.
const TRIES: u32 = 600;

/// Looks until there is something to see. `None` if there never is.
pub(crate) fn patiently<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    for _ in 0..TRIES {
        if let Some(seen) = look() {
            return Some(seen);
        }
        thread::sleep(PAUSE);
    }
    None
}

/// Looks until there is something to see, which there must be.
#[track_caller]
pub(crate) fn until<T>(wanted: &str, look: impl FnMut() -> Option<T>) -> T {
    patiently(look).unwrap_or_else(|| panic!("waited in vain until {wanted}"))
}
