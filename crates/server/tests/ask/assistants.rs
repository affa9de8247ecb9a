//! Assistants, at `/mcp`: games without sessions, behind the same guard as everything else.

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use quintet_server::{Assistants, Settings};
use serde_json::{Value, json};

use crate::common::{Answer, Client, House, unlimited};

/// A server that offers games and the truth.
fn offering() -> Settings {
    Settings {
        assistants: Assistants::GamesAndTruth,
        ..unlimited()
    }
}

/// A client that can read what assistants are told.
fn assistant(house: &House) -> Client {
    let client = house.stranger();
    client.with(header::ACCEPT, "application/json, text/event-stream")
}

async fn ask(client: &Client, method: &str, params: Value) -> Answer {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    client.post("/mcp", request).await
}

/// What a tool comes to.
async fn call(client: &Client, tool: &str, arguments: Value) -> Value {
    let params = json!({"name": tool, "arguments": arguments});
    let mut answer = ask(client, "tools/call", params).await.ok();
    answer["result"].take()
}

#[tokio::test]
async fn there_is_no_such_path_unless_it_is_offered() {
    let house = House::new();
    let answer = ask(&assistant(&house), "tools/list", json!({})).await;
    answer.is_problem(405, "method-not-allowed");
}

#[tokio::test]
async fn every_game_is_played_with_nothing_but_its_id() {
    let house = House::with(offering());
    let client = assistant(&house);
    for listing in crate::games() {
        let begin = json!({"game": listing.id, "opponent": "random", "seed": 5});
        let started = call(&client, "new_game", begin).await;
        let game = &started["structuredContent"];
        let mv = &game["view"]["moves"][0]["move"];
        let play = json!({"id": game["id"], "move": mv});
        // Another client, on another connection, as far as the server can tell.
        let played = call(&assistant(&house), "play", play).await;
        assert_eq!(played["isError"], false, "{played}");
        assert_eq!(&played["structuredContent"]["plies"][0]["move"], mv);
        let hint = call(&client, "hint", json!({"id": game["id"]})).await;
        assert!(hint["structuredContent"]["hinted"].is_string(), "{hint}");
        let read = json!({"uri": game["record"]});
        let record = ask(&client, "resources/read", read).await.ok();
        let text = record["result"]["contents"][0]["text"].as_str();
        assert!(text.expect("a record").contains(listing.id));
    }
}

#[tokio::test]
async fn without_the_truth_it_is_neither_listed_nor_told() {
    let house = House::with(Settings {
        assistants: Assistants::Games,
        ..unlimited()
    });
    let client = assistant(&house);
    let listed = ask(&client, "tools/list", json!({})).await.ok();
    assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(7));
    let refused = ask(&client, "tools/call", json!({"name": "hint"})).await;
    assert_eq!(refused.json()["error"]["code"], -32602);
}

#[tokio::test]
async fn pages_of_other_sites_and_other_hosts_are_refused() {
    let house = House::with(offering());
    let client = assistant(&house);
    let own = client.with(header::ORIGIN, "http://localhost:5555");
    ask(&own, "tools/list", json!({})).await.ok();
    for foreign in [
        client.with(header::ORIGIN, "http://evil.example"),
        client.with(header::ORIGIN, "null"),
        client.with(header::HOST, "evil.example"),
    ] {
        let answer = ask(&foreign, "tools/list", json!({})).await;
        answer.is_problem(403, "foreign");
    }
}

#[tokio::test]
async fn what_is_no_message_is_refused() {
    let house = House::with(offering());
    let client = assistant(&house);
    let get = client.send(Method::GET, "/mcp", Body::empty()).await;
    get.is_problem(405, "method-not-allowed");
    let large = json!({"jsonrpc": "2.0", "id": 1, "method": "x".repeat(20_000)});
    client
        .post("/mcp", large)
        .await
        .is_problem(413, "too-large");
    for broken in ["", "{", "[]", "{}", "nonsense"] {
        let answer = client.post_text("/mcp", broken).await;
        assert!(answer.status.is_client_error(), "{broken}: {answer:?}");
    }
    let plain = client.with(header::CONTENT_TYPE, "text/plain");
    let plain = plain.send(Method::POST, "/mcp", Body::from("{}")).await;
    assert_eq!(plain.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn games_are_counted_and_bounded() {
    let mut settings = offering();
    settings.limits.games_a_minute = 3;
    settings.limits.mcp_games = 2;
    let house = House::with(settings);
    let client = assistant(&house);
    let begin = json!({"game": "gridlock", "opponent": "random"});
    let mut ids = Vec::new();
    for _ in 0..3 {
        let started = call(&client, "new_game", begin.clone()).await;
        ids.push(started["structuredContent"]["id"].clone());
    }
    let fourth = call(&client, "new_game", begin).await;
    assert_eq!(fourth["isError"], true);
    let text = fourth["content"][0]["text"].as_str().expect("a text");
    assert!(text.starts_with("too many new games"), "{text}");
    for (id, is_gone) in ids.iter().zip([true, false, false]) {
        let state = call(&client, "state", json!({"id": id})).await;
        assert_eq!(state["isError"], is_gone, "{state}");
    }
}
