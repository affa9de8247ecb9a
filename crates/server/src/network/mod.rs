//! TCP connections: accepting them, bounding them, and the proxies they may come through.

pub(crate) mod connections;
pub(crate) mod proxies;
pub(crate) mod serve;
mod stream;
