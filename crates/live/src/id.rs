//! Ids of games, and the tokens of their seats.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The id of a game: 80 random bits, so that it cannot be guessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId([u8; 10]);

/// A secret of 128 random bits. Formatting does not show it, so that it cannot get into a log.
#[derive(Clone)]
pub struct Token([u8; 16]);

/// The hash of a token, which is stored instead of the token.
#[derive(Clone)]
pub struct TokenHash([u8; 32]);

/// Letters and digits that are hard to confuse, five bits each.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

impl GameId {
    /// Returns a new id.
    pub fn random() -> Self {
        GameId(random())
    }

    /// Returns the id with these bits.
    pub(crate) fn from_bytes(bytes: [u8; 10]) -> Self {
        GameId(bytes)
    }

    /// Returns the bits of the id.
    pub(crate) fn to_bytes(self) -> [u8; 10] {
        self.0
    }

    /// Returns the id for a key that a client has chosen: the same one for each of its requests.
    pub fn for_key(secret: &[u8], key: &str) -> Self {
        let mut bytes = [0; 10];
        bytes.copy_from_slice(&keyed(b"game", secret, key)[..10]);
        GameId(bytes)
    }
}

/// Writes sixteen letters and digits.
impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (high, low) = self.0.split_at(5);
        for half in [high, low] {
            let bits = half
                .iter()
                .fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
            for place in (0..8).rev() {
                let letter = ALPHABET[(bits >> (5 * place) & 31) as usize];
                write!(f, "{}", char::from(letter))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a string that is not an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAnId;

impl FromStr for GameId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let text: &[u8; 16] = text.as_bytes().try_into().map_err(|_| NotAnId)?;
        let mut bytes = [0; 10];
        for (half, letters) in bytes.chunks_mut(5).zip(text.chunks(8)) {
            let mut bits = 0u64;
            for letter in letters {
                let five = ALPHABET.iter().position(|one| one == letter);
                bits = bits << 5 | five.ok_or(NotAnId)? as u64;
            }
            half.copy_from_slice(&bits.to_be_bytes()[3..]);
        }
        Ok(GameId(bytes))
    }
}

/// Derives bytes from a secret and a key, different ones for each purpose.
fn keyed(purpose: &[u8], secret: &[u8], key: &str) -> [u8; 32] {
    // Hashed separately, so that the boundary between secret and key is unambiguous.
    let secret = Sha256::new().chain_update(purpose).chain_update(secret);
    let both = Sha256::new().chain_update(secret.finalize());
    both.chain_update(key).finalize().into()
}

impl Token {
    /// Returns a new secret.
    pub fn random() -> Self {
        Token(random())
    }

    /// Reads a secret of 32 hexadecimal digits.
    pub fn read(text: &str) -> Option<Self> {
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let number = u128::from_str_radix(text, 16).ok()?;
        Some(Token(number.to_be_bytes()))
    }

    /// Returns the secret as 32 hexadecimal digits, for its holder only.
    pub fn reveal(&self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }

    /// Derives the token for one game from a secret for all games. It does not reveal the secret, so it is useless for
    /// other games.
    #[must_use]
    pub fn in_game(&self, game: GameId) -> Self {
        let digest = Sha256::new().chain_update(self.0).chain_update(game.0);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest.finalize()[..16]);
        Token(bytes)
    }

    /// Returns the token for a key that a client has chosen: the same one for each of its requests. Without the secret
    /// the key is useless.
    #[must_use]
    pub fn for_key(secret: &[u8], key: &str) -> Self {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&keyed(b"token", secret, key)[..16]);
        Token(bytes)
    }

    /// Returns the secret with these bytes.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Token(bytes.try_into().ok()?))
    }

    /// Returns the bytes, from which other secrets are derived.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the hash, which may be stored.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

impl TokenHash {
    /// Returns the hash with these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(TokenHash(bytes.try_into().ok()?))
    }

    /// Returns the bytes to be stored.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Compares two hashes in constant time.
    pub fn is(&self, other: &TokenHash) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash")
    }
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bytes");
    bytes
}

#[cfg(test)]
#[path = "../tests/unit/id.rs"]
mod tests;
