//! Options of `quintet serve`, and the databases of the commands that maintain it.

use std::net::{IpAddr, SocketAddr};

use clap::{Args, ValueEnum};
use quintet_server::{Base, Limits, Proxies};

use super::number::whole;
use crate::db::{Db, db_parser};

/// Options of the server. Each can also be set in the environment.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each of them is a flag")]
pub(crate) struct ServeArgs {
    /// Port to listen on; 0 picks a free one
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 5555,
        env = "QUINTET_PORT",
        value_parser = whole::<u16>(..)
    )]
    pub(crate) port: u16,

    /// Address to listen on; use 0.0.0.0 to accept connections from other machines
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1",
        env = "QUINTET_BIND",
        value_parser = ip_address
    )]
    pub(crate) bind: IpAddr,

    /// URL path to serve under, such as /quintet
    #[arg(long, value_name = "PATH", default_value = "/", env = "QUINTET_BASE")]
    pub(crate) base: Base,

    /// Additional host name of the server, such as games.example.org; can be repeated
    #[arg(
        long = "host",
        value_name = "NAME",
        value_delimiter = ',',
        env = "QUINTET_HOST"
    )]
    pub(crate) hosts: Vec<String>,

    /// Trust X-Forwarded-For for client addresses, as set by one proxy, N proxies, or the proxies at these addresses
    /// (10.0.0.0/8,192.0.2.1)
    #[arg(
        long,
        value_name = "N|ADDRESSES",
        num_args = 0..=1,
        require_equals = true,
        default_value = "0",
        hide_default_value = true,
        default_missing_value = "1",
        env = "QUINTET_BEHIND_PROXY"
    )]
    pub(crate) behind_proxy: Proxies,

    /// Serve health checks, metrics and game deletion on this address instead of the public one
    #[arg(long, value_name = "ADDRESS:PORT", env = "QUINTET_ADMIN", value_parser = socket_address)]
    pub(crate) admin: Option<SocketAddr>,

    /// SQLite file for games between people [default: games.db in the data folder], or a PostgreSQL database that several
    /// servers can share (postgres://USER:PASSWORD@HOST:PORT/NAME)
    #[arg(long, value_name = "FILE|URL", env = "QUINTET_DB", hide_env_values = true,
          value_parser = db_parser())]
    pub(crate) db: Option<Db>,

    /// Delete games that have been idle for N days; 0 means never
    #[arg(long, value_name = "N", default_value_t = 0, env = "QUINTET_KEEP_DAYS", value_parser = whole::<u32>(..))]
    pub(crate) keep_days: u32,

    /// Delete games without moves after N days; 0 means never
    #[arg(
        long,
        value_name = "N",
        default_value_t = 7,
        env = "QUINTET_KEEP_UNBEGUN_DAYS",
        value_parser = whole::<u32>(..)
    )]
    pub(crate) keep_unbegun_days: u32,

    /// Run an MCP server for AI assistants at /mcp
    #[arg(long, env = "QUINTET_MCP")]
    pub(crate) mcp: bool,

    /// Like --mcp, but without the tools that reveal the values of moves
    #[arg(long, alias = "mcp-no-truth", env = "QUINTET_MCP_NO_ANALYSIS")]
    pub(crate) mcp_no_analysis: bool,

    /// Open the page in the default browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Log format [default: text on a terminal, otherwise json]
    #[arg(long, value_name = "FORMAT", env = "QUINTET_LOG")]
    pub(crate) log: Option<LogFormat>,

    /// Log client addresses
    #[arg(long, env = "QUINTET_LOG_ADDRESSES")]
    pub(crate) log_addresses: bool,

    /// Log every request
    #[arg(long, env = "QUINTET_VERBOSE")]
    pub(crate) verbose: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Limits of the server that an operator may change. A client is an IP address or an IPv6 /64.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
