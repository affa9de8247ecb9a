//! API keys.

use std::fmt;

/// Minimum length of a key that is removed from answers. Shorter ones are placeholders that a move could contain.
const MIN_HIDDEN: usize = 8;

/// An API key. It is never printed.
///
/// ```
/// use quintet_agents::Key;
///
/// let key = Key::new(" secret-of-mine\n").expect("it can be sent");
/// assert_eq!(format!("{key:?}"), "Key(hidden)");
/// assert!(Key::new("").is_none());
/// assert!(Key::new("two\nlines").is_none());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Trims and checks a key. Returns `None` if it is empty or cannot be sent in a header.
    pub fn new(text: &str) -> Option<Self> {
        let key = text.trim();
        let can_be_sent = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        can_be_sent.then(|| Key(key.to_owned()))
    }

    /// Returns the value of the `Authorization` header.
    pub(super) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// Replaces the key in a response, since an endpoint may echo it.
    pub(super) fn hide(&self, text: &str) -> String {
        if self.0.len() < MIN_HIDDEN {
            return text.to_owned();
        }
        text.replace(&self.0, "[key]")
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(hidden)")
    }
}
