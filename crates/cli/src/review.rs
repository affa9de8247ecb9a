//! `quintet review`: the mistakes in a recorded game.

use std::io::Write;

use anyhow::Result;
use quintet_api::Reviews;
use quintet_arena::{Library, Review};
use quintet_solver::Budget;

use crate::args::ReviewArgs;
use crate::output::{Status, laid_out, layout, print_json};
use crate::{library, replay};

pub(crate) fn run(args: &ReviewArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let records = replay::read(&args.file, library.catalogue())?;
    let mut games = Vec::new();
    for (n, record) in records.iter().enumerate() {
        let oracle = library::oracle(library, record.variant());
        let allowance = args.budget.allowance();
        let budget = Budget::UNBOUNDED.within(&allowance);
        let review = library::watched("reviewing", |progress| {
            Review::of(record, &*oracle, budget, progress)
        });
        if args.json {
            games.push(review);
        } else {
            let gap = if n > 0 { "\n" } else { "" };
            write!(out, "{gap}{}", laid_out(&review, layout()))?;
        }
    }
    if args.json {
        print_json(&Reviews { games }, out)?;
    }
    Ok(Status::Success)
}
