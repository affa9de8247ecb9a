//! HTTP: the router, the checks before it, and the types of requests and errors.

pub(crate) mod base_path;
pub(crate) mod compression;
pub(crate) mod extract;
pub(crate) mod guard;
mod mcp;
mod openapi;
pub(crate) mod problem;
pub(crate) mod responses;
pub(crate) mod router;
