//! Several servers on one PostgreSQL database, and failures of all connections between them.
//! `scripts/cluster` runs the long attack.
#![cfg(unix)]

mod attack;
#[path = "../common/mod.rs"]
mod common;
mod doubt;
mod nodes;
mod races;
mod versions;

use common::{crowd, link, rivals, table};
