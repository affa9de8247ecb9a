//! What the command needs of the system it runs on, one file a system.

#[cfg(unix)]
pub(crate) mod systemd;
#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use systemd as service;
#[cfg(unix)]
pub(crate) use unix::{BROWSER, Stops, free_space, raise_file_limit, when_told_to_stop};

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(crate) use windows::{
    BROWSER, Stops, free_space, raise_file_limit, service, when_told_to_stop,
};

use std::net::TcpListener;

/// Sockets that listen already: that of the server, and that of the operator.
#[derive(Default)]
pub(crate) struct Sockets {
    pub(crate) server: Option<TcpListener>,
    pub(crate) admin: Option<TcpListener>,
}
