//! Several servers on one PostgreSQL, and everything between them that can fail.
//!
//! ```text
//!     nodes, link              servers and their database; a connection that can be made worse
//!     client, crowd            many players and spectators, and what each was told
//!     checker                  what must be true of all that
//! ```
//!
//! `scripts/cluster` runs the long attack.
#![cfg(unix)]

mod alone;
mod attack;
mod checker;
mod client;
#[path = "../common/mod.rs"]
mod common;
mod crowd;
mod doubt;
mod link;
mod nodes;
mod races;
mod versions;

use common::{model, rivals, table};
