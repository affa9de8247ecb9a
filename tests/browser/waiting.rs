//! Waiting for a condition.

use std::thread;
use std::time::{Duration, Instant};

/// The interval between two checks. It only bounds how late a change is noticed.
const PAUSE: Duration = Duration::from_millis(20);

/// Far longer than any wait takes, even on a busy machine. Only a failing test waits until the end.
const LONGEST: Duration = Duration::from_mins(1);

/// Calls `look` until it returns something, or returns `None` after the time limit.
pub(crate) fn poll<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let begun = Instant::now();
    loop {
        let seen = look();
        if seen.is_some() || begun.elapsed() > LONGEST {
            return seen;
        }
        thread::sleep(PAUSE);
    }
}

/// Calls `look` until it returns something, or panics after the time limit.
#[track_caller]
pub(crate) fn until<T>(wanted: &str, look: impl FnMut() -> Option<T>) -> T {
    poll(look).unwrap_or_else(|| panic!("timed out before {wanted}"))
}

/// Waits until a condition holds.
#[track_caller]
pub(crate) fn wait(wanted: &str, mut is_so: impl FnMut() -> bool) {
    until(wanted, || is_so().then_some(()));
}
