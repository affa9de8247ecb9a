//! What the operator of a server may choose.

use std::path::PathBuf;

use quintet_games::Catalogue;

use crate::http::base_path::Base;
use crate::network::proxies::Proxies;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The games.
    pub catalogue: Catalogue,
    /// Where computed tables are kept; nowhere if `None`.
    pub tables: Option<PathBuf>,
    /// The path below which everything is served.
    pub base: Base,
    /// Names under which the server may be addressed, besides those of this machine for itself.
    pub hosts: Vec<String>,
    /// The proxies whose `X-Forwarded-For` says the address of a client.
    pub proxies: Proxies,
    /// Whether health and metrics are asked for at an address of their own.
    pub has_admin: bool,
    /// Whether the log says the addresses of clients.
    pub log_addresses: bool,
    /// What is offered to assistants.
    pub assistants: Assistants,
    /// How long the token of a seat is good for.
    pub seat_seconds: u64,
    /// How long a game is kept after the last action in it; for ever if `None`.
    pub keep_seconds: Option<u64>,
    /// How long a game in which nothing has been done is kept; for ever if `None`.
    pub keep_unbegun_seconds: Option<u64>,
    /// Bounds.
    pub limits: Limits,
}

/// What is offered to assistants, at `/mcp`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assistants {
    /// Nothing: there is no such path.
    Nothing,
    /// Games against levels.
    Games,
    /// Games, and what positions and moves are worth.
    GamesAndTruth,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            catalogue: Catalogue::STANDARD,
            tables: None,
            base: Base::default(),
            hosts: Vec::new(),
            proxies: Proxies::None,
            has_admin: false,
            log_addresses: false,
            assistants: Assistants::Nothing,
            seat_seconds: 365 * 24 * 60 * 60,
            keep_seconds: None,
            keep_unbegun_seconds: Some(7 * 24 * 60 * 60),
            limits: Limits::default(),
        }
    }
}

macro_rules! limits {
    ($($(#[doc = $meaning:literal])+ $name:ident: $value:expr,)+) => {
        /// Bounds that suit one small machine.
        #[derive(Clone, Debug)]
        pub struct Limits {
            $($(#[doc = $meaning])+ pub $name: u32,)+
        }

        impl Default for Limits {
            fn default() -> Self {
                Limits { $($name: $value,)+ }
            }
        }

        impl Limits {
            /// The name, the value and the meaning of every limit.
            pub fn list(&self) -> Vec<(String, u32, &'static str)> {
                vec![$((
                    stringify!($name).replace('_', "-"),
                    self.$name,
                    concat!($($meaning),+).trim_ascii(),
                ),)+]
            }

            /// Sets the limit with a name. `None` if there is no such limit.
            pub fn set(&mut self, name: &str, value: u32) -> Option<()> {
                match name.replace('-', "_").as_str() {
                    $(stringify!($name) => self.$name = value,)+
                    _ => return None,
                }
                Some(())
            }
        }
    };
}

limits! {
    /// bytes of the body of a request
    body_bytes: 16 * 1024,
    /// bytes of a message on a socket
    message_bytes: 4 * 1024,
    /// messages on a socket in 10 seconds; 0 is any number
    messages_in_10_seconds: 50,
    /// open sockets of one address; 0 is any number
    sockets_a_client: 20,
    /// new games of one address in a minute; 0 is any number
    games_a_minute: 10,
    /// seats taken by one address in a minute; 0 is any number
    seats_a_minute: 20,
    /// wrong tokens of one address in a minute; 0 is any number
    wrong_tokens_a_minute: 20,
    /// requests of one address in a second; 0 is any number
    requests_a_second: 1000,
    /// open connections in all
    connections: 10_000,
    /// open connections of one address, unless a proxy is before the server; 0 is any number
    connections_a_client: 1000,
    /// games in memory
    rooms: 10_000,
    /// seconds until a game without clients leaves memory
    room_idle_seconds: 600,
    /// seconds in which the head of a request must arrive
    head_seconds: 10,
    /// seconds in which the body of a request must arrive
    body_seconds: 10,
    /// seconds in which a client must take some of what it is sent
    stall_seconds: 20,
    /// seconds between two pings on a socket
    ping_seconds: 15,
    /// seconds of silence after which a socket is taken for dead
    dead_seconds: 40,
    /// questions answered at a time about known sizes, and about others
    analyses: 64,
    /// of these, questions of one address; 0 is any number
    analyses_a_client: 32,
    /// games of assistants in memory
    mcp_games: 1000,
    /// seconds until a game of an assistant that does not go on is forgotten
    mcp_idle_seconds: 3600,
    /// positions looked at for one question where no table answers
    nodes: quintet_api::NODES as u32,
}

/// Limits whose first values last until the server ends.
const AT_START: [&str; 8] = [
    "body-bytes",
    "connections",
    "rooms",
    "analyses",
    "analyses-a-client",
    "mcp-games",
    "mcp-idle-seconds",
    "nodes",
];

impl Limits {
    /// The names of those that differ between two lists and last until the server ends.
    pub(crate) fn at_start<T: PartialEq>(
        before: Vec<(String, u32, T)>,
        after: Vec<(String, u32, T)>,
    ) -> Vec<String> {
        let pairs = before.into_iter().zip(after);
        let changed = pairs.filter(|(before, after)| before.1 != after.1);
        let names = changed.map(|((name, ..), _)| name);
        names.filter(|name| AT_START.contains(&&**name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_can_be_set_by_its_name() {
        let mut limits = Limits::default();
        for (name, value, meaning) in Limits::default().list() {
            assert!(!meaning.is_empty() && value > 0, "{name}");
            limits.set(&name, value + 1).expect("a listed name");
        }
        for ((name, before, _), (_, after, _)) in Limits::default().list().iter().zip(limits.list())
        {
            assert_eq!(before + 1, after, "{name}");
        }
        assert_eq!(limits.set("no-such-limit", 1), None);
    }
}
