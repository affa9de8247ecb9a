//! Whatever is sent, the answer is an ordinary one.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::common::Answer;
use crate::every_game::hasty;

/// Texts of which some mean something.
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

/// Requests that are nearly right: the game, and fields that the paths know.
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

fn check(path: &str, answer: &Answer) {
    assert!(!answer.status.is_server_error(), "{path}: {}", answer.text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_nearly_right_request_gets_an_answer_that_is_described(request in request()) {
        let runtime = runtime();
        let client = HOUSE.stranger();
        for name in ["play", "why", "analyze", "choose", "replay", "review"] {
            let path = format!("/api/v1/{name}");
            // What a path does not know is left out, or every request would be refused for it.
            let mut request = request.clone();
            let known = fields(name);
            request.as_object_mut().expect("an object").retain(|name, _| known.contains(&&**name));
            check(&path, &runtime.block_on(client.post(&path, request)));
        }
    }

    #[test]
    fn any_text_gets_an_answer_that_is_described(text in any::<String>()) {
        let runtime = runtime();
        let client = HOUSE.stranger();
        for name in ["play", "why", "analyze", "choose", "replay", "review"] {
            let path = format!("/api/v1/{name}");
            check(&path, &runtime.block_on(client.post_text(&path, &text)));
        }
    }
}

fn runtime() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_time().build().expect("a runtime")
}

static HOUSE: std::sync::LazyLock<crate::common::House> = std::sync::LazyLock::new(hasty);

/// The fields that a path knows.
fn fields(name: &str) -> Vec<&'static str> {
    let mut fields = vec!["game", "size"];
    fields.extend_from_slice(match name {
        "play" => &["position", "move"],
        "why" => &["position", "touched"],
        "analyze" => &["position", "moves", "explain"],
        "choose" => &["position", "player", "seed"],
        _ => &["record", "start", "moves"],
    });
    fields
}
