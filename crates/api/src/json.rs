//! Untrusted JSON, restricted to I-JSON (RFC 7493).
//!
//! A request must mean the same to every JSON parser. Objects with duplicate fields are therefore rejected, and so are
//! numbers that a double cannot represent exactly. As in JSON Schema, `2.0` is the integer 2. A request must be an object;
//! without this check, serde would also accept an array of its fields.

use std::fmt;

use serde::de::{DeserializeOwned, DeserializeSeed, Error as _, MapAccess, SeqAccess};
use serde::de::{Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Error, Map, Value};

use crate::LARGEST_NUMBER;

/// Parses an object.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let value = deserializer.deserialize_map(ExactValue)?;
    deserializer.end()?;
    T::deserialize(value).map_err(|error| {
        // The same error, with its line and column.
        serde_json::from_slice::<T>(text).err().unwrap_or(error)
    })
}

/// Parses an object that is part of another one.
pub fn object<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    T::deserialize(Map::deserialize(from)?).map_err(D::Error::custom)
}

/// Builds a [`Value`] without duplicate fields, inexact numbers and integers written as fractions.
#[derive(Clone, Copy)]
struct ExactValue;

/// Rejects a number that some parsers would round.
fn inexact<E: serde::de::Error>(found: Unexpected<'_>) -> E {
    let wanted =
        format!("at most {LARGEST_NUMBER}, the largest integer that every parser reads exactly");
    E::invalid_value(found, &wanted.as_str())
}

impl<'de> DeserializeSeed<'de> for ExactValue {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ExactValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Value, E> {
        if value > LARGEST_NUMBER {
            return Err(inexact(Unexpected::Unsigned(value)));
        }
        Ok(value.into())
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Value, E> {
        if value.unsigned_abs() > LARGEST_NUMBER {
            return Err(inexact(Unexpected::Signed(value)));
        }
        Ok(value.into())
    }

    // Both casts are exact: the number is an integer and at most 2^53.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        if value.abs() > LARGEST_NUMBER as f64 {
            return Err(inexact(Unexpected::Float(value)));
        }
        Ok(if value.fract() == 0.0 {
            (value as i64).into()
        } else {
            value.into()
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            let value = fields.next_value_seed(self)?;
            if map.contains_key(&name) {
                let shown = quintet_games::escape(&name);
                return Err(A::Error::custom(format!("duplicate field `{shown}`")));
            }
            map.insert(name, value);
        }
        Ok(map.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Numbers {
        one: u64,
        two: Option<f64>,
    }

    fn numbers(text: &str) -> Result<Numbers, String> {
        read(text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn integers_are_accepted_in_every_notation_and_never_rounded() {
        for (text, one) in [
            ("0", 0),
            ("-0.0", 0),
            ("7.0", 7),
            ("7e0", 7),
            ("9007199254740991", LARGEST_NUMBER),
            ("9007199254740991.0", LARGEST_NUMBER),
        ] {
            let read = numbers(&format!("{{\"one\": {text}}}")).expect(text);
            assert_eq!(read, Numbers { one, two: None }, "{text}");
        }
        for text in [
            "9007199254740992",
            "18446744073709551616",
            "1e16",
            "-9007199254740992",
        ] {
            let error = numbers(&format!("{{\"one\": {text}}}")).expect_err(text);
            assert!(error.contains("at most 9007199254740991"), "{error}");
        }
        for text in ["-1", "1.5", "1e999", "\"1\"", "null", "[]"] {
            assert!(numbers(&format!("{{\"one\": {text}}}")).is_err(), "{text}");
        }
        let half = numbers("{\"one\": 1, \"two\": 0.5}").expect("a fraction");
        assert_eq!(half.two, Some(0.5));
    }

    #[test]
    fn only_an_object_without_duplicate_fields_is_accepted() {
        for text in [
            "[1]",
            "[1, null]",
            "[]",
            "1",
            "null",
            "\"one\"",
            "",
            "{\"one\": 1} 2",
        ] {
            assert!(numbers(text).is_err(), "{text}");
        }
        for second in ["one", "\\u006fne"] {
            for value in ["1", "1.0"] {
                let text = format!("{{\"one\": 1, \"{second}\": {value}}}");
                let error = numbers(&text).expect_err(second);
                assert!(error.starts_with("duplicate field `one`"), "{error}");
            }
        }
        let wrong = numbers("{\"one\":\n true}").expect_err("not a number");
        assert!(wrong.ends_with("at line 2 column 5"), "{wrong}");
        let list = numbers("[1]").expect_err("an array");
        assert!(
            list.starts_with("invalid type: sequence, expected a map"),
            "{list}"
        );
    }
}
