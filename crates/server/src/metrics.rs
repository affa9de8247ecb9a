//! What the server has done, for Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use axum::http::StatusCode;

/// Counters and gauges.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Answers by the first digit of their status.
    answers: [Counter; 6],
    /// Games opened.
    pub(crate) opened: Counter,
    /// Deeds done, by the time they took.
    pub(crate) deeds: Histogram,
    /// Connections that are open and have not become sockets.
    pub(crate) connections: Gauge,
    /// Sockets that are open.
    pub(crate) sockets: Gauge,
}

/// Something that only grows.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

/// Something that comes and goes.
#[derive(Default)]
pub(crate) struct Gauge(AtomicI64);

/// One that is counted.
pub(crate) struct Inside<'a>(&'a Gauge);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Times, by how long they were.
#[derive(Default)]
pub(crate) struct Histogram {
    buckets: [Counter; BOUNDS.len()],
    count: Counter,
    microseconds: Counter,
}

/// Upper bounds in microseconds.
const BOUNDS: [u64; 10] = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 1_000_000,
];

impl Counter {
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Gauge {
    /// Counts one until what is returned is dropped.
    pub(crate) fn enter(&self) -> Inside<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Inside(self)
    }

    fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Histogram {
    pub(crate) fn observe(&self, time: Duration) {
        let microseconds = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            if microseconds <= *bound {
                bucket.add(1);
            }
        }
        self.count.add(1);
        self.microseconds.add(microseconds);
    }
}

impl Metrics {
    /// Counts an answer.
    pub(crate) fn answered(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100);
        if let Some(counter) = self.answers.get(class) {
            counter.add(1);
        }
    }

    /// Everything in the text format of Prometheus.
    pub(crate) fn text(&self, rooms: usize) -> String {
        let mut text = String::new();
        let mut number = |name: &str, kind: &str, help: &str, value: i128| {
            // Writing to a string can not fail.
            let _ = write!(
                text,
                "# HELP quintet_{name} {help}\n# TYPE quintet_{name} {kind}\nquintet_{name} {value}\n"
            );
        };
        let (gauge, counter) = ("gauge", "counter");
        let (connections, sockets) = (self.connections.get(), self.sockets.get());
        number(
            "connections",
            gauge,
            "Open connections that are no WebSockets.",
            connections.into(),
        );
        number("sockets", gauge, "Open WebSockets.", sockets.into());
        number("rooms", gauge, "Games in memory.", rooms as i128);
        number(
            "games_opened_total",
            counter,
            "Games opened.",
            self.opened.get().into(),
        );
        text.push_str("# HELP quintet_answers_total Answers by class of status.\n");
        text.push_str("# TYPE quintet_answers_total counter\n");
        for (class, counter) in self.answers.iter().enumerate().skip(1) {
            let count = counter.get();
            let _ = writeln!(
                text,
                "quintet_answers_total{{status=\"{class}xx\"}} {count}"
            );
        }
        self.deeds.write(&mut text);
        text
    }
}

impl Histogram {
    fn write(&self, text: &mut String) {
        let name = "quintet_deed_seconds";
        // Writing to a string can not fail.
        let _ = writeln!(
            text,
            "# HELP {name} Time until a deed was on disk and done."
        );
        let _ = writeln!(text, "# TYPE {name} histogram");
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            let (count, bound) = (bucket.get(), seconds(*bound));
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {count}");
        }
        let (count, sum) = (self.count.get(), seconds(self.microseconds.get()));
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {sum}\n{name}_count {count}");
    }
}

fn seconds(microseconds: u64) -> f64 {
    Duration::from_micros(microseconds).as_secs_f64()
}
