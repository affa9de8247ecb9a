//! Metrics for Prometheus.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::StatusCode;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::app::App;

/// A metric for each value of a label.
type ByLabel<M> = Family<[(&'static str, &'static str); 1], M>;

macro_rules! metrics {
    ($($name:ident: $type:ty = $value:expr, $help:literal;)+) => {
        /// Counters and gauges, under their names.
        pub(crate) struct Metrics {
            registry: Registry,
            $(pub(crate) $name: $type,)+
        }

        impl Metrics {
            pub(crate) fn new() -> Self {
                let mut registry = Registry::with_prefix("quintet");
                $(
                    let $name: $type = $value;
                    registry.register(stringify!($name), $help, $name.clone());
                )+
                let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
                registry.register("build", "Version of the program", build);
                let metrics = Metrics { registry, $($name,)+ };
                for class in CLASSES {
                    // Creates the counter, so that zero is exported.
                    drop(metrics.answers.get_or_create(&[("status", class)]));
                }
                metrics
            }
        }
    };
}

metrics! {
    connections: Gauge = Gauge::default(), "Open HTTP connections";
    sockets: Gauge = Gauge::default(), "Open WebSockets";
    rooms: Gauge = Gauge::default(), "Games in memory";
    games_opened: Counter = Counter::default(), "Games opened";
    answers: ByLabel<Counter> = Family::default(), "Responses, by class of status";
    refusals: ByLabel<Counter> = Family::default(), "Rejected requests and actions, by kind of problem";
    analyses: ByLabel<Gauge> = Family::default(), "Requests being computed or waiting, by queue";
    store_waiting: Gauge = Gauge::default(), "Changes waiting to be written";
    store_commits: Counter = Counter::default(), "Committed transactions";
    store_commit_seconds: Counter<f64, AtomicU64> = Counter::default(), "Total time of all transactions";
    store_log_bytes: Gauge = Gauge::default(), "Size of the write-ahead log";
    action_seconds: Histogram = Histogram::new(BOUNDS), "Time to store an action, in seconds";
}

/// Increments a gauge until it is dropped.
pub(crate) struct Inside(Gauge);

impl Inside {
    fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Inside(gauge.clone())
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Upper bounds of the buckets of the histogram, in seconds.
const BOUNDS: [f64; 10] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 1.0,
];

/// Classes of status.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

impl Metrics {
    /// Counts a response.
    pub(crate) fn answered(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100).checked_sub(1);
        if let Some(class) = class.and_then(|class| CLASSES.get(class)) {
            self.answers.get_or_create(&[("status", class)]).inc();
        }
    }

    /// Counts a rejected request or action by the kind of problem.
    pub(crate) fn refused(&self, kind: &'static str) {
        self.refusals.get_or_create(&[("reason", kind)]).inc();
    }

    /// Counts a connection until the result is dropped.
    pub(crate) fn connection(&self) -> Inside {
        Inside::new(&self.connections)
    }

    /// Counts a WebSocket until the result is dropped.
    pub(crate) fn socket(&self) -> Inside {
        Inside::new(&self.sockets)
    }

    /// Returns all metrics in the text format of `OpenMetrics`.
    pub(crate) fn text(&self, app: &App) -> String {
        let stats = app.games.store().stats();
        self.rooms.set(gauged(app.games.len()));
        self.store_waiting.set(gauged(stats.waiting));
        self.store_log_bytes.set(gauged(stats.log_bytes));
        for (queue, length) in app.executor.queue_lengths() {
            let analyses = self.analyses.get_or_create(&[("lane", queue)]);
            analyses.set(gauged(length));
        }
        // Counted by the store.
        let commits = self.store_commits.inner();
        commits.store(stats.commits, Ordering::Relaxed);
        let seconds = self.store_commit_seconds.inner();
        seconds.store(stats.commit_time.as_secs_f64().to_bits(), Ordering::Relaxed);
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string can be written");
        text
    }
}

/// Converts a count to the type of gauges.
fn gauged(count: impl TryInto<i64>) -> i64 {
    count.try_into().unwrap_or(i64::MAX)
}
