//! The explorer: every line is clicked or played, by mouse and by keys, and none replaces another.

use serde_json::json;

use crate::element::Element;
use crate::page::{Backend, Page, Screen};
use crate::sample_game::{SampleGame, standard};
use crate::waiting::wait;

/// A short game, and the address of the explorer of its first moves.
fn game() -> (SampleGame, String) {
    let sample = SampleGame::of(standard("gridlock"));
    let address = sample.address(4).replace("/play/", "/explore/");
    (sample, address)
}

/// Waits until the current move is this one.
#[track_caller]
fn current(page: &Page, name: &str) {
    let is_current = |button: &Element| {
        let current = page.on(button, "function () { return this.ariaCurrent; }");
        current == Some(json!("step"))
    };
    page.find_which("button", name, is_current);
}

#[test]
#[ignore = "needs Chromium"]
fn keys_lead_through_the_tree() {
    let (sample, address) = game();
    let page = Page::open(&address);
    page.sees_position(&sample, 4);
    for (key, ply) in [
        ("ArrowLeft", 3),
        ("Home", 0),
        ("ArrowRight", 1),
        ("End", 4),
        ("Home", 0),
    ] {
        page.press(key).sees_position(&sample, ply);
    }
    page.press("v").is_pressed("Values", true);
    page.press("w").is_pressed("Why", true);
    page.press("h").has("gridcell", "*, hint*");
    page.press("b");
    wait("the best line is in the tree", || {
        let first = page.all("button", "Variation, move 1: *");
        first.len() == 1 || page.moves().len() == 4
    });
    page.press("?").has("dialog", "Keyboard shortcuts");
    page.sees("Previous variation").inspect("explorer-keys");
    page.press("Escape").lacks("dialog", "*");
    // Up and down switch between variations.
    page.go(&address).sees_position(&sample, 4);
    page.press("ArrowLeft").sees_position(&sample, 3);
    let other = sample.other_move(3);
    page.make(&*sample.positions[3], &other);
    let variation = format!("Variation, move 4: {other}");
    current(&page, &variation);
    page.eval("document.activeElement.blur()");
    page.press("ArrowUp");
    current(&page, "Move 4: *");
    page.press("ArrowDown");
    current(&page, &variation);
    page.press("u").sees_position(&sample, 3);
    page.lacks("button", "Variation, *");
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn another_move_starts_a_variation_and_the_line_stays() {
        let (sample, address) = game();
        let other = sample.other_move(2);
        for backend in Backend::BOTH {
            let page = Page::open_with(backend, &address);
            page.sees_position(&sample, 4);
            page.click("button", "Move 2: *").sees_position(&sample, 2);
            page.make(&*sample.positions[2], &other);
            page.has("button", &format!("Variation, move 3: {other}"));
            page.sees_moves(&sample.moves[..4]).inspect("explorer");
            page.click("button", "Move 4: *").sees_position(&sample, 4);
            page.click("button", &format!("Variation, move 3: {other}"));
            page.click("button", "Take back").sees_position(&sample, 2);
            page.lacks("button", "Variation, *");
            // The move of the game is not added again.
            page.click("button", "Move 2: *");
            page.touch_ply(&sample, 2).sees_position(&sample, 3);
            page.sees_moves(&sample.moves[..4]);
        }
    }

    #[test]
    #[ignore = "needs Chromium"]
    fn the_lines_are_next_to_the_board_on_every_screen() {
        let (sample, address) = game();
        for screen in Screen::USUAL {
            let page = Page::open_on(screen, &address);
            page.sees_position(&sample, 4);
            page.press("b");
            // The whole board and the current move are in view, and nothing covers the move.
            let seen = page.eval(
                "(() => {
                    const [board, move] = ['.board', '.tree [aria-current]'].map((one) => document.querySelector(one));
                    move.scrollIntoView({ block: 'center' });
                    const isSeen = (one) => {
                        const { top, bottom } = one.getBoundingClientRect();
                        return top >= -1 && bottom <= innerHeight + 1;
                    };
                    const box = move.getBoundingClientRect();
                    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
                    return [isSeen(board), isSeen(move), top.closest('.tree') !== null];
                })()",
            );
            assert_eq!(seen, json!([true, true, true]), "{}", screen.name);
            page.inspect(&format!("explorer-{}", screen.name));
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn variations_survive_a_reload() {
    let (sample, address) = game();
    let other = sample.other_move(2);
    let variation = format!("Variation, move 3: {other}");
    for screen in ["/explore/", "/review/"] {
        let page = Page::open(&address.replace("/explore/", screen));
        page.sees_moves(&sample.moves[..4]);
        page.click("button", "Move 2: *").sees_position(&sample, 2);
        page.make(&*sample.positions[2], &other);
        current(&page, &variation);
        page.reload();
        current(&page, &variation);
        page.sees_moves(&sample.moves[..4]);
        page.click("button", "Move 2: *");
        page.press("End").sees_position(&sample, 4);
        page.reload().sees_position(&sample, 4);
        page.has("button", &variation);
    }
}
