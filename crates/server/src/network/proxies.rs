//! Trusted proxies, and the address of the client behind them.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName};

/// Each proxy appends the address of its own client to this header.
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The trusted proxies in front of the server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Proxies {
    /// No proxy: the client is the peer of its connection.
    #[default]
    None,
    /// A chain of this many proxies. The server must be reachable only through them.
    Count(usize),
    /// Proxies at these addresses. Any other peer is a client.
    At(Vec<Network>),
}

/// A network such as `10.0.0.0/8`, or a single address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Proxies {
    /// Returns true if the peer of a connection is a proxy.
    pub(crate) fn trust(&self, peer: IpAddr) -> bool {
        match self {
            Proxies::None => false,
            Proxies::Count(_) => true,
            Proxies::At(networks) => networks.iter().any(|network| network.has(peer)),
        }
    }

    /// Returns the address of the client as seen by the outermost proxy. Earlier entries of the header come from the client
    /// itself.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let values = headers.get_all(FORWARDED).iter();
        let texts = values.map(|value| value.to_str().unwrap_or_default());
        // The last entry first. An entry that is not an address ends the chain.
        let mut hops = texts.rev().flat_map(|text| text.rsplit(',')).map_while(hop);
        match self {
            Proxies::None => peer,
            Proxies::Count(count) => hops.by_ref().take(*count).last().unwrap_or(peer),
            Proxies::At(_) => {
                let mut nearest = peer;
                while self.trust(nearest) {
                    let Some(next) = hops.next() else { break };
                    nearest = next;
                }
                nearest
            }
        }
    }
}

/// Parses an address in the formats of proxies: with or without a port, IPv6 with or without brackets.
fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let address = bare.unwrap_or(text).parse().ok();
    address.or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))
}

impl Network {
    fn has(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let differing = u32::from(own) ^ u32::from(other);
                differing.leading_zeros() >= self.bits.into()
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let differing = u128::from(own) ^ u128::from(other);
                differing.leading_zeros() >= self.bits.into()
            }
            _ => false,
        }
    }
}

/// The expected format of [`Proxies`].
const WANTED: &str =
    "the number of proxies, or their addresses separated by commas, such as 10.0.0.0/8,192.0.2.1";

impl FromStr for Proxies {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(count) = text.parse() {
            return Ok(if count == 0 {
                Proxies::None
            } else {
                Proxies::Count(count)
            });
        }
        let networks = text.split(',').map(|text| text.trim().parse());
        networks.collect::<Result<_, _>>().map(Proxies::At)
    }
}

impl FromStr for Network {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| WANTED)?;
        let all = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(all), str::parse).map_err(|_| WANTED)?;
        if bits > all {
            return Err(WANTED);
        }
        Ok(Network { address, bits })
    }
}

impl fmt::Display for Proxies {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proxies::None => to.write_str("0"),
            Proxies::Count(count) => count.fmt(to),
            Proxies::At(networks) => {
                let texts: Vec<_> = networks.iter().map(ToString::to_string).collect();
                to.write_str(&texts.join(","))
            }
        }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}/{}", self.address, self.bits)
    }
}

#[cfg(test)]
mod tests {
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
}