#[expect(clippy::struct_field_names, reason = "they are the names of options")]
pub(crate) struct LimitArgs {
    /// Maximum requests per second from one client; 0 lifts this limit and the one on WebSocket messages
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        env = "QUINTET_MAX_REQUESTS_PER_SECOND",
        value_parser = whole::<u32>(..)
    )]
    pub(crate) max_requests_per_second: u32,

    /// Maximum new games per minute from one client; 0 is unlimited. Limits on joins and invalid tokens are twice as high
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        env = "QUINTET_MAX_GAMES_PER_MINUTE",
        value_parser = whole::<u32>(..)
    )]
    pub(crate) max_games_per_minute: u32,

    /// Maximum open connections; also limited by the number of files that the process may open
    #[arg(long, value_name = "N", default_value_t = 10_000, env = "QUINTET_MAX_CONNECTIONS",
          value_parser = whole::<u32>(1..))]
    pub(crate) max_connections: u32,

    /// Maximum open connections from one client, except for proxies; 0 is unlimited
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        env = "QUINTET_MAX_CONNECTIONS_PER_CLIENT",
        value_parser = whole::<u32>(..)
    )]
    pub(crate) max_connections_per_client: u32,

    /// Maximum open WebSockets from one client; 0 is unlimited
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        env = "QUINTET_MAX_SOCKETS_PER_CLIENT",
        value_parser = whole::<u32>(..)
    )]
    pub(crate) max_sockets_per_client: u32,

    /// Maximum games in memory; others are loaded on use
    #[arg(long, value_name = "N", default_value_t = 10_000, env = "QUINTET_MAX_GAMES_IN_MEMORY",
          value_parser = whole::<u32>(1..))]
    pub(crate) max_games_in_memory: u32,

    /// Maximum concurrent analyses; one client may use half of them
    #[arg(long, value_name = "N", default_value_t = 64, env = "QUINTET_MAX_ANALYSES",
          value_parser = whole::<u32>(1..))]
    pub(crate) max_analyses: u32,

    /// Maximum positions to search per analysis on sizes that are not solved
    #[arg(long, value_name = "N", default_value_t = quintet_api::NODES as u32, env = "QUINTET_MAX_NODES", value_parser = whole::<u32>(..))]
    pub(crate) max_nodes: u32,
}

impl LimitArgs {
    /// Returns these limits; all others are those of `fixed`.
    pub(crate) fn limits(&self, fixed: &Limits) -> Limits {
        let doubled = self.max_games_per_minute.saturating_mul(2);
        Limits {
            requests_per_second: self.max_requests_per_second,
            messages_per_10_seconds: match self.max_requests_per_second {
                0 => 0,
                _ => fixed.messages_per_10_seconds,
            },
            games_per_minute: self.max_games_per_minute,
            seats_per_minute: doubled,
            wrong_tokens_per_minute: doubled,
            connections: self.max_connections,
            connections_per_client: self.max_connections_per_client,
            sockets_per_client: self.max_sockets_per_client,
            rooms: self.max_games_in_memory,
            analyses: self.max_analyses,
            analyses_per_client: self.max_analyses.div_ceil(2),
            nodes: self.max_nodes,
            ..*fixed
        }
    }
}

/// The database of a server.
#[derive(Args)]
pub(crate) struct Database {
    /// SQLite file or PostgreSQL URL [default: games.db in the data folder]
    #[arg(long, value_name = "FILE|URL", env = "QUINTET_DB", hide_env_values = true,
          value_parser = db_parser())]
    pub(crate) db: Option<Db>,
}

/// Log format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LogFormat {
    /// Plain text.
    Text,
    /// JSON lines.
    Json,
    /// No log.
    Off,
}

fn ip_address(text: &str) -> Result<IpAddr, String> {
    let address = text.parse();
    address.map_err(|_| "expected an IP address, such as 0.0.0.0".to_owned())
}

fn socket_address(text: &str) -> Result<SocketAddr, String> {
    let address = text.parse();
    address.map_err(|_| "expected an IP address and a port, such as 127.0.0.1:9000".to_owned())
}
