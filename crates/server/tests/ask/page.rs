//! What a browser and a program are given at the addresses of the page, and what a link to it shows.

use axum::http::{StatusCode, header};
use serde_json::json;

use crate::common::House;

const HTML: &str = "text/html; charset=utf-8";
/// What a browser says when a person follows a link.
const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

#[tokio::test]
async fn an_unknown_address_is_a_page_for_people_and_a_document_for_programs() {
    let house = House::new();
    let browser = house.stranger().with(header::ACCEPT, BROWSER);
    let page = browser.get("/nope").await;
    assert_eq!((page.status, page.kind()), (StatusCode::NOT_FOUND, HTML));
    assert!(page.text.contains("/app/main.js"));
    for program in [
        house.stranger(),
        house.stranger().with(header::ACCEPT, "application/json"),
    ] {
        program.get("/nope").await.is_problem(404, "not-found");
    }
    // The interface for programs speaks to programs, whatever they accept.
    let answer = browser.get("/api/v1/nope").await;
    answer.is_problem(404, "not-found");
}

#[tokio::test]
async fn one_page_may_be_shown_inside_others_and_nothing_may_run_that_is_not_ours() {
    let house = House::new();
    for (path, framing) in [
        ("/", "frame-ancestors 'none'"),
        ("/app/main.js", "frame-ancestors 'none'"),
        ("/api/v1/catalogue", "frame-ancestors 'none'"),
        ("/embed.html?game=gridlock", "frame-ancestors *"),
    ] {
        let answer = house.stranger().get(path).await;
        let header = |name| {
            answer
                .headers
                .get(name)
                .and_then(|value| value.to_str().ok())
        };
        let policy = header(header::CONTENT_SECURITY_POLICY).expect("a policy");
        assert!(
            policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
            "{path}: {policy}"
        );
        assert!(policy.ends_with(framing), "{path}: {policy}");
        let denied = (!policy.ends_with('*')).then_some("DENY");
        assert_eq!(header(header::X_FRAME_OPTIONS), denied, "{path}");
    }
}

#[tokio::test]
async fn the_name_of_a_screen_alone_is_an_address() {
    let house = House::new();
    for path in [
        "/play", "/rules", "/puzzles", "/games", "/rush", "/explore", "/review",
    ] {
        let page = house.stranger().get(path).await;
        assert_eq!((page.status, page.kind()), (StatusCode::OK, HTML), "{path}");
    }
    let answer = house.stranger().get("/player").await;
    answer.is_problem(404, "not-found");
}

/// The content of a tag of a page.
fn tag(page: &str, name: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("property=\"og:{name}\" content=\""))?;
    Some(rest.split('"').next()?.to_owned())
}

#[tokio::test]
async fn a_link_shows_what_is_played_there() {
    let house = House::new();
    let path = "/play/gridlock/4x4?moves=2-2+3-3";
    let page = house.stranger().get(path).await;
    assert_eq!(tag(&page.text, "title").as_deref(), Some("Gridlock 4x4"));
    let words = tag(&page.text, "description").expect("a description");
    assert!(words.starts_with("Player 1 (X) to move."), "{words}");
    let picture = tag(&page.text, "image").expect("a picture");
    assert_eq!(picture, format!("http://localhost:5555/preview{path}"));
    assert!(page.text.contains("<title>Gridlock 4x4 · Quintet</title>"));
    let puzzle = house.stranger().get("/puzzles/gridlock/4x4?seed=3").await;
    let title = tag(&puzzle.text, "title");
    assert_eq!(title.as_deref(), Some("Puzzle of Gridlock 4x4"));
    // Another position is another page.
    let other = house.stranger().get("/play/gridlock/4x4?moves=2-2").await;
    assert_ne!(page.headers[header::ETAG], other.headers[header::ETAG]);
    // Nothing in particular is said about what cannot be played.
    for path in ["/", "/play/gridlock/4x4?moves=9-9", "/play/nothing/4x4"] {
        let page = house.stranger().get(path).await;
        assert_eq!(tag(&page.text, "title"), None, "{path}");
        assert!(page.text.contains("<title>Quintet</title>"), "{path}");
    }
}

#[tokio::test]
async fn a_link_to_a_game_says_who_invites_and_a_name_stays_text() {
    let house = House::new();
    let name = "<b>\"Red\"</b>";
    let opening = json!({"game": "gridlock", "seat": 1, "name": name});
    let opened = house.stranger().post("/api/v1/games", opening).await;
    let id = opened.field("/game/id");
    let page = house.stranger().get(&format!("/game/{id}")).await;
    let words = tag(&page.text, "description").expect("a description");
    assert_eq!(
        words,
        "&lt;b&gt;&quot;Red&quot;&lt;/b&gt; invites you to a game."
    );
    assert!(!page.text.contains(name));
    // A preview takes no seat.
    let game = house.stranger().get(&format!("/api/v1/games/{id}")).await;
    assert_eq!(game.json()["seats"][1]["taken"], false);
}

#[tokio::test]
async fn there_is_no_picture_of_a_page_without_a_board() {
    let house = House::new();
    for path in ["/preview/", "/preview/nope", "/preview/play/gridlock/9x9"] {
        let answer = house.stranger().get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
}
