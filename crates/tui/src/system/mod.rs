//! What the app needs of the system it runs on, one file a system.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as this;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as this;

pub(crate) use this::{CAN_SUSPEND, listen, suspend};

/// What the system tells the app.
#[cfg_attr(windows, expect(dead_code, reason = "a console tells nothing"))]
pub(crate) enum Told {
    /// The process goes on after it was stopped.
    Resumed,
    /// The app is to end: by a signal, or because the terminal is gone.
    Stop,
}
