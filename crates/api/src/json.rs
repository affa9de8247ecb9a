//! JSON from outside, as RFC 7493 (I-JSON) restricts it.
//!
//! Every program must read the same from a text. So a name stands once in an object, and no number is
//! beyond what a double holds exactly. `2.0` is the integer 2, as JSON Schema has it. What is read is an
//! object: the derived code of a struct would also take a list of its fields.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeOwned, DeserializeSeed, Error as _, MapAccess, SeqAccess};
use serde::de::{Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Error, Map};

use crate::LARGEST_NUMBER;

/// Reads an object.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, Error> {
    check(text, Exact(None))?;
    serde_json::from_slice(text).or_else(|fault| {
        // The exact text has whole numbers as such; the text itself has the line and column of a fault.
        let mut exact = String::new();
        check(text, Exact(Some(&mut exact)))?;
        serde_json::from_slice(exact.as_bytes()).map_err(|_| fault)
    })
}

fn check(text: &[u8], exact: Exact<'_>) -> Result<(), Error> {
    let mut from = serde_json::Deserializer::from_slice(text);
    from.deserialize_map(exact)?;
    from.end()
}

/// Reads an object as a part of another.
pub fn object<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    T::deserialize(Map::deserialize(from)?).map_err(D::Error::custom)
}

/// Refuses duplicate names, and numbers that some programs would read as others. Writes what it reads to a text, if there
/// is one, whole numbers without a fraction.
struct Exact<'a>(Option<&'a mut String>);

impl Exact<'_> {
    fn write(&mut self, value: &impl Serialize) {
        if let Some(text) = &mut self.0 {
            let written = serde_json::to_string(value);
            text.push_str(&written.expect("texts and numbers can be written as JSON"));
        }
    }

    fn push(&mut self, mark: char) {
        if let Some(text) = &mut self.0 {
            text.push(mark);
        }
    }

    /// Ends a list in which each item is followed by a comma.
    fn close(&mut self, bracket: char) {
        if let Some(text) = &mut self.0 {
            if text.ends_with(',') {
                text.pop();
            }
            text.push(bracket);
        }
    }

    /// For an item of the list.
    fn item(&mut self) -> Exact<'_> {
        Exact(self.0.as_deref_mut())
    }
}

/// Refuses a number that some programs would read as another.
fn inexact<E: serde::de::Error>(found: Unexpected<'_>) -> E {
    let wanted = format!("at most {LARGEST_NUMBER}, the largest that every program reads exactly");
    E::invalid_value(found, &wanted.as_str())
}

impl<'de> DeserializeSeed<'de> for Exact<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Exact<'_> {
    type Value = ();

    /// The outermost value is an object; inside, any value is accepted.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_unit<E>(mut self) -> Result<(), E> {
        self.write(&());
        Ok(())
    }

    fn visit_bool<E>(mut self, value: bool) -> Result<(), E> {
        self.write(&value);
        Ok(())
    }

    fn visit_str<E>(mut self, value: &str) -> Result<(), E> {
        self.write(&value);
        Ok(())
    }

    fn visit_u64<E: serde::de::Error>(mut self, value: u64) -> Result<(), E> {
        if value > LARGEST_NUMBER {
            return Err(inexact(Unexpected::Unsigned(value)));
        }
        self.write(&value);
        Ok(())
    }

    fn visit_i64<E: serde::de::Error>(mut self, value: i64) -> Result<(), E> {
        if value.unsigned_abs() > LARGEST_NUMBER {
            return Err(inexact(Unexpected::Signed(value)));
        }
        self.write(&value);
        Ok(())
    }

    // Both casts are exact: the number is whole and at most 2^53.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
    fn visit_f64<E: serde::de::Error>(mut self, value: f64) -> Result<(), E> {
        if value.abs() > LARGEST_NUMBER as f64 {
            return Err(inexact(Unexpected::Float(value)));
        }
        if value.fract() == 0.0 {
            self.write(&(value as i64));
        } else {
            self.write(&value);
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        self.push('[');
        while items.next_element_seed(self.item())?.is_some() {
            self.push(',');
        }
        self.close(']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        let mut names = HashSet::new();
        self.push('{');
        while let Some(name) = entries.next_key::<String>()? {
            self.write(&name);
            self.push(':');
            entries.next_value_seed(self.item())?;
            self.push(',');
            if names.contains(&name) {
                let shown = quintet_games::escape(&name);
                let detail = format!("the field `{shown}` stands twice");
                return Err(A::Error::custom(detail));
            }
            names.insert(name);
        }
        self.close('}');
        Ok(())
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
        read(text.as_bytes()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn whole_numbers_are_read_however_they_are_written_and_never_as_others() {
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
            let fault = numbers(&format!("{{\"one\": {text}}}")).expect_err(text);
            assert!(fault.contains("at most 9007199254740991"), "{fault}");
        }
        for text in ["-1", "1.5", "1e999", "\"1\"", "null", "[]"] {
            assert!(numbers(&format!("{{\"one\": {text}}}")).is_err(), "{text}");
        }
        let half = numbers("{\"one\": 1, \"two\": 0.5}").expect("a fraction");
        assert_eq!(half.two, Some(0.5));
    }

    #[test]
    fn only_an_object_with_each_name_once_is_read() {
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
            let text = format!("{{\"one\": 1, \"{second}\": 1}}");
            let twice = numbers(&text).expect_err(second);
            assert!(twice.starts_with("the field `one` stands twice"), "{twice}");
        }
        let wrong = numbers("{\"one\":\n true}").expect_err("no number");
        assert!(wrong.ends_with("at line 2 column 5"), "{wrong}");
        let list = numbers("[1]").expect_err("a list");
        assert!(
            list.starts_with("invalid type: sequence, expected a map"),
            "{list}"
        );
    }
}
