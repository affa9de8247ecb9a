//! Playing on the board: legal moves, obstacles, the cost of a move, the result.

use serde_json::json;

use crate::page::{Page, Screen, counting, part};
use crate::sample_game::{SampleGame, standard};
use crate::waiting::wait;

#[test]
#[ignore = "needs Chromium"]
fn a_barrier_is_placed_at_the_second_touch_and_can_be_put_back() {
    let page = Page::open("/play/grid-runner/5x5");
    page.has("gridcell", "C3, *");
    // Moves of different kinds look different.
    let shapes = page.eval(
        "[...document.querySelectorAll('.board .target')].map((one) => one.tagName)
            .reduce((all, name) => ({ ...all, [name]: (all[name] ?? 0) + 1 }), {})",
    );
    assert_eq!(shapes, json!({ "circle": 2, "rect": 21 }));
    page.touch("C3");
    page.sees("Choose C3 again to confirm, or choose another cell. You have 3 barriers left.");
    page.has("gridcell", "C3, empty*, chosen*");
    page.inspect("play-waiting");
    page.click("button", "Cancel");
    page.has("gridcell", "C3, empty*");
    assert!(page.moves().is_empty());
    // Another cell instead, and a run needs no second touch.
    page.touch("C3");
    page.touch("D3").sees("Choose D3 again to confirm");
    page.touch("D3").sees_moves(&["BARRIER D3".to_owned()]);
    page.touch("E4");
    page.sees_moves(&["BARRIER D3", "MOVE E4"].map(str::to_owned));
    // The remaining barriers are also shown as pieces.
    assert_eq!(page.count(".player-stock .is-used"), 1);
}

/// A scroll bar that appears changes it.
#[test]
#[ignore = "needs Chromium"]
fn a_click_counts_even_if_it_changes_the_size_of_the_board() {
    let page = Page::open("/play/adjacency-block/10");
    let place = page.middle("gridcell", "6, *");
    page.mouse("mousePressed", place, 1);
    let before = page.eval("document.querySelector('.board').clientWidth");
    page.resize(Screen::new("narrower", 1260, 800, false));
    wait("the board is smaller", || {
        page.eval("document.querySelector('.board').clientWidth") != before
    });
    page.mouse("mouseReleased", place, 0);
    page.sees_moves(&["6".to_owned()]);
}

