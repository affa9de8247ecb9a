//! The network: accepts connections and answers their requests.
//!
//! The accept loop is our own because `axum::serve` has no timeout for the head of a request: a
//! connection that sends half of one would stay open for ever.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request, StatusCode, header};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tower::ServiceExt;

use crate::app::App;
use crate::guard::{Peer, Place};
use crate::heads::Heads;
use crate::router::router;
use crate::stall::Impatient;

/// How long open connections may take to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(6);

/// How long the store may take after that: together less than ten seconds.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// How often unused games and clients are removed from memory.
const SWEEP: Duration = Duration::from_secs(20);

/// Answers the connections of a listener until `stop` resolves; then finishes open requests and
/// closes the store.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()>) {
    serve_router(app.clone(), router(app), listener, stop).await;
}

/// The same with other paths, for tests of the network alone.
#[doc(hidden)]
pub async fn serve_router(
    app: App,
    router: Router,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
) {
    let most = app.settings().limits.connections;
    let places = Arc::new(Semaphore::new(most as usize));
    let sweeping = tokio::spawn(sweep(app.clone()));
    tokio::pin!(stop);
    loop {
        let place = Arc::clone(&places).acquire_owned();
        let connection = async {
            let place = place.await.expect("the semaphore is never closed");
            (listener.accept().await, place)
        };
        let (accepted, place) = tokio::select! {
            connection = connection => connection,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let (app, router, peer) = (app.clone(), router.clone(), Peer(peer));
                // One address cannot keep all others out: its connections beyond the limit are closed.
                if let Some(share) = app.guard().connection(peer) {
                    tokio::spawn(async move {
                        let _inside = app.metrics().connection();
                        attend(&app, router, stream, (place, share), peer).await;
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
    app.close();
    sweeping.abort();
    let all = places.acquire_many(most);
    if timeout(FAREWELL, all).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    let store = Arc::clone(app.games());
    let closing = tokio::task::spawn_blocking(move || store.store().close());
    if !matches!(timeout(LAST_WORDS, closing).await, Ok(Ok(()))) {
        tracing::error!("the store was not closed properly; what it acknowledged is kept");
    }
}

async fn sweep(app: App) {
    let idle = Duration::from_secs(app.settings().limits.room_idle_seconds.into());
    let mut ticks = tokio::time::interval(SWEEP);
    loop {
        ticks.tick().await;
        app.games().sweep(idle);
        app.guard().sweep();
    }
}

/// Answers the requests of one connection.
async fn attend(
    app: &App,
    router: Router,
    stream: TcpStream,
    places: (OwnedSemaphorePermit, Place),
    peer: Peer,
) {
    let limits = &app.settings().limits;
    // A move is a few bytes, and the other player waits for them.
    if stream.set_nodelay(true).is_err() {
        return;
    }
    let patience = Duration::from_secs(limits.stall_seconds.into());
    let (heads, body_length) = Heads::new(Impatient::new(stream, patience, places));
    let io = TokioIo::new(heads);
    let service = service_fn(move |request: Request<Incoming>| {
        // Chunks have no length that is known now: such a body is the last of its connection.
        let length = request.body().size_hint().exact();
        body_length.set(length);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        let (answer, body_length) = (router.clone().oneshot(request), body_length.clone());
        async move {
            let mut answer = answer.await?;
            if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
                body_length.set(None);
            } else if length.is_none() {
                let close = HeaderValue::from_static("close");
                answer.headers_mut().insert(header::CONNECTION, close);
            }
            Ok::<_, Infallible>(answer)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(limits.head_seconds.into()))
        .max_buf_size(16 * 1024)
        .serve_connection(io, service)
        .with_upgrades();
    tokio::pin!(connection);
    let mut closing = app.closing();
    tokio::select! {
        // A client that disconnects is not an error.
        _ = &mut connection => return,
        () = closing.begins() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
