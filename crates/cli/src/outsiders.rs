//! Players from outside in the games of a command, and in the app.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Result, anyhow};
use quintet_agents::{Network, Outsiders, Policy};
use quintet_arena::{Competitor, Dice, OracleSource, Who};
use quintet_games::Variant;
use quintet_rules::PerPlayer;
use quintet_tui::Seat;

use crate::args::{PolicyArgs, with_usual_key};

/// How long the app waits for an endpoint that is busy: a person waits, too.
const PATIENCE: Duration = Duration::from_secs(10);

/// The players from outside among these, each of whom is there.
pub(crate) fn met(
    args: &PolicyArgs,
    variant: &'static dyn Variant,
    players: &PerPlayer<Who>,
) -> Result<Outsiders> {
    let mut outsiders = Outsiders::new(variant, args.get());
    let players = [&players.one, &players.two];
    // What only they need cannot be wrong where none of them plays.
    if players.iter().any(|who| matches!(who, Who::Outside(_))) {
        outsiders = outsiders.sharing(args.network()?);
    }
    for who in players {
        let greeted = outsiders.greet(who);
        greeted.map_err(|failure| anyhow!("{who} {failure}"))?;
    }
    Ok(outsiders)
}

/// How the app seats these players, at whatever game.
pub(crate) fn at_boards(players: &[Who]) -> Result<Arc<Seat>> {
    let policy = Policy {
        // No move is made up for it: a person sees what is wrong, and may ask again.
        loses: true,
        patience: PATIENCE,
        ..Policy::default()
    };
    let mut network = Network::default();
    if !players.is_empty() {
        network = with_usual_key(network)?;
    }
    let network = Arc::new(network);
    let games: Mutex<HashMap<_, Outsiders>> = Mutex::default();
    let no_oracle: OracleSource = Arc::new(|| unreachable!("only levels ask for values"));
    Ok(Arc::new(
        move |variant: &'static dyn Variant, who: &Who, dice: Dice| -> Box<dyn Competitor> {
            let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
            let key = (variant.id(), variant.size().to_string());
            let outsiders = games
                .entry(key)
                .or_insert_with(|| Outsiders::new(variant, policy).sharing(Arc::clone(&network)));
            let seated = outsiders.seat(who, dice, &no_oracle);
            seated.expect("a player from outside")
        },
    ))
}
