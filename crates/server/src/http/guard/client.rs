//! The client of a request.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::Extensions;
use axum::http::request::Parts;

use crate::app::App;

/// The peer of a connection, attached to every request by the accept loop.
#[derive(Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// An address that counts as one client: of an IPv6 address, the /64 of one customer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client(IpAddr);

tokio::task_local! {
    /// The client of the current request.
    pub(crate) static CLIENT: Client;
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(long) => {
                let network = u128::from(long) >> 64 << 64;
                Client(Ipv6Addr::from(network).into())
            }
            short @ IpAddr::V4(_) => Client(short),
        }
    }
}

impl Client {
    /// Returns the /48 of an IPv6 client. A customer may have a whole one, which contains 65,536 clients.
    pub(crate) fn site(self) -> Option<Self> {
        match self.0 {
            IpAddr::V4(_) => None,
            IpAddr::V6(long) => {
                let network = u128::from(long) >> 80 << 80;
                Some(Client(Ipv6Addr::from(network).into()))
            }
        }
    }
}

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let proxies = &app.settings.proxies;
        let client = proxies.client(peer(&parts.extensions), &parts.headers);
        Ok(client.into())
    }
}

/// Returns the address of the peer; the local machine without a connection.
pub(crate) fn peer(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<Peer>();
    peer.map_or(Ipv4Addr::LOCALHOST.into(), |Peer(address)| address.ip())
}

#[cfg(test)]
#[path = "../../../tests/unit/http/guard/client.rs"]
mod tests;
