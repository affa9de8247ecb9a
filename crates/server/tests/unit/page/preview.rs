use std::sync::Arc;

use quintet_games::Catalogue;
use quintet_live::store::Sqlite;

use super::*;
use crate::settings::Settings;

#[test]
fn the_forwarded_scheme_is_trusted_only_from_a_proxy() {
    let headers = [("host", "example.org"), ("x-forwarded-proto", "https")];
    let headers = headers.map(|(name, value)| {
        let name = axum::http::HeaderName::from_static(name);
        (name, axum::http::HeaderValue::from_static(value))
    });
    let headers = HeaderMap::from_iter(headers);
    let origin = |is_proxy| origin(&headers, is_proxy);
    assert_eq!(origin(true).as_deref(), Some("https://example.org"));
    assert_eq!(origin(false).as_deref(), Some("http://example.org"));
}

#[tokio::test]
async fn a_picture_is_drawn_once_on_a_worker_thread() {
    let folder = tempfile::tempdir().expect("a folder");
    let store =
        Sqlite::open(&folder.path().join("games.db"), Catalogue::STANDARD).expect("a usable file");
    let mut settings = Settings::default();
    settings.limits.analyses = 1;
    let app = App::new(settings, Arc::new(store));
    let variant = Catalogue::STANDARD
        .find("gridlock")
        .expect("listed")
        .standard();
    let [one, two] = Player::BOTH.map(|player| variant.start(player).scene());
    let other = variant.position(".X../..../..../.... 2").expect("legal");
    assert_eq!(one, two, "the player to move is not drawn");
    let draw = async |scene: Scene| app.pictures.of(&app, scene).await;
    let drawn = draw(one).await.expect("a thread is free");
    let (finish, wait) = std::sync::mpsc::channel::<()>();
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let busy = tokio::spawn({
        let app = app.clone();
        async move {
            let work = app.executor.work(move || {
                begun.send(()).expect("the test is waiting");
                // Returns when the sender is dropped.
                wait.recv().is_err()
            });
            work.await.ok()
        }
    });
    has_begun.await.expect("it begins");
    assert_eq!(draw(two).await.ok(), Some(drawn));
    let refused = draw(other.scene()).await.err();
    assert_eq!(refused.map(|problem| problem.kind()), Some("busy"));
    drop(finish);
    assert_eq!(busy.await.ok().flatten(), Some(true));
    assert!(draw(other.scene()).await.is_ok());
}

#[test]
fn nothing_in_a_name_becomes_markup() {
    let name = "\"><script>alert('&')</script>\n";
    let wanted = "&quot;&gt;&lt;script&gt;alert('&amp;')&lt;/script&gt; ";
    assert_eq!(escaped(name), wanted);
}

#[test]
fn the_position_of_an_address_is_the_viewed_one() {
    let variant = Catalogue::STANDARD
        .find("gridlock")
        .expect("listed")
        .standard();
    for (query, wanted) in [
        ("", Some("..../..../..../.... 1")),
        ("?first=2", Some("..../..../..../.... 2")),
        ("?moves=2-2+3-3", Some("..../.X../..O./.... 1")),
        ("?moves=2-2+3-3&at=1", Some("..../.X../..../.... 2")),
        ("?moves=9-9", None),
    ] {
        let uri: Uri = format!("/play/gridlock/4x4{query}")
            .parse()
            .expect("an address");
        let position = ScreenQuery::of(&uri).position(variant);
        let text = position.map(|position| position.text());
        assert_eq!(text.as_deref(), wanted, "{query}");
    }
}
