//! Patterns of documents: `...` matches the rest of a list or an object, and `<name>` a value that
//! is the same wherever the name appears.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Response;

/// Matches the rest of a list or an object.
const MORE: &str = "...";

/// The values of the names.
#[derive(Default)]
pub(crate) struct Bindings(BTreeMap<String, Value>);

/// Reads the pattern of a document.
pub(crate) fn read(pattern: &str) -> Result<Value, String> {
    let plain = without_dots(pattern);
    serde_json::from_str(&plain).map_err(|error| format!("the pattern is not JSON: {error}"))
}

/// Replaces dots outside of strings by a string in a list and by a field in an object.
fn without_dots(pattern: &str) -> String {
    let mut plain = String::new();
    let mut inside = Vec::new();
    let mut rest = pattern;
    while let Some(char) = rest.chars().next() {
        let mut length = char.len_utf8();
        match char {
            '"' => length = string_length(rest),
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

/// The length of the string at the start, with its quotation marks.
fn string_length(rest: &str) -> usize {
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

/// A value without the quotation marks of a string.
fn plain(value: &Value) -> String {
    value.as_str().map_or(value.to_string(), str::to_owned)
}

impl Bindings {
    pub(crate) fn bind(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// The value of a name, if it is a string.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// Replaces names by their values.
    pub(crate) fn fill(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (name, value)| {
            text.replace(&format!("<{name}>"), &plain(value))
        })
    }

    /// Replaces names in a document by their values, which are escaped.
    pub(crate) fn fill_json(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (name, value)| {
            let json = value.to_string();
            let inside = json
                .strip_prefix('"')
                .and_then(|json| json.strip_suffix('"'));
            text.replace(&format!("<{name}>"), inside.unwrap_or(&json))
        })
    }

    /// Compares a response with the patterns of its status, headers and body.
    pub(crate) fn match_response(
        &mut self,
        (status, headers, body): (&str, &[(String, String)], &str),
        response: &Response,
    ) -> Result<(), String> {
        if status != response.status.as_str() {
            return Err(format!("the status should be {status}"));
        }
        for (name, value) in headers {
            self.match_text(value, response.header(name))
                .map_err(|error| format!("{name}: {error}"))?;
        }
        if response.content_type().ends_with("json") {
            self.match_json(&read(body)?, &response.json())
        } else {
            self.match_text(body, &response.text)
        }
    }

    /// Compares lines with their patterns.
    pub(crate) fn match_text(&mut self, pattern: &str, found: &str) -> Result<(), String> {
        let (pattern, found): (Vec<_>, Vec<_>) =
            (pattern.lines().collect(), found.lines().collect());
        if pattern.len() != found.len() {
            return Err(format!("not {} lines: {found:?}", pattern.len()));
        }
        let mut lines = pattern.into_iter().zip(found);
        lines.try_for_each(|(pattern, found)| self.match_line(pattern, found))
    }

    fn match_line(&mut self, pattern: &str, found: &str) -> Result<(), String> {
        let filled = self.fill(pattern);
        if filled == found {
            return Ok(());
        }
        let error = || format!("found {found}; expected {filled}");
        let (mut wanted, mut rest) = (filled.clone(), found);
        while let Some((before, after)) = wanted.split_once('<') {
            let (name, after) = after.split_once('>').ok_or_else(error)?;
            let value = rest.strip_prefix(before).ok_or_else(error)?;
            let end = match after.split('<').next() {
                None | Some("") => value.len(),
                Some(next) => value.find(next).ok_or_else(error)?,
            };
            if end == 0 {
                return Err(error());
            }
            self.bind(name, &value[..end]);
            (wanted, rest) = (self.fill(after), &value[end..]);
        }
        (wanted == rest).then_some(()).ok_or_else(error)
    }

    /// Compares a document with its pattern.
    pub(crate) fn match_json(&mut self, pattern: &Value, found: &Value) -> Result<(), String> {
        let error = || format!("found {found}; expected {pattern}");
        match (pattern, found) {
            (Value::String(text), _) if let Some(name) = name(text) => {
                if let Some(known) = self.0.get(name) {
                    let is_same = known == found || plain(known) == plain(found);
                    return is_same.then_some(()).ok_or_else(error);
                }
                self.bind(name, found.clone());
                Ok(())
            }
            (Value::String(text), Value::String(found)) if text.contains('<') => {
                self.match_text(text, found)
            }
            (Value::Object(fields), Value::Object(others)) => {
                let unknown = others.keys().find(|name| !fields.contains_key(*name));
                if let Some(name) = unknown.filter(|_| !fields.contains_key(MORE)) {
                    return Err(format!("{name} is not in the pattern"));
                }
                for (name, field) in fields.iter().filter(|(name, _)| *name != MORE) {
                    let found = others.get(name);
                    let found = found.ok_or_else(|| format!("{name} is missing"))?;
                    self.match_json(field, found)
                        .map_err(|error| format!("{name}: {error}"))?;
                }
                Ok(())
            }
            (Value::Array(items), Value::Array(others)) => {
                let (items, is_whole) = match items.split_last() {
                    Some((last, items)) if last == MORE => (items, false),
                    _ => (&items[..], true),
                };
                if items.len() > others.len() || (is_whole && items.len() < others.len()) {
                    return Err(error());
                }
                for (n, (item, other)) in items.iter().zip(others).enumerate() {
                    self.match_json(item, other)
                        .map_err(|error| format!("item {n}: {error}"))?;
                }
                Ok(())
            }
            (pattern, found) => (pattern == found).then_some(()).ok_or_else(error),
        }
    }
}

#[test]
fn dots_match_the_rest_and_names_the_same_value_everywhere() {
    let mut bindings = Bindings::default();
    let mut matches = |pattern: &str, found: Value| {
        bindings.match_json(&read(pattern).expect("a pattern"), &found)
    };
    let found = serde_json::json!({"id": "abc", "list": [1, 2, 3], "text": "a...b", "n": 7});
    for right in [
        r#"{"id": "<id>", "list": [1, ...], "text": "a...b", ...}"#,
        r#"{"id": "<id>", "list": [1, 2, 3, ...], "n": "<n>", ...}"#,
        r#"{"list": [...], "text": "a...b", "n": 7, "id": "abc"}"#,
        r#"{"list": "<list>", "text": "a<dots>b", ...}"#,
        r#"{"list": "<list>", "text": "a<dots>b", "id": "<id>", ...}"#,
        "{...}",
    ] {
        assert_eq!(matches(right, found.clone()), Ok(()), "{right}");
    }
    for wrong in [
        r#"{"id": "<n>", ...}"#,
        r#"{"n": "<id>", ...}"#,
        r#"{"n": "<list>", ...}"#,
        r#"{"id": "abd", ...}"#,
        r#"{"text": "a<dots>c", ...}"#,
        r#"{"list": [1, 2], ...}"#,
        r#"{"list": [2, ...], ...}"#,
        r#"{"list": [1, 2, 3, 4, ...], ...}"#,
        r#"{"id": "abc"}"#,
        r#"{"more": 1, ...}"#,
    ] {
        assert!(matches(wrong, found.clone()).is_err(), "{wrong}");
    }
    for (pattern, is_right) in [
        ("a <x> b <y>", true),
        ("a <x> b <x>", false),
        ("a <z>", true),
        ("b <z>", false),
        ("a <w> b", false),
    ] {
        let compared = Bindings::default().match_text(pattern, "a 1 b 2");
        assert_eq!(compared.is_ok(), is_right, "{pattern}: {compared:?}");
    }
    let filled = bindings.fill("/games/<id>?since=<n>&other=<unknown>");
    assert_eq!(filled, "/games/abc?since=7&other=<unknown>");
    let quoted = read(r#"{"a": "say \"...\" {[", "b": ["\\", ...]}"#).expect("a pattern");
    let expected = serde_json::json!({"a": "say \"...\" {[", "b": ["\\", "..."]});
    assert_eq!(quoted, expected);
}
