//! A sixth game on the page: the guest of the tests, with nothing added to the page.

use quintet_testkit::domineering;

use crate::course::Course;
use crate::page::Page;
use crate::server::Server;

#[test]
#[ignore = "needs Chromium"]
fn its_moves_are_touched_in_either_order_and_its_bodies_are_joined() {
    let server = Server::with_guest();
    let course = Course::of(domineering::LISTING.standard());
    let page = Page::open(&server, &course.address(0));
    for ply in 0..course.moves.len() {
        let mut cells = course.touches(ply);
        if ply % 2 == 1 {
            cells.reverse();
        }
        page.touch(&cells[0]);
        page.sees("Step 2 of 2");
        page.touch(&cells[1]);
        page.sees_moves(&course.moves[..=ply]);
        page.find(
            "gridcell",
            &format!("{}, *, joined with {}*", cells[0], cells[1]),
        );
    }
    page.sees(&course.ending());
    let bodies = page.eval("document.querySelectorAll('.board .joined.inside').length");
    assert_eq!(bodies, course.moves.len());
    page.inspect("play-guest");
}

#[test]
#[ignore = "needs Chromium"]
fn when_one_cell_remains_the_focus_goes_there() {
    let server = Server::with_guest();
    let page = Page::open(&server, "/play/domineering/4x4");
    // In a corner, only the cell below completes a domino of Vertical.
    page.touch("A1");
    page.sees("Step 2 of 2");
    let focused = page.focused().expect("something has the focus");
    assert!(focused.is_a("gridcell", "A2, *"), "{focused:?}");
    page.press("Enter");
    page.find("gridcell", "A1, *, joined with A2*");
}

#[test]
#[ignore = "needs Chromium"]
fn it_is_listed_with_its_rules_and_puzzles() {
    let server = Server::with_guest();
    let page = Page::open(&server, "/");
    page.sees(domineering::LISTING.summary);
    page.click("link", "Rules of Domineering");
    page.find("heading", "Examples");
}
