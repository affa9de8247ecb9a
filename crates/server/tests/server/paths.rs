//! The WebAssembly module and the command answer requests as the server does.

use quintet_api::{Context, read_at};
use quintet_arena::{Library, Tables};
use serde_json::{Value, json};

use crate::CATALOGUE;
use crate::common::{Server, unlimited};

#[tokio::test]
async fn the_module_responds_as_the_server_does() {
    let server = Server::new();
    let tables = Tables::in_folder(unlimited().tables.expect("a folder"));
    let context = Context {
        library: Library::new(CATALOGUE, tables),
        ..Context::default()
    };
    let pictures = crate::games().map(|listing| {
        let request = json!({"game": listing.id, "position": listing.picture});
        ("/analyze", request)
    });
    let requests = [
        ("/analyze", json!({"game": "gridlock", "explain": true})),
        ("/analyze", json!({"game": "gridlock", "moves": "2-2 2-2"})),
        ("/analyze", json!({"game": 7})),
        ("/play", json!({"game": "gridlock", "move": "1-1"})),
        ("/play", json!({"game": "chess", "move": "e4"})),
        ("/why", json!({"game": "gridlock", "touched": [99]})),
        ("/judge", json!({"game": "gridlock", "extra": 1})),
        ("/replay", json!({"game": "gridlock", "moves": "2-2"})),
        (
            "/review",
            json!({"game": "gridlock", "moves": "2-2 2-4 4-3 3-1"}),
        ),
    ];
    for (path, request) in requests.into_iter().chain(pictures) {
        let url = format!("/api/v1{path}");
        let mut there = server.client().post(&url, request.clone()).await.json();
        let reading = read_at(path, &request.to_string(), "2026-11-15", CATALOGUE);
        let answer = reading.and_then(|reading| reading.respond(&context));
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
    let request = json!({"game": "gridlock"});
    let response = server.client().post("/api/v1/analyze", request).await;
    let in_order = r#"{"game":"gridlock","size":"4x4","position":"..../..../..../.... 1","to_move":1,"over":false,"winner":null,"value":"loss","distance":12,"moves":[{"move":"1 2","value":"loss","distance":12},"#;
    assert!(response.text.starts_with(in_order), "{}", response.text);
}
