use std::io::Read;

use super::*;

#[test]
#[cfg_attr(not(has_module), ignore = "needs the WebAssembly module")]
fn the_compressed_module_is_small() {
    let bytes = module_bytes();
    assert!(bytes > 0, "the build warns why there is none");
    assert!(bytes < 400_000, "{bytes} bytes");
}

#[test]
#[cfg_attr(not(has_module), ignore = "needs the WebAssembly module")]
fn every_file_of_a_site_is_available_offline() {
    let files = site(Catalogue::STANDARD).expect("there is a module");
    let service = files.iter().find(|(path, _)| path == SERVICE);
    let service = String::from_utf8_lossy(&service.expect("it is written").1).into_owned();
    for (path, _) in &files {
        let is_cached = service.contains(&format!("\"{path}\""));
        let is_license = kind(path).starts_with("text/plain");
        let is_for_others = is_license || path == "404.html" || path == SERVICE;
        assert_eq!(is_cached, !is_for_others, "{path}");
    }
    assert!(
        !service.contains("VERSION = \"\""),
        "the version is filled in"
    );
}

#[test]
#[cfg_attr(not(has_module), ignore = "needs the WebAssembly module")]
fn a_site_has_only_relative_paths() {
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
fn different_content_has_a_different_version() {
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
