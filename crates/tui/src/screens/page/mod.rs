//! A scrollable page of text, for rules and help.

mod help;

use std::cell::Cell;

use crossterm::event::{MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::{Next, Screen, View};
use crate::context::Context;
use crate::keys::{Action, Binding, Commands, binding, direction};
use crate::text::{folded, read_markdown};

/// Longer lines are hard to read.
const WIDEST: usize = 90;

/// A page of text.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    title: String,
    /// The lines, and whether each is a heading.
    lines: Vec<(String, bool)>,
    top: usize,
    /// True for the help itself, which the help key closes.
    is_help: bool,
    /// Lines shown in the last frame, and the total.
    shown: Cell<(usize, usize)>,
}

/// A command of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Command {
    Up,
    Down,
    PageDown,
    PageUp,
    First,
    Last,
    Help,
    Close,
}

pub(crate) const KEYS: &[Binding<Command>] = &[
    direction(Command::Up, &[Action::Up], "a line up"),
    direction(Command::Down, &[Action::Down], "a line down"),
    direction(Command::First, &[Action::First], "start"),
    direction(Command::Last, &[Action::Last], "end"),
    binding(Command::PageDown, &[Action::PageDown], "page down"),
    binding(Command::PageUp, &[Action::PageUp], "page up"),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::Close, &[Action::Back, Action::Quit], "close"),
];

/// The keys of the help itself.
const HELP: &[Binding<Command>] = &[
    direction(Command::Up, &[Action::Up], "a line up"),
    direction(Command::Down, &[Action::Down], "a line down"),
    direction(Command::First, &[Action::First], "start"),
    direction(Command::Last, &[Action::Last], "end"),
    binding(Command::PageDown, &[Action::PageDown], "page down"),
    binding(Command::PageUp, &[Action::PageUp], "page up"),
    binding(
        Command::Close,
        &[Action::Back, Action::Quit, Action::Help],
        "close",
    ),
];

impl Page {
    /// Creates a page of preformatted lines.
    pub(crate) fn new(title: impl Into<String>, text: &str) -> Self {
        let lines = text.lines().map(|line| (line.to_owned(), false));
        Self::of_lines(title, lines.collect())
    }

    /// Creates a page from Markdown.
    pub(crate) fn markdown(title: impl Into<String>, text: &str) -> Self {
        Self::of_lines(title, read_markdown(text))
    }

    fn of_lines(title: impl Into<String>, lines: Vec<(String, bool)>) -> Self {
        Page {
            title: title.into(),
            lines,
            top: 0,
            is_help: false,
            shown: Cell::new((1, 1)),
        }
    }

    /// Scrolls by a number of lines.
    fn scroll(&mut self, by: isize) {
        let (height, lines) = self.shown.get();
        let top = self.top.saturating_add_signed(by);
        self.top = top.min(lines.saturating_sub(height));
    }
}

impl Commands for Page {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        if self.is_help { HELP } else { KEYS }
    }

    fn is_available(&self, command: Command) -> bool {
        let (height, lines) = self.shown.get();
        match command {
            Command::Up | Command::PageUp | Command::First => self.top > 0,
            Command::Down | Command::PageDown | Command::Last => self.top + height < lines,
            Command::Help | Command::Close => true,
        }
    }

    fn run(&mut self, command: Command, context: &mut Context) -> Next {
        // Paging leaves one line visible.
        let page = (self.shown.get().0.cast_signed() - 1).max(1);
        match command {
            Command::Up => self.scroll(-1),
            Command::Down => self.scroll(1),
            Command::PageUp => self.scroll(-page),
            Command::PageDown => self.scroll(page),
            Command::First => self.top = 0,
            Command::Last => self.scroll(isize::MAX),
            Command::Help => return Next::Open(Box::new(Page::help(self, context))),
            Command::Close => return Next::Close,
        }
        Next::Stay
    }
}

impl Screen for Page {
    fn is_page(&self) -> bool {
        true
    }

    fn mouse(&mut self, mouse: MouseEvent, _: &mut Context) -> Next {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll(-1),
            MouseEventKind::ScrollDown => self.scroll(1),
            _ => {}
        }
        Next::Stay
    }

    fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let width = (usize::from(area.width) - 2).min(WIDEST);
        let styled = |(text, is_heading): &(String, bool)| {
            let style = if *is_heading {
                view.look.title()
            } else {
                Style::new()
            };
            let lines = folded(text, width).into_iter();
            lines.map(move |line| Line::styled(format!(" {line}"), style))
        };
        let lines: Vec<Line> = self.lines.iter().flat_map(styled).collect();
        // The title, the empty line below it, and the help bar. Whether the page scrolls is decided before the
        // bar is drawn.
        let height = usize::from(area.height) - 3;
        self.shown.set((height, lines.len()));
        frame.render_widget(Clear, area);
        let title = Line::styled(self.title.clone(), view.look.title());
        let middle = view.frame(title, area, frame);
        let top = self.top.min(lines.len().saturating_sub(height));
        let shown = lines.into_iter().skip(top).take(height);
        let mut text = vec![Line::default()];
        text.extend(shown);
        frame.render_widget(Paragraph::new(text), middle);
    }
}
