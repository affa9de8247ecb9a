//! The operator's listener: health, metrics and deletion of games.
//!
//! The header `Host` is not checked here, because monitoring may use an IP address or the name of a service. The operator
//! restricts access to the address.

pub(crate) mod health;
pub(crate) mod metrics;

use std::future::pending;

use axum::Router;
use axum::http::Uri;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use tokio::net::TcpListener;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::App;
use crate::http::guard::unguarded;
use crate::http::problem::Problem;
use crate::http::router::{not_allowed, nothing};
use crate::live;
use crate::network::connections::Connections;
use crate::network::serve::{accepted, run_forever, serve_connection};

/// Maximum number of open connections to this listener.
const CONNECTIONS: u32 = 64;

/// Returns the routes of the operator's listener.
pub fn admin_router(app: App) -> Router {
    let layers = ServiceBuilder::new()
        .layer(from_fn_with_state(app.clone(), unguarded))
        .layer(CatchPanicLayer::custom(|_| {
            Problem::fault().into_response()
        }));
    health::routes()
        .route("/games/{id}", axum::routing::delete(live::delete))
        .fallback(missing)
        .method_not_allowed_fallback(not_allowed)
        .layer(layers)
        .with_state(app)
}

async fn missing(uri: Uri) -> Problem {
    nothing(&uri)
}

/// Serves the operator's listener, also while the server shuts down.
pub async fn serve_admin(app: App, listener: TcpListener) {
    run_forever("operator", || accept(&app, &listener)).await;
}

async fn accept(app: &App, listener: &TcpListener) {
    let router = admin_router(app.clone());
    let connections = Connections::new(CONNECTIONS);
    loop {
        let (stream, peer) = accepted(listener).await;
        let registered = Connections::admit(&connections, peer.0.ip().into(), None).await;
        let (app, router) = (app.clone(), router.clone());
        tokio::spawn(async move {
            serve_connection(&app, router, stream, registered, peer, pending()).await;
        });
    }
}
