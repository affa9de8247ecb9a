//! Signals, limits and disks of Unix.

use std::io;
use std::path::Path;
use std::thread;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The program that opens an address in the user's browser, and what comes before the address.
pub(crate) const BROWSER: &[&str] = if cfg!(target_os = "macos") {
    &["open"]
} else {
    &["xdg-open"]
};

/// From now on a signal to stop calls `last` before the program ends, with the exit code of an
/// unfinished game. The terminal is left as it was found.
pub(crate) fn when_told_to_stop(last: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let terminal = tcgetattr(io::stdin()).ok();
    thread::spawn(move || {
        if signals.forever().next().is_none() {
            return;
        }
        last();
        if let Some(settings) = terminal {
            // Reading keys may have been interrupted in raw mode.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &settings);
        }
        std::process::exit(1);
    });
    Ok(())
}

/// The signals that stop a server.
pub(crate) struct Stops {
    terminate: Signal,
    interrupt: Signal,
}

impl Stops {
    /// From now on the signals no longer end the process.
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Stops {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for one of them.
    pub(crate) async fn told(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {},
            _ = self.interrupt.recv() => {},
        }
    }
}

/// Every connection is an open file: as many as the system lets this process have. Says how many
/// those are, if there is a bound.
pub(crate) fn raise_file_limit() -> Option<u64> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: maximum,
        maximum,
    };
    // If they cannot be raised, there are fewer connections.
    let _ = setrlimit(Resource::Nofile, wanted);
    getrlimit(Resource::Nofile).current
}

/// How many bytes can be written to the disk of a folder, if the system says so.
pub(crate) fn free_space(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail * disk.f_frsize)
}
