//! The files of the page, embedded in the binary: for this server, and for any host of static files.
//!
//! The build script joins the scripts and the style sheets into those that a page names, and compresses every file in each
//! encoding that the server offers. Three templates are completed here: `index.html` and `embed.html` state whether the
//! server or the module responds to requests, and adapt their paths; `service.js`, which serves the page without a network,
//! receives the list of all files and a version.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Bytes;
use quintet_games::Catalogue;

use crate::http::compression::gzip;
use crate::http::guard::PAGE_POLICY;
use crate::settings::Settings;

/// An embedded file, plain and compressed where that makes it smaller.
struct EmbeddedFile {
    path: &'static str,
    hash: u64,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The page.
pub(crate) const INDEX: &str = "index.html";

/// The page that other pages may embed.
pub(crate) const EMBED: &str = "embed.html";

const SERVICE: &str = "service.js";

/// Page for missing files on a host of static files, which leads to the start page.
const NOT_FOUND_PAGE: &str = include_str!("../../site/404.html");

/// Attribute of a page that states which of server and module respond, as in the template.
const ANSWERS: &str = "name=\"quintet-answers\" content=\"server\"";

/// The WebAssembly module and the script that calls it.
const MODULE: [&str; 2] = [CODE, "module/quintet.js"];

const CODE: &str = "module/quintet_bg.wasm";

/// The host of the page.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    /// A server with these settings.
    Server(&'a Settings),
    /// A host of static files, in any folder.
    Site,
}

/// A file of the page, with the encodings that it can be sent in.
pub(crate) struct File {
    pub(crate) kind: String,
    pub(crate) plain: Bytes,
    pub(crate) brotli: Option<Bytes>,
    pub(crate) gzip: Option<Bytes>,
    /// Hash of the content.
    pub(crate) hash: u64,
}

impl File {
    fn embedded(file: &EmbeddedFile) -> Self {
        File {
            kind: kind(file.path),
            plain: Bytes::from_static(file.plain),
            brotli: file.brotli.map(Bytes::from_static),
            gzip: file.gzip.map(Bytes::from_static),
            hash: file.hash,
        }
    }

    fn completed(path: &str, text: String, hash: u64) -> Self {
        let plain = Bytes::from(text);
        File {
            kind: kind(path),
            gzip: Some(gzip(&plain).into()),
            plain,
            brotli: None,
            hash,
        }
    }
}

/// Every file of the page by its path, without its leading slash.
pub(crate) struct Site(BTreeMap<&'static str, File>);

impl Site {
    pub(crate) fn new(place: Place) -> Self {
        let is_included = |path| place.has_module() || !MODULE.contains(&path);
        let embedded = FILES.iter().filter(|file| is_included(file.path));
        let files = embedded.map(|file| (file.path, File::embedded(file)));
        let mut files: BTreeMap<_, _> = files.collect();
        let template = |file: Option<&File>| {
            let file = file.expect("every template is embedded");
            String::from_utf8_lossy(&file.plain).into_owned()
        };
        for path in [INDEX, EMBED] {
            let text = placed(&template(files.get(path)), place);
            let hash = hash(&text);
            files.insert(path, File::completed(path, text, hash));
        }
        let script = template(files.remove(SERVICE).as_ref());
        let hashes: Vec<_> = files.iter().map(|(path, file)| (path, file.hash)).collect();
        let version = hash(&hashes);
        let text = service(&script, version, files.keys().copied());
        files.insert(SERVICE, File::completed(SERVICE, text, version));
        Site(files)
    }

    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.0.get(path)
    }

    pub(crate) fn index(&self) -> &File {
        &self.0[INDEX]
    }
}

impl Place<'_> {
    /// Returns true if the module was built and has every game. It has only the standard games.
    fn has_module(self) -> bool {
        let is_standard = match self {
            Place::Server(settings) => settings.catalogue.is_standard(),
            Place::Site => true,
        };
        cfg!(has_module) && is_standard
    }
}

/// Returns every file of the page for a host of static files, with its path. `None` without a module that has these games.
pub fn site(catalogue: Catalogue) -> Option<Vec<(String, Vec<u8>)>> {
    let has_module = catalogue.is_standard() && Place::Site.has_module();
    has_module.then(|| {
        let files = Site::new(Place::Site).0.into_iter();
        let files = files.map(|(path, file)| (path.to_owned(), file.plain.into()));
        let not_found = ("404.html".to_owned(), NOT_FOUND_PAGE.as_bytes().to_vec());
        files.chain([not_found]).collect()
    })
}

/// Returns the compressed size of the module; 0 if it was not built.
pub fn module_bytes() -> usize {
    let module = FILES.iter().find(|file| file.path == CODE);
    let sent = module.and_then(|module| module.brotli);
    sent.map_or(0, <[u8]>::len)
}

/// Completes a page for its host. The links of the template are paths from the root.
fn placed(text: &str, place: Place) -> String {
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
            let letters = "<meta charset=\"utf-8\" />";
            let policy = format!(
                "{letters}\n    <meta http-equiv=\"content-security-policy\" content=\"{PAGE_POLICY}\">"
            );
            text.replacen(letters, &policy, 1)
        }
    }
}

/// Completes the script that serves the page without a network.
fn service<'a>(text: &str, version: u64, paths: impl Iterator<Item = &'a str>) -> String {
    // Licenses are not part of the page.
    let paths = paths.filter(|path| !kind(path).starts_with("text/plain"));
    let files: Vec<_> = paths.map(|path| format!("{path:?}")).collect();
    let text = text.replacen(
        "VERSION = \"\"",
        &format!("VERSION = \"{version:016x}\""),
        1,
    );
    text.replacen("FILES = []", &format!("FILES = [{}]", files.join(", ")), 1)
}

fn hash(content: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}

/// Returns the content type of a file.
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
#[path = "../../tests/unit/page/site.rs"]
mod tests;
