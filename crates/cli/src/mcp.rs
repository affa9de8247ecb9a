//! `quintet mcp`: games for an assistant.

use std::time::Duration;

use anyhow::Result;
use quintet_arena::Library;
use quintet_mcp::{Alone, Games, Offer};

use crate::output::Status;
use crate::system::Stops;

/// The most games in progress.
const MOST_GAMES: usize = 1000;

/// How long a game is kept in which nothing happens.
const IDLE: Duration = Duration::from_hours(24);

pub(crate) fn run(has_truth: bool, library: &Library) -> Result<Status> {
    let answers = Alone(library.clone());
    let games = Games::new(MOST_GAMES, IDLE);
    let offer = Offer { games, has_truth };
    let runtime = tokio::runtime::Runtime::new()?;
    let served = runtime.block_on(async {
        let mut stops = Stops::listen()?;
        tokio::select! {
            served = quintet_mcp::serve_stdio(offer, answers) => served,
            () = stops.told() => Ok(()),
        }
    });
    // A thread still waits for input, and whatever computes an answer has nobody left to give it to.
    runtime.shutdown_background();
    served?;
    Ok(Status::Success)
}
