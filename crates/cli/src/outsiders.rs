//! Players from outside in the games of a command.

use anyhow::{Result, anyhow};
use quintet_agents::Outsiders;
use quintet_arena::Who;
use quintet_games::Variant;
use quintet_rules::PerPlayer;

use crate::args::PolicyArgs;

/// The players from outside among these, each of whom is there.
pub(crate) fn met(
    args: &PolicyArgs,
    variant: &'static dyn Variant,
    players: PerPlayer<Who>,
) -> Result<Outsiders> {
    let mut outsiders = Outsiders::new(variant, args.get());
    let players = [players.one, players.two];
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
