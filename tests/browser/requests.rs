//! What the page asks the server: a turn is one question, and looking around is none.

use crate::course::{Course, standard};
use crate::page::Page;
use crate::patience::until;
use crate::server::Server;

impl Page {
    /// The questions that the page has asked the server so far.
    pub(crate) fn questions(&self) -> Vec<String> {
        let is_question = |address: &&String| address.contains("/api/");
        self.watch(|watch| watch.requests.iter().filter(is_question).cloned().collect())
    }

    /// Keeps every question of the page until it is let go. A question that is refused gets an answer
    /// of the test instead of the server's.
    fn hold_questions(&self) {
        self.eval(
            "{
                const ask = fetch;
                const no = { type: '/problems/illegal-move', title: 'No', status: 422, detail: 'It is refused.' };
                const refusal = () => new Response(JSON.stringify(no), {
                    status: 422, headers: { 'content-type': 'application/problem+json' },
                });
                window.letGo = () => {};
                window.refuse = () => {};
                window.fetch = (...all) => new Promise((resolve) => {
                    window.letGo = () => resolve(ask(...all));
                    window.refuse = () => resolve(refusal());
                });
            }",
        );
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_turn_against_a_level_is_one_question() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let page = Page::open_asking_server(&server, "/play/gridlock/4x4?p2=perfect");
    page.sees("Player 1 (X) to move.");
    let before = page.questions().len();
    page.touch(&course.touches(0)[0]);
    until("the level has replied", || {
        (page.moves().len() == 2).then_some(())
    });
    let asked = page.questions().split_off(before);
    assert_eq!(asked, [server.address("/api/v1/session")]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_of_a_level_that_is_watched_is_one_question() {
    let server = Server::start();
    let page = Page::open_asking_server(&server, "/play/adjacency-block/10?p1=perfect&p2=perfect");
    page.find("button", "Rematch");
    let moves = page.moves();
    let asked = page.questions();
    let sessions = asked.iter().filter(|address| address.ends_with("/session"));
    // One more for the game as it is at first.
    assert_eq!(sessions.count(), moves.len() + 1, "{asked:#?}");
    assert_eq!(
        asked.len(),
        moves.len() + 2,
        "with the catalogue: {asked:#?}"
    );
}

#[test]
#[ignore = "needs Chromium"]
fn looking_at_cells_asks_nothing() {
    let server = Server::start();
    let course = Course::of(standard("matrix-isolation"));
    let page = Page::open_asking_server(&server, &course.address(0));
    page.sees("Step 1 of 2");
    let before = page.questions();
    let ghosts = || page.eval("document.querySelectorAll('.board .ghost').length");
    let first = &course.touches(0)[0];
    page.point(first);
    until("what the move does is shown", || {
        (ghosts() != 0).then_some(())
    });
    page.touch(first);
    page.sees("Step 2 of 2");
    for cell in ["1 1", "2 3", "4 3"] {
        page.point(cell);
    }
    page.press("ArrowRight");
    page.press("Escape");
    page.sees("Step 1 of 2");
    assert_eq!(page.questions(), before);
}

#[test]
#[ignore = "needs Chromium"]
fn an_own_move_is_drawn_before_it_is_answered() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let page = Page::open_asking_server(&server, "/play/gridlock/4x4?p2=easy");
    page.sees("Player 1 (X) to move.");
    page.hold_questions();
    page.touch(&course.touches(0)[0]);
    page.sees_position(&course, 1);
    page.sees("thinking");
    assert_eq!(page.moves(), Vec::<String>::new(), "it is not answered");
    page.eval("letGo()");
    until("the level has replied", || {
        (page.moves().len() == 2).then_some(())
    });
}

#[test]
#[ignore = "needs Chromium"]
fn an_own_move_that_is_refused_is_taken_back_with_the_reason() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let page = Page::open_asking_server(&server, &course.address(1));
    page.sees("Player 2 (O) to move.");
    page.hold_questions();
    page.touch(&course.touches(1)[0]);
    page.sees_position(&course, 2);
    page.eval("refuse()");
    page.sees("It is refused.");
    page.sees_position(&course, 1);
    page.sees_moves(&course.moves[..1]);
    assert_eq!(page.path(), course.address(1));
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_that_is_not_answered_yet_can_be_taken_back() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let page = Page::open_asking_server(&server, "/play/gridlock/4x4?p2=easy");
    page.sees("Player 1 (X) to move.");
    page.hold_questions();
    page.touch(&course.touches(0)[0]);
    page.sees_position(&course, 1);
    page.click("button", "Undo");
    page.sees_position(&course, 0);
    page.eval("letGo()");
    page.sees("Player 1 (X) to move.");
    page.sees_moves(&[]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_typed_move_is_drawn_before_it_is_answered_in_any_spelling() {
    let server = Server::start();
    let course = Course::of(standard("grid-runner"));
    let word = quintet_games::one_word(&course.moves[0]);
    for spelling in [
        word.to_lowercase(),
        format!(" {} ", word.replace('-', "  ")),
    ] {
        let page = Page::open_asking_server(&server, &course.address(0));
        page.sees("P1 to move.");
        page.click("DisclosureTriangle", "Type a move");
        page.fill("textbox", "Type a move", &spelling);
        page.hold_questions();
        page.press("Enter");
        page.sees_position(&course, 1);
        page.eval("letGo()");
        page.sees_moves(&course.moves[..1]);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn who_begins_by_lot_is_drawn_by_the_server_and_stays() {
    let server = Server::start();
    let page = Page::open_asking_server(&server, "/play/gridlock/4x4?first=random");
    page.sees("to move.");
    let path = page.path();
    assert!(!path.contains("random"), "{path}");
    let beginner = if path.contains("first=2") {
        "Player 2 (O) to move."
    } else {
        "Player 1 (X) to move."
    };
    page.sees(beginner);
}
