//! Whether the server runs, whether it can store something, and what it has done.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use quintet_live::store::Change;

use crate::app::App;
use crate::live::unkept;
use crate::problem::Problem;

/// The server runs, and all of its threads.
pub(crate) async fn alive(State(app): State<App>) -> Result<&'static str, Problem> {
    app.games().store().health().map_err(unkept)?;
    Ok("alive\n")
}

/// The server has just written something that is now on disk.
pub(crate) async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
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
pub(crate) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let text = app.metrics().text(app.games().len());
    ([(header::CONTENT_TYPE, kind)], text)
}
