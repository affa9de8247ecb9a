//! A secret that an endpoint wants to see.

use std::fmt;

/// A shorter key is not looked for in answers: some endpoints want any word, which moves could contain.
const HIDDEN_FROM: usize = 8;

/// A secret that an endpoint wants to see. It is shown nowhere.
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
    /// The key in a text, without spaces around it; `None` if it is empty or has characters that cannot be sent.
    pub fn new(text: &str) -> Option<Self> {
        let key = text.trim();
        let can_be_sent = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        can_be_sent.then(|| Key(key.to_owned()))
    }

    /// The value of the header that carries it.
    pub(super) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// The same text without the key, which an endpoint may have repeated.
    pub(super) fn hide(&self, text: &str) -> String {
        if self.0.len() < HIDDEN_FROM {
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
