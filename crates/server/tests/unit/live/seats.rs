use axum::http::HeaderValue;

use super::*;

#[test]
fn names_are_visible_and_do_not_change_the_surrounding_text() {
    let checked = |name: &str| checked_name(Some(name)).map_err(|problem| problem.kind());
    for (name, wanted) in [
        (" Ann ", Some("Ann")),
        ("\u{200b}", None),
        ("\u{3164}\u{2800} \u{ad}", None),
        ("\u{e0041}\u{feff}\u{2060}", None),
        ("اسم", Some("اسم")),
        ("می\u{200c}خواهم", Some("می\u{200c}خواهم")),
        (
            "\u{1f469}\u{200d}\u{1f680}",
            Some("\u{1f469}\u{200d}\u{1f680}"),
        ),
    ] {
        assert_eq!(checked(name), Ok(wanted.map(str::to_owned)), "{name:?}");
    }
    for letter in [
        "\n", "\u{202e}", "\u{2066}", "\u{2028}", "\u{200f}", "\u{61c}",
    ] {
        let name = format!("Ann{letter}Bob");
        assert_eq!(checked(&name), Err("bad-request"), "{name:?}");
    }
}

#[test]
fn a_cookie_is_found_among_foreign_ones_of_any_bytes() {
    let own = Token::random();
    let ours = format!("{COOKIE}={}", own.reveal()).into_bytes();
    for other in ["name=\u{e9}", "\u{e9}=1", "=", "", "quintet=\u{e9}"] {
        for other in [other.as_bytes(), b"name=\xff\xfe"] {
            for cookies in [[other, &ours], [&ours, other]] {
                let value = HeaderValue::from_bytes(&cookies.join(&b"; "[..]));
                let value = value.expect("a header");
                let headers = HeaderMap::from_iter([(header::COOKIE, value)]);
                let found = secret(&headers, COOKIE).map(|found| found.reveal());
                assert_eq!(found, Some(own.reveal()), "{headers:?}");
            }
        }
    }
}
