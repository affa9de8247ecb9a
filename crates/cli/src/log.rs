//! The log of the server, on standard error.
//!
//! A thread of its own writes it: whoever reads the log may stop reading, and a write then waits. Lines wait for the
//! thread in a queue of bounded length. What does not fit is lost, and counted.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use tracing_subscriber::filter::LevelFilter;

use crate::args::LogFormat;

/// Lines that may wait to be written: some megabytes.
const QUEUE: usize = 8192;

/// How long the last lines are waited for at the end.
const PATIENCE: Duration = Duration::from_secs(1);

/// Begins the log: lines for people at a terminal, else JSON.
pub(crate) fn start(format: Option<LogFormat>, is_verbose: bool) -> Written {
    let for_people = io::stderr().is_terminal();
    let format = format.unwrap_or(if for_people {
        LogFormat::Text
    } else {
        LogFormat::Json
    });
    let level = if is_verbose {
        LevelFilter::DEBUG
    } else {
        LevelFilter::INFO
    };
    let log = Log::to(io::stderr());
    let lines = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_writer(move || lines.clone())
        .with_max_level(level)
        // A line that cannot be written is lost. To say so on the same stream would panic.
        .log_internal_errors(false);
    match format {
        LogFormat::Text => subscriber.with_target(false).with_ansi(false).init(),
        LogFormat::Json => subscriber.json().with_span_list(false).init(),
        LogFormat::Off => return Written(log),
    }
    // A panic is said by the log, too: to print it would wait where the log does not.
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
    Written(log)
}

/// A log that is written to its end when this is dropped.
pub(crate) struct Written(Log);

impl Drop for Written {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// Where lines are handed in.
#[derive(Clone)]
struct Log {
    queue: SyncSender<Entry>,
    lost: Arc<AtomicU64>,
}

/// What waits in the queue.
enum Entry {
    /// A line, as it is written.
    Line(Vec<u8>),
    /// All lines before it are written when the channel is closed.
    End(SyncSender<()>),
}

impl Log {
    /// A log that is written to a stream.
    fn to(stream: impl Write + Send + 'static) -> Self {
        let (queue, entries) = sync_channel(QUEUE);
        let lost = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&lost);
        thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || write(stream, &entries, &counted))
            .expect("a thread can be started");
        Log { queue, lost }
    }

    /// Waits until what was handed in is written, but not for long.
    fn finish(&self) {
        let (written, end) = sync_channel(0);
        if self.queue.try_send(Entry::End(written)).is_ok() {
            // Nothing is ever sent: either it is closed, or the time is up.
            let _ = end.recv_timeout(PATIENCE);
        }
    }
}

impl Write for Log {
    /// Takes a whole line: that is how the library hands them in.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.queue.try_send(Entry::Line(line.to_vec())).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write(mut stream: impl Write, entries: &Receiver<Entry>, lost: &AtomicU64) {
    for entry in entries {
        match entry {
            // A line that cannot be written is lost; there is no place to say so.
            Entry::Line(line) => drop(stream.write_all(&line)),
            Entry::End(written) => drop(written),
        }
        let lost = lost.swap(0, Ordering::Relaxed);
        if lost > 0 {
            tracing::warn!(lines = lost, "lines of the log were lost: it was not read");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// A stream that waits while a test holds what was written.
    struct Stuck(Arc<Mutex<Vec<u8>>>);

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_stream_that_is_not_read_holds_nothing_up_and_costs_the_lines_that_do_not_fit() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let mut log = Log::to(Stuck(Arc::clone(&written)));
        let stuck = written.lock().expect("no panic");
        for _ in 0..2 * QUEUE {
            log.write_all(b"line\n").expect("it is taken");
        }
        // One may be with the thread already.
        let lost = log.lost.load(Ordering::Relaxed);
        assert!(lost >= QUEUE as u64 - 1, "{lost}");
        drop(stuck);
        let lines = || written.lock().expect("no panic").len() as u64 / 5;
        // While the queue is full, its end cannot be asked for.
        while lines() < 2 {
            thread::yield_now();
        }
        log.finish();
        assert_eq!(lines() + lost, 2 * QUEUE as u64);
    }
}
