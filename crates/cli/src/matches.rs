//! `quintet match`: many games between two levels.

use std::io::Write;

use anyhow::Result;
use quintet_arena::{Dice, Library, Tournament};
use quintet_ask::{Match, Wins};
use quintet_rules::PerPlayer;

use crate::answer::{Answer, print_json};
use crate::args::MatchArgs;
use crate::library;

pub(crate) fn run(args: &MatchArgs, out: &mut dyn Write) -> Result<Answer> {
    let variant = args.game.variant()?;
    let tournament = Tournament {
        variant,
        who: PerPlayer {
            one: args.p1,
            two: args.p2,
        },
        games: args.games,
        seed: args.seed.unwrap_or_else(Dice::unforeseen_seed),
        max_plies: args.max_plies as usize,
    };
    let source = library::source(&Library::new(library::tables()), variant);
    if args.p1.is_level() || args.p2.is_level() {
        source();
    }
    let results = library::watched("playing", |progress| tournament.play(&source, progress));
    let document = Match::of(&tournament, &results);
    if args.json {
        print_json(&document, out)?;
    } else {
        show(&document, out)?;
    }
    Ok(if results.unfinished() == 0 {
        Answer::Yes
    } else {
        Answer::No
    })
}

fn show(document: &Match, out: &mut dyn Write) -> Result<()> {
    let (game, size, seed) = (document.game, &document.size, document.seed);
    writeln!(out, "{game} {size}, {} games, seed {seed}", document.games)?;
    writeln!(out, "  won by                  share (95% interval)")?;
    for (name, player) in [("Player 1", &document.p1), ("Player 2", &document.p2)] {
        let who = format!("{name}, {}", player.who);
        writeln!(out, "  {who:<18} {}", wins(&player.won))?;
        let first = (
            player.won_as_first,
            player.lost_as_first,
            player.unfinished_as_first,
        );
        let second = (
            player.won_as_second,
            player.lost_as_second,
            player.unfinished_as_second,
        );
        for (seat, (won, lost, unfinished)) in [("as first", first), ("as second", second)] {
            writeln!(
                out,
                "    {seat:<16} {won:>7} won, {lost} lost, {unfinished} unfinished"
            )?;
        }
    }
    writeln!(out, "  {:<18} {}", "who began", wins(&document.first))?;
    writeln!(out, "  {:<18} {}", "the other", wins(&document.second))?;
    writeln!(out, "  {:<18} {:>7}", "unfinished", document.unfinished)?;
    if let Some(caution) = &document.caution {
        writeln!(out, "{caution}")?;
    }
    Ok(())
}

fn wins(wins: &Wins) -> String {
    let won = wins.won;
    let [low, high] = wins.interval95.map(|share| 100.0 * share);
    match wins.share.map(|share| 100.0 * share) {
        Some(share) => format!("{won:>7} {share:>6.1} % ({low:.1} to {high:.1} %)"),
        None => format!("{won:>7}"),
    }
}
