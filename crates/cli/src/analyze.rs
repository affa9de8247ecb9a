//! `quintet analyze` and `quintet hint`: the value of every move in a position, or one good move.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use quintet_api::{AnalysisDocument, Analyze, Context};
use quintet_arena::{Library, play_list};
use quintet_solver::Budget;
use serde::Serialize;

use crate::args::PositionArgs;
use crate::library;
use crate::output::{Status, note, print, print_json, say};

pub(crate) fn run(args: &PositionArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    print(&analysis(args, library)?, args.json, out)?;
    Ok(Status::Success)
}

/// A hint as JSON.
#[derive(Serialize)]
struct Hint<'a> {
    game: &'a str,
    size: &'a str,
    position: &'a str,
    /// The suggested move; `null` if the game is over.
    #[serde(rename = "move")]
    mv: Option<&'a str>,
    /// The move and the reason for it, in a sentence.
    #[serde(rename = "hint")]
    sentence: &'a str,
}

pub(crate) fn hint(args: &PositionArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let analysis = analysis(args, library)?;
    let sentence = analysis.hint.as_deref().unwrap_or_default();
    if args.json {
        let hint = Hint {
            game: analysis.game,
            size: &analysis.size,
            position: &analysis.position,
            mv: analysis.hinted.as_deref(),
            sentence,
        };
        print_json(&hint, out)?;
    } else {
        say(out, sentence)?;
    }
    Ok(Status::Success)
}

/// Analyzes the position of the arguments.
fn analysis(args: &PositionArgs, library: &Library) -> Result<AnalysisDocument> {
    let start = args.board.position()?;
    let list = args.moves.as_deref().unwrap_or_default();
    let position = play_list(&*start, list).context("--moves")?;
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
    Ok(analysis)
}
