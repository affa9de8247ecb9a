//! Ctrl-C and its like: what must be done is done first, and the terminal left as it was found.

use std::io;
use std::thread;

use anyhow::Result;
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// From now on a signal to stop calls `last` before the program ends, with the exit code of an
/// unfinished game.
pub(crate) fn when_told_to_stop(last: impl FnOnce() + Send + 'static) -> Result<()> {
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
