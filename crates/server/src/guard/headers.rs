//! What every answer tells the browser.

use axum::http::{HeaderMap, HeaderValue, header};

/// Everything comes from this server. Pictures may also be made by the page itself.
const POLICY: &str = "default-src 'self'; img-src 'self' blob:; object-src 'none'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Adds the headers that protect whoever reads the answer.
pub(super) fn protect(headers: &mut HeaderMap, is_page: bool) {
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "no-referrer");
    set(
        header::HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    );
    set(
        header::HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    );
    if !is_page {
        // Games change, and some answers are for one reader alone.
        set(header::CACHE_CONTROL, "no-store");
    }
}
