//! Requests to the server: a turn is one request, and pointing at cells is none.

use crate::page::{Backend, Page};
use crate::sample_game::{SampleGame, standard};
use crate::server::Server;
use crate::waiting::wait;

impl Page {
    /// The requests that the page has sent to the server.
    pub(crate) fn questions(&self) -> Vec<String> {
        let is_question = |address: &&String| address.contains("/api/");
        self.watch(|watch| watch.requests.iter().filter(is_question).cloned().collect())
    }

    /// Holds all requests of the page until `letGo()`, or until `refuse()` answers instead of the server.
    fn hold_requests(&self) {
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
fn a_turn_against_a_level_and_a_watched_move_are_one_request_each() {
    let sample = SampleGame::of(standard("gridlock"));
    let page = Page::open_with(Backend::Server, "/play/gridlock/4x4?p2=perfect");
    page.sees("Your turn.");
    let before = page.questions().len();
    page.touch_ply(&sample, 0).until_moves(2);
    let session = Server::shared().address("/api/v1/session");
    let asked = page.questions().split_off(before);
    assert_eq!(asked, [session.as_str()]);
    let page = Page::open_with(
        Backend::Server,
        "/play/adjacency-block/10?p1=perfect&p2=perfect",
    );
    page.has("button", "Rematch");
    let moves = page.moves();
    let asked = page.questions();
    let sessions = asked.iter().filter(|address| **address == session);
    // One more for the start of the game, one for the catalogue, and one for the review at the end.
    assert_eq!(sessions.count(), moves.len() + 1, "{asked:#?}");
    assert_eq!(asked.len(), moves.len() + 3, "{asked:#?}");
}

#[test]
#[ignore = "needs Chromium"]
fn pointing_at_cells_sends_no_request() {
    let sample = SampleGame::of(standard("matrix-isolation"));
    let page = Page::open_with(Backend::Server, &sample.address(0));
    page.sees("Step 1 of 2");
    let before = page.questions();
    let first = &sample.touches(0)[0];
    page.point(first);
    wait("the effect of the move is shown", || {
        page.count(".board .ghost") != 0
    });
    page.touch(first).sees("Step 2 of 2");
    for cell in ["(1,1)", "(2,3)", "(4,3)"] {
        page.point(cell);
    }
    page.press("ArrowRight");
    page.press("Escape").sees("Step 1 of 2");
    assert_eq!(page.questions(), before);
}

#[test]
#[ignore = "needs Chromium"]
fn an_own_move_is_drawn_before_it_is_answered() {
    let sample = SampleGame::of(standard("gridlock"));
    let held = |path: &str, ply: usize| {
        let page = Page::open_with(Backend::Server, path);
        page.sees(["Your turn.", "Player 2 (O) to move."][ply]);
        page.hold_requests();
        page.touch_ply(&sample, ply).sees_position(&sample, ply + 1);
        page
    };
    let page = held("/play/gridlock/4x4?p2=easy", 0);
    page.sees("thinking");
    assert_eq!(page.moves(), Vec::<String>::new(), "it is not answered");
    page.eval("letGo()");
    page.until_moves(2);
    // It can be taken back before it is answered.
    let page = held("/play/gridlock/4x4?p2=easy", 0);
    page.click("button", "Undo").sees_position(&sample, 0);
    page.eval("letGo()");
    page.sees("Your turn.").sees_moves(&[]);
    // One that is refused is taken back with the reason.
    let page = held(&sample.address(1), 1);
    page.eval("refuse()");
    page.sees("It is refused.").sees_position(&sample, 1);
    page.sees_moves(&sample.moves[..1]);
    assert_eq!(page.path(), sample.address(1));
}

#[test]
#[ignore = "needs Chromium"]
fn a_typed_move_is_drawn_before_it_is_answered_in_any_spelling() {
    let sample = SampleGame::of(standard("grid-runner"));
    let word = quintet_games::hyphenated(&sample.moves[0]);
    let spaced = format!(" {} ", word.replace('-', "  "));
    for spelling in [word.to_lowercase(), spaced] {
        let page = Page::open_with(Backend::Server, &sample.address(0));
        page.sees("P1 to move.");
        page.click("DisclosureTriangle", "Type a move");
        page.fill("textbox", "Type a move", &spelling);
        page.hold_requests();
        page.press("Enter").sees_position(&sample, 1);
        page.eval("letGo()");
        page.sees_moves(&sample.moves[..1]);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_random_first_player_is_drawn_once() {
    for backend in Backend::BOTH {
        let page = Page::open_with(backend, "/play/gridlock/4x4?first=random");
        page.sees("to move.");
        let path = page.path();
        assert!(!path.contains("random"), "{path}");
        let is_second = path.contains("first=2");
        let beginner = ["Player 1 (X) to move.", "Player 2 (O) to move."][usize::from(is_second)];
        page.sees(beginner);
        page.reload().sees(beginner);
    }
}
