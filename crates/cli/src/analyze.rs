//! `quintet analyze`: what each move of a position is worth, and why.

use std::io::Write;

use anyhow::{Context, Result};
use quintet_arena::document::AnalysisDocument;
use quintet_arena::{listed_moves, reason, verdict};
use quintet_games::{Analysis, AnyOracle, AnyPosition, one_word, shown};
use quintet_solver::{Budget, Value};

use crate::answer::Answer;
use crate::args::AnalyzeArgs;
use crate::{knowledge, picture};

pub(crate) fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> Result<Answer> {
    let position = after_moves(args.board.position()?, args.moves.as_deref().unwrap_or(""))?;
    let oracle = knowledge::of(position.variant()).oracle;
    let analysis = knowledge::watched("analyzing", |_| {
        oracle.analyze(&*position, args.budget.get())
    });
    if args.json {
        serde_json::to_writer(&mut *out, &AnalysisDocument::of(&*position, &analysis))?;
        writeln!(out)?;
    } else {
        show(&*position, &*oracle, &analysis, args.budget.get(), out)?;
    }
    Ok(Answer::Yes)
}

/// The position after the moves of a list.
fn after_moves(start: Box<dyn AnyPosition>, list: &str) -> Result<Box<dyn AnyPosition>> {
    let mut moves = listed_moves(list).enumerate();
    moves.try_fold(start, |position, (n, mv)| {
        let played = position.play(mv).with_context(|| {
            format!("move {} of --moves, '{}', is not played", n + 1, shown(mv))
        })?;
        Ok(played.position)
    })
}

/// The analysis for people: the grid with values in place, the moves, the best line and the reason.
fn show(
    position: &dyn AnyPosition,
    oracle: &dyn AnyOracle,
    analysis: &Analysis,
    budget: Budget,
    out: &mut dyn Write,
) -> Result<()> {
    let variant = position.variant();
    writeln!(
        out,
        "{} {}: {}",
        variant.id(),
        variant.size(),
        position.text()
    )?;
    writeln!(
        out,
        "\n{}\n",
        picture::draw(&position.scene(), &notes(position, analysis))
    )?;
    if let Some(ending) = position.ending() {
        writeln!(out, "{ending}")?;
        return Ok(());
    }
    let line = oracle.line(position, budget);
    let name = variant.name(position.to_move());
    writeln!(
        out,
        "{name} to move{}.",
        headline(position, analysis, &line)
    )?;
    if !line.is_empty() {
        writeln!(out, "Best line: {}", one_words(&line))?;
    }
    writeln!(out, "\nMoves, best first:")?;
    for group in analysis.moves.chunk_by(|a, b| a.value == b.value) {
        let moves: Vec<_> = group.iter().map(|mv| mv.mv.as_str()).collect();
        writeln!(
            out,
            "  {:<12} {}",
            verdict(group[0].value),
            moves.join(", ")
        )?;
    }
    writeln!(
        out,
        "\n+n wins and -n loses in n moves counted for both players, = is endless, ? is unsolved."
    )?;
    Ok(())
}

/// What the player to move can expect, and why.
fn headline(position: &dyn AnyPosition, analysis: &Analysis, line: &[String]) -> String {
    match (analysis.value, analysis.value_at_least()) {
        (Some(Value::Endless), _) => ": neither player can force a win".to_owned(),
        (Some(value), _) => format!(" {}", reason(position, Some(value), line)),
        (None, Some(Value::Win(plies))) => {
            format!(" wins in at most {plies}; whether sooner is unsolved")
        }
        (None, _) => ": unsolved, no win or loss was found within the budget".to_owned(),
    }
}

/// For each cell, the worth of the best move that begins there.
fn notes(position: &dyn AnyPosition, analysis: &Analysis) -> Vec<Option<String>> {
    let mut notes = vec![None; position.scene().cells.len()];
    let listed = position.moves();
    for mv in &analysis.moves {
        let listed = listed.iter().find(|listed| listed.text == mv.mv);
        let touched = listed.and_then(|listed| listed.touches[0].first().copied());
        let note = touched.and_then(|cell| notes.get_mut(cell));
        if let Some(note @ None) = note {
            *note = Some(sign(mv.value));
        }
    }
    notes
}

/// `+5`, `-4`, `=` or `?`.
fn sign(value: Option<Value>) -> String {
    match value {
        Some(Value::Win(plies)) => format!("+{plies}"),
        Some(Value::Loss(plies)) => format!("-{plies}"),
        Some(Value::Endless) => "=".to_owned(),
        None => "?".to_owned(),
    }
}

/// Moves as one word each.
pub(crate) fn one_words(moves: &[String]) -> String {
    let words: Vec<_> = moves.iter().map(|mv| one_word(mv)).collect();
    words.join(" ")
}
