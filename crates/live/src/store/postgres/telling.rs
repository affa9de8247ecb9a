//! What one server tells the others, as text.
//!
//! ```text
//!     c 3qk0tr5m8w2hd9xe       something has changed in a game
//!     h 3qk0tr5m8w2hd9xe 3     which players are connected: 1, 2 or 3 for both
//!     a 3qk0tr5m8w2hd9xe 4 0123456789abcdef0123456789abcdef 1 1700000000 move 5
//!                              an action was done: its number, hash, player, time, name and move
//! ```
//!
//! Many lines make a message.

use std::fmt::{self, Display, Formatter, Write};

use quintet_rules::{PerPlayer, Player};

use super::transaction::games_of;
use crate::store::{Change, LogHash, Presence, StoredAction};
use crate::{Action, Event, GameId};

/// Bytes of a message. The database takes less than 8000.
const LONGEST: usize = 7900;

/// Something to be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Telling {
    /// Something has changed in a game.
    Changed(GameId),
    /// An action was done.
    Action(StoredAction),
    /// Players are connected, or not any more.
    Presence(Presence),
}

impl Telling {
    /// What is to be told of a change that was made; of an action with its hash, if that is known.
    pub(super) fn of(change: &Change, chain: Option<LogHash>) -> impl Iterator<Item = Telling> {
        games_of(change).map(move |game| match (change, chain) {
            (Change::Action(_, ply, event), Some(chain)) => Telling::Action(StoredAction {
                game,
                ply: *ply,
                event: event.clone(),
                chain,
            }),
            _ => Telling::Changed(game),
        })
    }

    /// What a line says, if it can be understood.
    pub(super) fn read(line: &str) -> Option<Telling> {
        let (kind, rest) = line.split_once(' ')?;
        let (game, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let game = game.parse().ok()?;
        match kind {
            "c" => Some(Telling::Changed(game)),
            "h" => {
                let players: u8 = rest.parse().ok()?;
                let players = PerPlayer::from_fn(|player| players & player.number() != 0);
                Some(Telling::Presence(Presence { game, players }))
            }
            "a" => {
                let mut fields = rest.splitn(6, ' ');
                let ply = fields.next()?.parse().ok()?;
                let chain = u128::from_str_radix(fields.next()?, 16).ok()?;
                let chain = LogHash::from_bytes(&chain.to_be_bytes())?;
                let number: u8 = fields.next()?.parse().ok()?;
                let at = fields.next()?.parse().ok()?;
                let action = Action::read(fields.next()?, fields.next())?;
                let mut players = Player::BOTH.into_iter();
                let player = players.find(|player| player.number() == number)?;
                let event = Event { player, action, at };
                Some(Telling::Action(StoredAction {
                    game,
                    ply,
                    event,
                    chain,
                }))
            }
            _ => None,
        }
    }

    /// What is to be told, in as few messages as it fits into.
    pub(super) fn messages(tellings: impl Iterator<Item = Telling>) -> Vec<String> {
        let mut messages = vec![String::new()];
        for telling in tellings {
            let line = telling.to_string();
            // Moves have some letters only; what does not fit is read from the store.
            if line.len() + 1 > LONGEST {
                continue;
            }
            let is_full = |message: &String| message.len() + line.len() + 1 > LONGEST;
            if messages.last().is_none_or(is_full) {
                messages.push(String::new());
            }
            if let Some(message) = messages.last_mut() {
                let _ = writeln!(message, "{line}");
            }
        }
        messages.retain(|message| !message.is_empty());
        messages
    }
}

impl Display for Telling {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Telling::Changed(game) => write!(f, "c {game}"),
            Telling::Action(StoredAction {
                game,
                ply,
                event,
                chain,
            }) => {
                let Event { player, action, at } = event;
                let (number, name) = (player.number(), action.name());
                write!(f, "a {game} {ply} ")?;
                for byte in chain.as_bytes() {
                    write!(f, "{byte:02x}")?;
                }
                write!(f, " {number} {at} {name}")?;
                action.as_move().map_or(Ok(()), |mv| write!(f, " {mv}"))
            }
            Telling::Presence(Presence { game, players }) => {
                let players = u8::from(players.one) + 2 * u8::from(players.two);
                write!(f, "h {game} {players}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tellings() -> Vec<Telling> {
        let game = GameId::random();
        let actions = [Action::Move("Piece: up, block: 5".to_owned())];
        let actions = actions.into_iter().chain(Action::WORDS);
        let actions = actions.flat_map(|action| {
            Player::BOTH.map(|player| Event {
                player,
                action: action.clone(),
                at: 1_700_000_000,
            })
        });
        let mut chain = LogHash::from_bytes(&[0; LogHash::LENGTH]).expect("its length");
        let actions = (0..).zip(actions).map(|(ply, event)| {
            chain = chain.and(&event);
            Telling::Action(StoredAction {
                game,
                ply,
                event,
                chain,
            })
        });
        let here = [(false, false), (true, false), (false, true), (true, true)];
        let here = here.map(|(one, two)| {
            let players = PerPlayer { one, two };
            Telling::Presence(Presence { game, players })
        });
        let mut tellings: Vec<_> = actions.chain(here).collect();
        tellings.push(Telling::Changed(game));
        tellings
    }

    #[test]
    fn what_is_told_is_understood_in_order() {
        let tellings: Vec<_> = tellings().into_iter().cycle().take(1000).collect();
        let messages = Telling::messages(tellings.iter().cloned());
        assert!(messages.len() > 1 && messages.iter().all(|message| message.len() <= LONGEST));
        let read: Option<Vec<_>> = messages
            .iter()
            .flat_map(|message| message.lines())
            .map(Telling::read)
            .collect();
        assert_eq!(read, Some(tellings));
        assert_eq!(Telling::messages(std::iter::empty()), Vec::<String>::new());
    }

    #[test]
    fn what_is_not_understood_is_noticed() {
        let id = GameId::random();
        for line in [
            String::new(),
            "c".to_owned(),
            "c short".to_owned(),
            format!("x {id}"),
            format!("h {id} x"),
            format!("a {id} 0 1f 3 5 move 1"),
            format!("a {id} 0 1f 1 5 move"),
            format!("a {id} 0 1f 1 5 resign 1"),
            format!("a {id} 0 no 1 5 resign"),
            format!("a {id} -1 1f 1 5 resign"),
        ] {
            assert_eq!(Telling::read(&line), None, "{line}");
        }
    }
}
