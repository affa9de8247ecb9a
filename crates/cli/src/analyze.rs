//! `quintet analyze`: what each move of a position is worth, and why.

use std::io::Write;

use anyhow::{Context, Result};
use quintet_api::AnalysisDocument;
use quintet_arena::{Explanation, Library, listed_moves};
use quintet_games::{AnyPosition, escape};
use quintet_solver::Budget;

use crate::args::AnalyzeArgs;
use crate::library;
use crate::output::{Status, note, print};

pub(crate) fn run(args: &AnalyzeArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let position = after_moves(args.board.position()?, args.moves.as_deref().unwrap_or(""))?;
    let oracle = library::oracle(library, position.variant());
    let allowance = args.budget.allowance();
    let budget = Budget::UNBOUNDED.within(&allowance);
    let explanation = library::watched("analyzing", |_| {
        Explanation::of(&*position, &*oracle, budget)
    });
    let analysis = AnalysisDocument::explained(&*position, explanation);
    if let Some(offer) = &analysis.offer {
        note(&format!("{offer}."));
    }
    print(&analysis, args.json, out)?;
    Ok(Status::Success)
}

/// The position after the moves of a list.
fn after_moves(start: Box<dyn AnyPosition>, list: &str) -> Result<Box<dyn AnyPosition>> {
    let mut moves = listed_moves(list).enumerate();
    moves.try_fold(start, |position, (n, mv)| {
        let played = position.play(mv).with_context(|| {
            format!("move {} of --moves, '{}', is not played", n + 1, escape(mv))
        })?;
        Ok(played.position)
    })
}
