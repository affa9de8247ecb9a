//! Hashes by which a changed byte is noticed.

use quintet_rules::Player;
use sha2::{Digest, Sha256};

use super::{NewGame, Seat};
use crate::{Event, GameId};

/// The hash of a game's beginning and of its actions up to one of them. Each action is kept with its own,
/// so that no action can be changed, removed or moved to another game without being noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogHash([u8; LogHash::LENGTH]);

impl LogHash {
    /// Bytes in one.
    pub const LENGTH: usize = 16;

    /// What stands before a hash that is hashed: its length.
    pub(super) const BEFORE: [u8; 8] = (LogHash::LENGTH as u64).to_le_bytes();

    /// The hash of a game without actions. The link to the game before it is not part of it: that game may
    /// be deleted.
    pub fn begin(game: &NewGame) -> Self {
        let fields = [&game.id.to_string(), &game.game, &game.size, &game.start];
        let mut hash = Fields::new();
        for field in fields {
            hash.add(field.as_bytes());
        }
        hash.number(game.created);
        LogHash(hash.finish())
    }

    /// The hash after one more action.
    #[must_use]
    pub fn and(&self, event: &Event) -> Self {
        let mut hash = Fields::new();
        hash.add(&self.0);
        hash.0.extend(LogHash::step(event));
        LogHash(hash.finish())
    }

    /// What is hashed after [`LogHash::BEFORE`] and the hash before an action.
    pub(super) fn step(event: &Event) -> Vec<u8> {
        let mut step = Fields::new();
        step.number(event.player.number().into());
        step.add(event.action.name().as_bytes());
        step.add(event.action.as_move().unwrap_or_default().as_bytes());
        step.number(event.at);
        step.0
    }

    /// The hash as it was stored.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(LogHash(bytes.try_into().ok()?))
    }

    /// The hash to be stored.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The hash of a taken seat.
pub fn seat_hash(game: GameId, player: Player, seat: &Seat) -> [u8; LogHash::LENGTH] {
    let mut hash = Fields::new();
    hash.add(game.to_string().as_bytes());
    hash.number(player.number().into());
    hash.add(seat.token.as_bytes());
    hash.add(seat.name.as_deref().unwrap_or_default().as_bytes());
    hash.number(seat.since);
    hash.finish()
}

/// Several fields that are hashed, each with its length before it.
struct Fields(Vec<u8>);

impl Fields {
    fn new() -> Self {
        Fields(Vec::with_capacity(128))
    }

    fn add(&mut self, field: &[u8]) {
        self.number(field.len() as u64);
        self.0.extend_from_slice(field);
    }

    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn finish(self) -> [u8; LogHash::LENGTH] {
        let mut bytes = [0; LogHash::LENGTH];
        bytes.copy_from_slice(&Sha256::digest(self.0)[..LogHash::LENGTH]);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use quintet_rules::PerPlayer;

    use super::*;
    use crate::{Action, Token};

    fn game() -> NewGame {
        NewGame {
            id: GameId::random(),
            game: "any".to_owned(),
            size: "4x4".to_owned(),
            start: "1 ....".to_owned(),
            created: 7,
            rematch_of: None,
            seats: PerPlayer::from_fn(|_| None),
        }
    }

    #[test]
    fn every_field_of_an_opening_counts() {
        let changes: [fn(&mut NewGame); 6] = [
            |game| game.id = GameId::random(),
            |game| game.game = "other".to_owned(),
            |game| game.size = "5x5".to_owned(),
            |game| game.start = "2 ....".to_owned(),
            |game| game.created = 8,
            |game| (game.game, game.size) = ("an".to_owned(), "y4x4".to_owned()),
        ];
        for change in changes {
            let one = game();
            let mut other = one.clone();
            change(&mut other);
            assert_ne!(LogHash::begin(&other), LogHash::begin(&one), "{other:?}");
        }
    }

    #[test]
    fn every_field_of_an_action_counts() {
        let begun = LogHash::begin(&game());
        let event = Event {
            player: Player::One,
            action: Action::Move("a".to_owned()),
            at: 5,
        };
        let changes: [fn(&mut Event); 4] = [
            |event| event.player = Player::Two,
            |event| event.action = Action::Move("b".to_owned()),
            |event| event.action = Action::Resign,
            |event| event.at = 6,
        ];
        for change in changes {
            let mut other = event.clone();
            change(&mut other);
            assert_ne!(begun.and(&other), begun.and(&event), "{other:?}");
        }
        assert_ne!(begun.and(&event).and(&event), begun.and(&event));
    }

    #[test]
    fn every_field_of_a_seat_counts() {
        let id = GameId::random();
        let seat = Seat {
            token: Token::random().hash(),
            name: Some("A".to_owned()),
            since: 3,
        };
        let sealed = seat_hash(id, Player::One, &seat);
        assert_ne!(seat_hash(GameId::random(), Player::One, &seat), sealed);
        assert_ne!(seat_hash(id, Player::Two, &seat), sealed);
        let changes: [fn(&mut Seat); 3] = [
            |seat| seat.token = Token::random().hash(),
            |seat| seat.name = None,
            |seat| seat.since = 4,
        ];
        for change in changes {
            let mut other = seat.clone();
            change(&mut other);
            assert_ne!(seat_hash(id, Player::One, &other), sealed, "{other:?}");
        }
    }
}
