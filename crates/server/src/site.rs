//! The files of the page, inside the binary: as this server has them, and as any host of static files has them.
//!
//! The scripts and the style sheets are joined when the program is built (`join.rs`): those that a page names hold all
//! others. Three files are made here. `index.html` and `embed.html` say who answers questions, and name paths from where they
//! are; `service.js`, which serves the page without a network, has the list of all files and a name for their content.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use quintet_games::Catalogue;
use rust_embed::Embed;

use crate::guard::PAGE_POLICY;
use crate::settings::Settings;

/// Every file of the page that is written by hand.
#[derive(Embed)]
#[folder = "page"]
pub(crate) struct Page;

/// The page itself.
pub(crate) const INDEX: &str = "index.html";

/// The page that others may show inside their own.
pub(crate) const EMBED: &str = "embed.html";

const SERVICE: &str = "service.js";

/// What a host of static files answers where it has no file: it leads to the start page.
const DETOUR: &str = include_str!("../site/404.html");

/// What stands in a page until it is known who answers.
const ANSWERS: &str = "name=\"quintet-answers\" content=\"server\"";

/// The module in the browser, and the script that calls it. Both are empty if the module was not built.
static MODULE: [(&str, &[u8]); 2] = [
    (
        "module/quintet.js",
        include_bytes!(concat!(env!("OUT_DIR"), "/quintet.js")),
    ),
    (
        CODE,
        include_bytes!(concat!(env!("OUT_DIR"), "/quintet_bg.wasm")),
    ),
];

const CODE: &str = "module/quintet_bg.wasm";

/// A script or style sheet with all that it imports, and the same compressed.
macro_rules! joined {
    ($path:literal, $name:literal) => {
        (
            $path,
            include_bytes!(concat!(env!("OUT_DIR"), "/", $name)),
            include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".br")),
        )
    };
}

static JOINED: [(&str, &[u8], &[u8]); 4] = [
    joined!("app/main.js", "app-main.js"),
    joined!("app/embed.js", "app-embed.js"),
    joined!("style/page.css", "style-page.css"),
    joined!("style/embed.css", "style-embed.css"),
];

/// The paths of the files that have been joined, a line each.
static PARTS: &str = include_str!(concat!(env!("OUT_DIR"), "/parts"));

static COMPRESSED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/quintet_bg.wasm.br"));

static MODULE_HASH: LazyLock<u64> = LazyLock::new(|| hash(&MODULE));

/// Where the page is.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    /// On a server with these settings.
    Server(&'a Settings),
    /// On a host of static files, in any folder.
    Site,
}

/// A file of the page.
pub(crate) struct File {
    pub(crate) kind: String,
    pub(crate) bytes: Cow<'static, [u8]>,
    /// The content compressed with Brotli, if it is.
    pub(crate) brotli: Option<&'static [u8]>,
    /// Another one for another content.
    pub(crate) hash: u64,
}

impl Place<'_> {
    /// True if the module was built and knows every game. It knows the standard ones only.
    fn has_module(self) -> bool {
        let is_standard = match self {
            Place::Server(settings) => settings.catalogue.is_standard(),
            Place::Site => true,
        };
        is_standard && !COMPRESSED.is_empty()
    }
}

/// The file at a path, which is without its first slash.
pub(crate) fn file(path: &str, place: Place) -> Option<File> {
    if let Some((_, bytes)) = MODULE.iter().find(|(known, _)| *known == path) {
        return place.has_module().then(|| File {
            kind: kind(path),
            bytes: (*bytes).into(),
            brotli: (path == CODE).then_some(COMPRESSED),
            hash: *MODULE_HASH,
        });
    }
    if let Some((_, bytes, compressed)) = JOINED.iter().find(|(known, ..)| *known == path) {
        return Some(File {
            kind: kind(path),
            bytes: (*bytes).into(),
            brotli: Some(compressed),
            hash: hash(bytes),
        });
    }
    let found = Page::get(path).filter(|_| !is_part(path))?;
    let digest = found.metadata.sha256_hash();
    let digest = digest.first_chunk().copied().unwrap_or_default();
    let (text, hash) = match path {
        SERVICE => {
            let version = version(place);
            (service(&found.data, place, version), version)
        }
        INDEX | EMBED => {
            let text = placed(&found.data, place);
            let hash = hash(&text);
            (text, hash)
        }
        _ => {
            return Some(File {
                kind: kind(path),
                bytes: found.data,
                brotli: None,
                hash: u64::from_be_bytes(digest),
            });
        }
    };
    Some(File {
        kind: kind(path),
        bytes: text.into_bytes().into(),
        brotli: None,
        hash,
    })
}

/// Every file of the page for a host of static files, with its path. `None` if there is no module to answer questions
/// about these games.
pub fn site(catalogue: Catalogue) -> Option<Vec<(String, Vec<u8>)>> {
    let written = |path: &str| {
        let file = file(path, Place::Site).expect("it is listed");
        (path.to_owned(), file.bytes.into_owned())
    };
    let has_module = catalogue.is_standard() && Place::Site.has_module();
    has_module.then(|| {
        let mut files: Vec<_> = paths(Place::Site).map(|path| written(&path)).collect();
        files.push(written(SERVICE));
        files.push(("404.html".to_owned(), DETOUR.as_bytes().to_vec()));
        files
    })
}

