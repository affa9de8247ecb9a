//! All routes.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{Extensions, HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use quintet_games::Catalogue;
use serde_json::Value;
use tower::{ServiceBuilder, ServiceExt};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa::openapi::Server;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::http::base_path::Base;
use crate::http::compression::compressed;
use crate::http::guard::{guarded, peer};
use crate::http::openapi::Credentials;
use crate::http::problem::{Problem, kind};
use crate::http::{mcp, openapi};
use crate::live::{ClientMessage, ServerMessage};
use crate::operator::health;
use crate::page::{assets, preview};
use crate::settings::BODY_BYTES;
use crate::{live, requests};

/// The `OpenAPI` document.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Quintet",
        description = "Two-player grid games: positions, exact values, and games between people."
    ),
    components(schemas(Problem, ClientMessage, ServerMessage)),
    modifiers(&Credentials)
)]
struct Description;

/// Returns the router of the server, which needs no listener.
pub fn router(app: App) -> Router {
    let base = app.settings.base.clone();
    let (routes, mut document) = documented().split_for_parts();
    if !base.is_root() {
        document.servers = Some(vec![Server::new(base.at(""))]);
    }
    let document = openapi::complete(document, app.settings.catalogue);
    let document = (
        [(header::CONTENT_TYPE, "application/json")],
        Bytes::from(document.to_string()),
    );
    let layers = ServiceBuilder::new()
        .layer(from_fn_with_state(app.clone(), guarded))
        .layer(from_fn_with_state(app.clone(), compressed))
        .layer(CatchPanicLayer::custom(|_| {
            Problem::fault().into_response()
        }))
        .layer(DefaultBodyLimit::max(BODY_BYTES));
    let watching = if app.settings.has_admin {
        Router::new()
    } else {
        health::routes().layer(from_fn(health::direct))
    };
    let all = routes
        .route("/api/v1/openapi.json", get(move || async { document }))
        .route(
            &format!("{}/{{*page}}", preview::PICTURES),
            get(preview::picture),
        )
        .merge(mcp::routes(&app))
        .fallback(page)
        .method_not_allowed_fallback(not_allowed)
        .with_state(app.clone());
    let all = if base.is_root() {
        all
    } else {
        Router::new().fallback(move |request| below(base, all, request))
    };
    all.merge(watching.with_state(app)).layer(layers)
}

/// Removes the path prefix from requests.
async fn below(base: Base, all: Router, mut request: Request) -> Response {
    let uri = request.uri();
    let Some(rest) = base.below(uri.path()) else {
        return nothing(uri).into_response();
    };
    if rest.is_empty() {
        let to = [(header::LOCATION, base.at("/"))];
        return (StatusCode::PERMANENT_REDIRECT, to).into_response();
    }
    let query = uri.query().map(|query| format!("?{query}"));
    let inner = format!("{rest}{}", query.unwrap_or_default());
    *request.uri_mut() = inner.parse().expect("the rest of a URI is a URI");
    let Ok(answer) = all.oneshot(request).await;
    answer
}

/// Returns the problem for an unknown path.
pub(crate) fn nothing(uri: &Uri) -> Problem {
    let detail = format!("not found: {}", quintet_games::escape(uri.path()));
    Problem::new(kind::NOT_FOUND, detail)
}

/// Returns the `OpenAPI` document.
pub fn api_document(catalogue: Catalogue) -> Value {
    openapi::complete(documented().split_for_parts().1, catalogue)
}

fn documented() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .nest("/api/v1", requests::routes().merge(live::routes()))
}

async fn page(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    extensions: Extensions,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let allowed = [(header::ALLOW, "GET,HEAD")];
        return (allowed, not_allowed().await).into_response();
    }
    let settings = &app.settings;
    let tags = if assets::has_screen(&uri) {
        preview::tags(&app, &uri, &headers, peer(&extensions)).await
    } else {
        None
    };
    let site = &app.site;
    let found = assets::find(site, &settings.base, &uri, &headers, tags.as_deref());
    let found = found.or_else(|| assets::missing(site, &uri, &headers));
    found.unwrap_or_else(|| nothing(&uri).into_response())
}

pub(crate) async fn not_allowed() -> Problem {
    Problem::new(kind::NOT_ALLOWED, "this path does not support the method")
}
