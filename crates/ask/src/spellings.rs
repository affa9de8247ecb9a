//! Values that may be written in two ways.
//!
//! Serde's `untagged` would read them from a copy of everything that was written, which takes much code in the module of
//! the browser.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Unexpected, Visitor};

use crate::named::{Beginner, Lot, Moves, PlayerNumber};

/// Reads who begins.
struct ReadBeginner;

impl Visitor<'_> for ReadBeginner {
    type Value = Beginner;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("who begins is 1, 2 or \"random\"")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Beginner, E> {
        let player = u8::try_from(number).map(|number| Beginner::Player(PlayerNumber(number)));
        player.map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Beginner, E> {
        match word {
            "random" => Ok(Beginner::Lot(Lot::Random)),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }
}

/// Reads moves.
struct ReadMoves;

impl<'de> Visitor<'de> for ReadMoves {
    type Value = Moves;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("moves are a text or a list of texts")
    }

    fn visit_str<E>(self, text: &str) -> Result<Moves, E> {
        Ok(Moves::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Moves, A::Error> {
        let mut list = Vec::new();
        while let Some(mv) = items.next_element()? {
            list.push(mv);
        }
        Ok(Moves::List(list))
    }
}

impl<'de> Deserialize<'de> for Beginner {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ReadBeginner)
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ReadMoves)
    }
}
