//! Answers and files of the page are compressed where the client accepts it.

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use serde_json::json;

use crate::common::{Answer, House};

fn is_compressed(answer: &Answer) -> bool {
    let encoding = answer.headers.get(header::CONTENT_ENCODING);
    assert!(encoding.is_none_or(|encoding| encoding == "gzip"));
    encoding.is_some()
}

#[tokio::test]
async fn a_client_says_whether_it_accepts_compressed_answers() {
    let house = House::new();
    let plain = house.stranger().get("/api/v1/catalogue").await.ok();
    for (accepted, is_accepted) in [
        ("gzip", true),
        ("GZIP", true),
        ("br, gzip, deflate", true),
        ("gzip;q=0.5", true),
        ("br;q=1, gzip;q=0.001", true),
        ("*", true),
        ("*;q=0.1", true),
        ("identity;q=0, *", true),
        ("", false),
        ("br", false),
        ("identity", false),
        ("gzip;q=0", false),
        ("gzip;q=0.000", false),
        ("gzip; q=0", false),
        ("identity, gzip;q=0.5", false),
        ("gzip;q=0, *", false),
        ("*;q=0", false),
        ("identity, *;q=0", false),
        ("identity;q=0", false),
        ("gzip;q=0, identity;q=0", false),
        ("identity;q=0, *;q=0", false),
    ] {
        let client = house.stranger().with(header::ACCEPT_ENCODING, accepted);
        for path in ["/api/v1/catalogue", "/service.js", "/"] {
            let answer = client.get(path).await;
            assert_eq!(answer.status, StatusCode::OK, "{accepted}");
            assert_eq!(is_compressed(&answer), is_accepted, "{path} {accepted}");
            assert_eq!(answer.headers[header::VARY], "accept-encoding");
        }
        assert_eq!(client.get("/api/v1/catalogue").await.ok(), plain);
    }
    let silent = house.stranger().get("/app/main.js").await;
    assert!(!is_compressed(&silent));
    assert_eq!(silent.headers[header::VARY], "accept-encoding");
}

#[tokio::test]
async fn what_is_compressed_ahead_is_the_same_text() {
    let house = House::new();
    for path in ["/app/main.js", "/style/page.css"] {
        let plain = house.stranger().get(path).await;
        assert!(!is_compressed(&plain));
        for (accepted, coding) in [("gzip, deflate, br", "br"), ("gzip", "gzip")] {
            let client = house.stranger().with(header::ACCEPT_ENCODING, accepted);
            let answer = client.get(path).await;
            assert_eq!(answer.headers[header::CONTENT_ENCODING], coding);
            assert_eq!(answer.headers[header::ETAG], plain.headers[header::ETAG]);
            assert_eq!(answer.text, plain.text);
        }
    }
}

#[tokio::test]
async fn what_a_client_accepts_changes_nothing_else() {
    let house = House::new();
    for accepted in ["gzip", "identity;q=0, *;q=0"] {
        let client = house.stranger().with(header::ACCEPT_ENCODING, accepted);
        client.get("/nothing").await.is_problem(404, "not-found");
        let asked = json!({"game": "gridlock", "move": "x".repeat(2000)});
        let problem = client.post("/api/v1/play", asked).await;
        problem.is_problem(422, "not-a-move");
        let open = json!({"game": "gridlock", "seat": 1});
        let opened = client.post("/api/v1/games", open).await;
        assert_eq!(opened.status, StatusCode::CREATED);
        let socket = format!("/api/v1/games/{}/socket", opened.field("/game/id"));
        client.get(&socket).await.is_problem(400, "bad-request");
        let head = client.send(Method::HEAD, "/", Body::empty()).await;
        assert_eq!((head.status, head.text.as_str()), (StatusCode::OK, ""));
    }
}

#[tokio::test]
async fn a_short_answer_is_not_worth_compressing() {
    let house = House::new();
    let client = house.stranger().with(header::ACCEPT_ENCODING, "gzip");
    assert!(!is_compressed(&client.get("/healthz").await));
    let asked = json!({"game": "gridlock", "touched": [0]});
    assert!(!is_compressed(&client.post("/api/v1/why", asked).await));
}

#[tokio::test]
async fn a_file_of_the_page_is_not_sent_again_if_it_has_not_changed() {
    let house = House::new();
    for accepted in ["gzip", "identity"] {
        let client = house.stranger().with(header::ACCEPT_ENCODING, accepted);
        let page = "/play/any/4x4?moves=2-2";
        let first = client.get(page).await;
        assert_eq!(first.kind(), "text/html; charset=utf-8");
        assert!(first.text.starts_with("<!doctype html>"), "{}", first.text);
        assert_eq!(first.headers[header::CACHE_CONTROL], "no-cache");
        let tag = first.headers[header::ETAG].to_str().expect("text");
        let strong = tag.trim_start_matches("W/");
        for known in [tag, strong, "*", &format!("\"other\", {tag}")] {
            let client = client.with(header::IF_NONE_MATCH, known);
            let again = client.get(page).await;
            assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{known}");
            assert!(!is_compressed(&again) && again.text.is_empty());
            for name in [header::ETAG, header::CACHE_CONTROL, header::VARY] {
                assert_eq!(again.headers[&name], first.headers[&name]);
            }
        }
        for unknown in ["\"other\"", "", &tag[..tag.len() - 2]] {
            let client = client.with(header::IF_NONE_MATCH, unknown);
            assert_eq!(client.get("/").await.status, StatusCode::OK, "{unknown}");
        }
        let other = client.with(header::IF_NONE_MATCH, tag);
        assert_eq!(other.get("/app/main.js").await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn only_files_of_the_page_may_be_kept_by_a_cache() {
    let house = House::new();
    for path in [
        "/api/v1/catalogue",
        "/api/v1/nothing",
        "/nothing",
        "/metrics",
    ] {
        let answer = house.stranger().get(path).await;
        assert_eq!(answer.headers[header::CACHE_CONTROL], "no-store", "{path}");
    }
}
