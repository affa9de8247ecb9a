//! A game and its actions, as stores keep them.

use quintet_live::store::NewGame;
use quintet_live::{Action, Event, GameId};
use quintet_rules::{PerPlayer, Player};

pub(crate) fn game() -> NewGame {
    NewGame {
        id: GameId::random(),
        game: "any".to_owned(),
        size: "9x9".to_owned(),
        start: "the start".to_owned(),
        created: 1_000,
        rematch_of: None,
        seats: PerPlayer::from_fn(|_| None),
    }
}

pub(crate) fn event(number: u64) -> Event {
    let actions = [Action::Move(format!("move {number}")), Action::Resign];
    Event {
        player: Player::BOTH[(number % 2) as usize],
        action: actions[usize::from(number % 7 == 6)].clone(),
        at: number,
    }
}
