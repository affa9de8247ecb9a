//! The threads that compute are limited, and only requests that need them wait for them.

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use futures_util::future::join_all;
use serde_json::json;

use crate::common::Server;

#[tokio::test]
async fn requests_beyond_the_limit_are_rejected() {
    let server = Server::limited(|limits| limits.analyses = 3);
    let client = server.client();
    let request = json!({"game": "matrix-isolation", "size": "6x6", "player": "perfect"});
    client.ask("choose", request.clone()).await;
    // All are sent before any answer is computed.
    let asking = (0..5).map(|_| client.post("/api/v1/choose", request.clone()));
    let answered = join_all(asking).await.into_iter();
    let (answered, refused): (Vec<_>, Vec<_>) =
        answered.partition(|response| response.status.is_success());
    assert_eq!((answered.len(), refused.len()), (3, 2));
    for response in &refused {
        response.is_problem(503, "busy");
        assert_eq!(response.header(header::RETRY_AFTER), "1");
    }
    client.ask("choose", request).await;
}

#[tokio::test]
async fn only_requests_that_need_a_thread_occupy_the_queue() {
    let server = Server::limited(|limits| limits.analyses = 0);
    let client = server.client();
    // Two runners go back and forth.
    let moves = |rounds| "move-b1 move-d5 move-a1 move-e5 ".repeat(rounds);
    for (name, request) in [
        ("analyze", json!({"game": "gridlock"})),
        ("choose", json!({"game": "gridlock", "player": "hard"})),
        ("replay", json!({"game": "gridlock", "moves": []})),
        ("review", json!({"game": "gridlock", "moves": []})),
        (
            "session",
            json!({"game": "grid-runner", "moves": moves(26)}),
        ),
    ] {
        let refused = client.post(&format!("/api/v1/{name}"), request).await;
        refused.is_problem(503, "busy");
    }
    let refused = client.get("/api/v1/puzzles/gridlock/4x4").await;
    refused.is_problem(503, "busy");
    let random = json!({"game": "gridlock", "player": "random"});
    client.ask("choose", random).await;
    let short = json!({"game": "grid-runner", "moves": moves(25)});
    client.ask("session", short).await;
    client.get("/api/v1/catalogue").await.ok();
    client.get("/api/v1/positions/gridlock/4x4").await.ok();
}

#[tokio::test]
async fn pictures_and_long_games_in_addresses_need_a_thread() {
    // Two runners go back and forth.
    let moves = |rounds| "move-b1+move-d5+move-a1+move-e5+".repeat(rounds);
    let address = |rounds| format!("/play/grid-runner/5x5?moves={}", moves(rounds));
    let server = Server::limited(|limits| limits.analyses = 0);
    let client = server.client();
    let picture = client.get(&format!("/preview{}", address(1))).await;
    picture.is_problem(503, "busy");
    let preview = |text: &str| text.contains("og:image");
    assert!(preview(&client.get(&address(10)).await.text));
    // The page is more important than its preview.
    assert!(!preview(&client.get(&address(200)).await.text));
    let unlimited = Server::new();
    let page = unlimited.client().get(&address(200)).await;
    assert!(preview(&page.text));
}

#[tokio::test]
async fn solved_positions_are_looked_up_while_the_queue_is_full() {
    let server = Server::limited(|limits| limits.analyses = 1);
    let client = server.client();
    let solved = json!({"game": "gridlock"});
    client.ask("analyze", solved.clone()).await;
    // One search takes the only place, and the other is turned away.
    let search = json!({"game": "matrix-isolation", "size": "6x6"});
    let (one, _, two) = tokio::join!(
        client.post("/api/v1/analyze", search.clone()),
        client.ask("analyze", solved),
        client.post("/api/v1/analyze", search),
    );
    let [one, two] = [one, two].map(|response| response.status.as_u16());
    assert_eq!([one.min(two), one.max(two)], [200, 503]);
}

#[tokio::test]
async fn large_responses_that_a_client_does_not_read_are_limited() {
    let server = Server::new();
    let client = server.client();
    let ask = async || {
        let path = "/api/v1/catalogue/grid-runner";
        client.unread(Method::GET, path, Body::empty()).await
    };
    let mut unread = Vec::new();
    let refused = loop {
        let response = ask().await;
        if response.status() != StatusCode::OK {
            break response;
        }
        unread.push(response);
        assert!(unread.len() < 1000, "64 MB are not unlimited");
    };
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.headers().contains_key(header::RETRY_AFTER));
    client.get("/api/v1/positions/gridlock/4x4").await.ok();
    drop(unread);
    assert_eq!(ask().await.status(), StatusCode::OK);
}
