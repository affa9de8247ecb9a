//! The games that were played in this browser.

use serde_json::json;

use crate::course::{Course, standard};
use crate::page::Page;
use crate::patience::until;
use crate::server::Server;

/// Somebody who has played two moves of a game at this screen.
fn played(server: &Server) -> (Course, Page) {
    let course = Course::of(standard("gridlock"));
    let page = Page::open(server, &course.address(0));
    page.play(&course, 0..2);
    (course, page)
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_is_remembered_once_and_can_be_continued() {
    let server = Server::start();
    let (course, page) = played(&server);
    page.go("/games");
    page.find("heading", "Gridlock 4x4");
    page.sees("two people here · 2 moves · today");
    page.inspect("your-games");
    page.click("link", "Continue the game of Gridlock 4x4");
    page.sees_moves(&course.moves[..2]);
    page.play(&course, 2..course.moves.len());
    page.go("/games");
    page.sees(&course.ending());
    assert_eq!(page.all("heading", "Gridlock 4x4").len(), 1);
    page.click("link", "Review the game of Gridlock 4x4");
    page.find("heading", "Review of Gridlock 4x4");
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_that_is_only_looked_at_is_not_remembered() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let page = Page::open(&server, &course.address(3));
    page.click("button", "Previous position");
    page.sees_position(&course, 2);
    page.go("/games");
    page.sees("Nothing yet.");
    page.inspect("your-games-none");
}

#[test]
#[ignore = "needs Chromium"]
fn the_record_of_a_game_is_saved_and_the_game_forgotten() {
    let server = Server::start();
    let (course, page) = played(&server);
    page.go("/games");
    page.eval(
        "URL.createObjectURL = (blob) => (blob.text().then((text) => (window.saved = text)), 'blob:nothing');
        HTMLAnchorElement.prototype.click = () => {}; 0",
    );
    page.click("button", "Download the record of Gridlock 4x4");
    let mv = course.moves[1].replace(' ', "-");
    until("the record is saved", || {
        let saved = page.eval("window.saved ?? ''");
        saved.as_str()?.contains(&mv).then_some(())
    });
    page.click("button", "Forget the game of Gridlock 4x4");
    page.find("dialog", "Forget this game of Gridlock 4x4?");
    page.click("button", "Forget");
    page.sees("Nothing yet.");
    page.reload();
    page.sees("Nothing yet.");
}

#[test]
#[ignore = "needs Chromium"]
fn where_nothing_can_be_kept_the_page_goes_on_and_says_so_once() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let page = Page::open(&server, "/");
    page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({
            "source": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
        }),
    );
    page.go(&course.address(0));
    page.play(&course, 0..2);
    page.sees("This browser keeps nothing for this page");
    assert_eq!(page.eval("document.querySelectorAll('.notice').length"), 1);
    page.inspect("nothing-kept");
    page.click("button", "Close");
    page.play(&course, 2..course.moves.len());
    page.sees(&course.ending());
    assert_eq!(page.eval("document.querySelectorAll('.notice').length"), 0);
    // Until it is closed, the page itself remembers.
    page.click("link", "Your games");
    page.find("heading", "Gridlock 4x4");
}
