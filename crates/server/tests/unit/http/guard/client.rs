use super::*;

#[test]
fn the_addresses_of_an_ipv6_network_count_as_one_client() {
    let client = |text: &str| Client::from(text.parse::<IpAddr>().expect("an address"));
    assert_eq!(client("2001:db8:1:2::1"), client("2001:db8:1:2:ffff::9"));
    assert_ne!(client("2001:db8:1:2::1"), client("2001:db8:1:3::1"));
    assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
    assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
}
