//! What every answer tells the browser.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Everything comes from this server. Pictures may also be made by the page itself, and the module may be compiled.
macro_rules! policy {
    ($($more:literal)?) => {
        concat!(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; \
             object-src 'none'; base-uri 'none'; form-action 'none'",
            $($more)?
        )
    };
}

/// What a page says itself where no server says it. It cannot say who may frame it.
pub(crate) const PAGE_POLICY: &str = policy!();

/// What is said about the one page that any other may frame.
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
    // Games change, and some answers are for one client alone. Only files of the page say otherwise.
    (header::CACHE_CONTROL, "no-store"),
];

/// Adds the headers that an answer does not have yet. A loop, because the library's layer for several
/// headers allocates for each of them in every request.
pub(super) fn protect(headers: &mut HeaderMap) {
    // An answer with a policy of its own says there who may frame it.
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    for (name, value) in &HEADERS {
        let header = headers.entry(name);
        header.or_insert_with(|| HeaderValue::from_static(value));
    }
}
