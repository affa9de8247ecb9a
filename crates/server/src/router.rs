//! Every path, in one place.

use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::Value;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate, SizeAbove};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::description::Proofs;
use crate::guard::{Answered, guarded};
use crate::live::{ClientMessage, ServerMessage};
use crate::problem::{Problem, kind};
use crate::{ask, assets, description, health, live};

/// The description of the interface for programs.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Quintet",
        description = "Two-player grid games, perfectly known: positions, values, and games between people."
    ),
    components(schemas(Problem, ClientMessage, ServerMessage)),
    modifiers(&Proofs)
)]
struct Description;

/// Shorter answers fit in one packet anyway and are not compressed.
const COMPRESSED_BYTES: u64 = 512;

/// Everything that the server answers, without a socket.
pub fn router(app: App) -> Router {
    let (routes, document) = documented().split_for_parts();
    let document = Json(description::complete(document));
    let is_worth_it = DefaultPredicate::new().and(SizeAbove::new(COMPRESSED_BYTES));
    let body_bytes = app.settings().limits.body_bytes as usize;
    let layers = ServiceBuilder::new()
        .layer(from_fn_with_state(app.clone(), guarded))
        .layer(CompressionLayer::new().compress_when(is_worth_it))
        .map_response(Answered::remember)
        .layer(CatchPanicLayer::custom(|_| {
            Problem::fault().into_response()
        }))
        .layer(DefaultBodyLimit::max(body_bytes));
    routes
        .route("/api/v1/openapi.json", get(move || async { document }))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .fallback(page)
        .method_not_allowed_fallback(not_allowed)
        .layer(layers)
        .with_state(app)
}

/// The interface for programs as an `OpenAPI` document.
pub fn api_document() -> Value {
    description::complete(documented().split_for_parts().1)
}

fn documented() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .nest("/api/v1", ask::routes().merge(live::routes()))
}

async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let allowed = [(header::ALLOW, "GET,HEAD")];
        return (allowed, not_allowed().await).into_response();
    }
    assets::find(&uri, &headers).unwrap_or_else(|| {
        let detail = format!("nothing is at {}", quintet_games::shown(uri.path()));
        Problem::new(kind::NOT_FOUND, detail).into_response()
    })
}

async fn not_allowed() -> Problem {
    Problem::new(kind::NOT_ALLOWED, "this path takes other methods")
}
