//! Ctrl-C and its like: the record is saved and the terminal left as it was found.

use std::io;
use std::thread;

use anyhow::Result;
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::keeper::Keeper;

/// From now on a signal to stop saves the record first. The exit code is that of an unfinished game.
pub(super) fn save_when_told_to_stop(keeper: Keeper) -> Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let terminal = tcgetattr(io::stdin()).ok();
    thread::spawn(move || {
        if signals.forever().next().is_none() {
            return;
        }
        if let Some(settings) = terminal {
            // The line editor may have been interrupted in raw mode.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &settings);
        }
        if let Err(error) = keeper.save() {
            eprintln!("quintet: {error:#}");
        }
        std::process::exit(1);
    });
    Ok(())
}
