//! Documents as a page shows them: `...` stands for more of the same, and `<name>` for a value that
//! is different each time, but the same wherever the name stands.

use std::collections::BTreeMap;

use serde_json::Value;

/// Stands for whatever else a list or an object holds.
const MORE: &str = "...";

/// The values that names stand for.
#[derive(Default)]
pub(crate) struct Bindings(BTreeMap<String, Value>);

/// Reads a shown document.
pub(crate) fn read(shown: &str) -> Result<Value, String> {
    let plain = without_dots(shown);
    serde_json::from_str(&plain).map_err(|fault| format!("what is shown is no JSON: {fault}"))
}

/// The dots that stand outside of texts become a text in a list and a field in an object.
fn without_dots(shown: &str) -> String {
    let mut plain = String::new();
    let mut inside = Vec::new();
    let mut rest = shown;
    while let Some(char) = rest.chars().next() {
        let mut length = char.len_utf8();
        match char {
            '"' => length = text_length(rest),
            '[' | '{' => inside.push(char),
            ']' | '}' => drop(inside.pop()),
            '.' if rest.starts_with(MORE) => {
                let is_object = inside.last() == Some(&'{');
                plain.push_str(if is_object { "\"...\":0" } else { "\"...\"" });
                rest = &rest[MORE.len()..];
                continue;
            }
            _ => {}
        }
        plain.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    plain
}

/// How long the text at the beginning is, with its quotation marks.
fn text_length(rest: &str) -> usize {
    let mut is_escaped = false;
    let end = rest[1..].find(|char| {
        let is_end = char == '"' && !is_escaped;
        is_escaped = char == '\\' && !is_escaped;
        is_end
    });
    end.map_or(rest.len(), |end| end + 2)
}

/// The name in `<name>`.
fn name(text: &str) -> Option<&str> {
    let name = text.strip_prefix('<')?.strip_suffix('>')?;
    let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    name.bytes().all(is_name).then_some(name)
}

impl Bindings {
    /// A text with the names in it filled in, as far as they are known.
    pub(crate) fn fill(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, value) in &self.0 {
            let value = value.as_str().map_or(value.to_string(), str::to_owned);
            text = text.replace(&format!("<{name}>"), &value);
        }
        text
    }

    /// Whether a text is as it is shown, line by line. A new name takes what it stands for, at
    /// most one in a line.
    pub(crate) fn match_text(&mut self, shown: &str, found: &str) -> Result<(), String> {
        let (shown, found): (Vec<_>, Vec<_>) = (shown.lines().collect(), found.lines().collect());
        if shown.len() != found.len() {
            return Err(format!(
                "{} of {} lines are shown",
                shown.len(),
                found.len()
            ));
        }
        for (shown, found) in shown.into_iter().zip(found) {
            let filled = self.fill(shown);
            let fault = || format!("{filled} is shown, but it is {found}");
            if filled == found {
                continue;
            }
            let (before, rest) = filled.split_once('<').ok_or_else(fault)?;
            let (name, after) = rest.split_once('>').ok_or_else(fault)?;
            let value = found.strip_prefix(before);
            let value = value.and_then(|found| found.strip_suffix(after));
            let value = Value::from(value.ok_or_else(fault)?);
            self.0.insert(name.to_owned(), value);
        }
        Ok(())
    }

    /// Whether a document is as it is shown. A new name takes the value that it stands for.
    pub(crate) fn match_json(&mut self, shown: &Value, found: &Value) -> Result<(), String> {
        match (shown, found) {
            (Value::String(text), _)
                if name(text).is_some_and(|name| !self.0.contains_key(name)) =>
            {
                let name = name(text).expect("just seen").to_owned();
                self.0.insert(name, found.clone());
                Ok(())
            }
            (Value::String(text), Value::String(found)) if self.fill(text) == *found => Ok(()),
            (Value::String(text), Value::Number(number))
                if name(text).is_some() && self.fill(text) == number.to_string() =>
            {
                Ok(())
            }
            (Value::Object(fields), Value::Object(others)) => {
                let is_whole = !fields.contains_key(MORE);
                if let Some(name) = others.keys().find(|name| !fields.contains_key(*name))
                    && is_whole
                {
                    return Err(format!("{name} is not shown"));
                }
                for (name, field) in fields.iter().filter(|(name, _)| *name != MORE) {
                    let found = others.get(name);
                    let found = found.ok_or_else(|| format!("there is no {name}"))?;
                    self.match_json(field, found)
                        .map_err(|fault| format!("{name}: {fault}"))?;
                }
                Ok(())
            }
            (Value::Array(items), Value::Array(others)) => {
                let (items, is_whole) = match items.split_last() {
                    Some((last, items)) if last == MORE => (items, false),
                    _ => (&items[..], true),
                };
                if items.len() > others.len() || (is_whole && items.len() < others.len()) {
                    return Err(format!(
                        "{} of {} items are shown",
                        items.len(),
                        others.len()
                    ));
                }
                for (n, (item, other)) in items.iter().zip(others).enumerate() {
                    self.match_json(item, other)
                        .map_err(|fault| format!("item {n}: {fault}"))?;
                }
                Ok(())
            }
            (shown, found) if shown == found => Ok(()),
            (shown, found) => Err(format!("{shown} is shown, but it is {found}")),
        }
    }
}

#[test]
fn dots_stand_for_more_and_names_for_the_same_value_everywhere() {
    let mut bindings = Bindings::default();
    let mut matches = |shown: &str, found: Value| {
        bindings.match_json(&read(shown).expect("a shown document"), &found)
    };
    let found = serde_json::json!({"id": "abc", "list": [1, 2, 3], "text": "a...b", "n": 7});
    for right in [
        r#"{"id": "<id>", "list": [1, ...], "text": "a...b", ...}"#,
        r#"{"id": "<id>", "list": [1, 2, 3, ...], "n": "<n>", ...}"#,
        r#"{"list": [...], "text": "a...b", "n": 7, "id": "abc"}"#,
        "{...}",
    ] {
        assert_eq!(matches(right, found.clone()), Ok(()), "{right}");
    }
    for wrong in [
        r#"{"id": "<n>", ...}"#,
        r#"{"n": "<id>", ...}"#,
        r#"{"id": "abd", ...}"#,
        r#"{"list": [1, 2], ...}"#,
        r#"{"list": [2, ...], ...}"#,
        r#"{"list": [1, 2, 3, 4, ...], ...}"#,
        r#"{"id": "abc"}"#,
        r#"{"more": 1, ...}"#,
    ] {
        assert!(matches(wrong, found.clone()).is_err(), "{wrong}");
    }
    let filled = bindings.fill("/games/<id>?since=<n>&other=<unknown>");
    assert_eq!(filled, "/games/abc?since=7&other=<unknown>");
}

#[test]
fn quotation_marks_and_brackets_in_texts_are_no_structure() {
    let read = read(r#"{"a": "say \"...\" {[", "b": ["\\", ...]}"#).expect("a document");
    let expected = serde_json::json!({"a": "say \"...\" {[", "b": ["\\", "..."]});
    assert_eq!(read, expected);
}
