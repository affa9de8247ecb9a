//! Extractors, which turn a part of a request into a type or a problem.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use quintet_api::json;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::app::App;
use crate::http::problem::{Problem, kind};
use crate::settings::BODY_BYTES;

/// The body of a request, which must be declared as JSON: a form of another site cannot do that.
pub(crate) struct Json<T>(pub(crate) T);

/// The query parameters.
pub(crate) struct Query<T>(pub(crate) T);

/// The path parameters.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        json::read(&json_body(request, app).await?)
            .map(Json)
            .map_err(|error| Problem::new(kind::BAD_REQUEST, error.to_string()))
    }
}

/// Returns the body of a request, which must be declared as JSON.
pub(crate) async fn json_body(request: Request, app: &App) -> Result<Bytes, Problem> {
    if !is_json(&request) {
        let wanted = "the header Content-Type must be application/json";
        return Err(Problem::new(kind::NOT_JSON, wanted));
    }
    body(request, app).await
}

/// Returns the body of a request if it arrives in time and is not too large.
pub(crate) async fn body(request: Request, app: &App) -> Result<Bytes, Problem> {
    let coding = request.headers().get(header::CONTENT_ENCODING);
    if coding.is_some_and(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        let wanted = "compressed bodies are not supported; omit the header Content-Encoding";
        return Err(Problem::new(kind::NOT_JSON, wanted));
    }
    let wait = Duration::from_secs(app.settings.limits.body_seconds.into());
    timeout(wait, Bytes::from_request(request, app))
        .await
        .map_err(|_| Problem::new(kind::TOO_SLOW, "the body did not arrive in time"))?
        .map_err(|rejection: BytesRejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
                kind::TOO_LARGE,
                format!("the body exceeds {BODY_BYTES} bytes"),
            ),
            _ => Problem::new(kind::BAD_REQUEST, "the body is incomplete"),
        })
}

fn is_json(request: &Request) -> bool {
    let said = request.headers().get(header::CONTENT_TYPE);
    let said = said.and_then(|value| value.to_str().ok()).unwrap_or("");
    let essence = said.split(';').next().unwrap_or("").trim();
    essence.eq_ignore_ascii_case("application/json")
}

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        axum::extract::Query::from_request_parts(parts, app)
            .await
            .map(|axum::extract::Query(query)| Query(query))
            .map_err(|rejection: QueryRejection| {
                Problem::new(kind::BAD_REQUEST, rejection.body_text())
            })
    }
}

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        axum::extract::Path::from_request_parts(parts, app)
            .await
            .map(|axum::extract::Path(path)| Path(path))
            .map_err(|rejection: PathRejection| {
                Problem::new(kind::NOT_FOUND, rejection.body_text())
            })
    }
}
