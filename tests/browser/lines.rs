//! Undo and redo, earlier positions, other lines.

use crate::course::{Course, standard};
use crate::page::Page;
use crate::patience::until;
use crate::server::Server;

#[test]
#[ignore = "needs Chromium"]
fn moves_are_taken_back_and_played_again() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let page = Page::open(&server, &course.address(0));
    page.play(&course, 0..3);
    page.click("button", "Undo");
    page.sees("Taken back: 1 move.");
    page.sees_position(&course, 2);
    page.click("button", "Undo");
    page.sees_position(&course, 1);
    page.click("button", "Redo");
    page.sees("Played again.");
    page.sees_position(&course, 2);
    page.sees_moves(&course.moves[..3]);
    page.reload();
    page.sees_position(&course, 2);
    page.click("button", "Redo");
    page.sees_position(&course, 3);
}

#[test]
#[ignore = "needs Chromium"]
fn any_earlier_position_is_a_click_away_and_can_be_played_on_from() {
    let server = Server::start();
    let course = Course::of(standard("quad-block"));
    let page = Page::open(&server, &course.address(5));
    for (name, ply) in [
        ("First position", 0),
        ("Next position", 1),
        ("Move 4: *", 4),
        ("Previous position", 3),
        ("Last position", 5),
        ("Move 2: *", 2),
    ] {
        page.click("button", name);
        page.sees_position(&course, ply);
    }
    let before = &course.positions[2];
    let mut others = before.moves().into_iter().map(|mv| mv.text);
    let other = others.find(|mv| *mv != course.moves[2]);
    let other = other.expect("there is a choice");
    for cell in crate::course::touches(&**before, &other) {
        page.touch(&cell);
    }
    page.sees_moves(&[course.moves[0].clone(), course.moves[1].clone(), other]);
    page.click("button", "Return to the other line");
    page.sees_moves(&course.moves[..5]);
}

#[test]
#[ignore = "needs Chromium"]
fn against_a_level_the_persons_own_move_is_taken_back() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let page = Page::open(&server, "/play/gridlock/4x4?p2=easy");
    for cell in course.touches(0) {
        page.touch(&cell);
    }
    until("the level has answered", || {
        (page.moves().len() == 2).then_some(())
    });
    page.click("button", "Undo");
    page.sees("Taken back: 2 moves.");
    page.sees_position(&course, 0);
}
