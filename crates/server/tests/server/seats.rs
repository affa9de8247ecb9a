//! Secrets and limits of seats. The rights of their holders are in `conversations/seats.txt`.

use axum::http::{StatusCode, header};
use quintet_server::Settings;
use serde_json::json;

use crate::common::Server;

#[tokio::test]
async fn no_response_and_no_file_contains_a_secret() {
    let server = Server::new();
    let opening = json!({"game": "gridlock", "seat": 1});
    let opened = server.client().post("/api/v1/games", opening).await;
    let (id, token) = (opened.field("/game/id"), opened.field("/token"));
    let path = format!("/api/v1/games/{id}");
    let one = server.client().with_token(&token);
    let given = server.client().post("/api/v1/browser", json!({})).await;
    let cookie = given.header(header::SET_COOKIE).split(';').next();
    let cookie = cookie.expect("a cookie");
    let secret = cookie.strip_prefix("quintet=").expect("its name");
    let browser = server.client().with(header::COOKIE, cookie);
    let mut responses = vec![
        browser.post(&format!("{path}/join"), json!({})).await,
        one.play(&id, 0, "2 2").await,
        browser.act(&id, 1, "resign").await,
        one.post(&format!("{path}/rematch"), json!({})).await,
        browser.post(&format!("{path}/rematch"), json!({})).await,
        browser.post("/api/v1/browser", json!({})).await,
        one.get("/metrics").await,
        one.get(&format!("{path}/export")).await,
    ];
    for rest in ["", "/events", "/record"] {
        for client in [&one, &browser] {
            responses.push(client.get(&format!("{path}{rest}")).await);
        }
    }
    for secret in [&token, secret] {
        for response in &responses {
            assert!(response.status.is_success(), "{response:?}");
            let shown = format!("{response:?}");
            assert!(!shown.to_lowercase().contains(secret), "{shown}");
        }
        let number = u128::from_str_radix(secret, 16).expect("digits");
        for file in std::fs::read_dir(server.folder.path()).expect("the folder") {
            let bytes = std::fs::read(file.expect("an entry").path()).expect("a file");
            let upper = secret.to_uppercase();
            for needle in [secret.as_bytes(), upper.as_bytes(), &number.to_be_bytes()] {
                assert!(!bytes.windows(needle.len()).any(|found| found == needle));
            }
        }
    }
    let export = responses[7].ok();
    assert!(export["log"][0]["at"].as_str() >= export["created"].as_str());
}

#[tokio::test]
async fn one_address_opens_ten_games_per_minute() {
    let server = Server::with(Settings::default());
    let opening = json!({"game": "gridlock", "seat": 1});
    for _ in 0..10 {
        let opened = server.client().post("/api/v1/games", opening.clone()).await;
        assert_eq!(opened.status, StatusCode::CREATED);
    }
    let refused = server.client().post("/api/v1/games", opening).await;
    refused.is_problem(429, "too-many");
    let wait: u32 = refused
        .header(header::RETRY_AFTER)
        .parse()
        .expect("seconds");
    assert!((1..=7).contains(&wait), "{wait}");
}
