//! The screens and their common parts.

pub(crate) mod board;
pub(crate) mod home;
mod insight;
mod moves;
pub(crate) mod page;
mod panel;
pub(crate) mod prompt;
pub(crate) mod puzzles;
mod records;
pub(crate) mod review;
mod side;

use std::cell::RefCell;
use std::time::Duration;

use crossterm::event::{KeyCode, MouseEvent};
use quintet_arena::{Library, Rush, Session, puzzle_of_day};
use quintet_games::Variant;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{Length, Min};
use ratatui::layout::{Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use self::board::Board;
use crate::context::Context;
use crate::keys::{Action, Keyed, Keymap, Shortcut, actions, name_of_key};
use crate::look::Look;
use crate::saved_state::SavedState;
use crate::worker::{RequestBody, Response};

/// Returns a key that an action shares with another action of a screen, although their default keys differ.
pub(crate) fn conflict(keymap: &Keymap, action: Action) -> Option<(String, Action)> {
    let screens = [
        actions(home::KEYS),
        actions(board::KEYS),
        actions(board::LESSON),
        actions(board::RETRY),
        actions(board::PUZZLE),
        actions(board::RUSH),
        actions(puzzles::KEYS),
        actions(puzzles::REPORT),
        actions(records::GAMES),
        actions(review::KEYS),
        actions(page::KEYS),
    ];
    let defaults = Keymap::default();
    let shared = |keymap: &Keymap, other: Action| {
        let keys = keymap.keys(other).iter();
        keys.copied().find(|key| keymap.keys(action).contains(key))
    };
    let screens = screens.iter().filter(|screen| screen.contains(&action));
    let mut others = screens.flatten().filter(|other| **other != action);
    others.find_map(|other| {
        let key = shared(keymap, *other)?;
        shared(&defaults, *other)
            .is_none()
            .then(|| (name_of_key(key), *other))
    })
}

/// A screen of the app. [`Commands`](crate::keys::Commands) defines its keys.
pub(crate) trait Screen: Keyed {
    fn draw(&self, view: View, area: Rect, frame: &mut Frame);

    /// True if the screen below remains visible.
    fn is_overlay(&self) -> bool {
        false
    }

    /// Commands that the help bar always reserves space for, so that the layout is stable.
    fn stable_shortcuts(&self, keymap: &Keymap) -> Vec<Shortcut> {
        self.shortcuts(keymap)
    }

    fn mouse(&mut self, _mouse: MouseEvent, _context: &mut Context) -> Next {
        Next::Stay
    }

    /// Updates the screen after every event, for changes that depend on the time.
    fn tick(&mut self, _context: &mut Context) -> Next {
        Next::Stay
    }

    /// True while a clock is shown.
    fn is_timed(&self) -> bool {
        false
    }

    /// True if a puzzle opens above this screen. Screens that are neither a menu nor a page are replaced by it.
    fn is_menu(&self) -> bool {
        false
    }

    /// True for a page of text.
    fn is_page(&self) -> bool {
        false
    }

    /// Handles a response to a pending request of this screen.
    fn receive(&mut self, _response: &Response, _context: &mut Context) {}

    /// Returns the ids of pending requests.
    fn pending(&self) -> Vec<u64> {
        Vec::new()
    }

    /// Returns the board it shows.
    fn board(&self) -> Option<&Board> {
        None
    }

    /// Handles the closing of a board opened above this screen, on which a variation was tried.
    fn tried(&mut self, _line: &Session) {}
}

/// The next screen after a command.
pub(crate) enum Next {
    /// Keep showing this screen.
    Stay,
    /// Open a screen above this one.
    Open(Box<dyn Screen>),
    /// Return to the screen below.
    Close,
    /// Open a screen in place of this one.
    Replace(Box<dyn Screen>),
    /// Open a board, replacing all screens but the first.
    Play(Box<Board>),
    /// Continue the stored game with this id.
    Continue(String),
    /// Open a puzzle once it is found.
    Puzzle(WantedPuzzle),
    /// Return to the first screen with a message.
    Home(Option<String>),
    /// Exit the app.
    Quit,
}

/// A requested puzzle.
#[derive(Clone, Debug)]
pub(crate) struct WantedPuzzle {
    pub(crate) variant: &'static dyn Variant,
    pub(crate) seed: u64,
    pub(crate) title: String,
    /// Its day, for a daily puzzle.
    pub(crate) day: Option<String>,
    /// The rush that it belongs to, and its number there.
    pub(crate) rush: Option<(Rush, usize)>,
}

impl WantedPuzzle {
    /// Returns any puzzle of a game.
    pub(crate) fn any(variant: &'static dyn Variant, seed: u64) -> Self {
        WantedPuzzle {
            variant,
            seed,
            title: "Puzzle".to_owned(),
            day: None,
            rush: None,
        }
    }

    /// Returns the puzzle of a day.
    pub(crate) fn of_day(variant: &'static dyn Variant, day: String) -> Self {
        WantedPuzzle {
            title: format!("Puzzle for {day}"),
            seed: puzzle_of_day(&day),
            day: Some(day),
            ..Self::any(variant, 0)
        }
    }

    /// Returns a puzzle of a rush.
    pub(crate) fn of_rush(rush: &Rush, number: usize) -> Self {
        WantedPuzzle {
            rush: Some((rush.clone(), number)),
            ..Self::any(rush.variant(number), rush.seed)
        }
    }

    /// Returns the name in the progress.
    pub(crate) fn name(&self) -> String {
        let (id, size) = (self.variant.id(), self.variant.size());
        format!("{id} {size} {}", self.seed)
    }

    /// Returns the request for the puzzle.
    pub(crate) fn request(&self) -> RequestBody {
        match &self.rush {
            Some((rush, number)) => RequestBody::RushPuzzle {
                rush: rush.clone(),
                number: *number,
            },
            None => RequestBody::Puzzle {
                variant: self.variant,
                seed: self.seed,
            },
        }
    }
}

/// Context for drawing a screen.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) look: Look,
    pub(crate) keymap: &'a Keymap,
    /// The areas of the entries in the help bar, for the mouse.
    pub(crate) bar: &'a RefCell<Vec<(Rect, KeyCode)>>,
    /// The games and their oracles.
    pub(crate) library: &'a Library,
    /// The commands in the help bar.
    pub(crate) top: &'a dyn Screen,
    /// Progress of long-running work, from 0 to 1.
    pub(crate) share: f64,
    /// The games and the progress.
    pub(crate) saved: &'a SavedState,
    /// Reason why nothing can be saved, if so.
    pub(crate) save_error: Option<&'a str>,
    /// Today, as `2026-11-15`.
    pub(crate) date: &'a str,
    /// Time since the start of the app.
    pub(crate) now: Duration,
}

