//! The review: the graph, the mistakes, the better lines, another try.

use serde_json::{Value, json};

use crate::page::{Backend, Page};
use crate::sample_game::{SampleGame, standard};
use crate::server::{Server, text};

/// A finished game with mistakes, its review, and the moves of the review.
fn reviewed() -> (SampleGame, Value, Vec<Value>) {
    let gridlock = quintet_games::Catalogue::STANDARD
        .find("gridlock")
        .expect("it is in the catalogue");
    let sample = SampleGame::of(gridlock.size("5x5").expect("a size"));
    let question = json!({ "game": "gridlock", "size": "5x5", "moves": sample.moves });
    let review = Server::shared().post("/api/v1/review", &question);
    let moves = review["moves"].as_array().expect("a list").clone();
    (sample, review, moves)
}

fn is_mistake(mv: &Value) -> bool {
    mv["mistake"] == true
}

#[test]
#[ignore = "needs Chromium"]
fn invalid_values_in_the_address_of_a_review_are_ignored() {
    let sample = SampleGame::of(standard("gridlock"));
    let address = sample.address(4).replace("/play/", "/review/");
    let page = Page::open(&address);
    // The server refuses a variation that is not legal.
    page.bear(&["status of 422"]);
    for wrong in [
        "p2=genius",
        "p1=&p2=human+",
        "at=99",
        "at=-1",
        "at=1.5",
        "at=x&first=7&resigned=x&score=a-b",
        "first=x&resigned=3&score=1",
        "line=9+1-1&line=x&line=&line=0+9-9&on=7-7",
    ] {
        page.go(&format!("{address}&{wrong}"));
        page.has("heading", "Review of *");
        page.sees_moves(&sample.moves[..4]);
        page.click("button", "Move 4: *").sees_position(&sample, 4);
    }
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn the_review_shows_the_graph_and_leads_from_mistake_to_mistake() {
        let (sample, review, moves) = reviewed();
        let mistakes: Vec<_> = moves.iter().filter(|mv| is_mistake(mv)).collect();
        assert!(mistakes.len() > 1, "a random game has mistakes");
        for backend in Backend::BOTH {
            let page = Page::open_with(backend, &sample.address(sample.moves.len()));
            page.click("link", "Review the game");
            page.has("heading", "Review of *");
            let counts = format!("{} moves, with {} mistakes", moves.len(), mistakes.len());
            page.has("image", &format!("* {counts} *"));
            for (n, mistake) in mistakes.iter().enumerate() {
                page.sees(&format!("plays {}. A ", text(&mistake["name"])));
                page.sees(&format!("Better: {}.", text(&mistake["better_name"])));
                if n + 1 < mistakes.len() {
                    page.click("button", "Next mistake");
                }
            }
            page.inspect("review");
            for side in review["accuracy"].as_array().expect("a list") {
                page.sees(&text(&side["words"]));
            }
            let marked = ["Move *, a mistake", "Move *, a blunder"]
                .map(|name| page.all("button", name).len());
            assert_eq!(marked[0] + marked[1], mistakes.len());
            // Good moves have no sign.
            let signs = page.eval(
                "[...document.querySelectorAll('.tree .mistake')].map((sign) => sign.textContent)",
            );
            for sign in signs.as_array().expect("a list") {
                assert!(sign == "?" || sign == "??", "{sign}");
            }
            // A bar of the graph leads to its position.
            for ply in [4, 1, 0] {
                let place = page.eval(&format!(
                    "(() => {{
                        const column = document.querySelectorAll('svg.graph g.column')[{ply}];
                        column.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                        const box = column.getBoundingClientRect();
                        return [box.left + box.width / 2, box.top + box.height / 3];
                    }})()"
                ));
                let at = |n: usize| place[n].as_f64().expect("a place");
                page.click_at((at(0), at(1)));
                let name = sample.positions[ply].name_move(&sample.moves[ply]);
                page.sees(&format!("plays {name}."));
                page.sees_position(&sample, ply + 1);
            }
        }
    }

    #[test]
    #[ignore = "needs Chromium"]
    fn the_better_line_can_be_followed_and_tried() {
        let (sample, _, moves) = reviewed();
        let ply = moves.iter().position(is_mistake);
        let ply = ply.expect("a mistake");
        let line = moves[ply]["line"].as_array().expect("a list");
        let page = Page::open(&sample.address(sample.moves.len()));
        page.click("link", "Review the game").sees("Better:");
        // The better move is marked on the board.
        page.has("gridcell", "*, hint*");
        page.click("button", "Better line");
        let mut shown = sample.positions[ply].boxed();
        for (n, mv) in line.iter().enumerate() {
            let name = format!("Variation, move {}: {}", ply + n + 1, text(mv));
            page.has_some("button", &name);
            page.sees(&format!("plays {}.", shown.name_move(&text(mv))));
            shown = shown.play(&text(mv)).expect("a legal move").position;
            if n + 1 < line.len() {
                page.click("button", "Next position");
            }
        }
        page.inspect("review-better-line");
        page.click("button", &format!("Move {}: *", ply + 1));
        // The mistake is tried again on the board and judged at once.
        page.click("button", "Try again")
            .sees("Find a better move.");
        page.sees_position(&sample, ply);
        page.touch_ply(&sample, ply).sees(" Try again.");
        page.sees_position(&sample, ply);
        page.make(&*sample.positions[ply], &text(&moves[ply]["better"]));
        page.sees("Correct! ");
        page.has("region", "Analysis").inspect("mistakes");
        page.click("button", "Next mistake").sees("Mistake 2 of ");
        page.click("button", "Show the better move")
            .sees(" should play ");
        page.click("link", "Back to the review").sees("Better:");
        // Against a level, only the person's own mistakes are tried again.
        let whole = sample.address(sample.moves.len());
        let whole = whole.replace("/play/", "/review/");
        for (n, mv) in moves.iter().enumerate().filter(|(_, mv)| is_mistake(mv)) {
            page.go(&format!("{whole}&p2=hard&at={}", n + 1));
            page.sees("Better:");
            let is_own = mv["player"] == 1;
            let offered = page.all("button", "Try again").len();
            assert_eq!(offered, usize::from(is_own), "{mv}");
        }
    }
}
