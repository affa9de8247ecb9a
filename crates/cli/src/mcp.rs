//! `quintet mcp`: an MCP server for AI assistants.

use std::time::Duration;

use anyhow::Result;
use quintet_arena::Library;
use quintet_mcp::{Config, Games, LocalBackend};

use crate::output::Status;
use crate::system::on_interrupt;

/// Maximum number of games in progress.
const MAX_GAMES: usize = 1000;

/// Idle time after which a game is dropped.
const IDLE: Duration = Duration::from_hours(24);

pub(crate) fn run(has_analysis: bool, library: &Library) -> Result<Status> {
    let backend = LocalBackend(library.clone());
    let games = Games::new(MAX_GAMES, IDLE);
    let config = Config {
        games,
        has_analysis,
    };
    on_interrupt(|| {})?;
    let runtime = tokio::runtime::Runtime::new()?;
    let served = runtime.block_on(quintet_mcp::serve_stdio(config, backend));
    // Does not wait for threads that read input or compute an answer.
    runtime.shutdown_background();
    served?;
    Ok(Status::Success)
}
