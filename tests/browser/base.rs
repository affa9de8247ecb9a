//! The page below a path of its site, where others have pages, too. Each page notices a request that leaves the path.

use crate::course::{Course, standard};
use crate::page::{Page, Screen};
use crate::patience::until;
use crate::server::Server;

fn open(server: &Server, path: &str) -> Page {
    Page::open_at(Screen::DESKTOP, server.address("/quintet"), path)
}

#[track_caller]
fn is_at(page: &Page, path: &str) {
    until(&format!("the address begins with {path}"), || {
        page.path().starts_with(path).then_some(())
    });
}

#[track_caller]
fn field(page: &Page, name: &str) -> String {
    let field = page.find("textbox", name);
    let value = page.on(&field, "function () { return this.value; }");
    let value = value.expect("the field is there");
    value.as_str().expect("a text").to_owned()
}

#[test]
#[ignore = "needs Chromium"]
fn every_screen_is_below_the_path() {
    let server = Server::with(&["--base", "/quintet"]);
    let course = Course::of(standard("gridlock"));
    let page = open(&server, "/");
    page.click("button", "Play Gridlock");
    is_at(&page, "/quintet/play/gridlock/4x4");
    // Without an opponent.
    page.go("/play/gridlock/4x4");
    for cell in course.touches(0) {
        page.touch(&cell);
    }
    page.sees_moves(&course.moves[..1]);
    is_at(&page, "/quintet/play/gridlock/4x4?moves=");
    page.reload();
    page.sees_moves(&course.moves[..1]);
    page.click("button", "Share");
    let link = field(&page, "Link to the game");
    assert!(
        link.starts_with(&server.address("/quintet/play/gridlock/")),
        "{link}"
    );
    let other = open(&server, "/");
    other.go(&link);
    other.sees_moves(&course.moves[..1]);
    other.click("link", "Rules");
    is_at(&other, "/quintet/rules/gridlock");
    other.click("link", "Quintet");
    is_at(&other, "/quintet/");
    other.click("link", "Puzzle of Gridlock");
    is_at(&other, "/quintet/puzzles/gridlock/4x4");
    other.go(&course.address(course.moves.len()));
    other.click("link", "Review the game");
    is_at(&other, "/quintet/review/gridlock/4x4");
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_over_a_link_is_below_the_path() {
    let server = Server::with(&["--base", "/quintet"]);
    let course = Course::of(standard("gridlock"));
    let red = open(&server, "/");
    red.click("radio", "A friend by link");
    red.click("button", "Play Gridlock");
    let link = field(&red, "Invitation link");
    assert!(
        link.starts_with(&server.address("/quintet/game/")),
        "{link}"
    );
    let blue = open(&server, "/");
    blue.go(&link);
    blue.click("button", "Sit down and play");
    red.sees("Your friend is here. Your move.");
    for ply in 0..2 {
        for cell in course.touches(ply) {
            [&red, &blue][ply].touch(&cell);
        }
        for page in [&red, &blue] {
            page.sees_moves(&course.moves[..=ply]);
        }
    }
    blue.reload();
    blue.sees_moves(&course.moves[..2]);
    blue.sees("You are Player 2");
}
