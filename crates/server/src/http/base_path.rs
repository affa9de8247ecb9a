//! The path prefix of the server.

use std::fmt;
use std::str::FromStr;

/// A path prefix such as `/quintet`, or none. It does not end with a slash.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Base(String);

impl Base {
    /// Prepends the prefix to a path, which starts with a slash.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// Removes the prefix from a path. `None` if the path does not have it.
    pub(crate) fn below<'a>(&self, path: &'a str) -> Option<&'a str> {
        let rest = path.strip_prefix(&self.0)?;
        (rest.is_empty() || rest.starts_with('/')).then_some(rest)
    }

    /// Returns true if the prefix is empty.
    pub(crate) fn is_root(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromStr for Base {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let path = text.strip_suffix('/').unwrap_or(text);
        let is_name = |name: &str| {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_~.".contains(&byte);
            !["", ".", ".."].contains(&name) && name.bytes().all(is_plain)
        };
        let mut names = path.split('/');
        if names.next() == Some("") && names.all(is_name) {
            return Ok(Base(path.to_owned()));
        }
        Err("a path such as /quintet, of letters, digits and -_~.")
    }
}

impl fmt::Display for Base {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}/", self.0)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/http/base_path.rs"]
mod tests;
