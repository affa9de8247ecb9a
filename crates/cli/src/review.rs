//! `quintet review`: a recorded game against the truth.

use std::io::Write;

use anyhow::Result;
use quintet_arena::{Library, MoveSign, Record, Review, verdict};
use quintet_ask::Reviews;
use quintet_rules::Player;

use crate::analyze::one_words;
use crate::answer::{Answer, print_json};
use crate::args::ReviewArgs;
use crate::{library, replay};

pub(crate) fn run(args: &ReviewArgs, out: &mut dyn Write) -> Result<Answer> {
    let records = replay::read(&args.file)?;
    let library = Library::new(library::tables());
    let mut games = Vec::new();
    for (n, record) in records.iter().enumerate() {
        let oracle = library::oracle(&library, record.variant());
        let review = library::watched("reviewing", |progress| {
            Review::of(record, &*oracle, args.budget.get(), progress)
        });
        if args.json {
            games.push(quintet_ask::Review::of(record, &review));
        } else {
            if n > 0 {
                writeln!(out)?;
            }
            show(record, &review, out)?;
        }
    }
    if args.json {
        print_json(&Reviews { games }, out)?;
    }
    Ok(Answer::Yes)
}

fn show(record: &Record, review: &Review, out: &mut dyn Write) -> Result<()> {
    let variant = record.variant();
    writeln!(out, "{}\n", replay::headline(record))?;
    for (n, mv) in review.moves.iter().enumerate() {
        let name = variant.name(mv.player);
        let sign = mv.sign.map_or("", MoveSign::text);
        let signed = format!("{} {sign}", mv.mv);
        writeln!(out, "{:>3}. {name}: {signed:<15} {}", n + 1, mv.words())?;
        if let Some(better) = &mv.better {
            writeln!(out, "     better: {better} {}", verdict(mv.before))?;
            writeln!(out, "     line: {}", one_words(&mv.better_line))?;
        }
    }
    writeln!(out)?;
    let accuracy = review.accuracy();
    for player in Player::BOTH {
        let name = variant.name(player);
        writeln!(out, "{}", accuracy[player].sentence(name))?;
    }
    Ok(())
}
