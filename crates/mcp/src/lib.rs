//! Quintet for assistants: tools and resources of the Model Context Protocol.
//!
//! ```text
//!     stdio, http    lines of one client; requests of many
//!     protocol       what the protocol asks for, by the official library
//!     tool           the tools: names, arguments, documents
//!     desk           what they do
//!     games          games in progress, by id
//!     schema         the schemas of documents
//!     answers        who answers questions
//! ```
//!
//! Only `protocol`, `stdio` and `http` know the library. Nothing of a client is remembered but its games, so that
//! requests over HTTP need no session.

mod answers;
mod desk;
mod games;
mod http;
mod protocol;
mod schema;
mod stdio;
mod tool;

pub use answers::{Alone, Answering, Answers};
pub use desk::Offer;
pub use games::Games;
pub use http::Http;
pub use stdio::{serve, serve_stdio};
