//! Sharing out independent parts of one job among threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Calls `work` on every core, but at most so often, at the same time.
#[cfg(not(target_family = "wasm"))]
fn on_all_cores(most: usize, work: impl Fn() + Sync) {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 1..cores.min(most) {
            scope.spawn(&work);
        }
        work();
    });
}

/// A WebAssembly module has one thread.
#[cfg(target_family = "wasm")]
fn on_all_cores(_most: usize, work: impl Fn() + Sync) {
    work();
}

/// Calls `work`, which does not become a piece of the loop around it.
///
/// A browser runs a function of WebAssembly faster once it has been called often, so a long loop that is entered once
/// should only call others.
#[inline(never)]
fn apart(work: impl FnOnce()) {
    work();
}

/// Calls `work` once for every part, on all cores.
///
/// Threads take the next part when they are free, so uneven parts and a busy machine do no harm.
/// `scratch` makes the working memory of one thread, which its parts use one after the other.
pub fn share_out<Part: Send, Scratch>(
    parts: Vec<Part>,
    scratch: impl Fn() -> Scratch + Sync,
    work: impl Fn(Part, &mut Scratch) + Sync,
) {
    let count = parts.len();
    let queue = Mutex::new(parts.into_iter());
    on_all_cores(count, || {
        let mut scratch = scratch();
        loop {
            // The lock must be gone before the work starts: hence a statement of its own.
            let next = queue
                .lock()
                .expect("no thread panics while it holds the queue")
                .next();
            let Some(part) = next else { break };
            apart(|| work(part, &mut scratch));
        }
    });
}

/// Runs the jobs `0..jobs` on all cores and joins what they found, in no fixed order.
pub fn collect<T: Send>(jobs: usize, run: impl Fn(usize, &mut Vec<T>) + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    on_all_cores(jobs, || {
        let mut found = Vec::new();
        loop {
            let job = next.fetch_add(1, Relaxed);
            if job >= jobs {
                break;
            }
            apart(|| run(job, &mut found));
        }
        let mut all = all
            .lock()
            .expect("no thread panics while it holds the list");
        all.append(&mut found);
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}
