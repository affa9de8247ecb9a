//! Requests of many clients, over HTTP.

use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{Request, Response};
use http_body_util::Full;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use crate::answers::Answers;
use crate::desk::{Desk, Offer};

/// Answers requests of the protocol. There are no sessions: each request is answered by one JSON document, and a game
/// is known by its id alone. Who may ask, and how much, is decided before.
pub struct Http(StreamableHttpService<Desk, NeverSessionManager>);

impl Http {
    /// Answers with what is offered. `answers` is called in the task of each request.
    pub fn new(
        offer: Offer,
        answers: impl Fn() -> Box<dyn Answers> + Send + Sync + 'static,
    ) -> Self {
        let offer = Arc::new(offer);
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .disable_allowed_hosts()
            .with_max_request_body_bytes(usize::MAX);
        let desk = move || Ok(Desk::new(Arc::clone(&offer), answers()));
        Http(StreamableHttpService::new(desk, Arc::default(), config))
    }

    /// Answers a request, whose body has arrived.
    pub fn answer(
        &self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Response<Body>> + Send + '_>> {
        Box::pin(async move { self.0.handle(request.map(Full::new)).await.map(Body::new) })
    }
}
