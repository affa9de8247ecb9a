//! `quintet analyze`: the value of every move in a position.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use quintet_api::{Analyze, Context};
use quintet_arena::{Library, listed_moves};
use quintet_games::{AnyPosition, escape};
use quintet_solver::Budget;

use crate::args::AnalyzeArgs;
use crate::library;
use crate::output::{Status, note, print};

pub(crate) fn run(args: &AnalyzeArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let position = after_moves(args.board.position()?, args.moves.as_deref().unwrap_or(""))?;
    let variant = position.variant();
    // The time limit starts when the oracle is ready.
    library::oracle(library, variant);
    let context = Context {
        library: library.clone(),
        budget: Budget::UNBOUNDED,
        allowance: Some(Arc::new(args.budget.allowance())),
        ..Context::default()
    };
    let prepared = Analyze::prepare(position, true, false);
    let analysis = library::watched("analyzing", |_| prepared.respond(&context))?;
    if let Some(offer) = &analysis.offer {
        note(&format!("{offer}."));
    }
    print(&analysis, args.json, out)?;
    Ok(Status::Success)
}

/// Returns the position after a list of moves.
fn after_moves(start: Box<dyn AnyPosition>, list: &str) -> Result<Box<dyn AnyPosition>> {
    let mut moves = listed_moves(list).enumerate();
    moves.try_fold(start, |position, (n, mv)| {
        let played = position
            .play(mv)
            .with_context(|| format!("move {} of --moves, '{}', is invalid", n + 1, escape(mv)))?;
        Ok(played.position)
    })
}
