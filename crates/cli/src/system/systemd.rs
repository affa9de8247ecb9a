//! The service manager: the sockets that it hands over, and what it is told. Without one, nothing of this happens.

use std::net::TcpListener;
use std::time::Duration;

use anyhow::{Context, Result};
use listenfd::ListenFd;
use quintet_server::App;
use sd_notify::NotifyState;

use super::Sockets;

/// The sockets that the service manager has opened, in the order of its unit file.
pub(crate) fn sockets() -> Result<Sockets> {
    let mut handed = ListenFd::from_env();
    let mut take = |number| -> Result<Option<TcpListener>> {
        let socket = handed
            .take_tcp_listener(number)
            .context("the socket that was handed over cannot be used")?;
        if let Some(socket) = &socket {
            socket.set_nonblocking(true)?;
        }
        Ok(socket)
    };
    Ok(Sockets {
        server: take(0)?,
        admin: take(1)?,
    })
}

/// Tells the service manager something.
fn tell(state: &[NotifyState]) {
    if let Err(fault) = sd_notify::notify(state) {
        tracing::warn!(%fault, "the service manager could not be told");
    }
}

/// The server is there.
pub(crate) fn ready() {
    tell(&[NotifyState::Ready]);
}

/// The server stops.
pub(crate) fn stopping() {
    tell(&[NotifyState::Stopping]);
}

/// Tells that the server is alive as often as the service manager wants to hear it, as long as it is.
pub(crate) async fn watch(app: App) {
    let Some(patience) = sd_notify::watchdog_enabled() else {
        return;
    };
    let mut ticks = tokio::time::interval((patience / 2).max(Duration::from_millis(1)));
    loop {
        ticks.tick().await;
        if app.is_alive() {
            tell(&[NotifyState::Watchdog]);
        }
    }
}
