//! The state shared by all requests.

use std::ops::Deref;
use std::sync::Arc;

use quintet_live::store::Store;
use tokio_util::sync::CancellationToken;

use crate::http::compression::Compressor;
use crate::http::guard::Guard;
use crate::live::GameCache;
use crate::operator::metrics::Metrics;
use crate::page::preview::Pictures;
use crate::page::site::{Place, Site};
use crate::requests::executor::Executor;
use crate::settings::Settings;

/// A server without its listeners. Clones are cheap and share all state.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// The state of an [`App`].
pub struct Shared {
    pub(crate) executor: Executor,
    pub(crate) games: Arc<GameCache>,
    pub(crate) guard: Guard,
    pub(crate) metrics: Metrics,
    /// The files of the page.
    pub(crate) site: Site,
    pub(crate) compressor: Compressor,
    pub(crate) pictures: Pictures,
    pub(crate) settings: Settings,
    /// Cancelled when the shutdown begins.
    pub(crate) closing: CancellationToken,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
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
            closing: CancellationToken::new(),
            settings,
        }))
    }

    /// Returns true if all threads of the server are running.
    pub fn is_alive(&self) -> bool {
        self.games.store().health().is_ok()
    }

    /// Starts the shutdown: notifies all connections.
    pub fn close(&self) {
        self.closing.cancel();
    }
}
