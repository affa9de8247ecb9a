//! Stepping through a record with keys.

use std::io::{self, Write};

use anyhow::Result;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use quintet_arena::Record;

use super::{frame, headline};
use crate::signals;

const HELP: &str =
    "right or space: next   left: back   home, end   n, p: next or previous game   q: leave";

/// Shows the records on a screen of their own until the person leaves.
pub(super) fn run(records: &[Record], out: &mut impl Write) -> Result<()> {
    signals::when_told_to_stop(restore)?;
    enable_raw_mode()?;
    let _restore = Restore;
    execute!(out, EnterAlternateScreen, Hide)?;
    show(records, out)
}

/// Gives the terminal back also when something has failed.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        restore();
    }
}

/// What can not be undone is left as it is: there is nobody to tell.
fn restore() {
    let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}

/// Where in which record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    record: usize,
    ply: usize,
}

impl Place {
    /// Where a key leads; `None` out of the replay.
    fn after(self, key: KeyEvent, records: &[Record]) -> Option<Self> {
        let last = records[self.record].plies().len();
        let ply = |ply: usize| Some(Place { ply, ..self });
        let start_of = |record: usize| Some(Place { record, ply: 0 });
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => None,
            KeyCode::Char('q') | KeyCode::Esc => None,
            KeyCode::Right | KeyCode::Down | KeyCode::Char(' ') | KeyCode::Enter => {
                ply(last.min(self.ply + 1))
            }
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace => ply(self.ply.saturating_sub(1)),
            KeyCode::Home => ply(0),
            KeyCode::End => ply(last),
            KeyCode::Char('n') if self.record + 1 < records.len() => start_of(self.record + 1),
            KeyCode::Char('p') if self.record > 0 => start_of(self.record - 1),
            _ => Some(self),
        }
    }
}

fn show(records: &[Record], out: &mut impl Write) -> Result<()> {
    let mut place = Place { record: 0, ply: 0 };
    loop {
        draw(&records[place.record], place, records.len(), out)?;
        match event::read()? {
            Event::Key(key) if key.kind == KeyEventKind::Press => match place.after(key, records) {
                Some(next) => place = next,
                None => return Ok(()),
            },
            _ => {}
        }
    }
}

fn draw(record: &Record, place: Place, records: usize, out: &mut impl Write) -> Result<()> {
    queue!(out, MoveTo(0, 0), Clear(ClearType::All))?;
    let game = if records > 1 {
        format!(" (game {} of {records})", place.record + 1)
    } else {
        String::new()
    };
    let text = format!(
        "{}{game}\nmove {} of {}\n\n{}\n\n{HELP}",
        headline(record),
        place.ply,
        record.plies().len(),
        frame(record, place.ply)
    );
    // In raw mode a line break does not return to the left edge.
    write!(out, "{}", text.replace('\n', "\r\n"))?;
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_step_through_the_game_and_stop_at_its_ends() {
        let text = "[Game \"gridlock\"]\n\n1. 2-2 3-3 *\n[Game \"gridlock\"]\n\n1. 1-1 *\n";
        let records = Record::read_all(text).expect("a record");
        let press = |place: Place, code: KeyCode| {
            place.after(KeyEvent::new(code, KeyModifiers::NONE), &records)
        };
        let mut place = Place { record: 0, ply: 0 };
        for (code, record, ply) in [
            (KeyCode::Left, 0, 0),
            (KeyCode::Right, 0, 1),
            (KeyCode::Char(' '), 0, 2),
            (KeyCode::Right, 0, 2),
            (KeyCode::Left, 0, 1),
            (KeyCode::Home, 0, 0),
            (KeyCode::End, 0, 2),
            (KeyCode::Char('n'), 1, 0),
            (KeyCode::Char('n'), 1, 0),
            (KeyCode::End, 1, 1),
            (KeyCode::Char('x'), 1, 1),
            (KeyCode::Char('p'), 0, 0),
            (KeyCode::Char('p'), 0, 0),
        ] {
            place = press(place, code).expect("still in the replay");
            assert_eq!(place, Place { record, ply }, "after {code:?}");
        }
        assert_eq!(press(place, KeyCode::Char('q')), None);
        let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(place.after(control_c, &records), None);
    }
}
