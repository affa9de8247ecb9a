//! What a board says.

/// The sentences below a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    message: String,
    /// Whether the message says why something was not done.
    pub(super) is_refusal: bool,
    /// What stays to be read until the person moves again.
    pub(super) notice: String,
}

impl Said {
    pub(super) fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
        self.is_refusal = false;
    }

    /// Says why something was not done.
    pub(super) fn refuse(&mut self, message: impl Into<String>) {
        self.message = message.into();
        self.is_refusal = true;
    }

    /// The notice and the message.
    pub(super) fn text(&self) -> String {
        format!("{} {}", self.notice, self.message)
    }
}
