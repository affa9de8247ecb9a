//! The explorer: every line is clicked or played, by mouse and by keys, and none replaces another.

use serde_json::json;

use crate::course::{Course, standard, touches};
use crate::element::Element;
use crate::page::{Page, Screen};
use crate::patience::until;
use crate::server::Server;

/// The explorer of the first moves of a game.
fn open_on(screen: Screen, server: &Server) -> (Course, Page) {
    let course = Course::of(standard("gridlock"));
    let address = course.address(4).replace("/play/", "/explore/");
    let page = Page::open_on(screen, server, &address);
    page.sees_moves(&course.moves[..4]);
    page.sees_position(&course, 4);
    (course, page)
}

/// A move that the course does not make after so many.
fn other_move(course: &Course, ply: usize) -> String {
    let others = course.positions[ply].moves().into_iter();
    let mut others = others
        .map(|mv| mv.text)
        .filter(|mv| *mv != course.moves[ply]);
    others.next().expect("there is a choice")
}

#[test]
#[ignore = "needs Chromium"]
fn another_move_begins_a_variation_and_the_line_stays() {
    let server = Server::start();
    let (course, page) = open_on(Screen::DESKTOP, &server);
    page.click("button", "Move 2: *");
    page.sees_position(&course, 2);
    let other = other_move(&course, 2);
    for cell in touches(&*course.positions[2], &other) {
        page.touch(&cell);
    }
    page.find("button", &format!("Variation, move 3: {other}"));
    page.sees_moves(&course.moves[..4]);
    page.inspect("explorer");
    page.click("button", "Move 4: *");
    page.sees_position(&course, 4);
    page.click("button", &format!("Variation, move 3: {other}"));
    page.click("button", "Take back");
    page.sees_position(&course, 2);
    assert!(page.all("button", "Variation, *").is_empty());
    // The move that was played is followed, not doubled.
    page.click("button", "Move 2: *");
    for cell in course.touches(2) {
        page.touch(&cell);
    }
    page.sees_position(&course, 3);
    page.sees_moves(&course.moves[..4]);
}

#[test]
#[ignore = "needs Chromium"]
fn keys_lead_through_the_tree() {
    let server = Server::start();
    let (course, page) = open_on(Screen::DESKTOP, &server);
    page.press("ArrowLeft");
    page.sees_position(&course, 3);
    page.press("Home");
    page.sees_position(&course, 0);
    page.press("ArrowRight");
    page.sees_position(&course, 1);
    page.press("End");
    page.sees_position(&course, 4);
    page.press("Home");
    page.sees_position(&course, 0);
    page.press("v");
    page.find_which("button", "Values", |button| button.is("pressed"));
    page.press("w");
    page.find_which("button", "Why", |button| button.is("pressed"));
    page.press("h");
    page.find("gridcell", "*, hint*");
    page.press("b");
    until("the best line is there", || {
        let first = page.all("button", "Variation, move 1: *");
        (first.len() == 1 || page.moves().len() == 4).then_some(())
    });
    page.press("?");
    page.find("dialog", "Keys");
    page.sees("Previous variation");
    page.inspect("explorer-keys");
    page.press("Escape");
    until("the list is closed", || {
        page.all("dialog", "*").is_empty().then_some(())
    });
}

#[test]
#[ignore = "needs Chromium"]
fn up_and_down_turn_to_other_variations() {
    let server = Server::start();
    let (course, page) = open_on(Screen::DESKTOP, &server);
    page.press("ArrowLeft");
    page.sees_position(&course, 3);
    let other = other_move(&course, 3);
    for cell in touches(&*course.positions[3], &other) {
        page.touch(&cell);
    }
    let current = |name: &str| {
        let is_here = |button: &Element| {
            let current = page.on(button, "function () { return this.ariaCurrent; }");
            current == Some(json!("step"))
        };
        page.find_which("button", name, is_here);
    };
    current(&format!("Variation, move 4: {other}"));
    page.eval("document.activeElement.blur()");
    page.press("ArrowUp");
    current("Move 4: *");
    page.press("ArrowDown");
    current(&format!("Variation, move 4: {other}"));
    page.press("u");
    page.sees_position(&course, 3);
    assert!(page.all("button", "Variation, *").is_empty());
}

#[test]
#[ignore = "needs Chromium"]
fn the_lines_stay_beside_the_board_on_every_screen() {
    let server = Server::start();
    for (screen, name) in [
        (Screen::DESKTOP, "desktop"),
        (Screen::TABLET, "tablet"),
        (Screen::PHONE, "phone"),
        (Screen::SIDEWAYS, "side"),
    ] {
        let (_, page) = open_on(screen, &server);
        page.press("b");
        page.eval(
            "document.querySelector('.tree [aria-current]').scrollIntoView({ block: 'center' })",
        );
        // Both are in view: the whole board, and the move that is looked at.
        let seen = page.eval(
            "['.board', '.tree [aria-current]'].map((one) => {
                const { top, bottom } = document.querySelector(one).getBoundingClientRect();
                return top >= -1 && bottom <= innerHeight + 1;
            })",
        );
        assert_eq!(seen, json!([true, true]), "{name}");
        let is_covered = page.eval(
            "(() => {
                const box = document.querySelector('.tree [aria-current]').getBoundingClientRect();
                const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
                return top.closest('.tree') === null;
            })()",
        );
        assert_eq!(is_covered, false, "{name}");
        page.inspect(&format!("explorer-{name}"));
    }
}

#[test]
#[ignore = "needs Chromium"]
fn variations_survive_a_reload() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    for screen in ["/explore/", "/review/"] {
        let page = Page::open(&server, &course.address(4).replace("/play/", screen));
        page.sees_moves(&course.moves[..4]);
        page.click("button", "Move 2: *");
        page.sees_position(&course, 2);
        let other = other_move(&course, 2);
        for cell in touches(&*course.positions[2], &other) {
            page.touch(&cell);
        }
        let variation = format!("Variation, move 3: {other}");
        let is_here = |button: &Element| {
            let current = page.on(button, "function () { return this.ariaCurrent; }");
            current == Some(json!("step"))
        };
        page.find_which("button", &variation, is_here);
        page.reload();
        page.find_which("button", &variation, is_here);
        page.sees_moves(&course.moves[..4]);
        page.click("button", "Move 2: *");
        page.press("End");
        page.sees_position(&course, 4);
        page.reload();
        page.sees_position(&course, 4);
        page.find("button", &variation);
    }
}
