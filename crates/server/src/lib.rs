//! The Quintet server: it serves the page, answers requests about positions, and runs games between people.
//!
//! ```text
//!     network     accepts connections and bounds them
//!       http      the router, its guard, problem documents, the OpenAPI document, MCP
//!         requests   stateless requests of `quintet_api`, and the threads that compute responses
//!         live       games between people: rooms, seats, sockets; stored by `quintet_live`
//!         page       the files of the page, and previews of links to it
//!     operator    health, metrics and deletion of games, at an address of its own
//! ```
//!
//! The server uses games only through the catalogue.

mod app;
#[cfg(test)]
#[path = "../bundle.rs"]
mod bundle;
mod clock;
mod http;
mod live;
mod network;
mod operator;
mod page;
mod requests;
mod settings;

pub use app::App;
pub use http::base_path::Base;
pub use http::router::{api_document, router};
pub use network::proxies::{Network, Proxies};
pub use network::serve::{serve, serve_router};
pub use operator::{admin_router, serve_admin};
pub use page::site::{module_bytes, site};
pub use settings::{Assistants, Limits, Settings};