#[test]
#[ignore = "needs Chromium"]
fn an_illegal_touch_marks_the_cell_that_is_in_the_way() {
    let barrier = "grid-runner/5x5?start=.X.../...../..1../...2./.....+1+3+2";
    let page = Page::open("/");
    for (address, cell, blocking) in [
        ("gridlock/4x4?moves=2-2+3-3", "(2,3)", "(3,3), O*"),
        ("adjacency-block/10?moves=5+2", "3", "2, O*"),
        ("matrix-isolation/4x4", "(3,3)", "(1,1), P1*"),
        (barrier, "A2", "B1, blocked*"),
    ] {
        page.go(&format!("/play/{address}"));
        page.touch(cell);
        page.has("gridcell", &format!("{blocking}, in the way*"));
        page.inspect("play-refused");
        // The next touch removes the marks.
        let free = page.all("gridcell", "*, empty*, can be *").remove(0);
        page.touch(free.name.split(", ").next().expect("a name"));
        page.lacks("gridcell", "*, in the way*");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_guides_of_a_game_can_be_switched_off() {
    let cut_off = "matrix-isolation/4x4?start=1XXX/.X.2/.X../.XXX+1";
    for (address, guide) in [
        (
            "gridlock/4x4?moves=2-2+3-3",
            "(1,2), empty*, closed to Player 2 (O)*",
        ),
        (
            "adjacency-block/10?moves=5+8",
            "9, empty*, closed to Player 1*",
        ),
        (cut_off, "(2,3), empty*, closed to Player 1*"),
        ("grid-runner/5x5", "E5, P2*, goal of P1*"),
        ("quad-block/5x5?moves=1+25+2+24", "2, X*, in a group of 2*"),
    ] {
        let page = Page::open(&format!("/play/{address}"));
        page.has("gridcell", guide);
        assert!(page.count(".board .guide") > 0, "{address}");
        page.click("button", "Guides");
        wait("no guide is drawn", || page.count(".board .guide") == 0);
        page.reload();
        page.has_some("gridcell", "*, can be *");
        assert!(page.all("gridcell", guide).is_empty(), "{address}");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn values_color_the_cells_from_the_side_of_the_person_and_are_off_in_a_new_game() {
    // Player 1 has won: every move of Player 2, a level, loses, which is good for the person.
    let start = "...../...../.X.X./..O../..O..+1+p";
    let page = Page::open(&format!(
        "/play/quad-block/5x5?p2=perfect&start={start}&moves=13+1&at=1"
    ));
    page.click("button", "Values");
    page.has("gridcell", "1, empty*, Player 2 loses in 1*");
    assert_eq!(page.count(".board .is-valued.loss"), 0);
    assert!(page.count(".board .is-valued.win") > 9);
    page.sees("You lose").sees("You win");
    page.sees("Player 1 wins in 1");
    page.inspect("play-values-flipped");
    // In the position before, the person is to move: one move wins, and it stands out.
    page.click("button", "Previous position");
    page.has("gridcell", "13, empty*, wins in 2*");
    assert_eq!(page.count(".board .note .star"), 1);
    page.click("button", "New game").has("dialog", "*");
    page.click("button", "New game").is_pressed("Values", false);
    // Cells with a token also show their value.
    page.go("/play/quad-block/5x5?start=XOOO./OXOOX/XXOOX/OOXXX/XXOOO+1+s");
    page.click("button", "Values");
    page.has("gridcell", "19, X*, wins in 1*");
    assert_eq!(page.count(".board .note"), 11);
}

#[test]
#[ignore = "needs Chromium"]
fn the_end_of_a_game_shows_the_winner() {
    let win = "/play/gridlock/4x4?p2=easy&start=X.OO/X.../X..X/.OO.+1";
    let page = Page::open_on(Screen::TABLET, win);
    page.touch("(2,2)").sees("You won");
    page.has("gridcell", "(2,2), X, decides the game*");
    page.has("button", "Rematch").has("link", "Next: Medium");
    page.inspect("play-won");
    let lost = "/play/quad-block/5x5?p1=easy&start=...../.XX../.XO../..OO./.....+1+p&moves=3";
    page.go(lost).sees("You lost");
    page.go(&lost.replace("p1=easy&", "")).sees("Player 1 wins");
}

#[test]
#[ignore = "needs Chromium"]
fn a_win_is_marked_on_the_ladder_and_listed() {
    let page = Page::open("/play/quad-block/5x5?p2=easy&moves=1+25+2+24+3+23");
    page.touch("4").sees("You won");
    page.go("/").has("image", "Won against 1 of * opponents");
    page.go("/games").has("heading", "Quad Block 5x5 Won");
    page.sees("you against Easy");
}

#[test]
#[ignore = "needs Chromium"]
fn a_loss_from_a_lost_start_offers_to_switch_sides() {
    let page = Page::open("/play/gridlock/4x4?p2=perfect&moves=2-2+3-3&resigned=1");
    page.sees("You lost")
        .sees("Player 1 (X) has the harder side");
    page.inspect("play-lost");
    page.click("link", "Switch sides");
    page.is_at("/play/gridlock/4x4?p1=perfect");
    // A loss from the other side has a turning point.
    let thrown = "/play/gridlock/4x4?p1=perfect&moves=2-2+1-1&resigned=2";
    page.go(thrown)
        .sees("You lost")
        .has("link", "Turning point: *");
    assert!(page.all("link", "Switch sides").is_empty());
}

#[test]
#[ignore = "needs Chromium"]
fn sound_is_off_until_it_is_switched_on() {
    let page = Page::open("/play/gridlock/4x4");
    page.eval(&counting("AudioContext"));
    page.touch("(2,2)").sees_moves(&["2 2".to_owned()]);
    assert_eq!(page.eval("made"), 0);
    page.click("button", "Sound");
    wait("something is heard", || page.eval("made") == 1);
    page.is_pressed("Sound", true);
}

#[test]
#[ignore = "needs Chromium"]
fn the_best_line_is_explored_and_can_be_played() {
    let page = Page::open("/play/matrix-isolation/4x4?start=1XXX/.X.2/.X../.XXX+1");
    page.click("button", "Values").sees("Player 1 wins in 2");
    page.click("button", "Best line").is_at("/explore/");
    page.sees("Player 2 to move.")
        .until_moves(3)
        .inspect("play-line");
    page.click("button", "Next position")
        .sees("Player 1 to move.");
    page.click("button", "Play from here").is_at("/play/");
    page.until_moves(2).sees("Player 1 to move.");
}

#[test]
#[ignore = "needs Chromium"]
fn a_picture_of_the_board_has_no_number_below_a_mark() {
    let page = Page::open(&SampleGame::of(standard("quad-block")).address(4));
    page.has("gridcell", "*, last move*");
    let numbers = page.eval(&format!(
        "{}.then(({{ svgOf }}) => {{
            const {{ text }} = svgOf(document.querySelector('.board svg'));
            return text.split('<text').length - 1;
        }})",
        part("parts/picture.js")
    ));
    let shown = page.eval(
        "[...document.querySelectorAll('.board svg text')]
            .filter((one) => getComputedStyle(one).display !== 'none').length",
    );
    assert_eq!(numbers, shown);
    assert_eq!(page.count(".board .number"), 25);
}
