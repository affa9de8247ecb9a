//! Events.

use crossterm::event::{KeyEvent, KeyEventKind, MouseEvent};

use crate::thinker::Answer;

/// What the app reacts to.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was used.
    Mouse(MouseEvent),
    /// The terminal has another size, or wants to be drawn again.
    Redraw,
    /// A question has been answered.
    Answer(Box<Answer>),
    /// Time has passed while an answer is awaited.
    Tick,
}

impl Event {
    /// The event that a terminal reports; `None` if it does not matter to the app.
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
