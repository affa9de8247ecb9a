//! Whole games by mouse and by keyboard, against a level, with refused moves and moves taken back.

use quintet_games::Catalogue;
use quintet_rules::Player;

use crate::page::{Backend, Page};
use crate::sample_game::{SampleGame, standard};
use crate::server::{Server, text};
use crate::waiting::until;

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn a_level_warns_where_it_can_err_and_two_levels_can_be_paused() {
        let page = Page::open("/play/gridlock/6x6?p2=perfect");
        page.sees("This size is not solved: perfect searches up to");
        page.go("/play/gridlock/4x4?p2=perfect");
        page.has("heading", "Gridlock 4x4");
        assert!(!page.text().contains("not solved"), "{}", page.text());
        page.go("/play/adjacency-block/30?p1=hard&p2=random");
        page.until_moves(2);
        page.click("button", "Pause").sees("Continue");
        page.click("button", "Move 1: *");
        page.click("button", "Play on from here").until_moves(2);
    }

    #[test]
    #[ignore = "needs Chromium"]
    fn every_game_is_played_from_its_start_to_its_end_by_mouse() {
        for listing in Catalogue::STANDARD.iter() {
            let sample = SampleGame::of(listing.standard());
            let page = Page::open(&sample.address(0));
            let mut steps = sample.positions[0].instructions().steps.iter();
            for cell in sample.touches(0) {
                // Every part of the first move is announced.
                if let Some(step) = steps.next() {
                    page.sees(step);
                }
                page.touch(&cell);
            }
            page.sees_moves(&sample.moves[..1]);
            page.play(&sample, 1..sample.moves.len());
            page.sees(&sample.ending());
            // The description for a screen reader.
            let (id, size) = (listing.id, listing.standard().size());
            let last = sample.positions[sample.moves.len()].text();
            let view = Server::shared().get(&format!(
                "/api/v1/positions/{id}/{size}?position={}",
                last.replace(' ', "%20")
            ));
            page.sees(&text(&view["sentence"]));
            // The list shows the last move without scrolling in it.
            let is_in_view = "(() => {
                const move = document.querySelector('ol.moves [aria-current]').getBoundingClientRect();
                const list = document.querySelector('ol.moves').getBoundingClientRect();
                return move.top >= list.top - 1 && move.bottom <= list.bottom + 1;
            })()";
            assert_eq!(page.eval(is_in_view), true, "{id}");
            page.inspect(&format!("play-{id}"));
        }
    }
}

/// Moves the focus with the arrows to another cell and chooses it.
#[track_caller]
fn choose_cell(page: &Page, sample: &SampleGame, wanted: &str) {
    let scene = sample.positions[0].scene();
    let place = |name: &str| {
        let at = scene.cells.iter().position(|cell| cell.name == name);
        let at = at.unwrap_or_else(|| panic!("no cell {name:?} on this board"));
        (at / scene.columns, at % scene.columns)
    };
    let focused = page.focused().expect("something has the focus");
    assert_eq!(focused.role, "gridcell", "the board has the focus");
    let here = focused.name.split_once(", ").map_or("", |(name, _)| name);
    let ((row, column), (to_row, to_column)) = (place(here), place(wanted));
    for (key, times) in [
        ("ArrowUp", row.saturating_sub(to_row)),
        ("ArrowDown", to_row.saturating_sub(row)),
        ("ArrowLeft", column.saturating_sub(to_column)),
        ("ArrowRight", to_column.saturating_sub(column)),
    ] {
        for _ in 0..times {
            page.press(key);
        }
    }
    page.press("Enter");
}

