//! An MCP server for AI assistants: tools and resources of the Model Context Protocol.
//!
//! ```text
//!     stdio, http    transports: one client on standard input, or many over HTTP
//!     message        parsing of JSON-RPC messages
//!     protocol       handlers of the official library
//!     tool           tools: names, descriptions, schemas
//!     service        implementation of the tools
//!     games          games in progress, by id
//!     schema         JSON Schemas of documents
//!     backend        answers to questions about games
//!     exam           questions that are scored
//! ```
//!
//! Only the first four depend on the library. The server stores nothing about a client except its games, so HTTP
//! requests need no session.

mod backend;
mod exam;
mod games;
mod http;
mod message;
mod protocol;
mod schema;
mod service;
mod stdio;
mod tool;

pub use backend::{Backend, BackendFuture, LocalBackend};
pub use exam::{Exam, ExamQuestion};
pub use games::Games;
pub use http::Http;
pub use service::Config;
pub use stdio::{serve, serve_stdio};
