//! Several servers on one PostgreSQL, and everything between them that can fail.
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
