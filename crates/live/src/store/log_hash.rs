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
#[path = "../../tests/unit/store/log_hash.rs"]
mod tests;
