use axum::body::Body;
use quintet_games::Catalogue;
use quintet_live::store::Sqlite;
use tower::ServiceExt;

use super::*;
use crate::settings::Settings;

fn accepting(value: &str) -> HeaderMap {
    let value = HeaderValue::from_str(value).expect("a header");
    HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)])
}

#[test]
fn the_client_chooses_the_coding() {
    use Coding::{Brotli, Gzip};
    for (accepted, wanted) in [
        ("", None),
        ("gzip", Some(Gzip)),
        ("GZIP", Some(Gzip)),
        ("gzip, br", Some(Brotli)),
        ("gzip;q=1, br;q=0.9", Some(Gzip)),
        ("gzip;q=0.5,br;q=0.6", Some(Brotli)),
        ("br;q=0, gzip;q=0.001", Some(Gzip)),
        ("*", Some(Brotli)),
        ("br;q=0, *", Some(Gzip)),
        ("identity", None),
        ("identity, br;q=0.5", None),
        ("identity, gzip", Some(Gzip)),
        ("identity;q=0", None),
        ("deflate, zstd", None),
        ("gzip;q=2", None),
        ("gzip;q=x", None),
        ("br; Q=0.3", Some(Brotli)),
        ("*;q=0.1, br;q=0", Some(Gzip)),
        ("identity;q=0, *", Some(Brotli)),
        ("gzip; q=0", None),
        ("gzip;q=0.000", None),
        ("*;q=0", None),
        ("identity, *;q=0", None),
        ("identity;q=0, *;q=0", None),
    ] {
        let chosen = negotiated(&accepting(accepted), &[Brotli, Gzip]);
        assert_eq!(chosen, wanted, "{accepted}");
    }
    assert_eq!(negotiated(&accepting("br"), &[Gzip]), None);
    assert_eq!(negotiated(&accepting("gzip;q=0, *"), &[Gzip]), None);
}

#[tokio::test]
async fn a_response_is_sent_plain_while_all_threads_are_busy() {
    let folder = tempfile::tempdir().expect("a folder");
    let store =
        Sqlite::open(&folder.path().join("games.db"), Catalogue::STANDARD).expect("a usable file");
    let app = App::new(Settings::default(), Arc::new(store));
    let router = crate::router(app.clone());
    let coding = async |path: &str| {
        let request = Request::get(path)
            .header(header::HOST, "localhost")
            .header(header::ACCEPT_ENCODING, "gzip")
            .body(Body::empty())
            .expect("a request");
        let Ok(response) = router.clone().oneshot(request).await;
        assert_eq!(response.headers()[header::VARY], "accept-encoding");
        let coding = response.headers().get(header::CONTENT_ENCODING);
        let coding = coding.map(|coding| coding.to_str().expect("a text").to_owned());
        let body = response.into_body().collect().await.expect("a body");
        (coding, body.to_bytes().len())
    };
    let (before, small) = coding("/api/v1/catalogue").await;
    assert_eq!(before.as_deref(), Some("gzip"));
    let free = &app.compressor.free;
    let all = u32::try_from(free.available_permits()).expect("few threads");
    let busy = free.acquire_many(all).await.expect("never closed");
    let (meanwhile, large) = coding("/api/v1/catalogue").await;
    assert_eq!(meanwhile, None);
    assert!(small < large, "{small} {large}");
    // Files of the page need no thread.
    for path in ["/", "/app/main.js", "/service.js"] {
        assert_eq!(coding(path).await.0.as_deref(), Some("gzip"), "{path}");
    }
    drop(busy);
    assert_eq!(coding("/api/v1/catalogue").await, (before, small));
}
