//! Quintet for browsers and programs: one router that serves the page, answers questions about
//! positions, and keeps games between people.
//!
//! ```text
//!     router    every path, in one place
//!     guard     who may ask, and how much
//!     admin     what the operator asks, at an address of its own
//!     ask       questions about positions: nothing is remembered
//!     assistants    games for programs that speak the Model Context Protocol
//!     knowledge what is known about the games, and who thinks
//!     live      games between people, which `quintet_live` keeps
//!     retention how long games are kept
//!     problem   every error as a problem document
//!     refusals  which problems each path may answer with
//!     description    the OpenAPI document, completed
//!     compression    content codings, and which responses are compressed
//!     assets    the page, as this server answers it
//!     site      the files of the page, inside the binary
//!     preview   what a link to the page shows before it is opened
//!     serve     the network
//!     heads     proper line ends in what it reads
//!     stall     clients that do not read
//! ```
//!
//! Games are known through the catalogue alone.

mod admin;
mod app;
mod ask;
mod assets;
mod assistants;
mod base;
mod clock;
mod compression;
mod connections;
mod description;
mod extract;
mod frames;
mod guard;
mod heads;
mod health;
#[cfg(test)]
#[path = "../join.rs"]
mod join;
mod knowledge;
mod lane;
mod live;
mod metrics;
mod preview;
mod problem;
mod proxies;
mod refusals;
mod retention;
mod router;
mod serve;
mod settings;
mod site;
mod stall;

pub use admin::{admin_router, serve_admin};
pub use app::App;
pub use base::Base;
pub use proxies::{Network, Proxies};
pub use router::{api_document, router};
pub use serve::{serve, serve_router};
pub use settings::{Assistants, Limits, Settings};
pub use site::{module_bytes, site};
