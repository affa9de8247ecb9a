//! Several servers on one PostgreSQL, and everything between them that can fail.
//!
//! ```text
//!     talk, client, crowd      many players and spectators, and what each was told
//!     checker                  what must be true of all that
//! ```

mod alone;
mod checker;
mod client;
#[path = "../common/mod.rs"]
mod common;
mod crowd;
mod talk;

use common::{model, process, table};
