//! `quintet match`: many games between two players that are not people.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use quintet_agents::Outsiders;
use quintet_api::{Match, Wins};
use quintet_arena::{Conduct, Dice, Interval, Library, Results, Tournament, Who};
use quintet_rules::PerPlayer;

use crate::answer::{Answer, note, print_json};
use crate::args::MatchArgs;
use crate::{library, outsiders, system};

/// A terminal that is not wide has so many columns.
const WIDTH: usize = 80;

pub(crate) fn run(args: &MatchArgs, library: &Library, out: &mut dyn Write) -> Result<Answer> {
    let variant = args.game.variant()?;
    let seed = args.seed.unwrap_or_else(Dice::unforeseen_seed);
    let (games, json) = (args.games, args.json);
    let tournament = Tournament {
        variant,
        who: PerPlayer {
            one: args.p1.clone(),
            two: args.p2.clone(),
        },
        games,
        seed,
        max_plies: args.max_plies as usize,
    };
    let outsiders = Arc::new(outsiders::met(&args.policy, variant, &tournament.who)?);
    let results: Arc<Mutex<Results>> = Arc::default();
    let known = library.clone();
    let (so_far, met) = (Arc::clone(&results), Arc::clone(&outsiders));
    let begun = tournament.clone();
    // What has been played is worth something, even if the match is stopped.
    system::when_told_to_stop(move || {
        let results = *so_far.lock().unwrap_or_else(PoisonError::into_inner);
        let played = results.finished() + results.unfinished();
        let stopped = Tournament {
            games: played,
            ..begun
        };
        let document = document(&stopped, &results, &known, &met);
        let _line = library::clear_line();
        note(&format!("quintet: stopped after {played} of {games} games"));
        // The reader may have gone, too.
        let _ = print(&document, json, &mut io::stdout());
    })?;
    let source = library::source(library, variant);
    if args.p1.is_level() || args.p2.is_level() {
        source();
    }
    library::watched("playing", |progress| {
        let seating = |who: &Who, dice: Dice| {
            let seated = outsiders.seat(who, dice, &source);
            seated.expect("people do not play by themselves")
        };
        tournament.play_into(&results, &seating, progress);
    });
    let results = *results.lock().unwrap_or_else(PoisonError::into_inner);
    let document = document(&tournament, &results, library, &outsiders);
    print(&document, json, out)?;
    Ok(if results.unfinished() == 0 {
        Answer::Yes
    } else {
        Answer::No
    })
}

/// The result of a match, with the conduct of external players.
fn document(
    tournament: &Tournament,
    results: &Results,
    library: &Library,
    outsiders: &Outsiders,
) -> Match {
    let conduct = PerPlayer::from_fn(|player| outsiders.conduct(&tournament.who[player]));
    Match::of(tournament, results, library).with_conduct(conduct)
}

fn print(document: &Match, json: bool, out: &mut dyn Write) -> Result<()> {
    if json {
        print_json(document, out)
    } else {
        show(document, out)
    }
}

fn show(document: &Match, out: &mut dyn Write) -> Result<()> {
    let (game, size, seed) = (document.game, &document.size, document.seed);
    writeln!(out, "{game} {size}, {} games, seed {seed}", document.games)?;
    writeln!(out, "  won by                  share (95% interval)")?;
    for (name, player) in [("Player 1", &document.p1), ("Player 2", &document.p2)] {
        let mut who = format!("{name}, {}", player.who);
        if who.len() > 18 {
            // The figures stay in their columns.
            writeln!(out, "  {who}")?;
            who.clear();
        }
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
    for (name, player) in [("Player 1", &document.p1), ("Player 2", &document.p2)] {
        if let Some(conduct) = &player.conduct {
            writeln!(out, "{name} was asked {}", behaved(conduct))?;
        }
    }
    if let Some(caution) = &document.caution {
        writeln!(out, "{}", textwrap::fill(caution, WIDTH))?;
    }
    Ok(())
}

/// How a program from outside behaved.
fn behaved(conduct: &Conduct) -> String {
    let Conduct {
        questions,
        legal_at_once,
        illegal,
        late,
        broken,
        replaced,
        given_up,
        latest,
    } = conduct;
    let mut text = format!(
        "{questions} times; {legal_at_once} first answers were legal.\n  \
         {illegal} illegal, {late} late, {broken} failures; \
         {replaced} random moves for it, {given_up} games given up."
    );
    if let Some(latest) = latest {
        text.push_str("\n  The latest fault: it ");
        text.push_str(latest);
    }
    text
}

fn wins(wins: &Wins) -> String {
    let won = wins.won;
    let Interval { low, high } = wins.interval95;
    let [low, high] = [low, high].map(|share| 100.0 * share);
    match wins.share.map(|share| 100.0 * share) {
        Some(share) => format!("{won:>7} {share:>6.1} % ({low:.1} to {high:.1} %)"),
        None => format!("{won:>7}"),
    }
}
