//! The page, inside the binary.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum_extra::TypedHeader;
use axum_extra::headers::{ETag, HeaderMapExt, IfNoneMatch};

use crate::base::Base;
use crate::guard::FRAMED_POLICY;
use crate::settings::Settings;
use crate::site::{EMBED, File, INDEX, Place, file};

/// What stands in it in place of the title and the tags of a screen.
const TITLE: &str = "<title>Quintet</title>";

/// The first words of addresses that the script of the page shows, each a screen of its own.
const SCREENS: [&str; 9] = [
    "play", "game", "games", "learn", "rules", "puzzles", "rush", "review", "explore",
];

/// Whether the script of the page shows something at a path, which is without its first slash.
fn is_screen(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    path.is_empty() || SCREENS.contains(&first)
}

/// Whether the script of the page shows something at an address.
pub(crate) fn has_screen(uri: &Uri) -> bool {
    uri.path().strip_prefix('/').is_some_and(is_screen)
}

/// The file at a path, or the page for the address of a screen, with a title and tags of its own if there are any.
/// `None` if there is neither.
pub(crate) fn find(
    settings: &Settings,
    uri: &Uri,
    headers: &HeaderMap,
    tags: Option<&str>,
) -> Option<Response> {
    let path = uri.path().strip_prefix('/')?;
    let (place, base) = (Place::Server(settings), &settings.base);
    // A file first: one of the page's folders may be called like a screen.
    if let Some(file) = file(path, place).filter(|_| path != INDEX) {
        return Some(answer(path, file, "", base, headers));
    }
    let is_index = path == INDEX || is_screen(path);
    is_index.then(|| {
        let mut index = index(settings);
        let head = tags.unwrap_or_default();
        if !head.is_empty() {
            let text = String::from_utf8_lossy(&index.bytes);
            index.bytes = text.replacen(TITLE, head, 1).into_bytes().into();
        }
        answer(INDEX, index, head, base, headers)
    })
}

fn index(settings: &Settings) -> File {
    file(INDEX, Place::Server(settings)).expect("the page is embedded")
}

/// The page, which says that there is nothing at an address, for a browser that is shown what it gets. A program
/// is told so in a document instead.
pub(crate) fn missing(settings: &Settings, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    let accepted = headers.get(header::ACCEPT)?.to_str().ok()?;
    let is_shown = accepted.contains("text/html") && !uri.path().starts_with("/api/");
    is_shown.then(|| {
        let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
        (StatusCode::NOT_FOUND, kind, index(settings).bytes).into_response()
    })
}

/// A file, or that the browser has it already.
fn answer(path: &str, file: File, tags: &str, base: &Base, headers: &HeaderMap) -> Response {
    let tag = tag(&file, tags, base);
    let known: Option<IfNoneMatch> = headers.typed_get();
    let is_known = known.is_some_and(|known| !known.precondition_passes(&tag));
    let caching = (
        TypedHeader(tag),
        [
            (header::CACHE_CONTROL, "no-cache"),
            (header::VARY, "accept-encoding"),
        ],
    );
    let kind = [(header::CONTENT_TYPE, file.kind)];
    let mut answer = match file.brotli.filter(|_| takes_brotli(headers)) {
        _ if is_known => (StatusCode::NOT_MODIFIED, caching).into_response(),
        Some(compressed) => {
            let coding = [(header::CONTENT_ENCODING, "br")];
            (caching, kind, coding, compressed).into_response()
        }
        None => (caching, kind, file.bytes).into_response(),
    };
    if path == EMBED {
        let policy = HeaderValue::from_static(FRAMED_POLICY);
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    answer
}

fn takes_brotli(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
    let mut codings = accepted.unwrap_or_default().split(',');
    codings.any(|coding| coding.trim() == "br")
}

/// Names the content, so that a browser does not load again what it has. Weak, because the file may
/// be compressed on the way.
fn tag(file: &File, tags: &str, base: &Base) -> ETag {
    let mut short = file.hash;
    if !tags.is_empty() {
        let mut hasher = DefaultHasher::new();
        tags.hash(&mut hasher);
        short ^= hasher.finish();
    }
    let tag = format!("W/\"{short:016x}{}\"", base.at(""));
    tag.parse().expect("digits and a path are a tag")
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use quintet_games::Catalogue;

    use super::*;
    use crate::site::Page;

    fn text_of(path: &str) -> String {
        let file = Page::get(path).unwrap_or_else(|| panic!("there is no {path}"));
        String::from_utf8(file.data.into_owned()).expect("the page is text")
    }

    fn scripts() -> impl Iterator<Item = Cow<'static, str>> {
        Page::iter().filter(|path| path.ends_with(".js"))
    }

    #[test]
    fn every_file_says_what_it_is() {
        for path in Page::iter() {
            let Some(file) = file(&path, Place::Site) else {
                continue;
            };
            let kind = file.kind;
            assert_ne!(kind, "application/octet-stream", "{path}");
            let is_script = kind == "text/javascript; charset=utf-8";
            assert_eq!(is_script, path.ends_with(".js"), "{path} is {kind}");
        }
    }

    #[test]
    fn no_file_has_the_address_of_a_screen() {
        for path in Page::iter() {
            assert!(!is_screen(&path), "{path}");
        }
    }

    #[test]
    fn the_page_has_a_place_for_a_title_and_tags() {
        assert_eq!(text_of(INDEX).matches(TITLE).count(), 1);
    }

    #[test]
    fn the_first_load_is_small() {
        let page = text_of(INDEX);
        let linked = ["href=\"/", "src=\"/"].map(|mark| page.split(mark).skip(1));
        let linked = linked.into_iter().flatten();
        let paths = linked.filter_map(|rest| rest.split('"').next());
        // An icon is loaded when the page is put on a screen of a phone.
        let is_loaded = |path: &&str| path.contains('.') && !path.starts_with("icons/");
        let fonts = Page::iter().filter(|path| path.ends_with(".woff2"));
        let wanted = paths.filter(is_loaded).map(|path| path.to_owned().into());
        let wanted = wanted.chain(fonts);
        let sizes = wanted.map(|path| {
            let file = file(&path, Place::Site).unwrap_or_else(|| panic!("there is no {path}"));
            let bytes = file.brotli.map_or(file.bytes.len(), <[u8]>::len);
            (path, bytes)
        });
        let sizes: Vec<_> = sizes.collect();
        assert_eq!(sizes.len(), 7, "{sizes:#?}");
        let bytes: usize = sizes.iter().map(|(_, bytes)| bytes).sum();
        assert!(bytes < 100_000, "{bytes} bytes in {sizes:#?}");
    }

    #[test]
    fn a_part_of_a_joined_file_is_not_served_alone() {
        for path in scripts() {
            let is_alone =
                path == "service.js" || path == "app/theme.js" || path.starts_with("module/");
            let is_entry = ["app/main.js", "app/embed.js"].contains(&&*path);
            let is_served = file(&path, Place::Site).is_some();
            assert_eq!(is_served, is_alone || is_entry, "{path}");
        }
    }

    #[test]
    fn no_line_of_the_page_names_a_game() {
        let is_text = |path: &Cow<str>| !path.ends_with(".woff2") && !path.ends_with(".png");
        for path in Page::iter().filter(is_text) {
            let text = text_of(&path).to_lowercase();
            for listing in Catalogue::STANDARD.iter() {
                for name in [listing.id, &listing.name.to_lowercase()] {
                    assert!(!text.contains(name), "{path} names {name}");
                }
            }
        }
    }

    #[test]
    fn nothing_stands_inline_that_the_content_security_policy_forbids() {
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