impl View<'_> {
    /// Draws the title and the help bar and returns the area between them.
    pub(crate) fn frame(self, title: Line, area: Rect, frame: &mut Frame) -> Rect {
        let lasting = bar(
            &self.top.stable_shortcuts(self.keymap),
            self.look,
            area.width,
        );
        let bar = bar(&self.top.shortcuts(self.keymap), self.look, area.width);
        let height = bar.len().max(lasting.len());
        let heights = [Length(1), Min(1), Length(height as u16)];
        let [title_area, middle, bar_area] = Layout::vertical(heights).areas(area);
        let mut spans = vec![Span::raw(" ")];
        spans.extend(title.spans);
        frame.render_widget(
            Paragraph::new(Line::from(spans).style(title.style)),
            title_area,
        );
        let mut keys = self.bar.borrow_mut();
        keys.clear();
        for (row, line) in (bar_area.y..).zip(&bar) {
            let mut x = bar_area.x;
            for (span, key) in line {
                let width = span.iter().map(Span::width).sum::<usize>() as u16;
                keys.push((Rect::new(x, row, width, 1), *key));
                x += width;
            }
        }
        let lines = bar
            .into_iter()
            .map(|line| line.into_iter().flat_map(|(spans, _)| spans));
        let lines: Vec<Line> = lines.map(Line::from_iter).collect();
        frame.render_widget(Paragraph::new(lines), bar_area);
        middle
    }

    /// Returns the height of the help bar of a screen.
    pub(crate) fn bar_height(self, screen: &dyn Screen, width: u16) -> usize {
        bar(&screen.shortcuts(self.keymap), self.look, width).len()
    }

    /// Returns the message shown while waiting.
    pub(crate) fn waiting(self, what: &str) -> String {
        if self.share > 0.0 && self.share < 1.0 {
            format!("{what}, {:.0}% done", 100.0 * self.share)
        } else {
            format!("{what} ...")
        }
    }
}

/// Draws a scroll bar at the right edge of an area with a part of `total` lines, unless all are visible.
pub(crate) fn scrollbar(area: Rect, top: usize, total: usize, look: Look, buffer: &mut Buffer) {
    let height = usize::from(area.height);
    if total <= height || height == 0 {
        return;
    }
    let thumb = (height * height).div_ceil(total).clamp(1, height);
    let first = (top * (height - thumb)).div_ceil(total - height);
    for row in 0..height {
        let is_thumb = (first..first + thumb).contains(&row);
        let (symbol, style) = if is_thumb {
            (look.bar(), look.quiet())
        } else {
            (look.lines().vertical, look.line())
        };
        buffer.set_string(area.right() - 1, area.y + row as u16, symbol, style);
    }
}

/// Draws lines below the title over the existing content.
pub(crate) fn draw_over(lines: Vec<Line>, area: Rect, frame: &mut Frame) {
    let below_title = Rect {
        y: area.y + 1,
        height: (lines.len() as u16).min(area.height - 1),
        ..area
    };
    frame.render_widget(Clear, below_title);
    frame.render_widget(Paragraph::new(lines), below_title);
}

/// A command in the help bar, with its key.
type BarEntry = (Vec<Span<'static>>, KeyCode);

/// Returns the commands available now, wrapped to a width. Directions appear only on the help page.
fn bar(shortcuts: &[Shortcut], look: Look, width: u16) -> Vec<Vec<BarEntry>> {
    let shown = shortcuts.iter().filter(|shortcut| !shortcut.is_direction);
    let group = |shortcut: &Shortcut| {
        let key = Span::styled(shortcut.names().swap_remove(0), look.key());
        let what = Span::styled(format!(" {} ", shortcut.label), look.quiet());
        (vec![Span::raw(" "), key, what], shortcut.keys[0])
    };
    let mut entries: Vec<BarEntry> = shown.map(group).collect();
    let most = if width < 80 { 3 } else { 2 };
    loop {
        let lines = wrapped(&entries, usize::from(width));
        if lines.len() <= most || entries.len() <= 2 {
            return lines;
        }
        // The last two are help and leaving the screen. The help page lists all.
        entries.remove(entries.len() - 3);
    }
}

/// Wraps the entries of a help bar into lines.
fn wrapped(entries: &[BarEntry], width: usize) -> Vec<Vec<BarEntry>> {
    let mut lines = vec![Vec::new()];
    let mut used = 0;
    for entry in entries {
        let length = entry.0.iter().map(Span::width).sum::<usize>();
        if used + length > width && used > 0 {
            lines.push(Vec::new());
            used = 0;
        }
        used += length;
        if let Some(line) = lines.last_mut() {
            line.push(entry.clone());
        }
    }
    lines
}
