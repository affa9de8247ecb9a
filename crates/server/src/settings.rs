//! Settings of a server.

use std::path::PathBuf;

use quintet_games::Catalogue;

use crate::http::base_path::Base;
use crate::network::proxies::Proxies;

/// Settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The games.
    pub catalogue: Catalogue,
    /// Folder for computed tables; `None` means memory only.
    pub tables: Option<PathBuf>,
    /// URL path under which everything is served.
    pub base: Base,
    /// Host names that requests may use, in addition to those of the local machine.
    pub hosts: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub proxies: Proxies,
    /// True if health checks and metrics have a listener of their own.
    pub has_admin: bool,
    /// Log the addresses of clients.
    pub log_addresses: bool,
    /// Features available to AI assistants.
    pub assistants: Assistants,
    /// Lifetime of the token of a seat.
    pub seat_seconds: u64,
    /// Idle time after which a game is deleted; `None` means never.
    pub keep_seconds: Option<u64>,
    /// Age at which a game without moves is deleted; `None` means never.
    pub keep_unbegun_seconds: Option<u64>,
    /// Limits on the use of resources.
    pub limits: Limits,
}

/// Features available to AI assistants at `/mcp`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assistants {
    /// Nothing: the path does not exist.
    Nothing,
    /// Games against levels.
    Games,
    /// Games, and the exact values of positions and moves.
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

/// Maximum size of a request body: several times the longest game that a request can carry.
pub(crate) const BODY_BYTES: usize = 16 * 1024;

/// Maximum size of a message on a WebSocket. An action takes about 100 bytes.
pub(crate) const MESSAGE_BYTES: u32 = 4 * 1024;

/// Limits on the use of resources. A client is an IP address or an IPv6 /64. Rates and numbers per client are unlimited
/// if they are 0.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Requests per second from one client.
    pub requests_per_second: u32,
    /// Messages per 10 seconds on one WebSocket.
    pub messages_per_10_seconds: u32,
    /// New games per minute from one client.
    pub games_per_minute: u32,
    /// Seats taken per minute by one client.
    pub seats_per_minute: u32,
    /// Wrong tokens per minute from one client.
    pub wrong_tokens_per_minute: u32,
    /// Open connections.
    pub connections: u32,
    /// Open connections of one client. Proxies are exempt.
    pub connections_per_client: u32,
    /// Open WebSockets of one client.
    pub sockets_per_client: u32,
    /// Live games in memory; the others are loaded from the store when they are used.
    pub rooms: u32,
    /// Questions being answered at a time, counted separately for solved sizes and for sizes that need a search.
    pub analyses: u32,
    /// Share of these that one client may use.
    pub analyses_per_client: u32,
    /// Positions searched for one question if no table has the answer.
    pub nodes: u32,
    /// Seconds within which the head of a request must arrive.
    pub head_seconds: u32,
    /// Seconds within which the body of a request must arrive.
    pub body_seconds: u32,
    /// Seconds within which a client must read some of a response.
    pub stall_seconds: u32,
    /// Seconds between pings on a WebSocket.
    pub ping_seconds: u32,
    /// Seconds without a message or pong after which a WebSocket is closed: two pings, and time for a slow network.
    pub dead_seconds: u32,
}

/// Values that suit one small machine.
impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests_per_second: 1000,
            messages_per_10_seconds: 50,
            games_per_minute: 10,
            seats_per_minute: 20,
            wrong_tokens_per_minute: 20,
            connections: 10_000,
            connections_per_client: 1000,
            sockets_per_client: 20,
            rooms: 10_000,
            analyses: 64,
            analyses_per_client: 32,
            nodes: quintet_api::NODES as u32,
            head_seconds: 10,
            body_seconds: 10,
            stall_seconds: 20,
            ping_seconds: 15,
            dead_seconds: 40,
        }
    }
}
