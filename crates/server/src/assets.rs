//! The page, inside the binary.

use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A file of the page.
struct Asset {
    path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

macro_rules! assets {
    ($($kind:literal: $($path:literal)+;)+) => {
        &[$($(Asset {
            path: concat!("/", $path),
            kind: $kind,
            bytes: include_bytes!(concat!("../page/", $path)),
        },)+)+]
    };
}

static ASSETS: &[Asset] = assets! {
    "text/html; charset=utf-8": "index.html";
    "text/css; charset=utf-8": "style.css";
    "text/javascript; charset=utf-8": "main.js";
};

/// Addresses that the script of the page shows, each a screen of its own.
const SCREENS: [&str; 6] = ["/", "/play/", "/game/", "/rules/", "/puzzles/", "/review"];

/// The file at a path, or the page for the address of a screen. `None` if there is neither.
pub(crate) fn find(uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    let path = uri.path();
    let is_screen = path == "/" || SCREENS[1..].iter().any(|screen| path.starts_with(screen));
    let wanted = if is_screen { "/index.html" } else { path };
    let asset = ASSETS.iter().find(|asset| asset.path == wanted)?;
    let _ = headers;
    let kind = HeaderValue::from_static(asset.kind);
    Some((StatusCode::OK, [(header::CONTENT_TYPE, kind)], asset.bytes).into_response())
}
