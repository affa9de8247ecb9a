//! What the board tells a person who plays: what to touch, what is in the way, what a move costs, who wins.

use quintet_catalogue::catalogue;
use serde_json::json;

use crate::course::{Course, standard};
use crate::page::{Page, Screen, part};
use crate::patience::until;
use crate::server::Server;

#[test]
#[ignore = "needs Chromium"]
fn what_to_touch_next_is_said_in_every_game() {
    let server = Server::start();
    for listing in catalogue() {
        let course = Course::of(listing.standard());
        let page = Page::open(&server, &course.address(0));
        for step in course.positions[0].steps() {
            page.sees(step);
            page.touch(&course.touches(0)[0]);
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_barrier_is_placed_at_the_second_touch_and_can_be_put_back() {
    let server = Server::start();
    let page = Page::open(&server, "/play/grid-runner/5x5");
    page.touch("C3");
    page.sees("Choose C3 again to do it, or another cell. You have 3 barriers left.");
    page.find("gridcell", "C3, empty*, chosen*");
    page.inspect("play-waiting");
    page.click("button", "Put back");
    page.find("gridcell", "C3, empty*");
    assert!(page.moves().is_empty());
    // Another cell instead, and a run needs no second touch.
    page.touch("C3");
    page.touch("D3");
    page.sees("Choose D3 again to do it");
    page.touch("D3");
    page.sees_moves(&["BARRIER D3".to_owned()]);
    page.touch("E4");
    page.sees_moves(&["BARRIER D3".to_owned(), "MOVE E4".to_owned()]);
    // What is left is shown as pieces, too.
    let used = page.eval("document.querySelectorAll('.player-stock .is-used').length");
    assert_eq!(used, 1);
}

#[test]
#[ignore = "needs Chromium"]
fn moves_of_different_kinds_look_different() {
    let server = Server::start();
    let page = Page::open(&server, "/play/grid-runner/5x5");
    page.find("gridcell", "C3, *");
    let shapes = page.eval(
        "[...document.querySelectorAll('.board .target')].map((one) => one.tagName)
            .reduce((all, name) => ({ ...all, [name]: (all[name] ?? 0) + 1 }), {})",
    );
    assert_eq!(shapes, json!({ "circle": 2, "rect": 21 }));
}

#[test]
#[ignore = "needs Chromium"]
fn an_illegal_touch_marks_what_is_in_the_way() {
    let server = Server::start();
    for (address, cell, culprit) in [
        (
            "/play/gridlock/4x4?moves=2-2+3-3",
            "2 3",
            "3 3, O*, in the way*",
        ),
        (
            "/play/adjacency-block/10?moves=5+2",
            "3",
            "2, O*, in the way*",
        ),
        ("/play/matrix-isolation/4x4", "3 3", "1 1, P1*, in the way*"),
        (
            "/play/grid-runner/5x5?start=.X.../...../..1../...2./.....+1+3+2",
            "A2",
            "B1, blocked*, in the way*",
        ),
    ] {
        let page = Page::open(&server, address);
        page.touch(cell);
        page.find("gridcell", culprit);
        page.inspect("play-refused");
        // The next touch is about something else.
        let free = page
            .all("gridcell", "*, empty*, can be chosen")
            .remove(0)
            .name;
        page.touch(free.split(',').next().expect("a name"));
        until("nothing is in the way any more", || {
            page.all("gridcell", "*, in the way*")
                .is_empty()
                .then_some(())
        });
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_idea_of_a_game_is_on_its_board_until_it_is_switched_off() {
    let server = Server::start();
    for (address, told) in [
        (
            "/play/gridlock/4x4?moves=2-2+3-3",
            "1 2, empty*, closed to Player 2 (O)*",
        ),
        (
            "/play/adjacency-block/10?moves=5+8",
            "9, empty*, closed to Player 1*",
        ),
        (
            "/play/matrix-isolation/4x4?start=1XXX/.X.2/.X../.XXX+1",
            "2 3, empty*, closed to Player 1*",
        ),
        ("/play/grid-runner/5x5", "E5, P2*, goal of P1*"),
        (
            "/play/quad-block/5x5?moves=1+25+2+24",
            "2, X*, in a group of 2*",
        ),
    ] {
        let page = Page::open(&server, address);
        page.find("gridcell", told);
        assert!(
            page.eval("document.querySelectorAll('.board .guide').length")
                .as_u64()
                > Some(0)
        );
        page.click("button", "Guides");
        until("no guide is drawn", || {
            (page.eval("document.querySelectorAll('.board .guide').length") == 0).then_some(())
        });
        page.reload();
        until("the board is shown", || {
            let shown = page.all("gridcell", "*, can be chosen*");
            (!shown.is_empty()).then_some(())
        });
        assert!(page.all("gridcell", told).is_empty());
    }
}

#[test]
#[ignore = "needs Chromium"]
fn values_colour_the_cells_from_the_side_of_the_person_and_are_off_in_a_new_game() {
    let server = Server::start();
    // Player 1 has won: every move of Player 2, a level, loses, which is good for the person.
    let address =
        "/play/quad-block/5x5?p2=perfect&start=...../...../.X.X./..O../..O..+1+p&moves=13+1&at=1";
    let page = Page::open(&server, address);
    page.click("button", "Values");
    page.find("gridcell", "1, empty*, Player 2 loses in 2*");
    assert_eq!(
        page.eval("document.querySelectorAll('.board .note.loss').length"),
        0
    );
    assert!(
        page.eval("document.querySelectorAll('.board .note.win').length")
            .as_u64()
            > Some(9)
    );
    page.sees("Colours are seen from your side.");
    page.sees("Player 1 wins in 2");
    page.inspect("play-values-flipped");
    // In the position before, the person is to move: one move wins, and it stands out.
    page.click("button", "Previous position");
    page.find("gridcell", "13, empty*, wins in 3*");
    assert_eq!(
        page.eval("document.querySelectorAll('.board .note.is-best').length"),
        1
    );
    page.click("button", "New game");
    page.find("dialog", "*");
    page.click("button", "New game");
    page.find_which("button", "Values", |button| !button.is("pressed"));
}

#[test]
#[ignore = "needs Chromium"]
fn a_cell_with_a_token_shows_its_value() {
    let server = Server::start();
    let start = "XOOO./OXOOX/XXOOX/OOXXX/XXOOO+1+s";
    let page = Page::open(&server, &format!("/play/quad-block/5x5?start={start}"));
    page.click("button", "Values");
    page.find("gridcell", "19, X*, wins in 1*");
    let chips = page.eval("document.querySelectorAll('.board .note').length");
    assert_eq!(chips, 11);
}

#[test]
#[ignore = "needs Chromium"]
fn the_end_of_a_game_says_who_has_won_and_shows_it() {
    let server = Server::start();
    let win = "/play/gridlock/4x4?p2=easy&start=X.OO/X.../X..X/.OO.+1";
    let page = Page::open_on(Screen::TABLET, &server, win);
    page.touch("2 2");
    page.sees("You won");
    page.find("gridcell", "2 2, X, decides the game*");
    page.find("button", "Rematch");
    page.inspect("play-won");
    let lost = "/play/quad-block/5x5?p1=easy&start=...../.XX../.XO../..OO./.....+1+p&moves=3";
    page.go(lost);
    page.sees("You lost");
    page.go(&lost.replace("p1=easy&", ""));
    page.sees("Player 1 wins");
}

#[test]
#[ignore = "needs Chromium"]
fn sound_is_made_only_for_a_person_who_asks_for_it() {
    let server = Server::start();
    let page = Page::open(&server, "/play/gridlock/4x4");
    page.eval(
        "window.made = 0;
         const Old = window.AudioContext;
         window.AudioContext = class extends Old { constructor() { super(); made += 1; } }; 0",
    );
    page.touch("2 2");
    page.sees_moves(&["2 2".to_owned()]);
    assert_eq!(page.eval("made"), 0);
    page.click("button", "Sound");
    until("something is heard", || {
        (page.eval("made") == 1).then_some(())
    });
    page.find_which("button", "Sound", |button| button.is("pressed"));
}

#[test]
#[ignore = "needs Chromium"]
fn the_best_line_shows_its_own_position_and_is_played_whole() {
    let server = Server::start();
    let address = "/play/matrix-isolation/4x4?start=1XXX/.X.2/.X../.XXX+1";
    let page = Page::open(&server, address);
    page.click("button", "Values");
    page.sees("Player 1 wins in 3");
    page.click("button", "Best line");
    page.sees("Best line, 1 of 3:");
    // After the first move Player 2 is to move, and the bar counts on.
    page.sees("Player 1 wins in 2");
    let next = "document.querySelector('.player.is-next .player-name').textContent";
    assert_eq!(page.eval(next), "Player 2");
    assert_eq!(
        page.eval("document.querySelectorAll('.board .note').length"),
        0
    );
    assert!(
        page.eval("document.querySelectorAll('.board .plan').length")
            .as_u64()
            > Some(0)
    );
    page.inspect("play-line");
    page.click("button", "Play this line");
    until("the whole line is played", || {
        (page.moves().len() == 3).then_some(())
    });
    page.sees("Player 1 wins");
}

#[test]
#[ignore = "needs Chromium"]
fn the_rules_lead_back_to_the_opponent_that_was_chosen() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    page.click("radio", "Hard");
    page.go("/rules/gridlock");
    page.click("link", "Play Gridlock");
    page.find("gridcell", "1 1, empty*");
    assert_eq!(page.path(), "/play/gridlock/4x4?p2=hard");
}

#[test]
#[ignore = "needs Chromium"]
fn an_address_with_an_unknown_level_or_seed_still_shows_something_to_play() {
    let server = Server::start();
    let page = Page::open(&server, "/play/gridlock/4x4?p2=genius");
    page.sees("Player 1 (X) to move.");
    page.go("/puzzles/gridlock/4x4?seed=abc");
    page.sees("Puzzle of Gridlock 4x4");
}

#[test]
#[ignore = "needs Chromium"]
fn a_picture_of_the_board_has_no_number_below_a_mark() {
    let server = Server::start();
    let page = Page::open(&server, &Course::of(standard("quad-block")).address(4));
    page.find("gridcell", "*, last move*");
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
    assert_eq!(
        page.eval("document.querySelectorAll('.board .number').length"),
        25
    );
}
