//! What every answer tells the browser.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Everything comes from this server. Pictures may also be made by the page itself.
const POLICY: &str = "default-src 'self'; img-src 'self' blob:; object-src 'none'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
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
    for (name, value) in &HEADERS {
        let header = headers.entry(name);
        header.or_insert_with(|| HeaderValue::from_static(value));
    }
}
