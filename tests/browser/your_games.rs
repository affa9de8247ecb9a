//! The games played in this browser.

use crate::course::{Course, standard};
use crate::page::Page;
use crate::patience::wait;
use crate::server::text;

/// Somebody who has played two moves of a game at this screen.
fn played() -> (Course, Page) {
    let course = Course::of(standard("gridlock"));
    let page = Page::open(&course.address(0));
    page.play(&course, 0..2);
    (course, page)
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_is_remembered_once_and_can_be_continued() {
    let (course, page) = played();
    page.click("link", "Rules").has("heading", "Examples");
    page.back();
    page.sees_moves(&course.moves[..2]);
    page.go("/");
    page.click("link", "Continue Gridlock 4x4");
    page.sees_moves(&course.moves[..2]);
    page.go("/games").has("heading", "Gridlock 4x4");
    page.sees("two people here · 2 moves · today");
    page.inspect("your-games");
    page.click("link", "Continue the game of Gridlock 4x4");
    page.sees_moves(&course.moves[..2]);
    page.play(&course, 2..course.moves.len());
    page.go("/games").sees(&course.ending());
    assert_eq!(page.all("heading", "Gridlock 4x4").len(), 1);
    page.click("link", "Review the game of Gridlock 4x4");
    page.has("heading", "Review of Gridlock 4x4");
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_that_is_only_looked_at_is_not_remembered() {
    let course = Course::of(standard("gridlock"));
    let page = Page::open(&course.address(3));
    page.click("button", "Previous position");
    page.sees_position(&course, 2);
    page.go("/games").sees("Nothing yet.");
    page.inspect("your-games-none");
}

#[test]
#[ignore = "needs Chromium"]
fn the_record_of_a_game_is_saved_and_the_game_forgotten() {
    let (course, page) = played();
    page.go("/games");
    page.eval(
        "URL.createObjectURL = (blob) => (blob.text().then((text) => (window.saved = text)), 'blob:nothing');
        HTMLAnchorElement.prototype.click = () => {}; 0",
    );
    page.click("button", "Download the record of Gridlock 4x4");
    let mv = course.moves[1].replace(' ', "-");
    wait("the record is saved", || {
        text(&page.eval("window.saved ?? ''")).contains(&mv)
    });
    page.click("button", "Forget the game of Gridlock 4x4");
    page.has("dialog", "Forget this game of Gridlock 4x4?");
    page.click("button", "Forget").sees("Nothing yet.");
    page.reload().sees("Nothing yet.");
}

#[test]
#[ignore = "needs Chromium"]
fn where_nothing_can_be_kept_the_page_goes_on_and_says_so_once() {
    let course = Course::of(standard("gridlock"));
    let page = Page::open("/");
    page.run_first(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    );
    page.go(&course.address(0));
    page.play(&course, 0..2);
    page.sees("This browser keeps nothing for this page");
    assert_eq!(page.count(".notice"), 1);
    page.inspect("nothing-kept");
    page.click("button", "Close");
    page.play(&course, 2..course.moves.len());
    page.sees(&course.ending());
    assert_eq!(page.count(".notice"), 0);
    // Until it is closed, the page itself remembers.
    page.click("link", "Your games");
    page.has("heading", "Gridlock 4x4");
}
