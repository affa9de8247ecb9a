//! Whether the server runs, whether it can store something, and what it has done.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use quintet_live::store::Change;

use crate::app::App;
use crate::http::problem::Problem;
use crate::http::router::nothing;
use crate::live::unkept;
use crate::operator::metrics::Now;

/// What those ask who watch over the server.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

/// Hides readiness and metrics from requests that come through a proxy: those who watch over a server ask it directly.
pub(crate) async fn direct(request: Request, next: Next) -> Response {
    let headers = ["x-forwarded-for", "forwarded"];
    let is_forwarded = headers
        .iter()
        .any(|name| request.headers().contains_key(*name));
    if is_forwarded && request.uri().path() != "/healthz" {
        return nothing(request.uri()).into_response();
    }
    next.run(request).await
}

/// The server runs, and all of its threads.
async fn alive(State(app): State<App>) -> Result<&'static str, Problem> {
    app.games().store().health().map_err(unkept)?;
    Ok("alive\n")
}

/// The server has just written something that is now on disk.
async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
    if app.closing().has_begun() {
        return Err(Problem::busy("the server is about to stop"));
    }
    app.games()
        .store()
        .write(Change::Probe)
        .await
        .map_err(unkept)?;
    Ok("ready\n")
}

/// What the server has done.
async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let text = app.metrics().text(&Now {
        rooms: app.games().len(),
        queues: app.executor().queue_lengths(),
        store: app.games().store().stats(),
    });
    ([(header::CONTENT_TYPE, kind)], text)
}
