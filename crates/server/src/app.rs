//! The state shared by all requests.

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

/// A server without its listeners. Clones are cheap and share all state.
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
    /// Creates a server whose games are in a store.
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

    /// Returns true if all threads of the server are running.
    pub fn is_alive(&self) -> bool {
        self.games().store().health().is_ok()
    }

    /// Returns the files of the page.
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

    /// Starts the shutdown: notifies all connections.
    pub fn close(&self) {
        self.0.is_closing.send_replace(true);
    }

    /// Returns a signal of the shutdown.
    pub(crate) fn closing(&self) -> Closing {
        Closing(self.0.is_closing.subscribe())
    }
}

/// Signal of the shutdown.
pub(crate) struct Closing(watch::Receiver<bool>);

impl Closing {
    /// Returns true once the shutdown has begun.
    pub(crate) fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits for the shutdown.
    pub(crate) async fn begins(&mut self) {
        // The app owns the sender and outlives every waiting task.
        let _ = self.0.wait_for(|is_closing| *is_closing).await;
    }
}
