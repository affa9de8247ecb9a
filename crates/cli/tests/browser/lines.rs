//! Undo and redo, earlier positions, other lines.

use crate::course::{Course, standard};
use crate::page::Page;
use crate::patience::until;
use crate::server::Server;

/// Waits until the position after so many moves is the one that is shown.
#[track_caller]
fn sees_position(page: &Page, course: &Course, ply: usize) {
    let scene = course.positions[ply].scene();
    until(&format!("the position after {ply} moves is shown"), || {
        let shown = page.all("gridcell", "*");
        let is_shown = scene.cells.iter().zip(&shown).all(|(cell, shown)| {
            let held = match &cell.token {
                None => "empty",
                Some(token) if token.owner.is_none() => "blocked",
                Some(token) => token.text.trim_matches('\''),
            };
            (shown.name.clone() + ",").starts_with(&format!("{}, {held},", cell.name))
        });
        (is_shown && shown.len() == scene.cells.len()).then_some(())
    });
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let page = Page::open(&server, &course.address(0));
    page.play(&course, 0..3);
    page.click("button", "Undo");
    page.sees("Taken back: 1 move.");
    sees_position(&page, &course, 2);
    page.click("button", "Undo");
    sees_position(&page, &course, 1);
    page.click("button", "Redo");
    page.sees("Played again.");
    sees_position(&page, &course, 2);
    page.sees_moves(&course.moves[..3]);
    page.reload();
    sees_position(&page, &course, 2);
    page.click("button", "Redo");
    sees_position(&page, &course, 3);
}

#[test]
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
        sees_position(&page, &course, ply);
    }
    let before = &course.positions[2];
    let other = before.moves().into_iter().find(|mv| *mv != course.moves[2]);
    let other = other.expect("there is a choice");
    for cell in crate::course::touches(&**before, &other) {
        page.touch(&cell);
    }
    page.sees_moves(&[course.moves[0].clone(), course.moves[1].clone(), other]);
    page.click("button", "Return to the other line");
    page.sees_moves(&course.moves[..5]);
}

#[test]
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
    sees_position(&page, &course, 0);
}
