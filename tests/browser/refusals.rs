//! An illegal try says why.

use quintet_catalogue::catalogue;

use crate::course::{Course, standard};
use crate::page::{Page, Screen};
use crate::server::Server;

#[test]
#[ignore = "needs Chromium"]
fn a_cell_that_cannot_be_chosen_says_why_in_the_words_of_the_book() {
    let server = Server::start();
    for listing in catalogue() {
        let course = Course::of(listing.standard());
        let ply = course.moves.len() - 1;
        let position = &course.positions[ply];
        let cells = position.scene().cells;
        let reasons = (0..cells.len()).filter_map(|cell| Some((cell, position.why_not(&[cell])?)));
        let Some((cell, reason)) = reasons.into_iter().next() else {
            panic!("{}: every cell can be chosen", listing.id);
        };
        let page = Page::open(&server, &course.address(ply));
        page.touch(&cells[cell].name);
        page.sees(&reason);
        page.sees_moves(&course.moves[..ply]);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_typed_move_that_is_not_legal_is_refused_with_the_reason() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let page = Page::open(&server, &course.address(1));
    // The browser itself notes every answer that is not a good one.
    page.watch(|watch| watch.bear("status of 422"));
    let refusal = course.positions[1]
        .play(&course.moves[0])
        .expect_err("the cell is taken");
    page.click("DisclosureTriangle", "Type a move");
    page.fill("textbox", "Type a move", &course.moves[0]);
    page.press("Enter");
    page.sees(&refusal.to_string());
    page.fill("textbox", "Type a move", "nonsense");
    page.press("Enter");
    let refusal = course.positions[1]
        .play("nonsense")
        .expect_err("this is no move");
    page.sees(&refusal.to_string());
    page.fill("textbox", "Type a move", &course.moves[1]);
    page.press("Enter");
    page.sees_moves(&course.moves[..2]);
}

#[test]
#[ignore = "needs Chromium"]
fn whatever_is_said_moves_nothing_below_it() {
    let server = Server::start();
    let screens = [
        Screen::PHONE,
        Screen::SIDEWAYS,
        Screen::TABLET,
        Screen::DESKTOP,
    ];
    for listing in catalogue() {
        let course = Course::of(listing.standard());
        let ply = course.moves.len() - 1;
        let position = &course.positions[ply];
        let cells = position.scene().cells;
        let reasons = (0..cells.len()).filter_map(|cell| Some((cell, position.why_not(&[cell])?)));
        let longest = reasons.max_by_key(|(_, reason)| reason.len());
        let (cell, reason) = longest.expect("a cell that cannot be chosen");
        for screen in screens {
            let page = Page::open_on(screen, &server, &course.address(ply));
            page.sees_moves(&course.moves[..ply]);
            let place = "document.querySelector('.bar').getBoundingClientRect().top + scrollY";
            let before = page.eval(place);
            page.touch(&cells[cell].name);
            page.sees(&reason);
            assert_eq!(page.eval(place), before, "{} {reason}", listing.id);
        }
    }
}
