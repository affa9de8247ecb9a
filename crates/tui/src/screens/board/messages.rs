//! Messages of a board.

/// The messages below a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Messages {
    message: String,
    /// True if the message is an error.
    pub(super) is_error: bool,
    /// A notice that remains until the next move.
    pub(super) notice: String,
}

impl Messages {
    pub(super) fn info(&mut self, message: impl Into<String>) {
        self.message = message.into();
        self.is_error = false;
    }

    pub(super) fn error(&mut self, message: impl Into<String>) {
        self.message = message.into();
        self.is_error = true;
    }

    /// Returns the notice and the message.
    pub(super) fn text(&self) -> String {
        format!("{} {}", self.notice, self.message)
    }
}