#[test]
#[ignore = "needs Chromium"]
fn a_whole_game_by_keyboard_alone() {
    // A game whose moves have two parts.
    let sample = SampleGame::of(standard("matrix-isolation"));
    let page = Page::open("/");
    page.has("button", "Play Matrix Isolation");
    page.walk_to("Tab", "button", "New game options: vs Easy");
    page.press("Enter").has("dialog", "New game");
    page.walk_to("Tab", "radio", "Easy");
    page.walk_to("ArrowUp", "radio", "Same device");
    page.press("Escape").lacks("dialog", "*");
    page.walk_to("Tab", "button", "Play Matrix Isolation");
    page.press("Enter");
    page.has_some("gridcell", "*");
    page.walk_to("Tab", "gridcell", "*");
    page.shot("keyboard-focus");
    // Escape takes back the first part of a move.
    choose_cell(&page, &sample, &sample.touches(0)[0]);
    page.sees("Step 2 of").has("gridcell", "*, chosen*");
    page.inspect("play-second-step");
    page.press("Escape").lacks("gridcell", "*, chosen*");
    page.sees("Step 1 of");
    for ply in 0..sample.moves.len() {
        for cell in sample.touches(ply) {
            choose_cell(&page, &sample, &cell);
        }
        page.sees_moves(&sample.moves[..=ply]);
    }
    page.sees(&sample.ending());
    page.walk_to("Tab", "button", "Undo");
    page.press(" ").sees("Taken back: 1 move.");
    page.walk_to("Tab", "button", "Redo");
    page.press("Enter").sees(&sample.ending());
}

#[test]
#[ignore = "needs Chromium"]
fn a_whole_game_against_a_level() {
    for backend in Backend::BOTH {
        let page = Page::open_with(backend, "/play/adjacency-block/10?p1=medium");
        let mut position = standard("adjacency-block").start(Player::One);
        let mut moves = Vec::new();
        while position.outcome().is_none() {
            if position.to_move() == Player::Two {
                page.make(&*position, &position.moves()[0].text);
            }
            let played = until("a move is made", || page.moves().get(moves.len()).cloned());
            let next = position.play(&played).expect("a level plays legal moves");
            position = next.position;
            moves.push(played);
        }
        page.sees_moves(&moves);
        page.sees(&position.ending().expect("the game is over").sentence);
        page.inspect("play-level");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn moves_are_taken_back_and_played_again() {
    let sample = SampleGame::of(standard("gridlock"));
    let page = Page::open(&sample.address(0));
    page.play(&sample, 0..3);
    page.click("button", "Undo").sees("Taken back: 1 move.");
    page.sees_position(&sample, 2);
    page.click("button", "Undo").sees_position(&sample, 1);
    page.click("button", "Redo").sees("Redone.");
    page.sees_position(&sample, 2);
    page.sees_moves(&sample.moves[..3]);
    page.reload().sees_position(&sample, 2);
    page.click("button", "Redo").sees_position(&sample, 3);
    // Against a level, the person's own move is taken back.
    page.go("/play/gridlock/4x4?p2=easy");
    page.touch_ply(&sample, 0).until_moves(2);
    page.click("button", "Undo").sees("Taken back: 2 moves.");
    page.sees_position(&sample, 0);
}

#[test]
#[ignore = "needs Chromium"]
fn an_earlier_position_can_be_shown_and_continued() {
    let sample = SampleGame::of(standard("quad-block"));
    let page = Page::open(&sample.address(5));
    for (name, ply) in [
        ("First position", 0),
        ("Next position", 1),
        ("Move 4: *", 4),
        ("Previous position", 3),
        ("Last position", 5),
        ("Move 2: *", 2),
    ] {
        page.click("button", name).sees_position(&sample, ply);
    }
    let other = sample.other_move(2);
    page.make(&*sample.positions[2], &other);
    page.sees_moves(&[sample.moves[0].clone(), sample.moves[1].clone(), other]);
    page.click("button", "Return to the other line");
    page.sees_moves(&sample.moves[..5]);
}

#[test]
#[ignore = "needs Chromium"]
fn an_illegal_move_is_refused_with_the_reason() {
    let sample = SampleGame::of(standard("gridlock"));
    for backend in Backend::BOTH {
        let page = Page::open_with(backend, &sample.address(1));
        // The browser logs every refusal of the server.
        page.bear(&["status of 422"]);
        page.click("DisclosureTriangle", "Type a move");
        for illegal in [&sample.moves[0], "nonsense"] {
            let refusal = sample.positions[1].play(illegal).expect_err("not legal");
            page.fill("textbox", "Type a move", illegal);
            page.press("Enter").sees(&refusal.to_string());
        }
        page.fill("textbox", "Type a move", &sample.moves[1]);
        page.press("Enter").sees_moves(&sample.moves[..2]);
        let ply = sample.moves.len() - 1;
        let (cell, reason) = sample.refused_cell();
        page.go(&sample.address(ply));
        page.touch(&cell).sees(&reason);
    }
}
