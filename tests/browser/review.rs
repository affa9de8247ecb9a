//! After the game: the graph, the mistakes, the better line, another try.

use serde_json::{Value, json};

use crate::course::{Course, standard};
use crate::page::{Page, Way};
use crate::server::{Server, text};

/// A finished game with mistakes, its review, and the moves of the review.
fn reviewed() -> (Course, Value, Vec<Value>) {
    let gridlock = quintet_games::Catalogue::STANDARD
        .find("gridlock")
        .expect("it is in the catalogue");
    let course = Course::of(gridlock.size("5x5").expect("a size"));
    let question = json!({ "game": "gridlock", "size": "5x5", "moves": course.moves });
    let review = Server::shared().post("/api/v1/review", &question);
    let moves = review["moves"].as_array().expect("a list").clone();
    (course, review, moves)
}

fn is_mistake(mv: &Value) -> bool {
    mv["mistake"] == true
}

#[test]
#[ignore = "needs Chromium"]
fn wrong_values_in_the_address_of_a_review_are_left_out() {
    let course = Course::of(standard("gridlock"));
    let address = course.address(4).replace("/play/", "/review/");
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
        page.sees_moves(&course.moves[..4]);
        page.click("button", "Move 4: *").sees_position(&course, 4);
    }
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn the_review_shows_the_graph_and_leads_from_mistake_to_mistake() {
        let (course, review, moves) = reviewed();
        let mistakes: Vec<_> = moves.iter().filter(|mv| is_mistake(mv)).collect();
        assert!(mistakes.len() > 1, "a random game has mistakes");
        for way in Way::BOTH {
            let page = Page::open_by(way, &course.address(course.moves.len()));
            page.click("link", "Review the game");
            page.has("heading", "Review of *");
            let counts = format!("{} moves, with {} mistakes", moves.len(), mistakes.len());
            page.has("image", &format!("* {counts} *"));
            for (n, mistake) in mistakes.iter().enumerate() {
                page.sees(&format!("plays {}. A ", text(&mistake["move"])));
                page.sees(&format!("Better: {}.", text(&mistake["better"])));
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
            // The usual signs, and none of them for a good move.
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
                page.sees(&format!("plays {}.", course.moves[ply]));
                page.sees_position(&course, ply + 1);
            }
        }
    }

    #[test]
    #[ignore = "needs Chromium"]
    fn the_better_line_is_played_out_and_tried_again() {
        let (course, _, moves) = reviewed();
        let ply = moves.iter().position(is_mistake);
        let ply = ply.expect("a mistake");
        let line = moves[ply]["line"].as_array().expect("a list");
        let page = Page::open(&course.address(course.moves.len()));
        page.click("link", "Review the game").sees("Better:");
        // The better move is marked on the board.
        page.has("gridcell", "*, hint*");
        page.click("button", "Better line");
        for (n, mv) in line.iter().enumerate() {
            let name = format!("Variation, move {}: {}", ply + n + 1, text(mv));
            assert!(!page.all("button", &name).is_empty(), "{name}");
            page.sees(&format!("plays {}.", text(mv)));
            if n + 1 < line.len() {
                page.click("button", "Next position");
            }
        }
        page.inspect("review-better-line");
        page.click("button", &format!("Move {}: *", ply + 1));
        page.click("button", "Try again").is_at("/play/");
        page.sees_moves(&course.moves[..ply]);
        page.sees_position(&course, ply);
        // Against a level, only the person's own mistakes are tried again.
        let whole = course.address(course.moves.len());
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
