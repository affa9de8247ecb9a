//! What the operator asks: health, metrics and the deleting of games, at an address of their own.
//!
//! There is no rule about the header `Host` here: machines that watch over a server ask by its address or by the name
//! of a service. Who may connect is for the operator to decide.

pub(crate) mod health;
pub(crate) mod metrics;

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Uri;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::App;
use crate::http::guard::{Peer, unguarded};
use crate::http::problem::Problem;
use crate::http::router::{not_allowed, nothing};
use crate::live;
use crate::network::connections::Connections;
use crate::network::serve::{attend, free_place, keep_running};

/// Open connections at this address.
const CONNECTIONS: usize = 64;

/// Everything that is answered at the address for the operator, without a socket.
pub fn admin_router(app: App) -> Router {
    let layers = ServiceBuilder::new()
        .layer(from_fn_with_state(app.clone(), unguarded))
        .layer(CatchPanicLayer::custom(|_| {
            Problem::fault().into_response()
        }));
    health::routes()
        .route("/games/{id}", axum::routing::delete(live::delete))
        .fallback(elsewhere)
        .method_not_allowed_fallback(not_allowed)
        .layer(layers)
        .with_state(app)
}

async fn elsewhere(uri: Uri) -> Problem {
    nothing(&uri)
}

/// Answers the connections of a listener for the operator, also while the server stops.
pub async fn serve_admin(app: App, listener: TcpListener) {
    keep_running("operator", || accept(&app, &listener)).await;
}

async fn accept(app: &App, listener: &TcpListener) {
    let router = admin_router(app.clone());
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let connections: Arc<Connections> = Arc::default();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let (app, router) = (app.clone(), router.clone());
                let place = free_place(&places, &connections).await;
                let registered = Connections::register(&connections, peer.ip().into());
                tokio::spawn(async move {
                    let held = (registered, (place, None));
                    attend(&app, router, stream, held, Peer(peer), pending()).await;
                });
            }
            Err(fault) => {
                tracing::warn!(%fault, "a connection of the operator could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}
