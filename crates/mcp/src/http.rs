//! Requests of many clients, over HTTP.

use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{Request, Response, StatusCode, header};
use http_body_util::Full;
use rmcp::model::{ClientJsonRpcMessage, ErrorCode};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};

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
        Box::pin(async move {
            match refusal(&request) {
                Some(refusal) => refusal,
                None => self.0.handle(request.map(Full::new)).await.map(Body::new),
            }
        })
    }
}

/// The error for a JSON body that is not a message, which the library would answer as another media type.
fn refusal(request: &Request<Bytes>) -> Option<Response<Body>> {
    let kind = request.headers().get(header::CONTENT_TYPE)?;
    if !kind.as_bytes().starts_with(b"application/json") {
        return None;
    }
    let body: Result<Value, _> = serde_json::from_slice(request.body());
    let (code, message, id) = match body {
        Err(_) => (ErrorCode::PARSE_ERROR, "the body is not JSON", Value::Null),
        Ok(body) => {
            let id = body.get("id").cloned().unwrap_or_default();
            if serde_json::from_value::<ClientJsonRpcMessage>(body).is_ok() {
                return None;
            }
            let message = "the body is not a message of JSON-RPC 2.0";
            (ErrorCode::INVALID_REQUEST, message, id)
        }
    };
    let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}});
    let refusal = Response::builder()
        .status(StatusCode::BAD_REQUEST)
        .header(header::CONTENT_TYPE, "application/json")
        .body(error.to_string().into());
    refusal.ok()
}
