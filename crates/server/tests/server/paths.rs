//! The WebAssembly module answers requests as the server does.

use quintet_api::{Context, read_at};
use serde_json::{Value, json};

use crate::CATALOGUE;
use crate::common::Server;

#[tokio::test]
async fn the_module_responds_as_the_server_does() {
    let server = Server::new();
    for (path, request) in [
        ("/analyze", json!({"game": "gridlock", "explain": true})),
        ("/analyze", json!({"game": "gridlock", "moves": "2-2 2-2"})),
        ("/analyze", json!({"game": 7})),
        ("/play", json!({"game": "gridlock", "move": "1-1"})),
        ("/play", json!({"game": "chess", "move": "e4"})),
        ("/why", json!({"game": "gridlock", "touched": [99]})),
        ("/judge", json!({"game": "gridlock", "extra": 1})),
        ("/replay", json!({"game": "gridlock", "moves": "2-2"})),
    ] {
        let url = format!("/api/v1{path}");
        let mut there = server.client().post(&url, request.clone()).await.json();
        let reading = read_at(path, &request.to_string(), "2026-11-15", CATALOGUE);
        let answer = reading.and_then(|reading| reading.respond(&Context::default()));
        let text = answer.unwrap_or_else(|refusal| refusal.to_json());
        let mut here: Value = serde_json::from_str(&text).expect("JSON");
        // A record is dated by the clock of the server.
        for document in [&mut here, &mut there] {
            for dated in ["date", "record"] {
                document.as_object_mut().expect("an object").remove(dated);
            }
        }
        assert_eq!(here, there, "{path} {request}");
    }
}
