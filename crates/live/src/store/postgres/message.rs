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
#[path = "../../../tests/unit/store/postgres/message.rs"]
mod tests;
