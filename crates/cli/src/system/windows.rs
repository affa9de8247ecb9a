//! Console events on Windows: Ctrl-C, Ctrl-Break, closing the window and shutdown.

use std::io;
use std::thread;

use tokio::signal::windows::{CtrlBreak, CtrlC, CtrlClose, CtrlShutdown};
use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};

use crate::output::INTERRUPTED;

/// Command that opens a URL in the user's browser.
pub(crate) const BROWSER: &[&str] = &["rundll32", "url.dll,FileProtocolHandler"];

/// Calls `last` on a console event and exits with the code of Ctrl-C on Unix.
pub(crate) fn on_interrupt(last: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let mut stops = Stops::listen()?;
    thread::spawn(move || {
        runtime.block_on(stops.wait());
        last();
        std::process::exit(INTERRUPTED.into());
    });
    Ok(())
}

/// Events that stop a server.
pub(crate) struct Stops {
    c: CtrlC,
    pause: CtrlBreak,
    close: CtrlClose,
    shutdown: CtrlShutdown,
}

impl Stops {
    /// Installs the handlers, so that the events no longer end the process.
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Stops {
            c: ctrl_c()?,
            pause: ctrl_break()?,
            close: ctrl_close()?,
            shutdown: ctrl_shutdown()?,
        })
    }

    /// Waits for an event.
    pub(crate) async fn wait(&mut self) {
        tokio::select! {
            _ = self.c.recv() => {},
            _ = self.pause.recv() => {},
            _ = self.close.recv() => {},
            _ = self.shutdown.recv() => {},
        }
    }
}

/// Windows has no such limit.
pub(crate) fn raise_file_limit() -> Option<u64> {
    None
}

/// Unknown without unsafe calls; writing fails when the disk is full.
pub(crate) fn free_space(_folder: &std::path::Path) -> Option<u64> {
    None
}

/// Stubs, because Windows has no such service manager.
pub(crate) mod service {
    use anyhow::Result;
    use quintet_server::App;

    use crate::system::Sockets;

    #[expect(clippy::unnecessary_wraps, reason = "other systems can fail")]
    pub(crate) fn sockets() -> Result<Sockets> {
        Ok(Sockets::default())
    }

    pub(crate) fn ready() {}

    pub(crate) fn stopping() {}

    #[expect(clippy::unused_async, reason = "other systems wait")]
    pub(crate) async fn watch(_app: App) {}
}
