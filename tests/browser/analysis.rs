//! The hint, the values, the reason and the best line of a position.

use serde_json::json;

use crate::page::{Backend, Page};
use crate::sample_game::{SampleGame, standard};
use crate::server::{Server, text};

#[test]
#[ignore = "needs Chromium"]
fn the_hint_the_values_the_reason_and_the_best_line_are_shown_on_demand() {
    let sample = SampleGame::of(standard("gridlock"));
    let position = &sample.positions[2];
    let question = json!({ "game": "gridlock", "position": position.text(), "explain": true });
    let analysis = Server::shared().post("/api/v1/analyze", &question);
    let moves = analysis["moves"].as_array().expect("a list");
    let line = analysis["line"].as_array().expect("a list");
    let cell = |mv| crate::sample_game::touches(&**position, &text(mv)).remove(0);
    for backend in Backend::BOTH {
        let page = Page::open_with(backend, &sample.address(2));
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
        page.click("button", "Best line").is_at("/explore/");
        for (n, mv) in line.iter().enumerate() {
            page.sees(&format!("plays {}.", text(mv)));
            if n + 1 < line.len() {
                page.click("button", "Next position");
            }
        }
        page.click("link", "Back to the board").is_at("/play/");
        page.sees_moves(&sample.moves[..2]);
    }
}
