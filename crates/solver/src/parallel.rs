//! Parallel execution of independent jobs.

use std::sync::{Mutex, PoisonError};

/// Runs a closure on every core, but at most `max` times.
#[cfg(not(target_family = "wasm"))]
fn on_all_cores(max: usize, work: impl Fn() + Sync) {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 1..cores.min(max) {
            scope.spawn(&work);
        }
        work();
    });
}

/// Runs a closure on the only thread of a WebAssembly module.
#[cfg(target_family = "wasm")]
fn on_all_cores(_max: usize, work: impl Fn() + Sync) {
    work();
}

/// Calls a closure without inlining it into the caller's loop.
///
/// Browsers optimize a WebAssembly function after many calls, so a long loop that is entered once should call functions.
#[inline(never)]
fn call(work: impl FnOnce()) {
    work();
}

/// Runs `work` for every job on all cores. Each thread has a state, which it passes to `finish` in the end.
fn run<Job, State>(
    jobs: impl ExactSizeIterator<Item = Job> + Send,
    state: impl Fn() -> State + Sync,
    work: impl Fn(Job, &mut State) + Sync,
    finish: impl Fn(State) + Sync,
) {
    let count = jobs.len();
    let queue = Mutex::new(jobs);
    on_all_cores(count, || {
        let mut state = state();
        loop {
            // A statement of its own, so that the lock is released before the work starts.
            let next = queue
                .lock()
                .expect("no thread panics while it holds the queue")
                .next();
            let Some(job) = next else { break };
            call(|| work(job, &mut state));
        }
        finish(state);
    });
}

/// Runs `work` for every job on all cores.
///
/// Idle threads take the next job, so uneven jobs balance. Each thread reuses one `state`, such as scratch memory.
pub fn for_each<Job: Send, State>(
    jobs: Vec<Job>,
    state: impl Fn() -> State + Sync,
    work: impl Fn(Job, &mut State) + Sync,
) {
    run(jobs.into_iter(), state, work, drop);
}

/// Runs the jobs `0..jobs` on all cores and returns the concatenation of their results, in no particular order.
pub fn collect<T: Send>(jobs: usize, work: impl Fn(usize, &mut Vec<T>) + Sync) -> Vec<T> {
    let all = Mutex::new(Vec::new());
    run(0..jobs, Vec::new, work, |mut results| {
        let mut all = all
            .lock()
            .expect("no thread panics while it holds the list");
        all.append(&mut results);
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}
