//! Requests about every size have documented responses, and random ones never cause a server error.

use std::sync::LazyLock;

use proptest::prelude::*;
use quintet_rules::Player;
use serde_json::{Map, Value, json};

use crate::common::Server;

/// Strings, some of which are valid.
fn text() -> impl Strategy<Value = String> {
    let known = crate::games().flat_map(|listing| {
        let sizes = listing.sizes.iter().map(|v| v.size().to_string());
        let moves = listing.examples.iter().map(|example| example.entry);
        let positions = listing.examples.iter().map(|example| example.position);
        let texts = [listing.id, listing.picture].into_iter();
        let texts = texts.chain(moves).chain(positions).map(str::to_owned);
        texts.chain(sizes).collect::<Vec<_>>()
    });
    let record = "[Game \"gridlock\"]\n\n1. 2-2 3-3 *\n".to_owned();
    let others = ["easy", "perfect", "human", "1 1", "5"].map(str::to_owned);
    let known: Vec<_> = known.chain(others).chain([record]).collect();
    prop_oneof![
        6 => prop::sample::select(known),
        1 => any::<String>(),
        1 => "[XO12./ ps0-9]{0,40}",
    ]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        8 => text().prop_map(Value::from),
        1 => any::<u64>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
        2 => prop::collection::vec(text(), 0..4).prop_map(Value::from),
        2 => prop::collection::vec(0..70u64, 0..4).prop_map(Value::from),
    ]
}

/// Requests that are nearly right: a game, and known fields.
fn request() -> impl Strategy<Value = Value> {
    let ids: Vec<_> = crate::games().map(|listing| listing.id).collect();
    let fields = [
        "size", "position", "move", "moves", "touched", "player", "seed", "explain", "record",
        "start",
    ];
    let others = prop::collection::hash_map(prop::sample::select(fields.to_vec()), value(), 0..4);
    (prop::sample::select(ids), others).prop_map(|(id, others)| {
        let others = others
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        let mut request: Map<_, _> = others.collect();
        request.insert("game".to_owned(), json!(id));
        Value::Object(request)
    })
}

/// The requests, each with its fields other than the game and its size.
const PATHS: [(&str, &[&str]); 6] = [
    ("play", &["position", "move"]),
    ("why", &["position", "touched"]),
    ("analyze", &["position", "moves", "explain"]),
    ("choose", &["position", "player", "seed"]),
    ("replay", &["record", "start", "moves"]),
    ("review", &["record", "start", "moves"]),
];

/// It searches little where a size is not solved.
static SERVER: LazyLock<Server> = LazyLock::new(|| Server::limited(|limits| limits.nodes = 300));

/// Sends a body; the client checks that the response is documented.
fn check(name: &str, body: String) {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().build().expect("a runtime");
    let (client, path) = (SERVER.client(), format!("/api/v1/{name}"));
    let response = runtime.block_on(client.post_text(&path, body));
    assert!(!response.status.is_server_error(), "{path}: {response:?}");
}

#[tokio::test]
async fn requests_about_every_size_get_documented_responses() {
    let client = SERVER.client();
    for variant in crate::games().flat_map(|listing| listing.sizes) {
        let (id, size) = (variant.id(), variant.size().to_string());
        for path in ["positions", "puzzles", "challenges"] {
            let path = format!(
                "/api/v1/{path}/{id}/{size}?{}",
                if path == "positions" {
                    "first=2"
                } else {
                    "seed=1"
                }
            );
            let response = client.get(&path).await;
            assert!(
                [200, 404].contains(&response.status.as_u16()),
                "{path}: {response:?}"
            );
        }
        let moves = [&variant.start(Player::One).moves()[0].text];
        for (path, more) in [
            ("play", json!({"move": moves[0]})),
            ("why", json!({"touched": [0]})),
            ("analyze", json!({"moves": moves, "explain": true})),
            ("judge", json!({"move": moves[0]})),
            ("choose", json!({"player": "easy", "seed": 3})),
            ("replay", json!({"moves": moves})),
            ("review", json!({"moves": moves})),
            (
                "session",
                json!({"players": ["human", "easy"], "reply": true}),
            ),
        ] {
            let mut request = json!({"game": id, "size": size});
            request
                .as_object_mut()
                .expect("an object")
                .extend(more.as_object().cloned().unwrap_or_default());
            client.ask(path, request).await;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_nearly_valid_request_gets_a_documented_response(request in request()) {
        for (path, fields) in PATHS {
            // Unknown fields are left out, because they alone would be refused.
            let mut request = request.clone();
            let is_known = |name: &str| ["game", "size"].contains(&name) || fields.contains(&name);
            request.as_object_mut().expect("an object").retain(|name, _| is_known(name));
            check(path, request.to_string());
        }
    }

    #[test]
    fn any_text_gets_a_documented_response(text in any::<String>()) {
        for (path, _) in PATHS {
            check(path, text.clone());
        }
    }
}
