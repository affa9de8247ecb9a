//! The id of a request, in its response and in its log lines.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use tracing::Span;
use tracing::field::{Empty, display};

use super::client::peer;
use crate::app::App;

/// The header that carries the id.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Maximum length of an id set by a proxy.
const LONGEST: usize = 64;

/// Generates ids that are unpredictable and unique across servers.
#[derive(Default)]
pub(super) struct Ids {
    hasher: RandomState,
    count: AtomicU64,
}

impl Ids {
    fn next(&self) -> HeaderValue {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let text = format!("{:016x}", self.hasher.hash_one(number));
        HeaderValue::try_from(text).expect("digits are a header")
    }
}

/// Returns the id of a request and the span of its log lines. Preserves an id set by a proxy.
pub(super) fn begin(app: &App, request: &Request) -> (HeaderValue, Span) {
    let (settings, peer) = (&app.settings, peer(request.extensions()));
    let sent = request.headers().get(REQUEST_ID);
    let sent = sent.filter(|id| is_sane(id) && settings.proxies.trust(peer));
    let id = sent.cloned().unwrap_or_else(|| app.guard.ids.next());
    // At error level, so that it is included at every log level.
    let span = tracing::error_span!(
        "request",
        id = id.to_str().unwrap_or_default(),
        client = Empty
    );
    if settings.log_addresses {
        let client = settings.proxies.client(peer, request.headers());
        span.record("client", display(client));
    }
    (id, span)
}

/// Returns true if an id is unambiguous in a log.
fn is_sane(id: &HeaderValue) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    (1..=LONGEST).contains(&id.len()) && id.as_bytes().iter().all(is_plain)
}
