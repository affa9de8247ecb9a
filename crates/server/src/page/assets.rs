//! Serves the files of the page.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum_extra::TypedHeader;
use axum_extra::headers::{ETag, HeaderMapExt, IfNoneMatch};

use crate::http::base_path::Base;
use crate::http::compression::{Coding, negotiated};
use crate::http::guard::FRAMED_POLICY;
use crate::page::site::{EMBED, File, INDEX, Site};

/// Placeholder for the title and the tags of a screen.
const TITLE: &str = "<title>Quintet</title>";

/// First path segments of the screens of the page.
const SCREENS: [&str; 9] = [
    "play", "game", "games", "learn", "rules", "puzzles", "rush", "review", "explore",
];

/// Returns true for the path of a screen, without its leading slash.
fn is_screen(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    path.is_empty() || SCREENS.contains(&first)
}

/// Returns true for the address of a screen.
pub(crate) fn has_screen(uri: &Uri) -> bool {
    uri.path().strip_prefix('/').is_some_and(is_screen)
}

/// Returns the file at a path, or the page at the address of a screen, with its title and tags. `None` if there is neither.
pub(crate) fn find(
    site: &Site,
    base: &Base,
    uri: &Uri,
    headers: &HeaderMap,
    tags: Option<&str>,
) -> Option<Response> {
    let path = uri.path().strip_prefix('/')?;
    // Files first: a folder of the page may have the name of a screen.
    if let Some(file) = site.file(path).filter(|_| path != INDEX) {
        return Some(answer(path, file, None, base, headers));
    }
    let is_index = path == INDEX || is_screen(path);
    is_index.then(|| answer(INDEX, site.index(), tags, base, headers))
}

/// Returns the page with status 404 to a browser that displays it. A program receives a problem document instead.
pub(crate) fn missing(site: &Site, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    let accepted = headers.get(header::ACCEPT)?.to_str().ok()?;
    let is_shown = accepted.contains("text/html") && !uri.path().starts_with("/api/");
    is_shown.then(|| {
        let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
        (StatusCode::NOT_FOUND, kind, site.index().plain.clone()).into_response()
    })
}

/// Returns the response for a file: 304 if the browser has the same content. `tags` replace its title.
fn answer(
    path: &str,
    file: &File,
    tags: Option<&str>,
    base: &Base,
    headers: &HeaderMap,
) -> Response {
    let tag = tag(file, tags, base);
    let known: Option<IfNoneMatch> = headers.typed_get();
    let is_known = known.is_some_and(|known| !known.precondition_passes(&tag));
    let caching = (
        TypedHeader(tag),
        [
            (header::CACHE_CONTROL, "no-cache"),
            (header::VARY, "accept-encoding"),
        ],
    );
    let mut answer = if is_known {
        (StatusCode::NOT_MODIFIED, caching).into_response()
    } else {
        let body = if let Some(tags) = tags {
            let text = String::from_utf8_lossy(&file.plain);
            text.replacen(TITLE, tags, 1).into_response()
        } else {
            encoded(file, headers)
        };
        (caching, [(header::CONTENT_TYPE, &file.kind)], body).into_response()
    };
    if path == EMBED {
        let policy = HeaderValue::from_static(FRAMED_POLICY);
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    answer
}

/// Returns a file in the stored encoding that the client prefers.
fn encoded(file: &File, headers: &HeaderMap) -> Response {
    let codings = [(Coding::Brotli, &file.brotli), (Coding::Gzip, &file.gzip)];
    let stored = codings.map(|(coding, bytes)| bytes.as_ref().map(|bytes| (coding, bytes)));
    let stored: Vec<_> = stored.into_iter().flatten().collect();
    let offered: Vec<_> = stored.iter().map(|(coding, _)| *coding).collect();
    match negotiated(headers, &offered) {
        None => file.plain.clone().into_response(),
        Some(chosen) => {
            let bytes = stored.iter().find(|(coding, _)| *coding == chosen);
            let (_, bytes) = bytes.expect("it was offered");
            let coding = [(header::CONTENT_ENCODING, chosen.name())];
            (coding, Bytes::clone(bytes)).into_response()
        }
    }
}

/// Returns the entity tag of a file, so that a browser does not reload it. It is weak, because a proxy may compress the file.
fn tag(file: &File, tags: Option<&str>, base: &Base) -> ETag {
    let mut short = file.hash;
    if let Some(tags) = tags {
        let mut hasher = DefaultHasher::new();
        tags.hash(&mut hasher);
        short ^= hasher.finish();
    }
    let tag = format!("W/\"{short:016x}{}\"", base.at(""));
    tag.parse().expect("digits and a path are a tag")
}

#[cfg(test)]
#[path = "../../tests/unit/page/assets.rs"]
mod tests;
