//! `quintet match`: a match between computer players.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use quintet_agents::ExternalPlayers;
use quintet_api::Match;
use quintet_arena::{Dice, Library, Results, Tournament, Who};
use quintet_rules::PerPlayer;

use crate::args::MatchArgs;
use crate::output::{StandardOutput, Status, note, print};
use crate::{external, library, system};

pub(crate) fn run(args: &MatchArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let variant = args.game.variant()?;
    let seed = args.seed.unwrap_or_else(Dice::random_seed);
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
    let external = Arc::new(external::connect(&args.policy, variant, &tournament.who)?);
    let results: Arc<Mutex<Results>> = Arc::default();
    let known = library.clone();
    let (so_far, players) = (Arc::clone(&results), Arc::clone(&external));
    let begun = tournament.clone();
    // Partial results are useful if the match is interrupted.
    system::on_interrupt(move || {
        let results = *so_far.lock().unwrap_or_else(PoisonError::into_inner);
        let played = results.finished() + results.unfinished();
        let stopped = Tournament {
            games: played,
            ..begun
        };
        let document = document(&stopped, &results, &known, &players);
        let _line = library::clear_line();
        note(&format!("quintet: stopped after {played} of {games} games"));
        // The reader may have been interrupted as well.
        let _ = print(&document, json, &mut StandardOutput::default());
    })?;
    let source = library::source(library, variant);
    if args.p1.is_level() || args.p2.is_level() {
        source();
    }
    library::watched("playing", |progress| {
        let seating = |who: &Who, dice: Dice| {
            let seated = external.seat(who, dice, &source);
            seated.expect("not a person")
        };
        tournament.play_into(&results, &seating, progress);
    });
    let results = *results.lock().unwrap_or_else(PoisonError::into_inner);
    let document = document(&tournament, &results, library, &external);
    print(&document, json, out)?;
    Ok(if results.unfinished() == 0 {
        Status::Success
    } else {
        Status::Failure
    })
}

/// Returns the result of a match, with the statistics of external players.
fn document(
    tournament: &Tournament,
    results: &Results,
    library: &Library,
    external: &ExternalPlayers,
) -> Match {
    let conduct = PerPlayer::from_fn(|player| external.conduct(&tournament.who[player]));
    Match::of(tournament, results, library).with_conduct(conduct)
}
