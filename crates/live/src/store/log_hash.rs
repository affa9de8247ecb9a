//! Hashes that reveal corrupt data.

use quintet_rules::Player;
use sha2::{Digest, Sha256};

use super::{NewGame, Seat};
use crate::{Event, GameId};

/// The hash of a game's opening and of its actions up to one of them. Each action is stored with its hash, so that no
/// action can be changed, removed or moved to another game unnoticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogHash([u8; LogHash::LENGTH]);

impl LogHash {
    /// Bytes of a hash.
    pub const LENGTH: usize = 16;

    /// The bytes that precede a hash when it is hashed: its length.
    pub(super) const PREFIX: [u8; 8] = (LogHash::LENGTH as u64).to_le_bytes();

    /// Returns the hash of a game without actions. It does not cover the link to the previous game, which may be deleted.
    pub fn begin(game: &NewGame) -> Self {
        let fields = [&game.id.to_string(), &game.game, &game.size, &game.start];
        let mut hash = Fields::new();
        for field in fields {
            hash.add(field.as_bytes());
        }
        hash.number(game.created);
        LogHash(hash.finish())
    }

    /// Returns the hash after one more action.
    #[must_use]
    pub fn and(&self, event: &Event) -> Self {
        let mut hash = Fields::new();
        hash.add(&self.0);
        hash.0.extend(LogHash::encode(event));
        LogHash(hash.finish())
    }

    /// Returns the bytes of an action that are hashed after [`LogHash::PREFIX`] and the previous hash.
    pub(super) fn encode(event: &Event) -> Vec<u8> {
        let mut fields = Fields::new();
        fields.number(event.player.number().into());
        fields.add(event.action.name().as_bytes());
        fields.add(event.action.as_move().unwrap_or_default().as_bytes());
        fields.number(event.at);
        fields.0
    }

    /// Returns the hash with these bytes; `None` if their number is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(LogHash(bytes.try_into().ok()?))
    }

    /// Returns the bytes to be stored.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Returns the hash of a taken seat.
pub fn seat_hash(game: GameId, player: Player, seat: &Seat) -> [u8; LogHash::LENGTH] {
    let mut hash = Fields::new();
    hash.add(game.to_string().as_bytes());
    hash.number(player.number().into());
    hash.add(seat.token.as_bytes());
    hash.add(seat.name.as_deref().unwrap_or_default().as_bytes());
    hash.number(seat.since);
    hash.finish()
}

/// The encoding of fields to be hashed: each is preceded by its length.
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
    fn the_hash_covers_every_field_of_an_opening() {
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
    fn the_hash_covers_every_field_of_an_action() {
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
    fn the_hash_covers_every_field_of_a_seat() {
        let id = GameId::random();
        let seat = Seat {
            token: Token::random().hash(),
            name: Some("A".to_owned()),
            since: 3,
        };
        let hash = seat_hash(id, Player::One, &seat);
        assert_ne!(seat_hash(GameId::random(), Player::One, &seat), hash);
        assert_ne!(seat_hash(id, Player::Two, &seat), hash);
        let changes: [fn(&mut Seat); 3] = [
            |seat| seat.token = Token::random().hash(),
            |seat| seat.name = None,
            |seat| seat.since = 4,
        ];
        for change in changes {
            let mut other = seat.clone();
            change(&mut other);
            assert_ne!(seat_hash(id, Player::One, &other), hash, "{other:?}");
        }
    }
}
