//! Signals, limits and disks on Unix.

use std::io;
use std::path::Path;
use std::thread;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Command that opens a URL in the user's browser.
pub(crate) const BROWSER: &[&str] = if cfg!(target_os = "macos") {
    &["open"]
} else {
    &["xdg-open"]
};

/// Calls `last` on SIGINT, SIGTERM or SIGHUP, restores the terminal, and exits with 128 and the number of the signal.
pub(crate) fn on_interrupt(last: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let terminal = tcgetattr(io::stdin()).ok();
    thread::spawn(move || {
        let Some(signal) = signals.forever().next() else {
            return;
        };
        last();
        if let Some(settings) = terminal {
            // The line editor may have been in raw mode.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &settings);
        }
        std::process::exit(128 + signal);
    });
    Ok(())
}

/// Signals that stop a server.
pub(crate) struct Stops {
    terminate: Signal,
    interrupt: Signal,
}

impl Stops {
    /// Installs the handlers, so that the signals no longer end the process.
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Stops {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for a signal.
    pub(crate) async fn wait(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {},
            _ = self.interrupt.recv() => {},
        }
    }
}

/// Raises the limit on open files, of which every connection needs one, and returns it.
pub(crate) fn raise_file_limit() -> Option<u64> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    // If that fails, there are fewer connections.
    let _ = setrlimit(Resource::Nofile, raised);
    getrlimit(Resource::Nofile).current
}

/// Returns the free space on the disk of a folder.
pub(crate) fn free_space(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail * disk.f_frsize)
}
