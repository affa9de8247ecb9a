//! Answers and files of the page are compressed if the client accepts it, and cached if they may be.

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use serde_json::json;

use crate::common::{Response, Server};

fn is_compressed(response: &Response) -> bool {
    let coding = response.header(header::CONTENT_ENCODING);
    assert!(["", "gzip"].contains(&coding), "{coding}");
    !coding.is_empty()
}

#[tokio::test]
async fn a_client_chooses_whether_answers_are_compressed() {
    let server = Server::new();
    let plain = server.client().get("/api/v1/catalogue").await.ok();
    for (accepted, is_accepted) in [
        ("gzip", true),
        ("br;q=1, gzip;q=0.001", true),
        ("", false),
        ("br", false),
        ("identity;q=0", false),
    ] {
        let client = server.client().with(header::ACCEPT_ENCODING, accepted);
        for path in ["/api/v1/catalogue", "/service.js", "/"] {
            let response = client.get(path).await;
            assert_eq!(response.status, StatusCode::OK, "{accepted}");
            assert_eq!(is_compressed(&response), is_accepted, "{path} {accepted}");
            assert_eq!(response.header(header::VARY), "accept-encoding");
        }
        assert_eq!(client.get("/api/v1/catalogue").await.ok(), plain);
    }
    let client = server.client().with(header::ACCEPT_ENCODING, "gzip");
    let short = json!({"game": "gridlock", "touched": [0]});
    for short in [
        client.get("/healthz").await,
        client.post("/api/v1/why", short).await,
    ] {
        assert!(!is_compressed(&short), "{short:?}");
    }
}

#[tokio::test]
async fn a_file_that_is_compressed_at_build_time_is_the_same_text() {
    let server = Server::new();
    for path in ["/app/main.js", "/style/page.css"] {
        let plain = server.client().get(path).await;
        assert!(!is_compressed(&plain));
        assert_eq!(plain.header(header::VARY), "accept-encoding");
        for (accepted, coding) in [("gzip, deflate, br", "br"), ("gzip", "gzip")] {
            let client = server.client().with(header::ACCEPT_ENCODING, accepted);
            let response = client.get(path).await;
            assert_eq!(response.header(header::CONTENT_ENCODING), coding);
            assert_eq!(response.header(header::ETAG), plain.header(header::ETAG));
            assert_eq!(response.text, plain.text);
        }
    }
}

#[tokio::test]
async fn the_accepted_coding_changes_nothing_else() {
    let server = Server::new();
    for accepted in ["gzip", "identity;q=0, *;q=0"] {
        let client = server.client().with(header::ACCEPT_ENCODING, accepted);
        client.get("/nothing").await.is_problem(404, "not-found");
        let long = json!({"game": "gridlock", "move": "x".repeat(2000)});
        let refused = client.post("/api/v1/play", long).await;
        refused.is_problem(422, "not-a-move");
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
async fn an_unchanged_file_of_the_page_is_not_sent_again() {
    let server = Server::new();
    for accepted in ["gzip", "identity"] {
        let client = server.client().with(header::ACCEPT_ENCODING, accepted);
        let page = "/play/any/4x4?moves=2-2";
        let first = client.get(page).await;
        assert_eq!(first.content_type(), "text/html; charset=utf-8");
        assert!(first.text.starts_with("<!doctype html>"), "{}", first.text);
        assert_eq!(first.header(header::CACHE_CONTROL), "no-cache");
        let tag = first.header(header::ETAG);
        let strong = tag.trim_start_matches("W/");
        for known in [tag, strong, "*", &format!("\"other\", {tag}")] {
            let client = client.with(header::IF_NONE_MATCH, known);
            let again = client.get(page).await;
            assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{known}");
            assert!(!is_compressed(&again) && again.text.is_empty());
            for name in [header::ETAG, header::CACHE_CONTROL, header::VARY] {
                assert_eq!(again.header(&name), first.header(&name));
            }
        }
        for (path, unknown) in [
            ("/", "\"other\""),
            ("/", ""),
            ("/", &tag[..tag.len() - 2]),
            ("/app/main.js", tag),
        ] {
            let client = client.with(header::IF_NONE_MATCH, unknown);
            assert_eq!(client.get(path).await.status, StatusCode::OK, "{unknown}");
        }
    }
    for path in [
        "/api/v1/catalogue",
        "/api/v1/nothing",
        "/nothing",
        "/metrics",
    ] {
        let response = server.client().get(path).await;
        let caching = response.header(header::CACHE_CONTROL);
        assert_eq!(caching, "no-store", "{path}");
    }
}
