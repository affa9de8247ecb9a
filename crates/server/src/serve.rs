//! Sockets: from here on there is a network.

use std::io;

use tokio::net::TcpListener;

use crate::app::App;
use crate::router::router;

/// Answers whoever connects to the listener.
pub async fn serve(app: App, listener: TcpListener) -> io::Result<()> {
    axum::serve(listener, router(app)).await
}
