//! The files of the page, inside the binary: as this server has them, and as any host of static files has them.
//!
//! The build script joins the scripts and the style sheets, so that those that a page names hold all others, and compresses
//! every file in each encoding that the server offers. Three files are completed here. `index.html` and `embed.html` say
//! who answers questions, and name paths from where they are; `service.js`, which serves the page without a network, has
//! the list of all files and a name for their content.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Bytes;
use quintet_games::Catalogue;

use crate::http::compression::gzip;
use crate::http::guard::PAGE_POLICY;
use crate::settings::Settings;

/// A file that the build script has put into the binary, as it is and compressed where that makes it smaller.
struct EmbeddedFile {
    path: &'static str,
    hash: u64,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The page itself.
pub(crate) const INDEX: &str = "index.html";

/// The page that others may show inside their own.
pub(crate) const EMBED: &str = "embed.html";

const SERVICE: &str = "service.js";

/// What a host of static files answers where it has no file: it leads to the start page.
const DETOUR: &str = include_str!("../../site/404.html");

/// What stands in a page until it is known who answers.
const ANSWERS: &str = "name=\"quintet-answers\" content=\"server\"";

/// The module in the browser, and the script that calls it.
const MODULE: [&str; 2] = [CODE, "module/quintet.js"];

const CODE: &str = "module/quintet_bg.wasm";

/// Where the page is.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    /// On a server with these settings.
    Server(&'a Settings),
    /// On a host of static files, in any folder.
    Site,
}

/// A file of the page, with the encodings that it can be sent in.
pub(crate) struct File {
    pub(crate) kind: String,
    pub(crate) plain: Bytes,
    pub(crate) brotli: Option<Bytes>,
    pub(crate) gzip: Option<Bytes>,
    /// Another one for another content.
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

/// Every file of the page by its path, which is without its first slash.
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
    /// True if the module was built and has every game. It has the standard ones only.
    fn has_module(self) -> bool {
        let is_standard = match self {
            Place::Server(settings) => settings.catalogue.is_standard(),
            Place::Site => true,
        };
        cfg!(has_module) && is_standard
    }
}

/// Every file of the page for a host of static files, with its path. `None` if no module answers questions about these
/// games.
pub fn site(catalogue: Catalogue) -> Option<Vec<(String, Vec<u8>)>> {
    let has_module = catalogue.is_standard() && Place::Site.has_module();
    has_module.then(|| {
        let files = Site::new(Place::Site).0.into_iter();
        let files = files.map(|(path, file)| (path.to_owned(), file.plain.into()));
        let detour = ("404.html".to_owned(), DETOUR.as_bytes().to_vec());
        files.chain([detour]).collect()
    })
}

/// The bytes of the module as it is sent; 0 if it was not built.
pub fn module_bytes() -> usize {
    let module = FILES.iter().find(|file| file.path == CODE);
    let sent = module.and_then(|module| module.brotli);
    sent.map_or(0, <[u8]>::len)
}

/// A page that says who answers, and whose links lead to where it is. They name paths from the root.
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
            let letters = "<meta charset=\"utf-8\">";
            let policy = format!(
                "{letters}\n    <meta http-equiv=\"content-security-policy\" content=\"{PAGE_POLICY}\">"
            );
            text.replacen(letters, &policy, 1)
        }
    }
}

/// The script that serves the page without a network.
fn service<'a>(text: &str, version: u64, paths: impl Iterator<Item = &'a str>) -> String {
    // Licences are not part of the page.
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
    use std::io::Read;

    use super::*;

    #[test]
    #[cfg_attr(not(has_module), ignore = "needs the WebAssembly module")]
    fn the_module_is_small_when_it_is_sent() {
        let bytes = module_bytes();
        assert!(bytes > 0, "the build warns why there is none");
        assert!(bytes < 400_000, "{bytes} bytes");
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
        let version = |place| Site::new(place).0[SERVICE].hash;
        assert_ne!(version(Place::Site), version(Place::Server(&settings)));
        assert_eq!(version(Place::Site), version(Place::Site));
    }

    #[test]
    fn every_text_is_compressed_before_it_is_requested() {
        for (path, file) in Site::new(Place::Site).0 {
            let is_template = [INDEX, EMBED, SERVICE].contains(&path);
            let is_picture = ["png", "woff2"].iter().any(|ending| path.ends_with(ending));
            assert_eq!(file.gzip.is_none(), is_picture, "{path}");
            assert_eq!(file.brotli.is_none(), is_picture || is_template, "{path}");
            if let Some(gzip) = file.gzip {
                let mut text = Vec::new();
                let mut decoder = flate2::read::GzDecoder::new(&*gzip);
                decoder.read_to_end(&mut text).expect("valid gzip");
                assert!(text == file.plain, "{path}");
                assert!(gzip.len() < file.plain.len(), "{path}");
            }
            if let Some(brotli) = file.brotli {
                let mut text = Vec::new();
                brotli::BrotliDecompress(&mut &*brotli, &mut text).expect("valid brotli");
                assert!(text == file.plain, "{path}");
                assert!(brotli.len() < file.plain.len(), "{path}");
            }
        }
    }
}
