//! Exact values on demand: the hint, the values, the reason, the best line.

use serde_json::json;

use crate::course::{Course, standard};
use crate::page::{Page, Way};
use crate::server::{Server, text};

#[test]
#[ignore = "needs Chromium"]
fn the_hint_the_values_the_reason_and_the_best_line_are_shown_on_demand() {
    let course = Course::of(standard("gridlock"));
    let position = &course.positions[2];
    let question = json!({ "game": "gridlock", "position": position.text(), "explain": true });
    let analysis = Server::shared().post("/api/v1/analyze", &question);
    let moves = analysis["moves"].as_array().expect("a list");
    let line = analysis["line"].as_array().expect("a list");
    let cell = |mv| crate::course::touches(&**position, &text(mv)).remove(0);
    for way in Way::BOTH {
        let page = Page::open_by(way, &course.address(2));
        page.click("button", "Hint").sees(&text(&analysis["hint"]));
        let best = cell(&moves[0]["move"]);
        page.has("gridcell", &format!("{best}, *, hint*"));
        page.inspect("play-hint");

        page.click("button", "Values").is_pressed("Values", true);
        for known in moves {
            let is_won = known["value"] == "win";
            let verb = if is_won { "wins" } else { "loses" };
            let value = format!("{verb} in {}", known["distance"]);
            let cell = cell(&known["move"]);
            page.has("gridcell", &format!("{cell}, *, {value}, *"));
        }
        page.inspect("play-values");
        page.click("button", "Values").lacks("gridcell", "* in *");

        page.click("button", "Why");
        page.sees(&text(&analysis["headline"]));
        page.click("button", "Best line");
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
}
