//! Who may do something, and who may not.

use std::sync::Arc;

use axum::http::{HeaderName, StatusCode, header};
use quintet_live::Token;
use quintet_live::store::{Sqlite, Store};
use quintet_server::Settings;
use serde_json::json;

use crate::people::{House, position, unlimited};

#[tokio::test]
async fn a_move_needs_the_token_of_the_seat() {
    let house = House::new();
    let (one, _, id) = house.two_players().await;
    let (other, _, _) = house.two_players().await;
    let mv = position(&one.look(&id).await).moves().swap_remove(0).text;
    let stranger = house.stranger();
    stranger.play(&id, 0, &mv).await.is_problem(401, "no-seat");
    other
        .play(&id, 0, &mv)
        .await
        .is_problem(403, "not-your-seat");
    let guess = stranger.with_token(&Token::random().reveal());
    guess
        .play(&id, 0, &mv)
        .await
        .is_problem(403, "not-your-seat");
    for nonsense in ["", "Bearer", "Bearer 12", "Basic YTpi"] {
        let person = stranger.with(header::AUTHORIZATION, nonsense);
        let refused = person.play(&id, 0, &mv).await;
        refused.is_problem(401, "no-seat");
        assert_eq!(refused.headers[header::WWW_AUTHENTICATE], "Bearer");
        // Every path that reads a token describes the refusal of a wrong one.
        let path = format!("/api/v1/games/{id}");
        person.get(&path).await.is_problem(401, "no-seat");
    }
    for action in ["resign", "offer-take-back"] {
        stranger
            .act(&id, 0, action)
            .await
            .is_problem(401, "no-seat");
        guess
            .act(&id, 0, action)
            .await
            .is_problem(403, "not-your-seat");
    }
    assert_eq!(stranger.look(&id).await["ply"], 0, "nothing has happened");
    assert_eq!(one.play(&id, 0, &mv).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_token_that_has_expired_moves_nothing() {
    let house = House::with(Settings {
        seat_seconds: 0,
        ..unlimited()
    });
    let (one, _, id) = house.two_players().await;
    let mv = position(&one.look(&id).await).moves().swap_remove(0).text;
    one.play(&id, 0, &mv).await.is_problem(401, "expired-token");
    one.act(&id, 0, "resign")
        .await
        .is_problem(401, "expired-token");
    assert_eq!(one.look(&id).await["ply"], 0);
}

#[tokio::test]
async fn a_browser_holds_its_seats_by_a_cookie_that_no_script_and_no_other_site_has() {
    let house = House::new();
    let stranger = house.stranger();
    let given = stranger.post("/api/v1/browser", json!({})).await;
    assert_eq!(given.status, StatusCode::NO_CONTENT);
    let cookie = given.headers[header::SET_COOKIE]
        .to_str()
        .expect("text")
        .to_owned();
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/api/", "Max-Age="] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    let pair = cookie.split(';').next().expect("a pair");
    let browser = stranger.with(header::COOKIE, &format!("other=1; {pair}"));
    let again = browser.post("/api/v1/browser", json!({})).await;
    assert!(
        !again.headers.contains_key(header::SET_COOKIE),
        "it keeps the one it has"
    );

    let request = json!({"game": crate::games().next().expect("there are games").id, "seat": 1});
    let opened = browser.post("/api/v1/games", request).await;
    assert_eq!(opened.status, StatusCode::CREATED);
    assert!(
        opened.json().get("token").is_none(),
        "the script of the page sees no secret"
    );
    let id = opened.field("/game/id");
    assert_eq!(browser.look(&id).await["you"], 1);
    let path = format!("/api/v1/games/{id}/join");
    let rejoined = browser.post(&path, json!({})).await;
    assert_eq!(
        rejoined.json()["seat"],
        1,
        "the holder of a seat gets it again"
    );
    let friend = stranger.post(&path, json!({"name": "Blue"})).await;
    assert_eq!(friend.json()["seat"], 2);
    stranger
        .post(&path, json!({}))
        .await
        .is_problem(409, "seats-taken");
    assert_eq!(
        stranger.look(&id).await["you"],
        json!(null),
        "everyone else watches"
    );
    let mv = position(&browser.look(&id).await)
        .moves()
        .swap_remove(0)
        .text;
    assert_eq!(browser.play(&id, 0, &mv).await.status, StatusCode::OK);
}

#[tokio::test]
async fn over_an_encrypted_page_the_cookie_never_travels_otherwise() {
    let house = House::with(Settings {
        hosts: vec!["games.example.org".to_owned()],
        ..unlimited()
    });
    let page = house
        .stranger()
        .with(header::HOST, "games.example.org")
        .with(header::ORIGIN, "https://games.example.org");
    let given = page.post("/api/v1/browser", json!({})).await;
    let cookie = given.headers[header::SET_COOKIE].to_str().expect("text");
    // A browser takes a cookie of this name only with these attributes, and from this host alone.
    assert!(cookie.starts_with("__Host-quintet="), "{cookie}");
    for attribute in ["; Secure", "; Path=/;", "; HttpOnly", "; SameSite=Strict"] {
        assert!(format!("{cookie};").contains(attribute), "{cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
    let pair = cookie.split(';').next().expect("a pair").to_owned();
    let foreign = format!("quintet={}", "0".repeat(32));
    let browser = page.with(header::COOKIE, &format!("{foreign}; {pair}"));
    let asked = json!({"game": crate::games().next().expect("there are games").id, "seat": 1});
    let id = browser.post("/api/v1/games", asked).await.field("/game/id");
    let own = page.with(header::COOKIE, &pair);
    assert_eq!(own.look(&id).await["you"], 1, "the safe one counts");
    let again = browser.post("/api/v1/browser", json!({})).await;
    assert!(!again.headers.contains_key(header::SET_COOKIE));
    let other = page.with(header::COOKIE, &foreign);
    let given = other.post("/api/v1/browser", json!({})).await;
    let cookie = given.headers[header::SET_COOKIE].to_str().expect("text");
    assert!(cookie.starts_with("__Host-quintet="), "{cookie}");
}

#[tokio::test]
async fn the_word_bearer_may_have_letters_of_any_case() {
    let house = House::new();
    let asked = json!({"game": crate::games().next().expect("there are games").id, "seat": 1});
    let opened = house.stranger().post("/api/v1/games", asked).await;
    let (id, token) = (opened.field("/game/id"), opened.field("/token"));
    let said = |said: String| house.stranger().with(header::AUTHORIZATION, &said);
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let client = said(format!("{scheme} {token}"));
        assert_eq!(client.look(&id).await["you"], 1, "{scheme}");
    }
    for wrong in ["Bearer", "Bearer x", "Basic dXNlcjpwYXNz", &token] {
        let refused = said(wrong.to_owned()).act(&id, 0, "resign").await;
        refused.is_problem(401, "no-seat");
    }
}

#[tokio::test]
async fn of_two_cookies_the_first_counts() {
    let house = House::new();
    let secrets = ["0", "1"].map(|digit| digit.repeat(32));
    let browser = |cookies: String| house.stranger().with(header::COOKIE, &cookies);
    let own = browser(format!("quintet={}", secrets[0]));
    let asked = json!({"game": crate::games().next().expect("there are games").id, "seat": 1});
    let id = own.post("/api/v1/games", asked).await.field("/game/id");
    let [own, other] = &secrets;
    let both = browser(format!("quintet={own}; quintet={other}"));
    assert_eq!(both.look(&id).await["you"], 1);
    let both = browser(format!("quintet={other}; quintet={own}"));
    assert_eq!(both.look(&id).await["you"], json!(null));
    for nonsense in ["", "x", "12", &"g".repeat(32)] {
        let both = browser(format!("quintet={nonsense}; quintet={own}"));
        assert_eq!(both.look(&id).await["you"], 1, "{nonsense} hides nothing");
    }
}

#[tokio::test]
async fn no_token_is_in_what_anybody_can_read() {
    let house = House::new();
    let opened = house
        .stranger()
        .post(
            "/api/v1/games",
            json!({"game": crate::games().next().expect("there are games").id, "seat": 1}),
        )
        .await;
    let (id, token) = (opened.field("/game/id"), opened.field("/token"));
    let one = house.stranger().with_token(&token);
    one.act(&id, 0, "resign").await;
    let paths = ["", "/events", "/record"].map(|rest| format!("/api/v1/games/{id}{rest}"));
    for path in paths.iter().map(String::as_str).chain(["/metrics"]) {
        let answer = one.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(!answer.text.contains(&token), "{path}");
        assert!(!format!("{:?}", answer.headers).contains(&token), "{path}");
    }
    for file in std::fs::read_dir(house.folder.path()).expect("the folder") {
        let bytes = std::fs::read(file.expect("an entry").path()).expect("a file");
        let secret = u128::from_str_radix(&token, 16)
            .expect("digits")
            .to_be_bytes();
        for needle in [token.as_bytes(), &secret[..]] {
            assert!(!bytes.windows(needle.len()).any(|found| found == needle));
        }
    }
}

#[tokio::test]
async fn a_script_in_a_name_is_text() {
    let house = House::new();
    let name = "<script>alert(1)</script>\"'&";
    let request = json!({"game": crate::games().next().expect("there are games").id, "seat": 1, "name": name});
    let opened = house.stranger().post("/api/v1/games", request).await;
    assert_eq!(opened.headers[header::CONTENT_TYPE], "application/json");
    assert_eq!(opened.headers["x-content-type-options"], "nosniff");
    assert_eq!(opened.field("/game/seats/0/name"), name);
    let id = opened.field("/game/id");
    let record = house
        .stranger()
        .get(&format!("/api/v1/games/{id}/record"))
        .await;
    assert!(
        record.headers[header::CONTENT_TYPE]
            .to_str()
            .expect("text")
            .starts_with("text/plain")
    );
}

#[tokio::test]
async fn requests_of_other_sites_and_for_other_hosts_change_nothing() {
    let house = House::new();
    let (one, _, id) = house.two_players().await;
    for (name, value) in [
        (header::ORIGIN, "http://evil.example"),
        (header::ORIGIN, "null"),
        (header::ORIGIN, "http://localhost:1"),
        (header::HOST, "evil.example"),
    ] {
        let person = one.with(name, value);
        person
            .act(&id, 0, "resign")
            .await
            .is_problem(403, "foreign");
        person
            .get(&format!("/api/v1/games/{id}/socket"))
            .await
            .is_problem(403, "foreign");
    }
    let own = one.with(header::ORIGIN, "http://localhost:5555");
    assert_eq!(own.act(&id, 0, "resign").await.status, StatusCode::OK);
}

#[tokio::test]
async fn one_address_opens_ten_games_a_minute() {
    let house = House::with(Settings::default());
    let request = json!({"game": crate::games().next().expect("there are games").id, "seat": 1});
    for _ in 0..10 {
        let opened = house
            .stranger()
            .post("/api/v1/games", request.clone())
            .await;
        assert_eq!(opened.status, StatusCode::CREATED);
    }
    let refused = house.stranger().post("/api/v1/games", request).await;
    refused.is_problem(429, "too-many");
    let wait: u32 = refused.headers[header::RETRY_AFTER]
        .to_str()
        .expect("text")
        .parse()
        .expect("seconds");
    assert!((1..=7).contains(&wait), "{wait}");
}

const KEY: HeaderName = HeaderName::from_static("idempotency-key");

#[tokio::test]
async fn a_request_for_a_seat_that_is_sent_again_gives_the_same_seat_and_token() {
    let house = House::new();
    let game = crate::games().next().expect("there are games").id;
    let red = house.stranger().with(KEY, "red red red red red");
    let asked = json!({"game": game, "seat": 2});
    let [first, again] = [
        red.post("/api/v1/games", asked.clone()).await,
        red.post("/api/v1/games", asked.clone()).await,
    ];
    for place in ["/game/id", "/token"] {
        assert_eq!(first.field(place), again.field(place));
    }
    assert_eq!(
        (again.status, &again.json()["seat"]),
        (StatusCode::CREATED, &json!(2))
    );
    let other = house.stranger().with(KEY, "another key of 24 letters");
    let other = other.post("/api/v1/games", asked).await;
    assert_ne!(other.field("/game/id"), first.field("/game/id"));

    let join = format!("/api/v1/games/{}/join", first.field("/game/id"));
    let blue = house.stranger().with(KEY, "blue blue blue blue");
    let [first, again] = [
        blue.post(&join, json!({})).await,
        blue.post(&join, json!({})).await,
    ];
    assert_eq!(first.ok()["seat"], 1);
    assert_eq!(
        (first.ok()["seat"].clone(), first.field("/token")),
        (again.ok()["seat"].clone(), again.field("/token"))
    );
    for stranger in [
        house.stranger(),
        house.stranger().with(KEY, "a third key of 25 letters"),
    ] {
        stranger
            .post(&join, json!({}))
            .await
            .is_problem(409, "seats-taken");
    }
    for key in ["short", &"x".repeat(65)] {
        let client = house.stranger().with(KEY, key);
        client
            .post(&join, json!({}))
            .await
            .is_problem(400, "bad-request");
    }
}

#[tokio::test]
async fn the_token_of_a_key_outlives_the_server_and_is_good_for_one_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Sqlite::open(&folder.path().join("games.db")).expect("a usable file");
    let store = Arc::new(store);
    let house = House::on(unlimited(), Arc::clone(&store) as Arc<dyn Store>);
    let (_, _, full) = house.two_players().await;
    let game = crate::games().next().expect("there are games").id;
    let opened = house
        .stranger()
        .post("/api/v1/games", json!({"game": game, "seat": 1}))
        .await;
    let id = opened.field("/game/id");
    let join = |id: &str| format!("/api/v1/games/{id}/join");
    let blue = |house: &House| house.stranger().with(KEY, "blue blue blue blue");
    let first = blue(&house).post(&join(&id), json!({})).await;
    blue(&house)
        .post(&join(&full), json!({}))
        .await
        .is_problem(409, "seats-taken");
    let house = House::on(unlimited(), store);
    let again = blue(&house).post(&join(&id), json!({})).await;
    assert_eq!(first.field("/token"), again.field("/token"));
}

#[tokio::test]
async fn one_address_takes_so_many_seats_in_a_minute() {
    let mut settings = unlimited();
    settings.limits.seats_a_minute = 1;
    let house = House::with(settings);
    let game = crate::games().next().expect("there are games").id;
    let mut joined = Vec::new();
    for _ in 0..2 {
        let opened = house
            .stranger()
            .post("/api/v1/games", json!({"game": game, "seat": 1}))
            .await;
        let join = format!("/api/v1/games/{}/join", opened.field("/game/id"));
        joined.push(house.stranger().post(&join, json!({})).await);
    }
    joined[0].ok();
    joined[1].is_problem(429, "too-many");
    assert!(joined[1].headers.contains_key(header::RETRY_AFTER));
}

#[tokio::test]
async fn wrong_tokens_slow_their_address_down_and_right_ones_pass() {
    let mut settings = unlimited();
    settings.limits.wrong_tokens_a_minute = 4;
    let house = House::with(settings);
    let (one, two, id) = house.two_players().await;
    let guess = || house.stranger().with_token(&Token::random().reveal());
    for _ in 0..2 {
        guess()
            .act(&id, 0, "resign")
            .await
            .is_problem(403, "not-your-seat");
        assert_eq!(guess().look(&id).await["you"], json!(null));
    }
    let path = format!("/api/v1/games/{id}");
    for refused in [
        guess().act(&id, 0, "resign").await,
        guess().get(&path).await,
        guess().post(&format!("{path}/rematch"), json!({})).await,
        guess()
            .post(&format!("{path}/rematch/decline"), json!({}))
            .await,
        guess().get(&format!("{path}/export")).await,
    ] {
        refused.is_problem(429, "too-many");
        assert!(refused.headers.contains_key(header::RETRY_AFTER));
    }
    assert_eq!(two.look(&id).await["you"], 2);
    one.act(&id, 0, "resign").await.ok();
    house.stranger().look(&id).await;
}

#[tokio::test]
async fn a_name_is_one_line_also_of_a_player_who_has_a_seat() {
    let house = House::new();
    let (one, _, id) = house.two_players().await;
    let path = format!("/api/v1/games/{id}/join");
    for name in ["two\nlines", "\u{92}", &"x".repeat(41), &" ".repeat(41)] {
        let refused = one.post(&path, json!({"name": name})).await;
        refused.is_problem(400, "bad-request");
    }
    one.post(&path, json!({"name": "x".repeat(40)})).await.ok();
}
