//! Sharing out independent parts of one job among threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// As many threads as the machine has cores.
fn threads() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
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
    let threads = threads().min(parts.len());
    let queue = Mutex::new(parts.into_iter());
    let take_parts = || {
        let mut scratch = scratch();
        loop {
            // The lock must be gone before the work starts: hence a statement of its own.
            let next = queue
                .lock()
                .expect("no thread panics while it holds the queue")
                .next();
            let Some(part) = next else { break };
            work(part, &mut scratch);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(take_parts);
        }
        take_parts();
    });
}

/// Runs the jobs `0..jobs` on all cores and joins what they found, in no fixed order.
pub fn collect<T: Send>(jobs: usize, run: impl Fn(usize, &mut Vec<T>) + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let job = next.fetch_add(1, Relaxed);
            if job >= jobs {
                return found;
            }
            run(job, &mut found);
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads().min(jobs))
            .map(|_| scope.spawn(work))
            .collect();
        let mut all = work();
        for other in others {
            all.append(&mut other.join().expect("a job does not panic"));
        }
        all
    })
}
