//! `quintet review`: a recorded game against the truth.

use std::io::Write;

use anyhow::{Context, Result};
use quintet_arena::document::ReviewDocument;
use quintet_arena::{Accuracy, Record, Review, ReviewedMove, verdict};
use quintet_games::Variant;
use quintet_rules::Player;

use crate::analyze::one_words;
use crate::answer::Answer;
use crate::args::ReviewArgs;
use crate::paper;
use crate::{knowledge, replay};

pub(crate) fn run(args: &ReviewArgs, out: &mut dyn Write) -> Result<Answer> {
    let text = replay::read(&args.file)?;
    let records = Record::read_all(&text).with_context(|| paper::shown_path(&args.file))?;
    let mut documents = Vec::new();
    for (n, record) in records.iter().enumerate() {
        let oracle = knowledge::of(record.variant()).oracle;
        let review = knowledge::watched("reviewing", |progress| {
            Review::of(record, &*oracle, args.budget.get(), progress)
        });
        if args.json {
            documents.push(ReviewDocument::of(record, &review));
        } else {
            if n > 0 {
                writeln!(out)?;
            }
            show(record, &review, out)?;
        }
    }
    if args.json {
        match &documents[..] {
            [only] => serde_json::to_writer(&mut *out, only)?,
            several => serde_json::to_writer(&mut *out, several)?,
        }
        writeln!(out)?;
    }
    Ok(Answer::Yes)
}

fn show(record: &Record, review: &Review, out: &mut dyn Write) -> Result<()> {
    let variant = record.variant();
    writeln!(out, "{}\n", replay::headline(record))?;
    for (n, mv) in review.moves.iter().enumerate() {
        let name = variant.name(mv.player);
        let change = describe(mv);
        writeln!(out, "{:>3}. {name}: {:<12} {change}", n + 1, mv.mv)?;
        if let Some(better) = &mv.better {
            writeln!(out, "     better: {better} {}", verdict(mv.before))?;
            writeln!(out, "     line: {}", one_words(&mv.better_line))?;
        }
    }
    writeln!(out)?;
    let accuracy = review.accuracy();
    for player in Player::BOTH {
        writeln!(out, "{}", accuracy_line(variant, player, accuracy[player]))?;
    }
    Ok(())
}

/// What a move did to the value.
fn describe(mv: &ReviewedMove) -> String {
    if mv.is_mistake() {
        format!(
            "MISTAKE: {} became {}",
            verdict(mv.before),
            verdict(mv.after)
        )
    } else {
        verdict(mv.after)
    }
}

fn accuracy_line(variant: &dyn Variant, player: Player, accuracy: Accuracy) -> String {
    let name = variant.name(player);
    let Accuracy { kept, decisions } = accuracy;
    match accuracy.percent() {
        Some(percent) => {
            format!(
                "{name}: accuracy {percent} % ({kept} of {decisions} decisions that could go wrong)"
            )
        }
        None => format!("{name} had no decision that could go wrong"),
    }
}
