//! A whole game without a mouse, from the start page on.

use crate::course::{Course, standard};
use crate::page::Page;
use crate::patience::until;
use crate::server::Server;

/// Goes with the arrows from the cell that has the focus to another, and chooses it.
#[track_caller]
fn choose_cell(page: &Page, course: &Course, wanted: &str) {
    let scene = course.positions[0].scene();
    let place = |name: &str| {
        let at = scene.cells.iter().position(|cell| cell.name == name);
        let at = at.unwrap_or_else(|| panic!("no cell {name:?} on this board"));
        (at / scene.columns, at % scene.columns)
    };
    let focused = page.focused().expect("something has the focus");
    assert_eq!(
        focused.role, "gridcell",
        "the board keeps the focus: {focused:?}"
    );
    let here = focused.name.split_once(',').map_or("", |(name, _)| name);
    let ((row, column), (to_row, to_column)) = (place(here), place(wanted));
    let press = |key: &str, times: usize| (0..times).for_each(|_| page.press(key));
    press("ArrowUp", row.saturating_sub(to_row));
    press("ArrowDown", to_row.saturating_sub(row));
    press("ArrowLeft", column.saturating_sub(to_column));
    press("ArrowRight", to_column.saturating_sub(column));
    page.press("Enter");
}

#[test]
#[ignore = "needs Chromium"]
fn a_whole_game_by_keyboard_alone() {
    let server = Server::start();
    // A game whose moves have two parts.
    let course = Course::of(standard("matrix-isolation"));
    let page = Page::open(&server, "/");
    page.find("button", "Play Matrix Isolation");
    page.walk_to("Tab", "radio", "Medium");
    page.walk_to("ArrowUp", "radio", "A person here");
    page.walk_to("Tab", "button", "Play Matrix Isolation");
    page.press("Enter");
    until("the board is there", || page.all("gridcell", "*").pop());
    page.walk_to("Tab", "gridcell", "*");
    page.shot("keyboard-focus");
    for (ply, mv) in course.moves.iter().enumerate() {
        for cell in course.touches(ply) {
            choose_cell(&page, &course, &cell);
        }
        page.sees_moves(&course.moves[..=ply]);
        assert!(page.text().contains(mv));
    }
    page.sees(&course.ending());
    page.walk_to("Tab", "button", "Undo");
    page.press(" ");
    page.sees("Taken back: 1 move.");
    page.walk_to("Tab", "button", "Redo");
    page.press("Enter");
    page.sees(&course.ending());
}

#[test]
#[ignore = "needs Chromium"]
fn escape_takes_back_the_first_part_of_a_move() {
    let server = Server::start();
    let course = Course::of(standard("matrix-isolation"));
    let page = Page::open(&server, &course.address(0));
    until("the board is there", || page.all("gridcell", "*").pop());
    page.walk_to("Tab", "gridcell", "*");
    choose_cell(&page, &course, &course.touches(0)[0]);
    page.sees("Step 2 of");
    page.find("gridcell", "*, chosen*");
    page.inspect("play-second-step");
    page.press("Escape");
    until("nothing is chosen", || {
        page.all("gridcell", "*, chosen*").is_empty().then_some(())
    });
    page.sees("Step 1 of");
}
