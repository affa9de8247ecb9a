//! What a board says.

/// How a message is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Tone {
    #[default]
    Plain,
    /// It says why something was not done.
    Refusal,
}

/// The sentences below a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    message: String,
    tone: Tone,
    /// What stays to be read until the person moves again.
    pub(super) notice: String,
}

impl Said {
    pub(super) fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
        self.tone = Tone::Plain;
    }

    /// Says why something was not done.
    pub(super) fn refuse(&mut self, message: impl Into<String>) {
        self.message = message.into();
        self.tone = Tone::Refusal;
    }

    pub(super) fn is_refusal(&self) -> bool {
        self.tone == Tone::Refusal
    }

    /// The notice and the message.
    pub(super) fn text(&self) -> String {
        format!("{} {}", self.notice, self.message)
    }
}
