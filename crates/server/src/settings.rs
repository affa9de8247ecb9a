//! What the operator of a server may choose.

use std::path::PathBuf;

/// The settings of a server, with bounds that suit one small machine.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where computed tables are kept; nowhere if `None`.
    pub tables: Option<PathBuf>,
    /// The largest body of a request, in bytes.
    pub body_bytes: usize,
    /// Where a game is not known whole: how many positions may be looked at for each value.
    pub nodes: u64,
    /// How many analyses may wait or run at a time; more are turned away.
    pub analyses: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            tables: None,
            body_bytes: 16 * 1024,
            nodes: 100_000,
            analyses: 64,
        }
    }
}
