//! The network: accepts connections and answers their requests.
//!
//! The accept loop is our own because `axum::serve` has no timeout for the head of a request: a
//! connection that sends half of one would stay open for ever.

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
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};
use tower::ServiceExt;

use crate::app::App;
use crate::http::guard::Peer;
use crate::http::router::router;
use crate::live::retention::keep_in_bounds;
use crate::network::connections::{Connection, Connections, Registered};
use crate::network::stream::{ClientStream, Permits};

/// How long open connections may take to end when the server stops.
const CONNECTIONS_END: Duration = Duration::from_secs(6);

/// When the store must have closed, too: a server that stops is gone within ten seconds.
const STORE_ENDS: Duration = Duration::from_secs(8);

/// How long a connection on which nothing was asked yet is waited for when the server stops: it was accepted, so its
/// request is answered here and not by the server that comes next.
const FIRST_REQUEST: Duration = Duration::from_secs(2);

/// How long a task rests that has panicked.
const AFTER_PANIC: Duration = Duration::from_millis(200);

/// How long a game without clients stays in memory.
const ROOM_IDLE: Duration = Duration::from_mins(10);

/// How often unused games and clients are removed from memory.
const SWEEP: Duration = Duration::from_secs(20);

/// Answers the connections of a listener until `stop` resolves; then finishes open requests and
/// closes the store.
pub async fn serve(
    app: App,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) {
    serve_router(app.clone(), router(app), listener, Box::pin(stop)).await;
}

/// The same with other paths, for tests of the network alone.
#[doc(hidden)]
pub fn serve_router(app: App, router: Router, listener: TcpListener, stop: Lasting) -> Lasting {
    Box::pin(accept(app, router, listener, stop))
}

async fn accept(app: App, router: Router, listener: TcpListener, mut stop: Lasting) {
    let most = app.settings().limits.connections;
    let places = Arc::new(Semaphore::new(most as usize));
    let connections = Arc::default();
    let lasting = |name, task: fn(App) -> Lasting| {
        let app = app.clone();
        tokio::spawn(keep_running(name, move || task(app.clone())))
    };
    let sweeping = lasting("sweep", |app| Box::pin(sweep(app)));
    let expiring = lasting("retention", |app| Box::pin(keep_in_bounds(app)));
    let following = lasting("other servers", |app| {
        Box::pin(async move { app.games().follow_others().await })
    });
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let (app, router, peer) = (app.clone(), router.clone(), Peer(peer));
                // One address cannot keep all others out: its connections beyond the limit are closed.
                if let Some(share) = app.guard().connection(peer) {
                    let place = tokio::select! {
                        // One that is accepted is answered, also if the server stops at that moment.
                        biased;
                        place = free_place(&places, &connections) => place,
                        () = &mut stop => break,
                    };
                    let registered = Connections::register(&connections, peer.0.ip().into());
                    tokio::spawn(async move {
                        let _inside = app.metrics().connection();
                        let mut closing = app.closing();
                        let places = (place, Some(share));
                        let stop = closing.begins();
                        attend(&app, router, stream, (registered, places), peer, stop).await;
                    });
                }
            }
            Err(fault) => {
                // Most likely there are no more file descriptors: wait until others are closed.
                tracing::warn!(%fault, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    tracing::info!("stopping: open requests are finished");
    let stopping = Instant::now();
    app.close();
    sweeping.abort();
    expiring.abort();
    let all = places.acquire_many(most);
    if timeout(CONNECTIONS_END, all).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    following.abort();
    if timeout_at(stopping + STORE_ENDS, app.games().store().close())
        .await
        .is_err()
    {
        tracing::error!("the store was not closed properly; what it acknowledged is kept");
    }
}

/// A place for one more connection. While there is none, connections on which nothing is answered give
/// way.
pub(crate) async fn free_place(
    places: &Arc<Semaphore>,
    connections: &Arc<Connections>,
) -> OwnedSemaphorePermit {
    loop {
        if let Ok(place) = Arc::clone(places).try_acquire_owned() {
            return place;
        }
        connections.make_room();
        // If none could give way, one may later.
        let place = Arc::clone(places).acquire_owned();
        if let Ok(place) = timeout(Duration::from_secs(1), place).await {
            return place.expect("the semaphore is never closed");
        }
    }
}

/// A task that runs as long as the server does.
pub(crate) type Lasting = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Runs a task, and begins it anew each time it has panicked: nobody waits for it, so nobody would notice.
pub(crate) async fn keep_running<F: Future<Output = ()>>(name: &str, begin: impl Fn() -> F) {
    while AssertUnwindSafe(begin()).catch_unwind().await.is_err() {
        tracing::error!(name, "a task has panicked; it begins anew");
        tokio::time::sleep(AFTER_PANIC).await;
    }
}

async fn sweep(app: App) {
    let mut ticks = tokio::time::interval(SWEEP);
    loop {
        ticks.tick().await;
        app.games().sweep(ROOM_IDLE);
        app.guard().sweep();
    }
}

/// Answers the requests of one connection; after `stop` resolves, only the one that has begun.
pub(crate) async fn attend(
    app: &App,
    router: Router,
    stream: TcpStream,
    (registered, permits): (Registered, Permits),
    peer: Peer,
    stop: impl Future<Output = ()>,
) {
    let limits = app.limits();
    // A move is a few bytes, and the other player waits for them.
    if stream.set_nodelay(true).is_err() {
        return;
    }
    let timeout_of_writes = Duration::from_secs(limits.stall_seconds.into());
    let connected = Arc::clone(&registered.connection);
    let stream = ClientStream::new(stream, timeout_of_writes, registered, permits);
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
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn a_task_that_panics_begins_anew_until_it_ends() {
        let begun = AtomicU32::new(0);
        keep_running("test", || async {
            assert!(begun.fetch_add(1, Ordering::Relaxed) >= 1, "not yet");
        })
        .await;
        assert_eq!(begun.into_inner(), 2);
    }
}
