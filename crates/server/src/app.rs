//! What all requests share.

use std::sync::Arc;

use quintet_live::store::Store;
use tokio::sync::watch;

use crate::http::compression::Compressor;
use crate::http::guard::Guard;
use crate::live::GameCache;
use crate::operator::metrics::Metrics;
use crate::page::preview::Pictures;
use crate::page::site::{Place, Site};
use crate::requests::executor::Executor;
use crate::settings::{Limits, Settings};

/// A server without its sockets. Cloning it is cheap, and every clone is the same server.
#[derive(Clone)]
pub struct App(Arc<Shared>);

struct Shared {
    executor: Executor,
    games: Arc<GameCache>,
    guard: Guard,
    metrics: Metrics,
    site: Site,
    compressor: Compressor,
    pictures: Pictures,
    is_closing: watch::Sender<bool>,
    settings: Settings,
}

impl App {
    /// A server that keeps its games in a store.
    pub fn new(settings: Settings, store: Arc<dyn Store>) -> Self {
        App(Arc::new(Shared {
            executor: Executor::new(&settings),
            games: Arc::new(GameCache::new(
                store,
                settings.catalogue,
                settings.limits.rooms as usize,
            )),
            guard: Guard::new(&settings),
            metrics: Metrics::new(),
            site: Site::new(Place::Server(&settings)),
            compressor: Compressor::new(),
            pictures: Pictures::default(),
            is_closing: watch::Sender::new(false),
            settings,
        }))
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }

    pub(crate) fn executor(&self) -> &Executor {
        &self.0.executor
    }

    pub(crate) fn games(&self) -> &Arc<GameCache> {
        &self.0.games
    }

    pub(crate) fn guard(&self) -> &Guard {
        &self.0.guard
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.settings().limits
    }

    /// Whether all threads of the server run.
    pub fn is_alive(&self) -> bool {
        self.games().store().health().is_ok()
    }

    /// The files of the page.
    pub(crate) fn site(&self) -> &Site {
        &self.0.site
    }

    pub(crate) fn compressor(&self) -> &Compressor {
        &self.0.compressor
    }

    pub(crate) fn pictures(&self) -> &Pictures {
        &self.0.pictures
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// Tells all connections that the server is about to stop.
    pub fn close(&self) {
        self.0.is_closing.send_replace(true);
    }

    /// Tells when the server is about to stop.
    pub(crate) fn closing(&self) -> Closing {
        Closing(self.0.is_closing.subscribe())
    }
}

/// Tells when the server is about to stop.
pub(crate) struct Closing(watch::Receiver<bool>);

impl Closing {
    /// Whether it is.
    pub(crate) fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until it is.
    pub(crate) async fn begins(&mut self) {
        // The sender is in the app, which outlives every task that waits.
        let _ = self.0.wait_for(|is_closing| *is_closing).await;
    }
}
