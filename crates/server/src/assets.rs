//! The page, inside the binary.

use std::io::Write;
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

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
    "text/html; charset=utf-8":
        "index.html";
    "text/css; charset=utf-8":
        "style/base.css"
        "style/board.css"
        "style/controls.css"
        "style/home.css"
        "style/review.css"
        "style/table.css"
        "style/text.css";
    "text/javascript; charset=utf-8":
        "app/announce.js"
        "app/api.js"
        "app/controls.js"
        "app/dialog.js"
        "app/dom.js"
        "app/icons.js"
        "app/main.js"
        "app/markdown.js"
        "app/router.js"
        "app/settings.js"
        "app/theme.js"
        "app/types.js"
        "board/board.js"
        "board/drawing.js"
        "board/hand.js"
        "board/keys.js"
        "board/layout.js"
        "board/outcomes.js"
        "board/pointer.js"
        "board/tokens.js"
        "board/ways.js"
        "model/connection.js"
        "model/course.js"
        "model/invitation.js"
        "model/level.js"
        "model/record.js"
        "model/sitting.js"
        "model/truth.js"
        "parts/graph.js"
        "parts/moves.js"
        "parts/picture.js"
        "parts/players.js"
        "parts/share.js"
        "parts/status.js"
        "parts/table.js"
        "parts/truth-panel.js"
        "parts/typing.js"
        "screens/home.js"
        "screens/live.js"
        "screens/play.js"
        "screens/puzzles.js"
        "screens/review.js"
        "screens/rules.js";
    "image/svg+xml":
        "favicon.svg";
};

/// Addresses that the script of the page shows, each a screen of its own.
const SCREENS: [&str; 6] = ["/", "/play/", "/game/", "/rules/", "/puzzles/", "/review"];

/// A file as it is sent.
struct Packed {
    asset: &'static Asset,
    gzip: Bytes,
    /// Names the content, so that a browser need not load again what it has.
    tag: HeaderValue,
}

/// Every file, compressed once.
static PACKED: LazyLock<Vec<Packed>> = LazyLock::new(|| ASSETS.iter().map(Packed::of).collect());

