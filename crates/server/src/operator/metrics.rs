//! Metrics for Prometheus.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::StatusCode;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry};
use quintet_live::store::StoreStats;

/// Counters and gauges.
pub(crate) struct Metrics {
    registry: Registry,
    answers: Family<[(&'static str, &'static str); 1], Counter>,
    rooms: Gauge,
    pub(crate) opened: Counter,
    /// Seconds until an action was stored.
    pub(crate) actions: Histogram,
    connections: Gauge,
    sockets: Gauge,
    refusals: Family<[(&'static str, &'static str); 1], Counter>,
    analyses: Family<[(&'static str, &'static str); 1], Gauge>,
    waiting: Gauge,
    commits: Counter,
    commit_seconds: Counter<f64, AtomicU64>,
    log_bytes: Gauge,
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
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("quintet");
        let all = &mut registry;
        let connections = add(
            all,
            "connections",
            "Open HTTP connections",
            Gauge::default(),
        );
        let sockets = add(all, "sockets", "Open WebSockets", Gauge::default());
        let rooms = add(all, "rooms", "Games in memory", Gauge::default());
        let opened = add(all, "games_opened", "Games opened", Counter::default());
        let answers: Family<_, Counter> = add(
            all,
            "answers",
            "Responses, by class of status",
            Family::default(),
        );
        for class in CLASSES {
            // Creates the counter, so that zero is exported.
            drop(answers.get_or_create(&[("status", class)]));
        }
        let refusals = add(
            all,
            "refusals",
            "Rejected requests and actions, by kind of problem",
            Family::default(),
        );
        let analyses = add(
            all,
            "analyses",
            "Requests being computed or waiting, by queue",
            Family::default(),
        );
        let waiting = add(
            all,
            "store_waiting",
            "Changes waiting to be written",
            Gauge::default(),
        );
        let commits = add(
            all,
            "store_commits",
            "Committed transactions",
            Counter::default(),
        );
        let commit_seconds = add(
            all,
            "store_commit_seconds",
            "Total time of all transactions",
            Counter::default(),
        );
        let log_bytes = add(
            all,
            "store_log_bytes",
            "Size of the write-ahead log",
            Gauge::default(),
        );
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        all.register("build", "Version of the program", build);
        let actions = Histogram::new(BOUNDS);
        let actions = add(
            all,
            "action_seconds",
            "Time to store an action, in seconds",
            actions,
        );
        Metrics {
            registry,
            answers,
            rooms,
            opened,
            actions,
            connections,
            sockets,
            refusals,
            analyses,
            waiting,
            commits,
            commit_seconds,
            log_bytes,
        }
    }

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
    pub(crate) fn text(&self, now: &Now) -> String {
        self.rooms.set(gauged(now.rooms));
        for (lane, count) in now.queues {
            self.analyses
                .get_or_create(&[("lane", lane)])
                .set(gauged(count));
        }
        let StoreStats {
            waiting,
            commits,
            commit_time,
            log_bytes,
        } = now.store;
        self.waiting.set(gauged(waiting));
        self.log_bytes.set(gauged(log_bytes));
        self.commits.inner().store(commits, Ordering::Relaxed);
        let seconds = commit_time.as_secs_f64().to_bits();
        self.commit_seconds
            .inner()
            .store(seconds, Ordering::Relaxed);
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string can be written");
        text
    }
}

/// Values counted elsewhere, read for each scrape.
pub(crate) struct Now {
    pub(crate) rooms: usize,
    pub(crate) queues: [(&'static str, usize); 2],
    pub(crate) store: StoreStats,
}

/// Converts a count to the type of gauges.
fn gauged(count: impl TryInto<i64>) -> i64 {
    count.try_into().unwrap_or(i64::MAX)
}

/// Adds a metric to the registry.
fn add<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M {
    registry.register(name, help, metric.clone());
    metric
}
