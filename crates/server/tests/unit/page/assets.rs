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
