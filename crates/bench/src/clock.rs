//! Processor time, which other programs on the machine do not lengthen.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The processor time that this process has used.
pub(crate) fn used() -> Duration {
    read(ClockId::ProcessCPUTime)
}

/// The processor time that this thread has used.
pub(crate) fn used_by_thread() -> Duration {
    read(ClockId::ThreadCPUTime)
}

fn read(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(
        u64::try_from(time.tv_sec).expect("processor time does not run backwards"),
        u32::try_from(time.tv_nsec).expect("less than a second"),
    )
}

/// Runs `work` and says how much processor time it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let before = used();
    let result = work();
    (result, used().saturating_sub(before))
}
