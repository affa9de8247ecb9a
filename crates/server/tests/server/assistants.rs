//! Assistants, at `/mcp`: games without sessions.

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use quintet_server::{Assistants, Settings};
use serde_json::{Value, json};

use crate::common::{Client, Response, Server, unlimited};

fn offering(assistants: Assistants) -> Settings {
    Settings {
        assistants,
        ..unlimited()
    }
}

/// A client that accepts the responses for assistants.
fn assistant(server: &Server) -> Client {
    let client = server.client();
    client.with(header::ACCEPT, "application/json, text/event-stream")
}

async fn ask(client: &Client, method: &str, params: Value) -> Response {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    client.post("/mcp", request).await
}

/// Calls a tool, and returns its result.
async fn call(client: &Client, tool: &str, arguments: Value) -> Value {
    let params = json!({"name": tool, "arguments": arguments});
    ask(client, "tools/call", params).await.ok()["result"].take()
}

#[tokio::test]
async fn assistants_get_nothing_games_or_games_with_hints() {
    let server = Server::new();
    let refused = ask(&assistant(&server), "tools/list", json!({})).await;
    refused.is_problem(405, "method-not-allowed");
    let server = Server::with(offering(Assistants::Games));
    let client = assistant(&server);
    let listed = ask(&client, "tools/list", json!({})).await.ok();
    assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(6));
    let refused = ask(&client, "tools/call", json!({"name": "hint"})).await;
    assert_eq!(refused.json()["error"]["code"], -32602);
}

#[tokio::test]
async fn an_id_is_enough_to_play_a_game() {
    let server = Server::with(offering(Assistants::GamesAndTruth));
    let client = assistant(&server);
    for listing in crate::games() {
        let begin = json!({"game": listing.id, "opponent": "random", "seed": 5});
        let started = call(&client, "new_game", begin).await;
        let game = &started["structuredContent"];
        let mv = &game["view"]["moves"][0]["move"];
        let play = json!({"id": game["id"], "move": mv});
        let played = call(&client, "play", play).await;
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
async fn foreign_requests_and_invalid_messages_are_rejected() {
    let server = Server::with(offering(Assistants::GamesAndTruth));
    let client = assistant(&server);
    let own = client.with(header::ORIGIN, "http://localhost:5555");
    ask(&own, "tools/list", json!({})).await.ok();
    let foreign = client.with(header::ORIGIN, "http://evil.example");
    let refused = ask(&foreign, "tools/list", json!({})).await;
    refused.is_problem(403, "foreign");
    let refused = client.get("/mcp").await;
    refused.is_problem(405, "method-not-allowed");
    let large = ask(&client, &"x".repeat(20_000), json!({})).await;
    large.is_problem(413, "too-large");
    for broken in ["", "{", "[]", "{}", "nonsense"] {
        let refused = client.post_text("/mcp", broken).await;
        assert!(refused.status.is_client_error(), "{broken}: {refused:?}");
    }
    let plain = client.with(header::CONTENT_TYPE, "text/plain");
    let plain = plain.send(Method::POST, "/mcp", Body::from("{}")).await;
    assert_eq!(plain.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn new_games_are_rate_limited() {
    let mut settings = offering(Assistants::GamesAndTruth);
    settings.limits.games_per_minute = 1;
    let server = Server::with(settings);
    let client = assistant(&server);
    let begin = json!({"game": "gridlock", "opponent": "random"});
    let first = call(&client, "new_game", begin.clone()).await;
    assert_eq!(first["isError"], false, "{first}");
    let second = call(&client, "new_game", begin).await;
    assert_eq!(second["isError"], true);
    let text = second["content"][0]["text"].as_str().expect("a string");
    assert!(text.starts_with("too many new games"), "{text}");
}

#[tokio::test]
async fn an_invalid_message_gets_a_json_rpc_error() {
    let server = Server::with(offering(Assistants::Games));
    let client = assistant(&server);
    for (body, id, code) in [
        ("{", json!(null), -32700),
        ("", json!(null), -32700),
        ("nonsense", json!(null), -32700),
        ("[]", json!(null), -32600),
        ("7", json!(null), -32600),
        ("{}", json!(null), -32600),
        (r#"{"id": 5, "method": "ping"}"#, json!(5), -32600),
    ] {
        let refused = client.post_text("/mcp", body).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{body}");
        assert_eq!(refused.content_type(), "application/json");
        let refused = refused.json();
        assert_eq!(refused["error"]["code"], code, "{body}");
        assert_eq!(refused.get("id"), Some(&id), "{body}");
    }
}
