use axum::http::StatusCode;
use axum::response::IntoResponse;

use super::*;

fn is_admitted(host: Option<&str>, origin: Option<&str>) -> bool {
    let mut headers = HeaderMap::new();
    for (name, value) in [(header::HOST, host), (header::ORIGIN, origin)] {
        if let Some(value) = value {
            headers.insert(name, value.parse().expect("a header"));
        }
    }
    Hosts::new(&["Games.example.org".to_owned()])
        .check(&headers)
        .is_ok()
}

#[test]
fn hosts_and_origins_are_checked_in_all_combinations() {
    let own = [
        "localhost:5555",
        "127.0.0.1:80",
        "127.0.0.1",
        "[::1]:5555",
        "LOCALHOST:1",
        "games.example.org",
        "GAMES.example.org:443",
    ];
    let foreign = [
        "",
        "evil.example",
        "evil.example:5555",
        "localhost.evil.example",
        "localhost.:5555.evil.example",
        "127.0.0.1.evil.example:80",
        "evil.example@127.0.0.1:80",
        "0.0.0.0",
        "127.0.0.2",
        "2130706433",
        "[::2]:1",
    ];
    let check = |host: Option<&str>, origin: Option<&str>, wanted: bool| {
        let admitted = is_admitted(host, origin);
        assert_eq!(admitted, wanted, "{host:?} from {origin:?}");
    };
    let others = ["null", "", "http://evil.example", "ftp://localhost:5555"];
    for host in own {
        check(Some(host), None, true);
        check(Some(host), Some(&format!("http://{host}")), true);
        check(Some(host), Some(&format!("https://{host}")), true);
        check(Some(host), Some(host), false);
        check(Some(host), Some(&format!("http://{host}/")), false);
        check(
            Some(host),
            Some(&format!("http://{host}.evil.example")),
            false,
        );
        check(Some(host), Some(&format!("file://{host}")), false);
        for other in own.into_iter().filter(|other| *other != host) {
            check(Some(host), Some(&format!("http://{other}")), false);
        }
        for origin in others {
            check(Some(host), Some(origin), false);
        }
    }
    for host in foreign {
        check(Some(host), None, false);
        check(Some(host), Some(&format!("http://{host}")), false);
    }
    check(None, None, false);
}

#[test]
fn a_second_host_is_rejected_even_if_it_is_the_same() {
    for second in ["localhost", "evil.example"] {
        let mut headers = HeaderMap::new();
        for host in ["localhost", second] {
            headers.append(header::HOST, host.parse().expect("a header"));
        }
        let refused = Hosts::new(&[]).check(&headers).expect_err(second);
        assert_eq!(refused.into_response().status(), StatusCode::BAD_REQUEST);
    }
}
