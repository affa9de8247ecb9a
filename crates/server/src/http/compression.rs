//! Content codings: which of them a client accepts, and the compression of generated responses.
//!
//! Files of the page are compressed at build time. Other responses are compressed on a few separate threads, and sent
//! uncompressed while these are busy: no client can delay another by requesting compression.

use std::io::Write;
use std::num::NonZero;
use std::sync::Arc;

use axum::body::{Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use http_body_util::BodyExt;
use tokio::sync::Semaphore;
use tokio::task;

use crate::app::App;
use crate::http::problem::Problem;

/// Generated responses below this size are not worth a change of threads: they fit in a few packets.
const LEAST_BYTES: u64 = 4096;

/// A content coding that the server offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coding {
    Brotli,
    Gzip,
}

impl Coding {
    /// Its name in `Accept-Encoding` and `Content-Encoding`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Coding::Brotli => "br",
            Coding::Gzip => "gzip",
        }
    }
}

/// Returns the offered coding that a client prefers (RFC 9110, section 12.5.3), and the first of several equal ones. `None`
/// if it prefers or accepts none of them: it receives the plain body.
pub(crate) fn negotiated(headers: &HeaderMap, offered: &[Coding]) -> Option<Coding> {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let items = values.filter_map(|value| value.to_str().ok());
    let items: Vec<_> = items.flat_map(|value| value.split(',')).collect();
    let weight_of = |name: &str| items.iter().find_map(|item| weight(item, name));
    let identity = weight_of("identity").unwrap_or(0.0);
    let mut chosen = None;
    let mut best = identity.max(f32::MIN_POSITIVE);
    // In reverse, so that the first of equal ones is the last to be chosen.
    for coding in offered.iter().rev() {
        let weight = weight_of(coding.name()).or_else(|| weight_of("*"));
        if weight.is_some_and(|weight| weight >= best) {
            best = weight.unwrap_or(best);
            chosen = Some(*coding);
        }
    }
    chosen
}

/// Returns the weight that an item of `Accept-Encoding`, such as `gzip;q=0.5`, gives to a name. `None` if it is about
/// another.
fn weight(item: &str, name: &str) -> Option<f32> {
    let mut parts = item.split(';').map(str::trim);
    if !parts.next()?.eq_ignore_ascii_case(name) {
        return None;
    }
    let Some(weight) = parts.next() else {
        return Some(1.0);
    };
    let weight = weight
        .strip_prefix("q=")
        .or_else(|| weight.strip_prefix("Q="))?;
    weight.parse().ok().filter(|q| (0.0..=1.0).contains(q))
}

/// Compresses bytes with gzip.
pub(crate) fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(plain).expect("memory can be written to");
    encoder.finish().expect("memory can be written to")
}

/// The threads that compress generated responses.
pub(crate) struct Compressor {
    free: Arc<Semaphore>,
}

impl Compressor {
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Compressor {
            free: Arc::new(Semaphore::new((cores - 1).max(1))),
        }
    }

    /// Compresses bytes on another thread. `None` if all are busy.
    async fn gzip(&self, plain: Bytes) -> Option<Vec<u8>> {
        let thread = Arc::clone(&self.free).try_acquire_owned().ok()?;
        let compressing = task::spawn_blocking(move || {
            let _thread = thread;
            gzip(&plain)
        });
        compressing.await.ok()
    }
}

/// Compresses a response if its client accepts that, it is large enough and a thread is free.
pub(crate) async fn compressed(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_accepted = negotiated(request.headers(), &[Coding::Gzip]).is_some();
    let mut response = next.run(request).await;
    if !is_worthwhile(&response) {
        return response;
    }
    let vary = HeaderValue::from_static("accept-encoding");
    response.headers_mut().insert(header::VARY, vary);
    if !is_accepted {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(plain) = body.collect().await else {
        return Problem::fault().into_response();
    };
    let plain = plain.to_bytes();
    let Some(compressed) = app.compressor.gzip(plain.clone()).await else {
        return Response::from_parts(head, plain.into());
    };
    let coding = HeaderValue::from_static(Coding::Gzip.name());
    head.headers.insert(header::CONTENT_ENCODING, coding);
    head.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(head, compressed.into())
}

/// Returns true for a long textual response that is complete in memory and not compressed yet.
fn is_worthwhile(response: &Response) -> bool {
    let size = response.body().size_hint().exact();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok());
    let is_text = kind.is_some_and(|kind| {
        let essence = kind.split(';').next().unwrap_or_default();
        essence.starts_with("text/") || essence.ends_with("json")
    });
    let is_plain = !response.headers().contains_key(header::CONTENT_ENCODING);
    is_text && is_plain && size.is_some_and(|size| size >= LEAST_BYTES)
}

#[cfg(test)]
#[path = "../../tests/unit/http/compression.rs"]
mod tests;
