//! After the game: the graph, the mistakes, the better line, another try.

use serde_json::{Value, json};

use crate::course::{Course, standard};
use crate::page::Page;
use crate::patience::until;
use crate::server::Server;

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// A finished game and what its review finds.
fn reviewed(server: &Server) -> (Course, Value) {
    let gridlock = quintet_catalogue::find("gridlock").expect("it is in the catalogue");
    let course = Course::of(gridlock.size("5x5").expect("a size"));
    let question = json!({ "game": "gridlock", "size": "5x5", "moves": course.moves });
    let review = server.post("/api/v1/review", &question);
    (course, review)
}

#[test]
#[ignore = "needs Chromium"]
fn the_review_shows_the_graph_and_leads_from_mistake_to_mistake() {
    let server = Server::start();
    let (course, review) = reviewed(&server);
    let page = Page::open(&server, &course.address(course.moves.len()));
    page.click("link", "Review the game");
    page.find("heading", "Review of *");
    let moves = review["moves"].as_array().expect("a list");
    let mistakes: Vec<_> = moves.iter().filter(|mv| mv["mistake"] == true).collect();
    assert!(mistakes.len() > 1, "a random game has mistakes");
    page.find(
        "image",
        &format!(
            "* {} moves, with {} mistakes *",
            moves.len(),
            mistakes.len()
        ),
    );
    for (n, mistake) in mistakes.iter().enumerate() {
        page.sees(&format!("plays {}. A ", text(&mistake["move"])));
        page.sees(&format!("Better: {}.", text(&mistake["better"])));
        if n + 1 < mistakes.len() {
            page.click("button", "Next mistake");
        }
    }
    page.inspect("review");
    for side in review["accuracy"].as_array().expect("a list") {
        page.sees(text(&side["words"]));
    }
    let marked =
        ["Move *, a mistake", "Move *, a blunder"].map(|name| page.all("button", name).len());
    assert_eq!(marked[0] + marked[1], mistakes.len());
    // The usual signs, and none of them for a good move.
    let signs = page
        .eval("[...document.querySelectorAll('.tree .mistake')].map((sign) => sign.textContent)");
    for sign in signs.as_array().expect("a list") {
        assert!(sign == "?" || sign == "??", "{sign}");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_bar_of_the_graph_leads_to_its_position() {
    let server = Server::start();
    let (course, _) = reviewed(&server);
    let page = Page::open(&server, &course.address(course.moves.len()));
    page.click("link", "Review the game");
    page.find("image", "The value after each of *");
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

#[test]
#[ignore = "needs Chromium"]
fn the_better_line_is_played_out_and_tried_again() {
    let server = Server::start();
    let (course, review) = reviewed(&server);
    let moves = review["moves"].as_array().expect("a list");
    let ply = moves
        .iter()
        .position(|mv| mv["mistake"] == true)
        .expect("a mistake");
    let line = moves[ply]["line"].as_array().expect("a list");
    let page = Page::open(&server, &course.address(course.moves.len()));
    page.click("link", "Review the game");
    page.sees("Better:");
    // The better move is marked on the board.
    page.find("gridcell", "*, hint*");
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
    page.click("button", "Try again");
    until("the game is there", || {
        page.path().starts_with("/play/").then_some(())
    });
    page.sees_moves(&course.moves[..ply]);
    page.sees_position(&course, ply);
}

#[test]
#[ignore = "needs Chromium"]
fn only_own_mistakes_are_tried_again() {
    let server = Server::start();
    let (course, review) = reviewed(&server);
    let moves = review["moves"].as_array().expect("a list");
    let whole = course
        .address(course.moves.len())
        .replace("/play/", "/review/");
    for (n, mv) in moves
        .iter()
        .enumerate()
        .filter(|(_, mv)| mv["mistake"] == true)
    {
        let page = Page::open(&server, &format!("{whole}&p2=hard&at={}", n + 1));
        page.sees("Better:");
        let is_own = mv["player"] == 1;
        assert_eq!(
            page.all("button", "Try again").len(),
            usize::from(is_own),
            "{mv}"
        );
    }
}

#[test]
#[ignore = "needs Chromium"]
fn wrong_values_in_the_address_of_a_review_are_left_out() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let address = course.address(4).replace("/play/", "/review/");
    let page = Page::open(&server, &address);
    // A variation that is not legal is asked about, and refused.
    page.watch(|watch| watch.bear("status of 422"));
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
        page.find("heading", "Review of *");
        page.sees_moves(&course.moves[..4]);
        page.click("button", "Move 4: *");
        page.sees_position(&course, 4);
    }
}
