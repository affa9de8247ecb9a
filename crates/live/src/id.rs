//! The name of a game between people, and the secrets that its seats belong to.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The address of a game: 80 random bits, so that it cannot be guessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId([u8; 10]);

/// A secret of 128 random bits. It is never shown by formatting, so that no log can hold one.
#[derive(Clone)]
pub struct Token([u8; 16]);

/// The hash of a token, which is stored instead of the token.
#[derive(Clone)]
pub struct TokenHash([u8; 32]);

/// Letters and digits that are hard to confuse, five bits each.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

impl GameId {
    /// A new address.
    pub fn random() -> Self {
        GameId(random())
    }

    /// The address with these bits.
    pub(crate) fn from_bytes(bytes: [u8; 10]) -> Self {
        GameId(bytes)
    }

    /// The bits of the address.
    pub(crate) fn to_bytes(self) -> [u8; 10] {
        self.0
    }

    /// The address that a client gets again if it asks again with a key that it has chosen.
    pub fn for_key(secret: &[u8], key: &str) -> Self {
        let mut bytes = [0; 10];
        bytes.copy_from_slice(&keyed(b"game", secret, key)[..10]);
        GameId(bytes)
    }
}

/// Sixteen letters and digits.
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

/// The text is no address of a game.
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
                let five = ALPHABET.iter().position(|known| known == letter);
                bits = bits << 5 | five.ok_or(NotAnId)? as u64;
            }
            half.copy_from_slice(&bits.to_be_bytes()[3..]);
        }
        Ok(GameId(bytes))
    }
}

/// Bytes that follow from a secret and a key, different for each use.
fn keyed(use_of_it: &[u8], secret: &[u8], key: &str) -> [u8; 32] {
    // Hashed by itself first, so that no secret and key run into each other.
    let secret = Sha256::new().chain_update(use_of_it).chain_update(secret);
    let both = Sha256::new().chain_update(secret.finalize());
    both.chain_update(key).finalize().into()
}

impl Token {
    /// A new secret.
    pub fn random() -> Self {
        Token(random())
    }

    /// The secret that 32 hexadecimal digits say.
    pub fn read(text: &str) -> Option<Self> {
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let number = u128::from_str_radix(text, 16).ok()?;
        Some(Token(number.to_be_bytes()))
    }

    /// The secret as 32 hexadecimal digits, for its holder alone.
    pub fn reveal(&self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }

    /// The token of a seat in one game, derived from a secret for all games. It does not reveal the
    /// secret, so it is good for no other seat.
    #[must_use]
    pub fn in_game(&self, game: GameId) -> Self {
        let digest = Sha256::new().chain_update(self.0).chain_update(game.0);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest.finalize()[..16]);
        Token(bytes)
    }

    /// The token that a client gets again if it asks again with a key that it has chosen. Without the
    /// secret the key is worth nothing.
    #[must_use]
    pub fn for_key(secret: &[u8], key: &str) -> Self {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&keyed(b"token", secret, key)[..16]);
        Token(bytes)
    }

    /// The secret with these bytes.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Token(bytes.try_into().ok()?))
    }

    /// The bytes of it, from which others are derived.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// What may be kept of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

impl TokenHash {
    /// The hash as it was stored.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(TokenHash(bytes.try_into().ok()?))
    }

    /// The hash to be stored.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether it is the same, in a time that tells nothing about where they differ.
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
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_they_are_written() {
        for id in (0..1000)
            .map(|_| GameId::random())
            .chain([GameId([0; 10]), GameId([255; 10])])
        {
            let text = id.to_string();
            assert_eq!(text.len(), 16);
            assert_eq!(text.parse(), Ok(id));
        }
        for text in [
            "",
            "abc",
            "aaaaaaaaaaaaaaa",
            "aaaaaaaaaaaaaaaaa",
            "aaaaaaaaaaaaaaa1",
            "äaaaaaaaaaaaaaa",
        ] {
            assert_eq!(text.parse::<GameId>(), Err(NotAnId), "{text}");
        }
    }

    #[test]
    fn a_token_is_read_as_it_is_revealed_and_shown_in_no_other_way() {
        let token = Token::random();
        let again = Token::read(&token.reveal()).expect("as revealed");
        assert!(again.hash().is(&token.hash()));
        assert!(!Token::random().hash().is(&token.hash()));
        let mut almost = token.reveal();
        let last = if almost.pop() == Some('0') { '1' } else { '0' };
        almost.push(last);
        let almost = Token::read(&almost).expect("digits");
        assert!(!almost.hash().is(&token.hash()));
        assert_eq!(format!("{token:?} {:?}", token.hash()), "Token TokenHash");
        for text in ["", "12", &"g".repeat(32), &"+1".repeat(16), &"0".repeat(33)] {
            assert!(Token::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_secret_gives_another_token_in_every_game() {
        let secret = Token::random();
        let [one, two] = [GameId::random(), GameId::random()];
        assert!(secret.in_game(one).hash().is(&secret.in_game(one).hash()));
        assert!(!secret.in_game(one).hash().is(&secret.in_game(two).hash()));
    }
}
