//! Truth on demand: the hint, the values, the reason, the best line.

use serde_json::{Value, json};

use crate::course::{Course, standard, touches};
use crate::page::Page;
use crate::patience::until;
use crate::server::Server;

/// A game that is under way, and what is known about it.
fn under_way(server: &Server) -> (Course, Value) {
    let course = Course::of(standard("gridlock"));
    let position = course.positions[2].text();
    let question = json!({ "game": "gridlock", "position": position, "explain": true });
    let analysis = server.post("/api/v1/analyze", &question);
    (course, analysis)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
#[ignore = "needs Chromium"]
fn a_hint_is_said_and_marked_on_the_board() {
    let server = Server::start();
    let (course, analysis) = under_way(&server);
    let page = Page::open(&server, &course.address(2));
    page.click("button", "Hint");
    let best = text(&analysis["moves"][0]["move"]);
    page.sees(text(&analysis["hint"]));
    for cell in touches(&*course.positions[2], best) {
        page.find("gridcell", &format!("{cell}, *, hint*"));
    }
    page.inspect("play-hint");
}

#[test]
#[ignore = "needs Chromium"]
fn every_target_shows_the_value_of_its_move() {
    let server = Server::start();
    let (course, analysis) = under_way(&server);
    let page = Page::open(&server, &course.address(2));
    page.click("button", "Values");
    page.find_which("button", "Values", |button| button.is("pressed"));
    let moves = analysis["moves"].as_array().expect("a list");
    for known in moves {
        let cell = touches(&*course.positions[2], text(&known["move"])).remove(0);
        let verb = if known["value"] == "win" {
            "wins"
        } else {
            "loses"
        };
        page.find(
            "gridcell",
            &format!("{cell}, *, {verb} in {}, *", known["distance"]),
        );
    }
    page.inspect("play-values");
    page.click("button", "Values");
    until("no value is shown", || {
        page.all("gridcell", "* in *").is_empty().then_some(())
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_reason_and_the_best_line_are_told_and_played_out() {
    let server = Server::start();
    let (course, analysis) = under_way(&server);
    let page = Page::open(&server, &course.address(2));
    page.click("button", "Why");
    page.sees(text(&analysis["headline"]));
    page.click("button", "Best line");
    let line = analysis["line"].as_array().expect("a list");
    for (n, mv) in line.iter().enumerate() {
        page.sees(&format!("Best line, {} of {}:", n + 1, line.len()));
        page.sees(&format!("plays {}.", text(mv)));
        if n + 1 < line.len() {
            page.click("button", "Next in the line");
        }
    }
    page.inspect("play-best-line");
    page.click("button", "Back to the game");
    page.sees("Back in the game.");
    page.sees_moves(&course.moves[..2]);
}
