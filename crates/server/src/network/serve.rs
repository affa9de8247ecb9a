//! Accepts connections and serves their requests.
//!
//! `axum::serve` has no timeout for request heads: a connection that sends half of one would stay open indefinitely. So the
//! accept loop is our own.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use futures_util::FutureExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout, timeout_at};
use tower::ServiceExt;

use crate::app::App;
use crate::http::guard::Peer;
use crate::http::router::router;
use crate::live::retention::delete_idle_games;
use crate::network::connections::{Connection, Connections, Registered};
use crate::network::stream::ClientStream;

/// Time that open connections may continue when the server stops.
const CONNECTIONS_END: Duration = Duration::from_secs(6);

/// Deadline for closing the store: the server stops within ten seconds.
const STORE_ENDS: Duration = Duration::from_secs(8);

/// Maximum time to wait for the first request of an accepted connection when the server stops: the next server does not receive
/// it.
const FIRST_REQUEST: Duration = Duration::from_secs(2);

/// Pause before a task that panicked is restarted.
const AFTER_PANIC: Duration = Duration::from_millis(200);

/// Time that a game without clients stays in memory.
const ROOM_IDLE: Duration = Duration::from_mins(10);

/// Interval between removals of unused games and clients from memory.
const SWEEP: Duration = Duration::from_secs(20);

/// Serves the connections of a listener until `stop` resolves; then finishes open requests and closes the store.
pub async fn serve(
    app: App,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) {
    serve_router(app.clone(), router(app), listener, Box::pin(stop)).await;
}

/// Serves another router, for tests of the network alone.
#[doc(hidden)]
pub fn serve_router(app: App, router: Router, listener: TcpListener, stop: Task) -> Task {
    Box::pin(accept(app, router, listener, stop))
}

async fn accept(app: App, router: Router, listener: TcpListener, mut stop: Task) {
    let connections = Connections::new(app.settings.limits.connections);
    let start = |name, task: fn(App) -> Task| {
        let app = app.clone();
        tokio::spawn(run_forever(name, move || task(app.clone())))
    };
    let sweeping = start("sweep", |app| Box::pin(sweep(app)));
    let expiring = start("retention", |app| Box::pin(delete_idle_games(app)));
    let following = start("other servers", |app| {
        Box::pin(async move { app.games.follow_others().await })
    });
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accepted(&listener) => accepted,
            () = &mut stop => break,
        };
        // Connections of an address beyond its limit are closed, so that it cannot shut others out.
        let Ok(place) = app.guard.connection(peer) else {
            continue;
        };
        let registered = tokio::select! {
            // An accepted connection is served even if the server stops at this moment.
            biased;
            registered = Connections::admit(&connections, peer.0.ip().into(), place) => registered,
            () = &mut stop => break,
        };
        let (app, router) = (app.clone(), router.clone());
        tokio::spawn(async move {
            let _inside = app.metrics.connection();
            let stop = app.closing.cancelled();
            serve_connection(&app, router, stream, registered, peer, stop).await;
        });
    }
    drop(listener);
    tracing::info!("shutting down: finishing open requests");
    let stopping = Instant::now();
    app.close();
    sweeping.abort();
    expiring.abort();
    let closed = timeout(CONNECTIONS_END, connections.all_closed()).await;
    if closed.is_err() {
        tracing::warn!("some connections did not close in time");
    }
    following.abort();
    if timeout_at(stopping + STORE_ENDS, app.games.store().close())
        .await
        .is_err()
    {
        tracing::error!("the store was not closed in time; acknowledged changes are durable");
    }
}

/// Accepts a connection.
pub(crate) async fn accepted(listener: &TcpListener) -> (TcpStream, Peer) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, Peer(peer)),
            Err(error) => {
                // Most likely all file descriptors are in use: wait until others are closed.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// A task of the server.
pub(crate) type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Runs a task and restarts it after each panic, which would otherwise go unnoticed.
pub(crate) async fn run_forever<F: Future<Output = ()>>(name: &str, start: impl Fn() -> F) {
    while AssertUnwindSafe(start()).catch_unwind().await.is_err() {
        tracing::error!(name, "a task panicked; restarting it");
        tokio::time::sleep(AFTER_PANIC).await;
    }
}

async fn sweep(app: App) {
    let mut ticks = tokio::time::interval(SWEEP);
    loop {
        ticks.tick().await;
        app.games.sweep(ROOM_IDLE);
        app.guard.sweep();
    }
}

/// Serves the requests of one connection; after `stop` resolves, only the current one.
pub(crate) async fn serve_connection(
    app: &App,
    router: Router,
    stream: TcpStream,
    registered: Registered,
    peer: Peer,
    stop: impl Future<Output = ()>,
) {
    let limits = &app.settings.limits;
    // A move is only a few bytes, and the other player is waiting for it.
    if stream.set_nodelay(true).is_err() {
        return;
    }
    let write_timeout = Duration::from_secs(limits.stall_seconds.into());
    let connected = Arc::clone(&registered.connection);
    let stream = ClientStream::new(stream, write_timeout, registered);
    let first_request = Arc::new(Notify::new());
    let service = {
        let (connected, first_request) = (Arc::clone(&connected), Arc::clone(&first_request));
        service_fn(move |request: Request<Incoming>| {
            first_request.notify_one();
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(peer);
            request.extensions_mut().insert(Arc::clone(&connected));
            let answering = Connection::answers(&connected);
            let response = router.clone().oneshot(request);
            async move {
                let response = response.await;
                drop(answering);
                response
            }
        })
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(limits.head_seconds.into()))
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        // A client that disconnects is not an error.
        _ = &mut connection => return,
        () = connected.gives_way() => return,
        () = stop => {}
    }
    tokio::select! {
        _ = &mut connection => return,
        () = connected.gives_way() => return,
        _ = timeout(FIRST_REQUEST, first_request.notified()) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

#[cfg(test)]
#[path = "../../tests/unit/network/serve.rs"]
mod tests;
