//! The addresses of the page, and the preview of a link to it.

use axum::http::{HeaderName, StatusCode, header};
use quintet_server::Settings;

use crate::common::{Server, unlimited};

const HTML: &str = "text/html; charset=utf-8";
/// The header of a browser that follows a link.
const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

#[tokio::test]
async fn an_unknown_address_returns_a_page_to_browsers_and_a_document_to_programs() {
    let server = Server::new();
    let client = server.client();
    let browser = client.with(header::ACCEPT, BROWSER);
    let page = browser.get("/nope").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert_eq!(page.content_type(), HTML);
    assert!(page.text.contains("/app/main.js"));
    let program = client.with(header::ACCEPT, "application/json");
    for response in [
        client.get("/nope").await,
        program.get("/nope").await,
        // The interface for programs answers in documents, whatever is accepted.
        browser.get("/api/v1/nope").await,
    ] {
        response.is_problem(404, "not-found");
    }
}

#[tokio::test]
async fn every_response_has_security_headers_and_one_page_may_be_framed() {
    let server = Server::new();
    let own = "http://localhost:5555";
    let client = server.client().with(header::ORIGIN, own);
    for (path, framing) in [
        ("/", "frame-ancestors 'none'"),
        ("/app/main.js", "frame-ancestors 'none'"),
        ("/api/v1/catalogue", "frame-ancestors 'none'"),
        ("/nowhere", "frame-ancestors 'none'"),
        ("/embed.html?game=gridlock", "frame-ancestors *"),
    ] {
        let response = client.get(path).await;
        let policy = response.header(header::CONTENT_SECURITY_POLICY);
        let allowed = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval';";
        assert!(policy.starts_with(allowed), "{path}: {policy}");
        assert_eq!(policy.matches("unsafe").count(), 1, "{path}: {policy}");
        assert!(policy.ends_with(framing), "{path}: {policy}");
        let denied = if framing.ends_with('*') { "" } else { "DENY" };
        for (name, wanted) in [
            (header::X_FRAME_OPTIONS, denied),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
            (header::ACCESS_CONTROL_ALLOW_ORIGIN, ""),
        ] {
            assert_eq!(response.header(&name), wanted, "{path} {name}");
        }
    }
}

#[tokio::test]
async fn a_request_has_an_id_which_only_a_proxy_may_choose() {
    let long = "a".repeat(65);
    for (proxies, chosen, is_accepted) in [
        ("1", "f00-BA_R.1", true),
        ("2", "f00-BA_R.1", true),
        ("127.0.0.0/8", &long[..64], true),
        ("127.0.0.0/8", &long, false),
        ("1", "", false),
        ("1", "a b", false),
        ("1", "a\"b", false),
        ("192.0.2.1", "chosen", false),
        ("0", "chosen", false),
    ] {
        let server = Server::with(Settings {
            proxies: proxies.parse().expect("proxies"),
            ..unlimited()
        });
        let name = HeaderName::from_static("x-request-id");
        let client = server.client().with(name.clone(), chosen);
        let [one, two] = [client.get("/").await, client.get("/nowhere").await];
        let [one, two] = [&one, &two].map(|response| response.header(&name));
        assert_eq!(one == chosen, is_accepted, "{proxies} {chosen}");
        assert!(is_accepted || (one != two && one.len() == 16), "{one}");
    }
}

#[tokio::test]
async fn the_name_of_a_screen_is_an_address() {
    let server = Server::new();
    for name in [
        "play", "rules", "puzzles", "games", "rush", "explore", "review",
    ] {
        let page = server.client().get(&format!("/{name}")).await;
        assert_eq!(page.status, StatusCode::OK, "{name}");
        assert_eq!(page.content_type(), HTML, "{name}");
    }
    let refused = server.client().get("/player").await;
    refused.is_problem(404, "not-found");
}

/// The content of an Open Graph tag.
fn tag(page: &str, name: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("property=\"og:{name}\" content=\""))?;
    Some(rest.split('"').next()?.to_owned())
}

#[tokio::test]
async fn the_preview_of_a_link_shows_its_position() {
    let server = Server::new();
    let client = server.client();
    let path = "/play/gridlock/4x4?moves=2-2+3-3";
    let page = client.get(path).await;
    assert_eq!(tag(&page.text, "title").as_deref(), Some("Gridlock 4x4"));
    let words = tag(&page.text, "description").expect("a description");
    assert!(words.starts_with("Player 1 (X) to move."), "{words}");
    let picture = tag(&page.text, "image").expect("a picture");
    assert_eq!(picture, format!("http://localhost:5555/preview{path}"));
    assert!(page.text.contains("<title>Gridlock 4x4 · Quintet</title>"));
    let puzzle = client.get("/puzzles/gridlock/4x4?seed=3").await;
    let title = tag(&puzzle.text, "title");
    assert_eq!(title.as_deref(), Some("Gridlock 4x4 puzzle"));
    // Another position is another page.
    let other = client.get("/play/gridlock/4x4?moves=2-2").await;
    assert_ne!(page.headers[header::ETAG], other.headers[header::ETAG]);
    // A position that cannot be played has no preview.
    for path in ["/", "/play/gridlock/4x4?moves=9-9", "/play/nothing/4x4"] {
        let page = client.get(path).await;
        assert_eq!(tag(&page.text, "title"), None, "{path}");
        assert!(page.text.contains("<title>Quintet</title>"), "{path}");
    }
    for path in ["/preview/", "/preview/nope", "/preview/play/gridlock/9x9"] {
        let response = client.get(path).await;
        assert_eq!(response.status, StatusCode::NOT_FOUND, "{path}");
    }
}
