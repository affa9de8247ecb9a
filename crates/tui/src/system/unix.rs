//! Signals, and a terminal that can be closed or given up for a while.

use std::io;
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::kill_current_process_group;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::Told;

/// Whether Ctrl-Z stops the app until the shell continues it.
pub(crate) const CAN_SUSPEND: bool = true;

/// Stops the whole job, as the terminal would have done: a script that started the app stops too.
pub(crate) fn suspend() -> io::Result<()> {
    Ok(kill_current_process_group(rustix::process::Signal::TSTP)?)
}

/// Passes on what the system tells, from threads of its own.
pub(crate) fn listen(tell: impl Fn(Told) + Clone + Send + 'static) -> io::Result<()> {
    let hang_up = tell.clone();
    thread::spawn(move || {
        if is_hung_up_at_last() {
            hang_up(Told::Stop);
        }
    });
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGCONT])?;
    thread::spawn(move || {
        for signal in &mut signals {
            tell(match signal {
                SIGCONT => Told::Resumed,
                _ => Told::Stop,
            });
        }
    });
    Ok(())
}

/// Waits until the terminal is closed; `false` if the system cannot tell. Crossterm would read without end from a
/// closed terminal, and no signal is sent to a process of another session.
fn is_hung_up_at_last() -> bool {
    let stdin = io::stdin();
    loop {
        // Asked for nothing: to be hung up is always reported.
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
