//! A WebSocket at `/` that sends back whatever it gets, on the network of the real server: for Autobahn's test
//! suite (`scripts/autobahn`). No part of the product.

use std::io::{self, Write};
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::get;
use quintet_games::Catalogue;
use quintet_live::store::Sqlite;
use quintet_server::{App, Settings, serve_router};
use tokio::net::TcpListener;

/// The largest message of the suite.
const LARGEST: usize = 16 << 20;

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        let is_data = matches!(message, Message::Text(_) | Message::Binary(_));
        if is_data && socket.send(message).await.is_err() {
            return;
        }
    }
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let store = Sqlite::open(&folder.path().join("games.db"), Catalogue::STANDARD);
    let store = store.map_err(io::Error::other)?;
    let app = App::new(Settings::default(), Arc::new(store));
    let upgrade = async |upgrade: WebSocketUpgrade| {
        upgrade
            .max_message_size(LARGEST)
            .max_frame_size(LARGEST)
            .on_upgrade(echo)
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    writeln!(io::stdout(), "ws://{}", listener.local_addr()?)?;
    let router = Router::new().route("/", get(upgrade));
    serve_router(app, router, listener, Box::pin(std::future::pending())).await;
    Ok(())
}
