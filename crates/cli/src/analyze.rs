//! `quintet analyze`: what each move of a position is worth, and why.

use std::io::Write;

use anyhow::{Context, Result};
use quintet_arena::{Explanation, Turn, listed_moves, sign, verdict};
use quintet_ask::Analysis;
use quintet_games::{AnyPosition, one_word, shown};

use crate::answer::{Answer, print_json};
use crate::args::AnalyzeArgs;
use crate::{library, picture};

pub(crate) fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> Result<Answer> {
    let position = after_moves(args.board.position()?, args.moves.as_deref().unwrap_or(""))?;
    let oracle = library::oracle_of(position.variant());
    let explanation = library::watched("analyzing", |_| {
        Explanation::of(&*position, &*oracle, args.budget.get())
    });
    if args.json {
        print_json(&Analysis::explained(&*position, &explanation), out)?;
    } else {
        show(position, &explanation, out)?;
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
    position: Box<dyn AnyPosition>,
    explanation: &Explanation,
    out: &mut dyn Write,
) -> Result<()> {
    let turn = Turn::new(position);
    let (position, analysis) = (turn.position(), &explanation.analysis);
    let variant = position.variant();
    writeln!(out, "{variant:?}: {}", explanation.position)?;
    let mut notes = vec![None; turn.scene().cells.len()];
    for note in turn.notes(analysis, &[]) {
        notes[note.cell] = Some(sign(note.value));
    }
    writeln!(out, "\n{}\n", picture::draw(turn.scene(), &notes))?;
    writeln!(out, "{}", explanation.headline)?;
    if analysis.moves.is_empty() {
        return Ok(());
    }
    if !explanation.line.is_empty() {
        writeln!(out, "Best line: {}", one_words(&explanation.line))?;
    }
    if let Some(unknown) = explanation.nothing_known() {
        writeln!(out, "{unknown}")?;
        return Ok(());
    }
    writeln!(out, "\nMoves, best first:")?;
    for group in analysis.moves.chunk_by(|a, b| a.value == b.value) {
        let moves: Vec<_> = group.iter().map(|mv| mv.mv.as_str()).collect();
        let verdict = verdict(group[0].value);
        writeln!(out, "  {verdict:<12} {}", moves.join(", "))?;
    }
    writeln!(out, "\n{}", explanation.legend())?;
    Ok(())
}

/// Moves as one word each.
pub(crate) fn one_words(moves: &[String]) -> String {
    let words: Vec<_> = moves.iter().map(|mv| one_word(mv)).collect();
    words.join(" ")
}
