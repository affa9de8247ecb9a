//! Signals and terminal suspension.

use std::io;
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::kill_current_process_group;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::Notification;

/// True if Ctrl-Z suspends the app.
pub(crate) const CAN_SUSPEND: bool = true;

/// Suspends the whole job as the terminal would, including a script that started the app.
pub(crate) fn suspend() -> io::Result<()> {
    Ok(kill_current_process_group(rustix::process::Signal::TSTP)?)
}

/// Forwards system notifications from background threads.
pub(crate) fn listen(tell: impl Fn(Notification) + Clone + Send + 'static) -> io::Result<()> {
    let hang_up = tell.clone();
    thread::spawn(move || {
        if is_hung_up_at_last() {
            hang_up(Notification::Stop);
        }
    });
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGCONT])?;
    thread::spawn(move || {
        for signal in &mut signals {
            tell(match signal {
                SIGCONT => Notification::Resumed,
                _ => Notification::Stop,
            });
        }
    });
    Ok(())
}

/// Waits until the terminal is closed; `false` if that cannot be detected. Crossterm would read forever from a
/// closed terminal, and processes of another session get no signal.
fn is_hung_up_at_last() -> bool {
    let stdin = io::stdin();
    loop {
        // No events requested: a hang-up is always reported.
        let mut reports = [PollFd::new(&stdin, PollFlags::empty())];
        match poll(&mut reports, None) {
            Ok(_) => {
                return reports[0]
                    .revents()
                    .intersects(PollFlags::HUP | PollFlags::ERR);
            }
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}
