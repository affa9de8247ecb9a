//! What all requests share.

use std::sync::Arc;

use crate::settings::Settings;

/// A server without its sockets. Cloning it is cheap, and every clone is the same server.
#[derive(Clone)]
pub struct App(Arc<Shared>);

struct Shared {
    settings: Settings,
}

impl App {
    /// A server that has not been asked anything yet.
    pub fn new(settings: Settings) -> Self {
        App(Arc::new(Shared { settings }))
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }
}
