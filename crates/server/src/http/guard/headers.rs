//! Security headers of every response.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Allows resources of this server only, pictures created by the page, and compiling the module.
macro_rules! policy {
    ($($more:literal)?) => {
        concat!(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; \
             object-src 'none'; base-uri 'none'; form-action 'none'",
            $($more)?
        )
    };
}

/// The policy in a page without a server. Such a page cannot restrict framing.
pub(crate) const PAGE_POLICY: &str = policy!();

/// The policy of the one page that others may frame.
pub(crate) const FRAMED_POLICY: &str = policy!("; frame-ancestors *");

const POLICY: &str = policy!("; frame-ancestors 'none'");

static HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    // Games change, and some responses are private. Files of the page override this.
    (header::CACHE_CONTROL, "no-store"),
];

/// Adds the headers that a response does not have. A loop, because the library's layer allocates for each header in every
/// request.
pub(super) fn protect(headers: &mut HeaderMap) {
    // A policy of its own restricts framing itself.
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    for (name, value) in &HEADERS {
        let header = headers.entry(name);
        header.or_insert_with(|| HeaderValue::from_static(value));
    }
}
