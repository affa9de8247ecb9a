//! The transport over HTTP, for many clients.

use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{Request, Response, StatusCode, header};
use http_body_util::Full;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use crate::backend::Backend;
use crate::message;
use crate::service::{Config, Service};

/// Stateless HTTP service: each request is answered with one JSON document, and games are identified by their id. The
/// caller checks hosts, origins and limits.
pub struct Http(StreamableHttpService<Service, NeverSessionManager>);

impl Http {
    /// Creates the service. `backend` is called in the task of each request.
    pub fn new(
        config: Config,
        backend: impl Fn() -> Box<dyn Backend> + Send + Sync + 'static,
    ) -> Self {
        let shared = Arc::new(config);
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .disable_allowed_hosts()
            .with_max_request_body_bytes(usize::MAX);
        let service = move || Ok(Service::new(Arc::clone(&shared), backend()));
        Http(StreamableHttpService::new(service, Arc::default(), config))
    }

    /// Answers a request.
    pub fn answer(
        &self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Response<Body>> + Send + '_>> {
        Box::pin(async move {
            match refusal(&request) {
                Some(refusal) => refusal,
                None => self.0.handle(request.map(Full::new)).await.map(Body::new),
            }
        })
    }
}

/// Returns the error response to a JSON body that is not a message. The library would answer 415.
fn refusal(request: &Request<Bytes>) -> Option<Response<Body>> {
    let kind = request.headers().get(header::CONTENT_TYPE)?;
    if !kind.as_bytes().starts_with(b"application/json") {
        return None;
    }
    let error = message::parse(request.body()).err()?;
    let refusal = Response::builder()
        .status(StatusCode::BAD_REQUEST)
        .header(header::CONTENT_TYPE, "application/json")
        .body(error.to_string().into());
    refusal.ok()
}
