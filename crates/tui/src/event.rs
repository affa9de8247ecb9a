//! Events.

use crossterm::event::{KeyEvent, KeyEventKind, MouseEvent};

use crate::worker::Response;

/// Input of the app.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was used.
    Mouse(MouseEvent),
    /// The terminal was resized or needs to be redrawn.
    Redraw,
    /// A request was answered.
    Response(Box<Response>),
    /// Time has passed while a request is pending.
    Tick,
}

impl Event {
    /// Converts a terminal event; `None` if the app ignores it.
    pub(crate) fn of_terminal(event: &crossterm::event::Event) -> Option<Self> {
        use crossterm::event::Event as Reported;
        match event {
            Reported::Key(key) if key.kind != KeyEventKind::Release => Some(Event::Key(*key)),
            Reported::Mouse(mouse) => Some(Event::Mouse(*mouse)),
            Reported::Resize(..) => Some(Event::Redraw),
            _ => None,
        }
    }
}
