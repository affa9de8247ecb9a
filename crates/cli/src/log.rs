//! The log of the server, on standard error.
//!
//! A thread of its own writes it: whoever reads the log may stop reading, and a write then waits. Lines wait for the
//! thread in a queue of bounded length. What does not fit is lost, and counted.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use tracing_subscriber::filter::LevelFilter;

use crate::args::LogFormat;

/// Lines that may wait to be written: tens of megabytes. A start names up to 65,536 changes that were lost.
const QUEUE: usize = 1 << 17;

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
    let said = log.clone();
    // A panic is said by the log, too: to print it would wait where the log does not.
    std::panic::set_hook(Box::new(move |panic| {
        let thread = thread::current().name().unwrap_or("unnamed").to_owned();
        let trace = Backtrace::capture();
        if trace.status() == BacktraceStatus::Captured {
            tracing::error!(thread, %trace, "{panic}");
        } else {
            tracing::error!(thread, "{panic}");
        }
        // It may end the program.
        said.finish();
    }));
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
    queue: Sender<Entry>,
    counts: Arc<Counts>,
}

/// Lines that wait, and lines that found no place.
#[derive(Default)]
struct Counts {
    waiting: AtomicUsize,
    lost: AtomicU64,
}

/// What waits in the queue.
enum Entry {
    /// A line, as it is written.
    Line(Vec<u8>),
    /// All lines before it are written when the channel is closed.
    End(Sender<()>),
}

impl Log {
    /// A log that is written to a stream.
    fn to(stream: impl Write + Send + 'static) -> Self {
        let (queue, entries) = channel();
        let counts = Arc::new(Counts::default());
        let counted = Arc::clone(&counts);
        thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || write(stream, &entries, &counted))
            .expect("a thread can be started");
        Log { queue, counts }
    }

    /// Waits until what was handed in is written, but not for long.
    fn finish(&self) {
        let (written, end) = channel();
        if self.queue.send(Entry::End(written)).is_ok() {
            // Nothing is ever sent: either it is closed, or the time is up.
            let _ = end.recv_timeout(PATIENCE);
        }
    }
}

impl Write for Log {
    /// Takes a whole line: that is how the library hands them in.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.counts.waiting.load(Ordering::Relaxed) >= QUEUE {
            self.counts.lost.fetch_add(1, Ordering::Relaxed);
        } else {
            self.counts.waiting.fetch_add(1, Ordering::Relaxed);
            // The thread lasts as long as the program.
            let _ = self.queue.send(Entry::Line(line.to_vec()));
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write(mut stream: impl Write, entries: &Receiver<Entry>, counts: &Counts) {
    for entry in entries {
        let waiting = match entry {
            Entry::Line(line) => {
                // A line that cannot be written is lost; there is no place to say so.
                let _ = stream.write_all(&line);
                counts.waiting.fetch_sub(1, Ordering::Relaxed) - 1
            }
            Entry::End(written) => {
                drop(written);
                continue;
            }
        };
        // Not before there is room for this line, too.
        if waiting <= QUEUE / 2 {
            let lines = counts.lost.swap(0, Ordering::Relaxed);
            if lines > 0 {
                tracing::warn!(lines, "lines of the log were lost: it was not read in time");
            }
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
        let lost = log.counts.lost.load(Ordering::Relaxed);
        assert!(lost >= QUEUE as u64 - 1, "{lost}");
        drop(stuck);
        let lines = || written.lock().expect("no panic").len() as u64 / 5;
        let is_whole = (0..60).any(|_| {
            // It gives up after a while, and the machine may be busy.
            log.finish();
            lines() + lost == 2 * QUEUE as u64
        });
        assert!(is_whole, "{} lines, {lost} lost", lines());
        assert_eq!(log.counts.lost.load(Ordering::Relaxed), 0, "it was said");
    }
}
