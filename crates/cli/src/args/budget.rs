//! What may be spent on an answer where a game is not known whole.

use std::time::Duration;

use clap::Args;
use quintet_arena::ANSWER_TIME;
use quintet_solver::Allowance;

use super::players::seconds;

/// What may be spent on an answer where a game is not known whole.
#[derive(Args)]
pub(crate) struct BudgetArg {
    /// Where a size is not known whole: how long to search for the answer; 2 seconds unless said otherwise
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Look at so many positions at most, however long that takes: the answer is the same every time
    #[arg(long, value_name = "N", conflicts_with = "time")]
    nodes: Option<u64>,
}

impl BudgetArg {
    /// What may be spent from now on.
    pub(crate) fn allowance(&self) -> Allowance {
        let time = self.time.unwrap_or(ANSWER_TIME);
        self.nodes
            .map_or_else(|| Allowance::time(time), Allowance::positions)
    }
}
