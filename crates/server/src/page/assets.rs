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
mod tests {
    use std::fs;
    use std::path::Path;

    use quintet_games::Catalogue;

    use super::*;
    use crate::page::site::Place;

    fn text_of(path: &str) -> String {
        let text = fs::read_to_string(Path::new("../../page/src").join(path));
        text.unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Returns the paths of all source files of the page.
    fn sources() -> Vec<String> {
        let mut folders = vec!["../../page/src".to_owned()];
        let mut sources = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.to_str().expect("a plain name").to_owned();
                if path.is_dir() {
                    folders.push(name);
                } else {
                    sources.push(name["../../page/src/".len()..].to_owned());
                }
            }
        }
        sources
    }

    fn ending(path: &str) -> &str {
        path.rsplit('.').next().unwrap_or_default()
    }

    fn scripts() -> impl Iterator<Item = String> {
        sources().into_iter().filter(|path| ending(path) == "js")
    }

    #[test]
    fn every_file_has_a_content_type() {
        let site = Site::new(Place::Site);
        for path in sources() {
            let Some(file) = site.file(&path) else {
                continue;
            };
            let kind = &file.kind;
            assert_ne!(kind, "application/octet-stream", "{path}");
            let is_script = kind == "text/javascript; charset=utf-8";
            assert_eq!(is_script, ending(&path) == "js", "{path} is {kind}");
        }
    }

    #[test]
    fn no_file_has_the_address_of_a_screen() {
        for path in sources() {
            assert!(!is_screen(&path), "{path}");
        }
    }

    #[test]
    fn the_page_has_one_placeholder_for_title_and_tags() {
        assert_eq!(text_of(INDEX).matches(TITLE).count(), 1);
    }

    #[test]
    fn the_first_load_is_small() {
        let page = text_of(INDEX);
        let linked = ["href=\"/", "src=\"/"].map(|mark| page.split(mark).skip(1));
        let linked = linked.into_iter().flatten();
        let paths = linked.filter_map(|rest| rest.split('"').next());
        // Icons are loaded only when the page is installed on a phone.
        let is_loaded = |path: &&str| path.contains('.') && !path.starts_with("icons/");
        let fonts = sources().into_iter();
        let fonts = fonts.filter(|path| ending(path) == "woff2");
        let wanted = paths.filter(is_loaded).map(str::to_owned);
        let wanted = wanted.chain(fonts);
        let site = Site::new(Place::Site);
        let sizes = wanted.map(|path| {
            let file = site
                .file(&path)
                .unwrap_or_else(|| panic!("there is no {path}"));
            let sent = file.brotli.as_ref().unwrap_or(&file.plain);
            (path, sent.len())
        });
        let sizes: Vec<_> = sizes.collect();
        assert_eq!(sizes.len(), 7, "{sizes:#?}");
        let bytes: usize = sizes.iter().map(|(_, bytes)| bytes).sum();
        assert!(bytes < 100_000, "{bytes} bytes in {sizes:#?}");
    }

    #[test]
    fn parts_of_a_joined_file_are_not_served_separately() {
        let site = Site::new(Place::Site);
        for path in scripts() {
            let is_alone =
                path == "service.js" || path == "app/theme.js" || path.starts_with("module/");
            let is_entry = ["app/main.js", "app/embed.js"].contains(&&*path);
            let is_served = site.file(&path).is_some();
            assert_eq!(is_served, is_alone || is_entry, "{path}");
        }
    }

    #[test]
    fn no_line_of_the_page_names_a_game() {
        let is_text = |path: &String| !["png", "woff2"].contains(&ending(path));
        for path in sources().into_iter().filter(is_text) {
            let text = text_of(&path).to_lowercase();
            for listing in Catalogue::STANDARD.iter() {
                for name in [listing.id, &listing.name.to_lowercase()] {
                    assert!(!text.contains(name), "{path} names {name}");
                }
            }
        }
    }

    #[test]
    fn the_page_contains_nothing_that_its_content_security_policy_forbids() {
        let page = text_of("index.html");
        for forbidden in [
            "<style",
            " style=",
            " onclick",
            "javascript:",
            "http://",
            "https://",
        ] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
        for path in scripts() {
            for forbidden in [
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "eval(",
                "new Function",
            ] {
                assert!(
                    !text_of(&path).contains(forbidden),
                    "{path} has {forbidden}"
                );
            }
        }
    }
}