/// The bytes of the module as it is sent; 0 if it was not built.
pub fn module_bytes() -> usize {
    COMPRESSED.len()
}

/// Whether a file is only there as a part of another.
fn is_part(path: &str) -> bool {
    PARTS.lines().any(|part| part == path) && JOINED.iter().all(|(known, ..)| *known != path)
}

/// The paths of all files but of the one that lists them.
fn paths(place: Place<'_>) -> impl Iterator<Item = Cow<'static, str>> {
    let modules = MODULE.iter().filter(move |_| place.has_module());
    let modules = modules.map(|(path, _)| Cow::Borrowed(*path));
    let written = Page::iter().filter(|path| path != SERVICE && !is_part(path));
    written.chain(modules)
}

/// A page that says who answers, and whose links lead to where it is. They name paths from the root.
fn placed(page: &[u8], place: Place) -> String {
    let text = String::from_utf8_lossy(page);
    let (answers, links) = match place {
        Place::Server(settings) => {
            let answers = if place.has_module() {
                "server module"
            } else {
                "server"
            };
            (answers, settings.base.to_string())
        }
        Place::Site => ("module", "./".to_owned()),
    };
    let text = text.replace("=\"/", &format!("=\"{links}"));
    let text = text.replace(ANSWERS, &ANSWERS.replace("server", answers));
    match place {
        Place::Server(_) => text,
        Place::Site => {
            let letters = "<meta charset=\"utf-8\">";
            let policy = format!(
                "{letters}\n    <meta http-equiv=\"content-security-policy\" content=\"{PAGE_POLICY}\">"
            );
            text.replacen(letters, &policy, 1)
        }
    }
}

/// The script that serves the page without a network.
fn service(script: &[u8], place: Place<'_>, version: u64) -> String {
    let text = String::from_utf8_lossy(script);
    // Licences are for others.
    let kept = paths(place).filter(|path| !kind(path).starts_with("text/plain"));
    let files: Vec<_> = kept.map(|path| format!("{path:?}")).collect();
    let text = text.replacen(
        "VERSION = \"\"",
        &format!("VERSION = \"{version:016x}\""),
        1,
    );
    text.replacen("FILES = []", &format!("FILES = [{}]", files.join(", ")), 1)
}

/// A name for the content of all files.
fn version(place: Place) -> u64 {
    let hashes = paths(place).map(|path| {
        let file = file(&path, place).expect("it is listed");
        (path, file.hash)
    });
    hash(&hashes.collect::<Vec<_>>())
}

fn hash(content: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}

/// The type of the content.
fn kind(path: &str) -> String {
    let ending = path.rsplit('.').next().unwrap_or_default();
    let kind = match ending {
        "css" => "text/css",
        "html" => "text/html",
        "js" => "text/javascript",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    };
    let letters = if kind.starts_with("text/") {
        "; charset=utf-8"
    } else {
        ""
    };
    format!("{kind}{letters}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(not(has_module), ignore = "needs the WebAssembly module")]
    fn the_module_is_small_when_it_is_sent() {
        assert!(!COMPRESSED.is_empty(), "the build warns why it is empty");
        assert!(COMPRESSED.len() < 400_000, "{} bytes", COMPRESSED.len());
    }

    #[test]
    #[cfg_attr(not(has_module), ignore = "needs the WebAssembly module")]
    fn every_file_of_a_site_is_kept_for_when_there_is_no_network() {
        let files = site(Catalogue::STANDARD).expect("there is a module");
        let service = files.iter().find(|(path, _)| path == SERVICE);
        let service = String::from_utf8_lossy(&service.expect("it is written").1).into_owned();
        for (path, _) in &files {
            let is_kept = service.contains(&format!("\"{path}\""));
            let is_licence = kind(path).starts_with("text/plain");
            let is_for_others = is_licence || path == "404.html" || path == SERVICE;
            assert_eq!(is_kept, !is_for_others, "{path}");
        }
        assert!(
            !service.contains("VERSION = \"\""),
            "the version is filled in"
        );
    }

    #[test]
    #[cfg_attr(not(has_module), ignore = "needs the WebAssembly module")]
    fn a_site_names_no_path_from_the_root() {
        for (path, bytes) in site(Catalogue::STANDARD).expect("there is a module") {
            if kind(&path).starts_with("text/html") && path != "404.html" {
                let text = String::from_utf8_lossy(&bytes);
                assert!(!text.contains("=\"/"), "{path}");
                assert!(text.contains("content=\"module\""), "{path}");
                assert!(text.contains("'wasm-unsafe-eval'"), "{path}");
            }
        }
    }

    #[test]
    fn another_content_has_another_version() {
        let settings = Settings {
            base: "/quintet".parse().expect("a base"),
            ..Settings::default()
        };
        assert_ne!(version(Place::Site), version(Place::Server(&settings)));
        assert_eq!(version(Place::Site), version(Place::Site));
    }
}
