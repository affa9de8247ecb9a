//! A console has no signals while an app reads its keys: Ctrl-C is a key, and closing the window ends the process.

use std::io;

use super::Notification;

/// Ctrl-Z is a key like any other.
pub(crate) const CAN_SUSPEND: bool = false;

/// Does nothing, because nothing could continue the app.
#[expect(clippy::unnecessary_wraps, reason = "other systems can fail")]
pub(crate) fn suspend() -> io::Result<()> {
    Ok(())
}

/// Sends nothing: every move is saved before the next frame, so a terminated process loses none.
#[expect(clippy::unnecessary_wraps, reason = "other systems can fail")]
pub(crate) fn listen(_tell: impl Fn(Notification) + Clone + Send + 'static) -> io::Result<()> {
    Ok(())
}
