//! `quintet match`: many games between two players that are not people.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use quintet_agents::Outsiders;
use quintet_api::Match;
use quintet_arena::{Dice, Library, Results, Tournament, Who};
use quintet_rules::PerPlayer;

use crate::args::MatchArgs;
use crate::output::{Status, note, print};
use crate::{library, outsiders, system};

pub(crate) fn run(args: &MatchArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
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
        Status::Success
    } else {
        Status::Failure
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
