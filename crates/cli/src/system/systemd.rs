//! Socket activation and notifications of systemd. Without systemd, all of this does nothing.

use std::net::TcpListener;
use std::time::Duration;

use anyhow::{Context, Result};
use listenfd::ListenFd;
use quintet_server::App;
use sd_notify::NotifyState;

use super::Sockets;

/// Takes the sockets that the service manager has opened, in the order of the unit file.
pub(crate) fn sockets() -> Result<Sockets> {
    let mut handed = ListenFd::from_env();
    let mut take = |number| -> Result<Option<TcpListener>> {
        let socket = handed
            .take_tcp_listener(number)
            .context("the socket from the service manager cannot be used")?;
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

/// Notifies the service manager.
fn notify(state: &[NotifyState]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "cannot notify the service manager");
    }
}

/// Reports that the server is ready.
pub(crate) fn ready() {
    notify(&[NotifyState::Ready]);
}

/// Reports that the server is stopping.
pub(crate) fn stopping() {
    notify(&[NotifyState::Stopping]);
}

/// Sends the watchdog notifications as long as all threads of the server run.
pub(crate) async fn watch(app: App) {
    let Some(period) = sd_notify::watchdog_enabled() else {
        return;
    };
    let mut ticks = tokio::time::interval((period / 2).max(Duration::from_millis(1)));
    loop {
        ticks.tick().await;
        if app.is_alive() {
            notify(&[NotifyState::Watchdog]);
        }
    }
}
