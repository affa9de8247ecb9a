//! Whatever is wrong with a request is said in a problem document.

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use serde_json::json;

use crate::common::House;

/// Paths that take a body.
const POSTS: [&str; 6] = ["play", "why", "analyze", "choose", "replay", "review"];

#[tokio::test]
async fn a_body_must_be_json_and_say_so() {
    let house = House::new();
    let client = house.stranger();
    for name in POSTS {
        let path = format!("/api/v1/{name}");
        for broken in [
            "",
            "{",
            "{\"game\":",
            "nonsense",
            "[1,2]",
            "[]",
            "[\"gridlock\", null, null, \"2 2\"]",
            "{\"game\": \"gridlock\", \"game\": \"gridlock\", \"move\": \"2 2\"}",
            "\"text\"",
            "{}{}",
            "null",
        ] {
            let problem = client.post_text(&path, broken).await;
            problem.is_problem(400, "bad-request");
        }
        for kind in [
            "",
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/jsonx",
        ] {
            let said = client.with(header::CONTENT_TYPE, kind);
            let problem = said.send(Method::POST, &path, Body::from("{}")).await;
            problem.is_problem(415, "not-json");
        }
        let silent = client.send(Method::POST, &path, Body::from("{}")).await;
        silent.is_problem(415, "not-json");
        let huge = format!("{{\"game\":\"{}\"}}", "x".repeat(20_000));
        let problem = client.post_text(&path, &huge).await;
        problem.is_problem(413, "too-large");
    }
}

