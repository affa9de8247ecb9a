//! Requests that are wrong in ways that take more than a line to write.

use axum::body::Body;
use axum::http::{Method, header};
use serde_json::json;

use crate::common::Server;

#[tokio::test]
async fn a_body_must_be_json_with_its_content_type() {
    let server = Server::new();
    let client = server.client();
    let deep = [b"[".repeat(16_000), b"{\"a\":".repeat(3_000)];
    let broken = [
        &b""[..],
        b"{",
        b"{\"game\":",
        b"nonsense",
        b"[1,2]",
        b"[]",
        b"[\"gridlock\", null, null, \"2 2\"]",
        b"{\"game\": \"gridlock\", \"game\": \"gridlock\", \"move\": \"2 2\"}",
        b"\"text\"",
        b"{}{}",
        b"null",
        b"\xff\xfe{}",
        b"{\"game\": \"\xc3\x28\", \"seat\": 1}",
        &deep[0],
        &deep[1],
    ];
    let types = ["text/plain", "application/x-www-form-urlencoded"];
    for name in [
        "play", "why", "analyze", "choose", "replay", "review", "games",
    ] {
        let path = format!("/api/v1/{name}");
        for broken in broken {
            let refused = client.post_text(&path, broken.to_vec()).await;
            refused.is_problem(400, "bad-request");
        }
        for content_type in ["", "application/jsonx"].into_iter().chain(types) {
            let client = client.with(header::CONTENT_TYPE, content_type);
            let refused = client.send(Method::POST, &path, Body::from("{}")).await;
            refused.is_problem(415, "not-json");
        }
        let silent = client.send(Method::POST, &path, Body::from("{}")).await;
        silent.is_problem(415, "not-json");
        let packed = client.with(header::CONTENT_ENCODING, "gzip");
        let packed = packed.post("/api/v1/analyze", json!({"game": "gridlock"}));
        packed.await.is_problem(415, "not-json");
        let huge = format!("{{\"game\":\"{}\"}}", "x".repeat(20_000));
        let refused = client.post_text(&path, huge).await;
        refused.is_problem(413, "too-large");
    }
}

#[tokio::test]
async fn positions_and_games_have_a_maximum_length() {
    let server = Server::new();
    let client = server.client();
    let long = "X".repeat(300);
    let path = format!("/api/v1/positions/gridlock/4x4?position={long}");
    let request = json!({"game": "gridlock", "position": long});
    for refused in [
        client.get(&path).await,
        client.post("/api/v1/analyze", request).await,
    ] {
        let problem = refused.is_problem(422, "not-a-position");
        assert_eq!(problem["detail"], "found 300 bytes; expected at most 256");
    }
    // Two runners go back and forth.
    let moves = "move-b1 move-d5 move-a1 move-e5 ".repeat(251);
    for request in ["replay", "review", "analyze"] {
        let body = json!({"game": "grid-runner", "moves": moves});
        let refused = client.post(&format!("/api/v1/{request}"), body).await;
        let problem = refused.is_problem(413, "too-large");
        let wanted = "found 1004 moves; expected at most 1000";
        assert_eq!(problem["detail"], wanted);
    }
    let record = format!("[Game \"grid-runner\"]\n\n{moves}*\n");
    let refused = client.post("/api/v1/replay", json!({"record": record}));
    refused.await.is_problem(413, "too-large");
}
