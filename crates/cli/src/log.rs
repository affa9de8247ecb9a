//! The log of the server, on standard error.
//!
//! A background thread writes it, so that the server never waits for a reader that has stopped reading. Lines that do not
//! fit into its queue are dropped and counted.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::LevelFilter;

use crate::args::LogFormat;

/// Lines in the queue: tens of megabytes. A start may report 65,536 lost changes.
const QUEUE: usize = 1 << 17;

/// Interval between reports of dropped lines.
const PERIOD: Duration = Duration::from_secs(1);

/// Starts the log. It is flushed when the guard is dropped, but for at most a second.
pub(crate) fn start(format: Option<LogFormat>, is_verbose: bool) -> (WorkerGuard, DroppedLines) {
    let format = format.unwrap_or(if io::stderr().is_terminal() {
        LogFormat::Text
    } else {
        LogFormat::Json
    });
    let level = if is_verbose {
        LevelFilter::DEBUG
    } else {
        LevelFilter::INFO
    };
    let (writer, guard) = NonBlockingBuilder::default()
        .lossy(true)
        .buffered_lines_limit(QUEUE)
        .thread_name("log")
        .finish(io::stderr());
    let dropped = DroppedLines::new(writer.error_counter());
    let subscriber = tracing_subscriber::fmt()
        .with_writer(writer)
        .with_max_level(level)
        // A line that cannot be written is lost. Reporting that on the same stream would panic.
        .log_internal_errors(false);
    match format {
        LogFormat::Text => subscriber.with_target(false).with_ansi(false).init(),
        LogFormat::Json => subscriber.json().with_span_list(false).init(),
        LogFormat::Off => return (guard, dropped),
    }
    // Panics are logged as well: printing them could block.
    std::panic::set_hook(Box::new(|panic| {
        let thread = thread::current().name().unwrap_or("unnamed").to_owned();
        let trace = Backtrace::capture();
        if trace.status() == BacktraceStatus::Captured {
            tracing::error!(thread, %trace, "{panic}");
        } else {
            tracing::error!(thread, "{panic}");
        }
    }));
    (guard, dropped)
}

/// Reports dropped lines as soon as the queue has room again.
pub(crate) struct DroppedLines {
    counter: ErrorCounter,
    reported: usize,
}

impl DroppedLines {
    fn new(counter: ErrorCounter) -> Self {
        DroppedLines {
            counter,
            reported: 0,
        }
    }

    /// Reports dropped lines from time to time, and never returns.
    pub(crate) async fn watch(mut self) {
        let mut ticks = tokio::time::interval(PERIOD);
        loop {
            ticks.tick().await;
            self.report();
        }
    }

    fn report(&mut self) {
        let dropped = self.counter.dropped_lines();
        if dropped > self.reported {
            let lines = dropped - self.reported;
            tracing::warn!(lines, "log lines were dropped: they were not read in time");
            // Otherwise the report may have been dropped as well.
            if self.counter.dropped_lines() == dropped {
                self.reported = dropped;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    /// A stream that blocks while a test holds the lock.
    #[derive(Clone, Default)]
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
    fn a_reader_that_stops_blocks_nothing_and_dropped_lines_are_reported() {
        let stream = Stuck::default();
        let builder = NonBlockingBuilder::default().buffered_lines_limit(10);
        let (mut writer, guard) = builder.finish(stream.clone());
        let mut dropped = DroppedLines::new(writer.error_counter());
        let subscriber = tracing_subscriber::fmt()
            .with_writer(writer.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, || {
            let stuck = stream.0.lock().expect("no panic");
            for _ in 0..100 {
                writer.write_all(b"line\n").expect("lines are accepted");
            }
            dropped.report();
            assert_eq!(dropped.reported, 0, "the report was dropped");
            drop(stuck);
            while dropped.reported == 0 {
                thread::yield_now();
                dropped.report();
            }
        });
        let lines = dropped.reported;
        assert!(lines >= 90, "{lines}");
        drop(guard);
        let text = String::from_utf8(stream.0.lock().expect("no panic").clone());
        let text = text.expect("text");
        let report = format!("dropped: they were not read in time lines={lines}");
        assert!(text.contains(&report), "{text}");
    }
}
