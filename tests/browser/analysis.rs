//! The hint, the values, the reason and the best line of a position.

use quintet_games::Catalogue;
use serde_json::json;

use crate::page::{Backend, Page};
use crate::sample_game::{SampleGame, standard};
use crate::server::{Server, text};
use crate::waiting::wait;

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
            let plies = known["distance"].as_u64().expect("a number");
            let value = format!("{verb} in {}", plies.div_ceil(2));
            let cell = cell(&known["move"]);
            page.has("gridcell", &format!("{cell}, *, {value}, *"));
        }
        page.inspect("play-values");
        page.click("button", "Values").lacks("gridcell", "* in *");

        page.click("button", "Why");
        for claim in analysis["claims"].as_array().expect("a list") {
            page.sees(&text(&claim["sentence"]));
        }
        page.click("button", "Best line").is_at("/explore/");
        let mut shown = position.boxed();
        for (n, mv) in line.iter().enumerate() {
            page.sees(&format!("plays {}.", shown.name_move(&text(mv))));
            shown = shown.play(&text(mv)).expect("a legal move").position;
            if n + 1 < line.len() {
                page.click("button", "Next position");
            }
        }
        page.click("link", "Back to the board").is_at("/play/");
        page.sees_moves(&sample.moves[..2]);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn each_sentence_of_a_reason_shows_its_picture_on_the_board() {
    for (address, position) in [
        ("gridlock/4x4", "..../.X../..O./.... 1"),
        ("quad-block/5x5", "...../...O./...../..O.X/...XX 2 p"),
    ] {
        let game = address.split('/').next().expect("a game");
        let question = json!({ "game": game, "position": position, "explain": true });
        let analysis = Server::shared().post("/api/v1/analyze", &question);
        let start = position.replace(' ', "+");
        let page = Page::open(&format!("/play/{address}?start={start}"));
        page.click("button", "Why");
        let claims = analysis["claims"].as_array().expect("a list");
        let drawn = || page.count(".board .claim-mark") as usize;
        let mut pictures = 0;
        for claim in claims {
            let marks = claim["marks"].as_array().expect("a list").len();
            let [sentence, alt] = ["sentence", "alt"].map(|name| text(&claim[name]));
            page.sees(&sentence);
            if marks == 0 {
                continue;
            }
            pictures += 1;
            // The picture in words belongs to the sentence.
            let name = format!("{sentence} {alt}");
            // The first one is drawn at once.
            if pictures > 1 {
                page.click("button", &name);
            }
            page.is_pressed(&name, true);
            wait(&format!("{sentence} is drawn"), || drawn() == marks);
        }
        assert!(pictures > 0, "{analysis}");
        page.inspect("play-reason");
        page.click("button", "Why");
        wait("the picture is gone", || drawn() == 0);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn an_idea_has_a_page_with_positions_and_puzzles() {
    for game in Catalogue::STANDARD.iter() {
        let page = Server::shared().get(&format!("/api/v1/catalogue/{}", game.id));
        let ideas = page["ideas"].as_array().expect("a list");
        assert!(!ideas.is_empty(), "{}", game.id);
        for idea in ideas {
            let page = Page::open(&format!("/learn/{}/{}", game.id, text(&idea["id"])));
            page.has("heading", &text(&idea["name"]));
            let positions = idea["positions"].as_array().expect("a list").len();
            wait("each position is drawn", || {
                page.count(".example .drawing") as usize == positions
            });
            let practice = page.all("link", "Practice puzzles").len();
            assert_eq!(practice == 1, idea["practice"] == true, "{idea}");
            page.inspect("idea");
        }
    }
    let page = Page::open("/learn/gridlock/mirror");
    wait("the positions show why", || {
        page.count(".example .claim-mark") > 0
    });
    page.click("link", "Practice puzzles");
    page.is_at("/puzzles/gridlock/4x4?")
        .sees("Find the only winning move.");
    assert!(page.path().ends_with("&idea=mirror"), "{}", page.path());
}
