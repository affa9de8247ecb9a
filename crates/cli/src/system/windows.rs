//! What a console tells a program: Ctrl-C, Ctrl-Break, and that its window is closed or the machine shut down.

use std::io;
use std::thread;

use tokio::signal::windows::{CtrlBreak, CtrlC, CtrlClose, CtrlShutdown};
use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};

/// The program that opens an address in the user's browser, and what comes before the address.
pub(crate) const BROWSER: &[&str] = &["rundll32", "url.dll,FileProtocolHandler"];

/// From now on being told to stop calls `last` before the program ends, with the exit code of an
/// unfinished game.
pub(crate) fn when_told_to_stop(last: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let mut stops = Stops::listen()?;
    thread::spawn(move || {
        runtime.block_on(stops.told());
        last();
        std::process::exit(1);
    });
    Ok(())
}

/// What stops a server.
pub(crate) struct Stops {
    c: CtrlC,
    pause: CtrlBreak,
    close: CtrlClose,
    shutdown: CtrlShutdown,
}

impl Stops {
    /// From now on none of these ends the process.
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Stops {
            c: ctrl_c()?,
            pause: ctrl_break()?,
            close: ctrl_close()?,
            shutdown: ctrl_shutdown()?,
        })
    }

    /// Waits for one of them.
    pub(crate) async fn told(&mut self) {
        tokio::select! {
            _ = self.c.recv() => {},
            _ = self.pause.recv() => {},
            _ = self.close.recv() => {},
            _ = self.shutdown.recv() => {},
        }
    }
}

/// Connections are not files here and have no such bound.
pub(crate) fn raise_file_limit() -> Option<u64> {
    None
}

/// Not known without calling the system unsafely; a disk that becomes full ends the writing.
pub(crate) fn free_space(_folder: &std::path::Path) -> Option<u64> {
    None
}

/// No service manager hands sockets over or wants to be told anything.
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