impl Packed {
    fn of(asset: &'static Asset) -> Self {
        let digest = Sha256::digest(asset.bytes);
        let short = digest
            .first_chunk()
            .map_or(0, |bytes| u64::from_be_bytes(*bytes));
        Packed {
            asset,
            gzip: gzip(asset.bytes).into(),
            // Weak: the same file, whether compressed or not.
            tag: HeaderValue::from_str(&format!("W/\"{short:016x}\""))
                .expect("digits are a header"),
        }
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        let says = |name: header::HeaderName, what: &str| {
            let said = headers.get(name).and_then(|value| value.to_str().ok());
            said.is_some_and(|said| said.contains(what))
        };
        let mut response = Response::new(Body::empty());
        let fields = response.headers_mut();
        fields.insert(header::ETAG, self.tag.clone());
        fields.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        fields.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        let tag = self.tag.to_str().expect("digits are text");
        if says(header::IF_NONE_MATCH, tag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        let kind = HeaderValue::from_static(self.asset.kind);
        fields.insert(header::CONTENT_TYPE, kind);
        if says(header::ACCEPT_ENCODING, "gzip") {
            fields.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            *response.body_mut() = self.gzip.clone().into();
        } else {
            *response.body_mut() = self.asset.bytes.into();
        }
        response
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(bytes)
        .and_then(|()| encoder.finish())
        .expect("memory can be written to")
}

/// The file at a path, or the page for the address of a screen. `None` if there is neither.
pub(crate) fn find(uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    let path = uri.path();
    let file = |path: &str| PACKED.iter().find(|packed| packed.asset.path == path);
    let is_screen = || path == "/" || SCREENS[1..].iter().any(|screen| path.starts_with(screen));
    // A file first: one of the page's folders may be called like a screen.
    let packed = file(path).or_else(|| is_screen().then(|| file("/index.html"))?)?;
    Some(packed.answer(headers))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("page")
    }

    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("an entry can be read").path());
        let inside = |path: PathBuf| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        };
        paths.flat_map(inside).collect()
    }

    fn text(path: &str) -> &'static str {
        let asset = ASSETS.iter().find(|asset| asset.path == path);
        let asset = asset.unwrap_or_else(|| panic!("{path} is wanted but not listed"));
        std::str::from_utf8(asset.bytes).expect("the page is text")
    }

    /// What stands between two quotes after each `mark`.
    fn quoted<'a>(text: &'a str, mark: &str) -> Vec<&'a str> {
        let rest = text.split(mark).skip(1);
        rest.filter_map(|rest| rest.split('"').next()).collect()
    }

    fn resolved(from: &str, target: &str) -> String {
        let mut parts: Vec<&str> = from.split('/').collect();
        parts.pop();
        for part in target.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        parts.join("/")
    }

    /// A module and all that it imports at once; what it imports later does not count.
    fn with_imports(path: String, found: &mut BTreeSet<String>) {
        let imports = quoted(text(&path), " from \"");
        let imports: Vec<_> = imports
            .iter()
            .map(|target| resolved(&path, target))
            .collect();
        if found.insert(path) {
            for import in imports {
                with_imports(import, found);
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_listed() {
        let listed: BTreeSet<PathBuf> = ASSETS
            .iter()
            .map(|asset| folder().join(&asset.path[1..]))
            .collect();
        let found: BTreeSet<PathBuf> = files(&folder()).into_iter().collect();
        assert_eq!(listed, found);
    }

    #[test]
    fn no_file_has_the_address_of_a_screen() {
        for asset in ASSETS {
            let is_screen = SCREENS[1..]
                .iter()
                .any(|screen| asset.path.starts_with(screen));
            assert!(!is_screen, "{}", asset.path);
        }
    }

    #[test]
    fn every_import_of_the_page_is_there() {
        for asset in ASSETS
            .iter()
            .filter(|asset| asset.kind.starts_with("text/javascript"))
        {
            let text = text(asset.path);
            let later = quoted(text, " import(\"");
            let at_once = quoted(text, "} from \"");
            for target in later.into_iter().chain(at_once) {
                let _ = super::tests::text(&resolved(asset.path, target));
            }
        }
    }

    #[test]
    fn the_first_load_of_the_start_page_is_small() {
        let page = text("/index.html");
        let mut wanted = BTreeSet::from(["/index.html".to_owned()]);
        let linked = quoted(page, "href=\"")
            .into_iter()
            .chain(quoted(page, "src=\""));
        for path in linked.filter(|path| path.contains('.')) {
            with_imports(path.to_owned(), &mut wanted);
        }
        with_imports("/screens/home.js".to_owned(), &mut wanted);
        let bytes: usize = wanted.iter().map(|path| text(path).len()).sum();
        assert!(bytes < 150_000, "{bytes} bytes in {wanted:#?}");
    }

    #[test]
    fn no_line_of_the_page_names_a_game() {
        for asset in ASSETS {
            let text = text(asset.path).to_lowercase();
            for listing in quintet_games::catalogue() {
                for name in [listing.id, &listing.name.to_lowercase()] {
                    assert!(!text.contains(name), "{} names {name}", asset.path);
                }
            }
        }
    }

    #[test]
    fn nothing_stands_inline_that_the_content_security_policy_forbids() {
        let page = text("/index.html");
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
        for asset in ASSETS
            .iter()
            .filter(|asset| asset.kind.starts_with("text/javascript"))
        {
            for forbidden in [
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "eval(",
                "new Function",
            ] {
                assert!(
                    !text(asset.path).contains(forbidden),
                    "{} has {forbidden}",
                    asset.path
                );
            }
        }
    }

    #[test]
    fn a_file_is_sent_compressed_and_not_again_if_it_has_not_changed() {
        let find = |path: &str, headers: &HeaderMap| {
            let uri: Uri = path.parse().expect("a path is an address");
            find(&uri, headers).expect("it is a file of the page")
        };
        let mut headers = HeaderMap::new();
        headers.insert(
            header::ACCEPT_ENCODING,
            HeaderValue::from_static("gzip, br"),
        );
        let first = find("/play/any/4x4?moves=2-2", &headers);
        assert_eq!(first.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(
            first.headers()[header::CONTENT_TYPE],
            "text/html; charset=utf-8"
        );
        headers.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        assert_eq!(find("/", &headers).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(find("/app/main.js", &headers).status(), StatusCode::OK);
        let plain = find("/app/main.js", &HeaderMap::new());
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
    }
}
