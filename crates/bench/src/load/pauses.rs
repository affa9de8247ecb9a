//! How long the machine itself stands still: a program that only looks at the clock sees every moment at which it did
//! not run. No server answers in such a moment, so they bound the times that can be measured.

use std::time::{Duration, Instant};

use super::figures::Row;

/// How long the clock is looked at.
const WATCHED: Duration = Duration::from_secs(2);

/// Shorter pauses are interrupts.
const PAUSE: Duration = Duration::from_micros(500);

/// The pauses of an otherwise idle machine.
pub(super) fn rows() -> [Row; 2] {
    let (begin, mut before) = (Instant::now(), Instant::now());
    let (mut longest, mut together) = (Duration::ZERO, Duration::ZERO);
    while begin.elapsed() < WATCHED {
        let now = Instant::now();
        let gap = now - before;
        if gap >= PAUSE {
            longest = longest.max(gap);
            together += gap;
        }
        before = now;
    }
    let share = 100.0 * together.as_secs_f64() / WATCHED.as_secs_f64();
    let longest = longest.as_secs_f64() * 1000.0;
    [
        Row::new("the machine alone: time in pauses", format!("{share:.1} %")),
        Row::new("  longest pause", format!("{longest:.2} ms")),
    ]
}
