//! The end of a server.

use std::pin::Pin;
use std::sync::Arc;

use quintet_live::GameId;
use quintet_live::store::{Change, ReadFuture, Sqlite, Store, StoredGame, WriteFuture};
use quintet_server::serve;
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::common::socket::PATIENCE;
use crate::common::{Server, unlimited};
use crate::forward_store::forward_store;

/// A store that never closes.
struct Stuck(Sqlite);

impl Store for Stuck {
    forward_store!(0);

    fn write(&self, change: Change) -> WriteFuture {
        self.0.write(change)
    }

    fn game(&self, id: GameId) -> ReadFuture<'_, Option<StoredGame>> {
        self.0.game(id)
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn a_store_that_does_not_close_cannot_block_the_shutdown() {
    let server = Server::on(unlimited(), |store| Arc::new(Stuck(store)));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let serving = serve(server.app, listener, std::future::ready(()));
    timeout(PATIENCE, serving).await.expect("an end");
}
