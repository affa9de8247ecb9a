//! Platform-specific code, one file per system.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as this;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as this;

pub(crate) use this::{CAN_SUSPEND, listen, suspend};

/// A system notification.
#[cfg_attr(
    windows,
    expect(dead_code, reason = "a console sends no notifications")
)]
pub(crate) enum Notification {
    /// The process continues after it was stopped.
    Resumed,
    /// The app must exit because of a signal or a closed terminal.
    Stop,
}
