//! Taking a game elsewhere and bringing one back: links, records, pictures.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::course::{Course, standard};
use crate::page::Page;
use crate::patience::until;
use crate::server::Server;

/// A game under way, with the dialog that shares it.
fn sharing(server: &Server) -> (Course, Page) {
    let course = Course::of(standard("grid-runner"));
    let page = Page::open(server, &course.address(4));
    page.click("button", "Share");
    page.find("dialog", "Share");
    (course, page)
}

/// What stands in a field, as soon as something does.
#[track_caller]
fn value(page: &Page, field: &str) -> String {
    until(&format!("something stands in {field}"), || {
        let field = page.find("textbox", field);
        let value = page.on(&field, "function () { return this.value; }")?;
        value
            .as_str()
            .filter(|value| !value.is_empty())
            .map(str::to_owned)
    })
}

/// The moves that a record tells.
fn moves_of(server: &Server, record: &str) -> Vec<String> {
    let replay = server.post("/api/v1/replay", &json!({ "record": record }));
    let steps = replay["steps"].as_array().expect("a list");
    let moves = steps
        .iter()
        .map(|step| step["move"].as_str().expect("a move").to_owned());
    moves.collect()
}

#[test]
#[ignore = "needs Chromium"]
fn a_link_opens_the_same_game_or_the_same_position() {
    let server = Server::start();
    let (course, page) = sharing(&server);
    page.inspect("share");
    let (game, position) = (
        value(&page, "Link to the game"),
        value(&page, "Link to this position"),
    );
    let friend = Page::open(&server, "/");
    friend.go(&game);
    friend.sees_moves(&course.moves[..4]);
    friend.sees_position(&course, 4);
    friend.go(&position);
    friend.sees_position(&course, 4);
    friend.sees_moves(&[]);
    page.click("button", "Close");
    until("the dialog is closed", || {
        page.all("dialog", "*").is_empty().then_some(())
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_record_is_copied_and_opens_where_it_is_pasted() {
    let server = Server::start();
    let (course, page) = sharing(&server);
    let origin = server.address("");
    let permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"];
    let granted = json!({ "origin": origin, "permissions": permissions });
    page.call_browser("Browser.grantPermissions", granted);
    let record = value(&page, "Record");
    assert_eq!(moves_of(&server, &record), course.moves[..4]);
    page.click("button", "Copy the record");
    page.sees("Copied");
    let copied = page.eval("navigator.clipboard.readText()");
    assert_eq!(copied, record);
    let other = Page::open(&server, "/");
    other.fill("textbox", "Record", &record);
    other.click("button", "Open");
    other.sees_moves(&course.moves[..4]);
    other.sees_position(&course, 4);
}

#[test]
#[ignore = "needs Chromium"]
fn a_record_and_pictures_are_downloaded() {
    let server = Server::start();
    let (course, page) = sharing(&server);
    let folder = TempDir::new().expect("a folder");
    let place = json!({ "behavior": "allow", "downloadPath": folder.path() });
    page.call_browser("Browser.setDownloadBehavior", place);
    value(&page, "Record");
    let fetch = |button: &str, ending: &str| {
        page.click("button", button);
        until(&format!("a file {ending} is there"), || {
            let files = fs::read_dir(&folder).expect("the folder can be listed");
            let mut paths = files.map(|file| file.expect("a file").path());
            // While it is on its way it has another name.
            let path = paths.find(|path| path.to_string_lossy().ends_with(ending))?;
            fs::read(path).ok().filter(|bytes| !bytes.is_empty())
        })
    };
    let record = String::from_utf8(fetch("Download the record", ".txt")).expect("a text");
    assert_eq!(moves_of(&server, &record), course.moves[..4]);
    let picture = String::from_utf8(fetch("Download a picture as SVG", ".svg")).expect("a text");
    assert!(picture.starts_with("<svg"), "{picture}");
    let runners = ["P1", "P2"].map(|name| picture.contains(name));
    assert_eq!(runners, [true, true], "{picture}");
    let picture = fetch("Download a picture as PNG", ".png");
    assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert!(
        picture.len() > 2_000,
        "{} bytes are no board",
        picture.len()
    );
}

#[test]
#[ignore = "needs Chromium"]
fn a_file_that_is_chosen_or_dropped_opens() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let moves = json!({ "game": "gridlock", "moves": course.moves });
    let replay = server.post("/api/v1/replay", &moves);
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("game.txt");
    let record = replay["record"].as_str().expect("a record");
    fs::write(&file, record).expect("a file can be written");
    let page = Page::open(&server, "/");
    let input = page.find("button", "Choose a file*");
    page.give_file(&input, &file);
    page.sees_moves(&course.moves);
    page.go("/");
    let place = page.middle("textbox", "Record");
    page.drop_file(place, &file);
    page.sees_moves(&course.moves);
    page.sees(&course.ending());
}

#[test]
#[ignore = "needs Chromium"]
fn a_text_that_is_no_record_is_refused_with_the_place_of_the_fault() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    page.watch(|watch| watch.bear("status of 422"));
    page.fill("textbox", "Record", "[Game \"gridlock\"]\n\n1. 9-9");
    page.click("button", "Open");
    page.sees("line ");
    assert_eq!(page.path(), "/");
    let said = page.eval("document.querySelector('.panel [role=status]').textContent");
    assert_ne!(said, Value::from(""));
}
