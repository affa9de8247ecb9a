//! The games played in this browser.

use crate::page::Page;
use crate::sample_game::{SampleGame, standard};
use crate::server::text;
use crate::waiting::wait;

/// Returns a page with two moves of a game.
fn played() -> (SampleGame, Page) {
    let sample = SampleGame::of(standard("gridlock"));
    let page = Page::open(&sample.address(0));
    page.play(&sample, 0..2);
    (sample, page)
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_is_listed_once_and_can_be_continued() {
    let (sample, page) = played();
    page.click("link", "Rules").has("heading", "Examples");
    page.back();
    page.sees_moves(&sample.moves[..2]);
    page.go("/");
    page.click("link", "Continue Gridlock 4x4");
    page.sees_moves(&sample.moves[..2]);
    page.go("/games").has("heading", "Gridlock 4x4");
    page.sees("two people · 2 moves · today");
    page.inspect("your-games");
    page.click("link", "Continue the game of Gridlock 4x4");
    page.sees_moves(&sample.moves[..2]);
    page.play(&sample, 2..sample.moves.len());
    page.go("/games").has("heading", "Gridlock 4x4");
    // Its picture is the final position.
    let placed = page.count(".past-game .token");
    assert_eq!(placed, sample.moves.len() as u64);
    assert_eq!(page.all("heading", "Gridlock 4x4").len(), 1);
    page.click("link", "Review the game of Gridlock 4x4");
    page.has("heading", "Review of Gridlock 4x4");
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_that_is_only_viewed_is_not_listed() {
    let sample = SampleGame::of(standard("gridlock"));
    let page = Page::open(&sample.address(3));
    page.click("button", "Previous position");
    page.sees_position(&sample, 2);
    page.go("/games").sees("No games yet.");
    page.inspect("your-games-none");
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_can_be_downloaded_and_removed() {
    let (sample, page) = played();
    page.go("/games");
    page.eval(
        "URL.createObjectURL = (blob) => (blob.text().then((text) => (window.saved = text)), 'blob:nothing');
        HTMLAnchorElement.prototype.click = () => {}; 0",
    );
    page.click("DisclosureTriangle", "More about the game of Gridlock 4x4");
    page.click("button", "Download the record of Gridlock 4x4");
    let mv = sample.moves[1].replace(' ', "-");
    wait("the record is saved", || {
        text(&page.eval("window.saved ?? ''")).contains(&mv)
    });
    page.click("button", "Remove the game of Gridlock 4x4");
    page.has("dialog", "Remove this game of Gridlock 4x4 from the list?");
    page.click("button", "Remove").sees("No games yet.");
    page.reload().sees("No games yet.");
}

#[test]
#[ignore = "needs Chromium"]
fn without_storage_the_page_works_and_warns_once() {
    let sample = SampleGame::of(standard("gridlock"));
    let page = Page::open("/");
    page.run_first(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    );
    page.go(&sample.address(0));
    page.play(&sample, 0..2);
    page.sees("Your browser blocks storage");
    assert_eq!(page.count(".notice"), 1);
    page.inspect("nothing-kept");
    page.click("button", "Close");
    page.play(&sample, 2..sample.moves.len());
    page.sees(&sample.ending());
    assert_eq!(page.count(".notice"), 0);
    // The page stores values until it is closed.
    page.click("link", "Your games");
    page.has("heading", "Gridlock 4x4");
}
