//! A server in the process of the test, whose settings and store the test makes itself.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use quintet_live::store::{Sqlite, Store};
use quintet_server::{App, Settings, serve};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// A server that stops when it is dropped.
pub(crate) struct Inside {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    _folder: TempDir,
}

impl Inside {
    /// A server with some settings, on a real file.
    pub(crate) fn start(change: impl FnOnce(&mut Settings)) -> Self {
        Inside::on(change, |store| Arc::new(store))
    }

    /// A server on a store that is put before a real file.
    pub(crate) fn on(
        change: impl FnOnce(&mut Settings),
        before: impl FnOnce(Sqlite) -> Arc<dyn Store>,
    ) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Sqlite::open(&folder.path().join("games.db")).expect("a fresh file");
        let mut settings = Settings::default();
        for limit in [
            "games-a-minute",
            "seats-a-minute",
            "wrong-tokens-a-minute",
            "requests-a-second",
            "sockets-a-client",
        ] {
            settings.limits.set(limit, 0).expect("a limit");
        }
        change(&mut settings);
        let app = App::new(settings, before(store));
        let runtime = Runtime::new().expect("a runtime");
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
        let listener = listener.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            runtime.block_on(serve(app, listener, async {
                // Dropping the other end stops it, too.
                let _ = stopped.await;
            }));
            runtime.shutdown_background();
        });
        Inside {
            address,
            stop: Some(stop),
            thread: Some(thread),
            _folder: folder,
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic has been printed, and a test that panics itself must not panic again.
            let _ = thread.join();
        }
    }
}
