//! The text of messages between servers.
//!
//! ```text
//!     c 3qk0tr5m8w2hd9xe       a game has changed
//!     h 3qk0tr5m8w2hd9xe 3     connected players: 1, 2 or 3 for both
//!     a 3qk0tr5m8w2hd9xe 4 0123456789abcdef0123456789abcdef 1 1700000000 move 5
//!                              a stored action: its number, hash, player, time, name and move
//! ```
//!
//! A payload has many lines.

use std::fmt::{self, Display, Formatter, Write};

use quintet_rules::PerPlayer;

use super::transaction::games_of;
use crate::store::notifications::Message;
use crate::store::{Change, LogHash, Presence, StoredAction, player};
use crate::{Action, Event};

/// Bytes of a payload. The limit of the database is 8000.
const LONGEST: usize = 7900;

impl Message {
    /// Returns the messages about a change: for an action with a hash, the action itself.
    pub(super) fn of(change: &Change, hash: Option<LogHash>) -> impl Iterator<Item = Message> {
        games_of(change).map(move |game| match (change, hash) {
            (Change::Action(_, ply, event), Some(hash)) => Message::Action(StoredAction {
                game,
                ply: *ply,
                event: event.clone(),
                hash,
            }),
            _ => Message::Changed(game),
        })
    }

    /// Reads a line; `None` if it is not valid.
    pub(super) fn read(line: &str) -> Option<Message> {
        let (kind, rest) = line.split_once(' ')?;
        let (game, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let game = game.parse().ok()?;
        match kind {
            "c" => Some(Message::Changed(game)),
            "h" => {
                let players: u8 = rest.parse().ok()?;
                let players = PerPlayer::from_fn(|player| players & player.number() != 0);
                Some(Message::Presence(Presence { game, players }))
            }
            "a" => {
                let mut fields = rest.splitn(6, ' ');
                let ply = fields.next()?.parse().ok()?;
                let hash = u128::from_str_radix(fields.next()?, 16).ok()?;
                let hash = LogHash::from_bytes(&hash.to_be_bytes())?;
                let player = player(fields.next()?.parse::<u8>().ok()?)?;
                let at = fields.next()?.parse().ok()?;
                let action = Action::read(fields.next()?, fields.next())?;
                let event = Event { player, action, at };
                Some(Message::Action(StoredAction {
                    game,
                    ply,
                    event,
                    hash,
                }))
            }
            _ => None,
        }
    }

    /// Returns messages as the payloads of as few notifications as possible.
    pub(super) fn payloads(messages: impl Iterator<Item = Message>) -> Vec<String> {
        let mut payloads = vec![String::new()];
        for message in messages {
            let line = message.to_string();
            // Moves are short. A message that does not fit may be lost like any other.
            if line.len() + 1 > LONGEST {
                continue;
            }
            let is_full = |payload: &String| payload.len() + line.len() + 1 > LONGEST;
            if payloads.last().is_none_or(is_full) {
                payloads.push(String::new());
            }
            if let Some(payload) = payloads.last_mut() {
                let _ = writeln!(payload, "{line}");
            }
        }
        payloads.retain(|payload| !payload.is_empty());
        payloads
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Message::Changed(game) => write!(f, "c {game}"),
            Message::Action(StoredAction {
                game,
                ply,
                event,
                hash,
            }) => {
                let Event { player, action, at } = event;
                let (number, name) = (player.number(), action.name());
                write!(f, "a {game} {ply} ")?;
                for byte in hash.as_bytes() {
                    write!(f, "{byte:02x}")?;
                }
                write!(f, " {number} {at} {name}")?;
                action.as_move().map_or(Ok(()), |mv| write!(f, " {mv}"))
            }
            Message::Presence(Presence { game, players }) => {
                let players = u8::from(players.one) + 2 * u8::from(players.two);
                write!(f, "h {game} {players}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use quintet_rules::Player;

    use super::*;
    use crate::GameId;

    fn messages() -> Vec<Message> {
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
        let mut hash = LogHash::from_bytes(&[0; LogHash::LENGTH]).expect("its length");
        let actions = (0..).zip(actions).map(|(ply, event)| {
            hash = hash.and(&event);
            Message::Action(StoredAction {
                game,
                ply,
                event,
                hash,
            })
        });
        let here = [(false, false), (true, false), (false, true), (true, true)];
        let here = here.map(|(one, two)| {
            let players = PerPlayer { one, two };
            Message::Presence(Presence { game, players })
        });
        let mut messages: Vec<_> = actions.chain(here).collect();
        messages.push(Message::Changed(game));
        messages
    }

    #[test]
    fn messages_are_read_as_they_were_written_and_in_order() {
        let messages: Vec<_> = messages().into_iter().cycle().take(1000).collect();
        let payloads = Message::payloads(messages.iter().cloned());
        assert!(payloads.len() > 1 && payloads.iter().all(|payload| payload.len() <= LONGEST));
        let read: Option<Vec<_>> = payloads
            .iter()
            .flat_map(|payload| payload.lines())
            .map(Message::read)
            .collect();
        assert_eq!(read, Some(messages));
        assert_eq!(Message::payloads(std::iter::empty()), Vec::<String>::new());
    }

    #[test]
    fn an_invalid_message_is_rejected() {
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
            assert_eq!(Message::read(&line), None, "{line}");
        }
    }
}
