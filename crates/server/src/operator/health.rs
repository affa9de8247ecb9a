//! Health checks and metrics.

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

/// Returns the routes for monitoring.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

/// Hides readiness and metrics from requests through a proxy: monitoring connects directly.
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

/// Responds if all threads of the server are running.
async fn alive(State(app): State<App>) -> Result<&'static str, Problem> {
    app.games.store().health()?;
    Ok("alive\n")
}

/// Responds after a write to disk.
async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
    if app.closing.is_cancelled() {
        return Err(Problem::busy("the server is shutting down"));
    }
    app.games.store().write(Change::Probe).await?;
    Ok("ready\n")
}

/// Responds with the metrics as `OpenMetrics` text.
async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text(&app))
}
