//! Messages of a board.

/// The messages below a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    message: String,
    /// True if the message is a refusal.
    pub(super) is_refusal: bool,
    /// A notice that remains until the next move.
    pub(super) notice: String,
}

impl Said {
    pub(super) fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
        self.is_refusal = false;
    }

    /// Shows a refusal.
    pub(super) fn refuse(&mut self, message: impl Into<String>) {
        self.message = message.into();
        self.is_refusal = true;
    }

    /// The notice and the message.
    pub(super) fn text(&self) -> String {
        format!("{} {}", self.notice, self.message)
    }
}
