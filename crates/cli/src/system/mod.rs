//! Platform-specific code.

#[cfg(unix)]
pub(crate) mod systemd;
#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use systemd as service;
#[cfg(unix)]
pub(crate) use unix::{BROWSER, Stops, free_space, on_interrupt, raise_file_limit};

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(crate) use windows::{BROWSER, Stops, free_space, on_interrupt, raise_file_limit, service};

use std::net::TcpListener;

/// Listening sockets from the service manager.
#[derive(Default)]
pub(crate) struct Sockets {
    pub(crate) server: Option<TcpListener>,
    pub(crate) admin: Option<TcpListener>,
}
