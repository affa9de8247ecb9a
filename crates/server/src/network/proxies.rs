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
#[path = "../../tests/unit/network/proxies.rs"]
mod tests;
