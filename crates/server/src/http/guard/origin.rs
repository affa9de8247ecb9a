//! Checks that a request names this server as its host, and does not come from the page of another.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::http::problem::{Problem, kind};

/// The host names of the server. Another site can resolve its own name to this address (DNS rebinding), but the browser then
/// sends that name.
pub(super) struct Hosts(Vec<String>);

/// Names of the local machine.
const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

impl Hosts {
    pub(super) fn new(others: &[String]) -> Self {
        let local = LOCAL.iter().map(ToString::to_string);
        let others = others.iter().map(|name| name.to_ascii_lowercase());
        Hosts(local.chain(others).collect())
    }

    /// Rejects a request for another host or for two hosts, or from another site.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let foreign = |detail: &str| Err(Problem::new(kind::FOREIGN, detail));
        if headers.get_all(header::HOST).iter().nth(1).is_some() {
            // A proxy may have checked the other one.
            let detail = "duplicate header Host";
            return Err(Problem::new(kind::BAD_REQUEST, detail));
        }
        let host = text(headers.get(header::HOST)).unwrap_or_default();
        if !self.0.contains(&name(host).to_ascii_lowercase()) {
            return foreign("the header Host names another server; --host adds a name");
        }
        let Some(origin) = headers.get(header::ORIGIN) else {
            return Ok(());
        };
        let origin = text(Some(origin)).unwrap_or_default();
        let own = ["http://", "https://"].iter().any(|scheme| {
            origin
                .strip_prefix(scheme)
                .is_some_and(|origin| origin.eq_ignore_ascii_case(host))
        });
        if own {
            Ok(())
        } else {
            foreign("the header Origin names another site")
        }
    }
}

fn text(value: Option<&HeaderValue>) -> Option<&str> {
    value?.to_str().ok()
}

/// Removes the port from a host.
fn name(host: &str) -> &str {
    let end = host.rfind(']').unwrap_or(0);
    host[end..]
        .rfind(':')
        .map_or(host, |colon| &host[..end + colon])
}

#[cfg(test)]
#[path = "../../../tests/unit/http/guard/origin.rs"]
mod tests;
