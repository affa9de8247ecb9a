//! Search limits for sizes that are not solved.

use std::time::Duration;

use clap::Args;
use quintet_arena::ANSWER_TIME;
use quintet_solver::Allowance;

use super::number::{seconds, whole};

/// Search limits for sizes that are not solved.
#[derive(Args)]
pub(crate) struct BudgetArg {
    /// Search time on sizes that are not solved [default: 2]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Search at most N positions instead, for reproducible results
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = whole::<u64>(..))]
    nodes: Option<u64>,
}

impl BudgetArg {
    /// Returns the budget; its time starts now.
    pub(crate) fn allowance(&self) -> Allowance {
        let time = self.time.unwrap_or(ANSWER_TIME);
        self.nodes
            .map_or_else(|| Allowance::time(time), Allowance::positions)
    }
}
