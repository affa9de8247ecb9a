use super::*;

#[track_caller]
fn check(proxies: &str, peer: &str, forwarded: &[&str], expected: &str) {
    let proxies: Proxies = proxies.parse().expect("proxies");
    let mut headers = HeaderMap::new();
    for text in forwarded {
        headers.append(FORWARDED, text.parse().expect("a header"));
    }
    let peer = peer.parse().expect("an address");
    let found = proxies.client(peer, &headers);
    assert_eq!(found.to_string(), expected, "{proxies} {forwarded:?}");
}

#[test]
fn addresses_are_parsed_in_the_formats_of_proxies() {
    for (text, expected) in [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("2001:db8::7", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
        ("[2001:db8::7]:4711", "2001:db8::7"),
        ("  192.0.2.7\t", "192.0.2.7"),
        ("unknown", "127.0.0.1"),
        ("192.0.2.7:", "127.0.0.1"),
        ("[192.0.2.7", "127.0.0.1"),
        ("", "127.0.0.1"),
    ] {
        check("1", "127.0.0.1", &[text], expected);
    }
}

#[test]
fn one_entry_is_trusted_for_each_proxy() {
    let all = ["203.0.113.9, 192.0.2.1", "192.0.2.2,192.0.2.3:80"];
    for (proxies, expected) in [
        ("0", "127.0.0.1"),
        ("1", "192.0.2.3"),
        ("2", "192.0.2.2"),
        ("3", "192.0.2.1"),
        ("9", "203.0.113.9"),
    ] {
        check(proxies, "127.0.0.1", &all, expected);
    }
    let unknown = ["192.0.2.1, unknown, 192.0.2.3"];
    check("2", "127.0.0.1", &unknown, "192.0.2.3");
    check("1", "127.0.0.1", &[], "127.0.0.1");
}

#[test]
fn only_proxies_at_the_given_addresses_are_trusted() {
    let proxies = "127.0.0.1,10.0.0.0/8,2001:db8:1::/48";
    for (peer, forwarded, expected) in [
        ("127.0.0.1", "6.6.6.6, 192.0.2.1, 10.9.8.7", "192.0.2.1"),
        (
            "::ffff:127.0.0.1",
            "192.0.2.1, [2001:db8:1::5]:99",
            "192.0.2.1",
        ),
        ("127.0.0.2", "192.0.2.1", "127.0.0.2"),
        ("127.0.0.1", "10.1.1.1", "10.1.1.1"),
        ("127.0.0.1", "192.0.2.1, 2001:db8:2::1", "2001:db8:2::1"),
    ] {
        check(proxies, peer, &[forwarded], expected);
    }
}

#[test]
fn proxies_are_displayed_as_they_are_parsed() {
    for text in ["0", "1", "12", "127.0.0.1/32,10.0.0.0/8", "2001:db8::/32"] {
        let read: Result<Proxies, _> = text.parse();
        assert_eq!(read.map(|proxies| proxies.to_string()).as_deref(), Ok(text));
    }
    for text in ["", "-1", "proxy.example", "10.0.0.0/33", "10.0.0.0/", "1,2"] {
        assert!(text.parse::<Proxies>().is_err(), "{text}");
    }
}
