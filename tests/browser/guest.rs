//! A sixth game, that of the test kit, on an unchanged page.

use quintet_testkit::domineering;

use crate::page::{Page, Screen};
use crate::sample_game::SampleGame;
use crate::server::Server;

#[test]
#[ignore = "needs Chromium"]
fn a_sixth_game_is_listed_and_played_with_two_touches_in_either_order() {
    let server = Server::with_guest();
    let sample = SampleGame::of(domineering::LISTING.standard());
    let page = Page::open_at(Screen::DESKTOP, server.address(""), "/");
    page.sees(domineering::LISTING.summary);
    page.click("link", "Rules of Domineering");
    page.has("heading", "Examples");
    page.go(&sample.address(0));
    for ply in 0..sample.moves.len() {
        let mut cells = sample.touches(ply);
        if ply % 2 == 1 {
            cells.reverse();
        }
        page.touch(&cells[0]).sees("Step 2 of 2");
        page.touch(&cells[1]).sees_moves(&sample.moves[..=ply]);
        let joined = format!("{}, *, joined with {}*", cells[0], cells[1]);
        page.has("gridcell", &joined);
    }
    page.sees(&sample.ending());
    let bodies = page.count(".board .joined.inside");
    assert_eq!(bodies, sample.moves.len() as u64);
    page.inspect("play-guest");
    // In a corner, only the cell below completes a domino of Vertical: the focus goes there.
    page.go("/play/domineering/4x4");
    page.touch("A1").sees("Step 2 of 2");
    let focused = page.focused().expect("something has the focus");
    assert!(focused.is_a("gridcell", "A2, *"), "{focused:?}");
    page.press("Enter");
    page.has("gridcell", "A1, *, joined with A2*");
}
