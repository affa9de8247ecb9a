//! External players in the games of a command and in the app.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Result, anyhow};
use quintet_agents::{ExternalPlayers, Network, Policy};
use quintet_arena::{Competitor, Dice, OracleSource, Who};
use quintet_games::Variant;
use quintet_rules::PerPlayer;
use quintet_tui::PlayerFactory;

use crate::args::{PolicyArgs, with_default_key};

/// Time that the app waits for a busy endpoint: a person is waiting as well.
const PATIENCE: Duration = Duration::from_secs(10);

/// Returns the external players of a match, after checking that all of them are available.
pub(crate) fn connect(
    args: &PolicyArgs,
    variant: &'static dyn Variant,
    players: &PerPlayer<Who>,
) -> Result<ExternalPlayers> {
    let mut external = ExternalPlayers::new(variant, args.get());
    let players = [&players.one, &players.two];
    // Keys and prompts are checked only if an external player needs them.
    if players.iter().any(|who| matches!(who, Who::Outside(_))) {
        external = external.sharing(args.network()?);
    }
    for who in players {
        let greeted = external.greet(who);
        greeted.map_err(|failure| anyhow!("{who} {failure}"))?;
    }
    Ok(external)
}

/// Returns the function that connects external players to games of the app.
pub(crate) fn app_seat(players: &[Who]) -> Result<Arc<PlayerFactory>> {
    let policy = Policy {
        // No random moves: a person sees the error and can ask again.
        forfeits: true,
        patience: PATIENCE,
        ..Policy::default()
    };
    let mut network = Network::default();
    if !players.is_empty() {
        network = with_default_key(network)?;
    }
    let network = Arc::new(network);
    let games: Mutex<HashMap<_, ExternalPlayers>> = Mutex::default();
    let no_oracle: OracleSource = Arc::new(|| unreachable!("only levels need an oracle"));
    Ok(Arc::new(
        move |variant: &'static dyn Variant, who: &Who, dice: Dice| -> Box<dyn Competitor> {
            let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
            let key = (variant.id(), variant.size().to_string());
            let external = games.entry(key).or_insert_with(|| {
                ExternalPlayers::new(variant, policy).sharing(Arc::clone(&network))
            });
            let seated = external.seat(who, dice, &no_oracle);
            seated.expect("an external player")
        },
    ))
}