#[tokio::test]
async fn json_may_name_its_letters() {
    let house = House::new();
    let client = house.stranger();
    let client = client.with(header::CONTENT_TYPE, "Application/JSON; charset=utf-8");
    let body = Body::from("{\"game\":\"gridlock\",\"move\":\"2 2\"}");
    let answer = client.send(Method::POST, "/api/v1/play", body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
}

#[tokio::test]
async fn a_field_that_nobody_knows_is_not_overlooked() {
    let house = House::new();
    let asked = json!({"game": "gridlock", "explian": true});
    let problem = house.stranger().post("/api/v1/analyze", asked).await;
    let problem = problem.is_problem(400, "bad-request");
    let detail = problem["detail"].as_str().expect("a text");
    assert!(
        detail.contains("`explian`") && detail.contains("`explain`"),
        "{detail}"
    );
    let path = "/api/v1/positions/gridlock/4x4?postion=x";
    house
        .stranger()
        .get(path)
        .await
        .is_problem(400, "bad-request");
}

#[tokio::test]
async fn unknown_games_and_sizes_are_named_with_the_known_ones() {
    let house = House::new();
    let client = house.stranger();
    let games: Vec<_> = crate::games().map(|listing| listing.id).collect();
    let (last, others) = games.split_last().expect("there are games");
    let games = format!("{} or {last}", others.join(", "));
    let no_game = format!("no game is called 'chess'; wanted {games}");
    let no_size = "Gridlock has no size '9x9'; wanted 4x4, 3x3, 5x5, 6x6 or 8x8";
    for path in [
        "/api/v1/catalogue/chess",
        "/api/v1/positions/chess/8x8",
        "/api/v1/puzzles/chess/8x8",
    ] {
        let problem = client.get(path).await.is_problem(404, "not-found");
        assert_eq!(problem["detail"], no_game);
    }
    for path in [
        "/api/v1/positions/gridlock/9x9",
        "/api/v1/puzzles/gridlock/9x9",
    ] {
        let problem = client.get(path).await.is_problem(404, "not-found");
        assert_eq!(problem["detail"], no_size);
    }
    for (name, mut asked) in [
        ("play", json!({"move": "1"})),
        ("why", json!({"touched": []})),
        ("analyze", json!({})),
        ("choose", json!({"player": "easy"})),
        ("replay", json!({"moves": []})),
        ("review", json!({"moves": []})),
    ] {
        let path = format!("/api/v1/{name}");
        asked["game"] = json!("chess");
        let problem = client.post(&path, asked.clone()).await;
        assert_eq!(problem.is_problem(404, "not-found")["detail"], no_game);
        asked["game"] = json!("gridlock");
        asked["size"] = json!("9x9");
        let problem = client.post(&path, asked).await;
        assert_eq!(problem.is_problem(404, "not-found")["detail"], no_size);
    }
}

#[tokio::test]
async fn a_text_that_is_no_position_says_what_was_found_and_wanted() {
    let house = House::new();
    let client = house.stranger();
    let long = "X".repeat(300);
    for (text, detail) in [
        (
            "",
            "not a position of this game: found 0 fields; wanted 2: cells, player to move",
        ),
        (
            "XO../..../..../.... 1",
            "not a position of this game: found the O at (1,2) beside an X; \
             wanted no X and O side by side",
        ),
        (
            "..../..../..../.... 3",
            "not a position of this game: found player to move '3'; wanted 1 or 2",
        ),
        (&long, "found 300 bytes; wanted 256 at the most"),
    ] {
        let query = text.replace(' ', "+");
        let path = format!("/api/v1/positions/gridlock/4x4?position={query}");
        let problem = client.get(&path).await.is_problem(422, "not-a-position");
        assert_eq!(problem["detail"], detail);
        for (name, mut asked) in [
            ("play", json!({"move": "1 1"})),
            ("why", json!({"touched": [0]})),
            ("analyze", json!({})),
            ("choose", json!({"player": "easy"})),
        ] {
            asked["game"] = json!("gridlock");
            asked["position"] = json!(text);
            let problem = client.post(&format!("/api/v1/{name}"), asked).await;
            let problem = problem.is_problem(422, "not-a-position");
            assert_eq!(problem["detail"], detail);
        }
    }
}

#[tokio::test]
async fn what_comes_back_in_a_problem_is_short_and_has_no_control_characters() {
    let house = House::new();
    let nasty = format!("<script>\u{1b}[2J\u{202e}{}", "z".repeat(5000));
    for asked in [
        json!({"game": nasty, "move": "1 1"}),
        json!({"game": "gridlock", "size": nasty, "move": "1 1"}),
        json!({"game": "gridlock", "position": nasty, "move": "1 1"}),
        json!({"game": "gridlock", "move": nasty}),
        json!({"game": "gridlock", "move": format!("{nasty} 1")}),
    ] {
        let answer = house.stranger().post("/api/v1/play", asked).await;
        let detail = answer.field("/detail");
        assert!(detail.len() < 300, "{} bytes", detail.len());
        assert!(!detail.contains(['\u{1b}', '\u{202e}']), "{detail:?}");
    }
}

#[tokio::test]
async fn an_illegal_move_names_the_rule_and_a_text_that_is_none_does_not() {
    let house = House::new();
    let client = house.stranger();
    let play = async |mv: &str| {
        let position = "..../.X../..../.... 2";
        let asked = json!({"game": "gridlock", "position": position, "move": mv});
        client.post("/api/v1/play", asked).await
    };
    for (mv, reason) in [
        ("2 3", "beside-opponent"),
        ("2-2", "occupied"),
        ("5 1", "off-the-grid"),
    ] {
        let problem = play(mv).await.is_problem(422, "illegal-move");
        assert_eq!(problem["reason"], reason);
        let detail = problem["detail"].as_str().expect("a text");
        assert!(detail.starts_with("Invalid move."), "{detail}");
    }
    for mv in ["", "2", "x y", "2 3 4"] {
        let problem = play(mv).await.is_problem(422, "not-a-move");
        assert!(problem.get("reason").is_none());
    }
}

#[tokio::test]
async fn numbers_that_are_no_player_and_names_that_are_no_level_are_refused() {
    let house = House::new();
    let client = house.stranger();
    for first in ["0", "3", "-1", "one", "256", ""] {
        let path = format!("/api/v1/positions/gridlock/4x4?first={first}");
        client.get(&path).await.is_problem(400, "bad-request");
    }
    for player in ["human", "", "PERFECT", "god"] {
        let asked = json!({"game": "gridlock", "player": player});
        let problem = client.post("/api/v1/choose", asked).await;
        problem.is_problem(400, "bad-request");
    }
    for seed in [json!(-1), json!(1.5), json!("1"), json!(1e30)] {
        let asked = json!({"game": "gridlock", "player": "easy", "seed": seed});
        let problem = client.post("/api/v1/choose", asked).await;
        problem.is_problem(400, "bad-request");
    }
    let path = "/api/v1/puzzles/gridlock/4x4?seed=x";
    client.get(path).await.is_problem(400, "bad-request");
}

#[tokio::test]
async fn a_number_that_some_programs_would_read_as_another_is_refused() {
    let house = House::new();
    let client = house.stranger();
    let largest = quintet_ask::LARGEST_NUMBER;
    for (seed, is_taken) in [(largest, true), (largest + 1, false), (u64::MAX, false)] {
        let asked = json!({"game": "gridlock", "size": "3x3", "player": "random", "seed": seed});
        let chosen = client.post("/api/v1/choose", asked).await;
        let path = format!("/api/v1/puzzles/gridlock/3x3?seed={seed}");
        let puzzle = client.get(&path).await;
        for answer in [chosen, puzzle] {
            if is_taken {
                assert_eq!(answer.ok()["seed"], seed);
            } else {
                let problem = answer.is_problem(400, "bad-request");
                let detail = problem["detail"].as_str().expect("a text");
                assert!(detail.contains(&largest.to_string()), "{detail}");
            }
        }
    }
    let whole = r#"{"game": "gridlock", "touched": [5.0]}"#;
    client.post_text("/api/v1/why", whole).await.ok();
    let day = client
        .get("/api/v1/puzzles/gridlock/4x4?day=9999-12-31")
        .await;
    assert!(
        day.ok()["seed"]
            .as_u64()
            .is_some_and(|seed| seed <= largest)
    );
}

#[tokio::test]
async fn a_score_of_any_size_is_counted_on() {
    let house = House::new();
    let asked = json!({"game": "gridlock", "resigned": 1, "score": [0, u32::MAX]});
    let session = house.stranger().post("/api/v1/session", asked).await;
    assert_eq!(session.ok()["score"], json!([0, u32::MAX]));
}

#[tokio::test]
async fn other_methods_and_unknown_paths_are_problems_too() {
    let house = House::new();
    let client = house.stranger();
    for name in POSTS {
        let path = format!("/api/v1/{name}");
        client
            .get(&path)
            .await
            .is_problem(405, "method-not-allowed");
    }
    for path in ["/api/v1/catalogue", "/api/v1/positions/gridlock/4x4"] {
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
            let answer = client.send(method, path, Body::empty()).await;
            answer.is_problem(405, "method-not-allowed");
            assert_eq!(answer.headers[header::ALLOW], "GET,HEAD");
        }
    }
    for path in [
        "/api/v1/",
        "/api/v2/catalogue",
        "/api/v1/positions/gridlock",
        "/nothing.txt",
    ] {
        client.get(path).await.is_problem(404, "not-found");
    }
    let posted = client
        .send(Method::POST, "/nothing.txt", Body::empty())
        .await;
    posted.is_problem(405, "method-not-allowed");
    assert_eq!(posted.headers[header::ALLOW], "GET,HEAD");
    // A path that is no UTF-8 once it is decoded.
    let path = "/api/v1/catalogue/%ff";
    client.get(path).await.is_problem(404, "not-found");
}
