//! A scrollable page, for rules and help, with a search.

mod document;
mod help;

use std::cell::{Cell, RefCell};

use crossterm::event::{KeyCode, MouseEvent, MouseEventKind};
use quintet_games::Listing;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use self::document::Block;
use super::prompt::Prompt;
use super::{Next, Screen, View, scrollbar};
use crate::context::Context;
use crate::keys::{self, Action, Binding, Commands, binding, direction};
use crate::look::Look;

/// Longer lines are hard to read.
const WIDEST: usize = 90;

/// A page of text and boards.
#[derive(Debug)]
pub(crate) struct Page {
    kind: Kind,
    title: String,
    blocks: Vec<Block>,
    top: Cell<usize>,
    /// The height of the text in the last frame, and its lines.
    height: Cell<usize>,
    lines: RefCell<Layout>,
    /// The search text being typed.
    input: Option<Prompt>,
    /// The last search text, in lowercase.
    wanted: String,
    /// The line of the current match.
    found: Option<usize>,
}

/// The lines of a page for a width.
#[derive(Debug, Default)]
struct Layout {
    width: usize,
    look: Option<Look>,
    lines: Vec<Line<'static>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Text,
    /// The help key closes it.
    Help,
}

/// A command of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Up,
    Down,
    PageDown,
    PageUp,
    First,
    Last,
    Search,
    NextMatch,
    PreviousMatch,
    Help,
    CloseHelp,
    Close,
    /// While typing: searches.
    Accept,
    /// While typing: cancels the search.
    Cancel,
}

pub(crate) const KEYS: &[Binding<Command>] = &[
    direction(Command::Up, &[Action::Up], "a line up"),
    direction(Command::Down, &[Action::Down], "a line down"),
    direction(Command::First, &[Action::First], "start"),
    direction(Command::Last, &[Action::Last], "end"),
    binding(
        Command::PageDown,
        &[Action::Choose, Action::PageDown],
        "page down",
    ),
    binding(Command::PageUp, &[Action::PageUp], "page up"),
    binding(Command::Search, &[Action::Search], "search"),
    binding(Command::NextMatch, &[Action::Next], "next match"),
    binding(
        Command::PreviousMatch,
        &[Action::NextGame],
        "previous match",
    ),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::CloseHelp, &[Action::Help], "close help"),
    binding(Command::Close, &[Action::Quit, Action::Back], "close"),
];

const LINE: &[Binding<Command>] = &keys::line(Command::Accept, Command::Cancel);

impl Page {
    /// Returns the rules of a game.
    pub(crate) fn rules(listing: &Listing) -> Self {
        let title = format!("The rules of {}", listing.name);
        Page::of(Kind::Text, title, document::rules(listing))
    }

    /// Returns a page of preformatted lines.
    pub(crate) fn new(title: impl Into<String>, text: &str) -> Self {
        let lines = text.lines().map(str::to_owned).collect();
        Page::of(Kind::Text, title, vec![Block::Drawing(lines)])
    }

    fn of(kind: Kind, title: impl Into<String>, blocks: Vec<Block>) -> Self {
        Page {
            kind,
            title: title.into(),
            blocks,
            top: Cell::new(0),
            height: Cell::new(1),
            lines: RefCell::default(),
            input: None,
            wanted: String::new(),
            found: None,
        }
    }

    /// Returns the greatest number of lines above the screen.
    fn most(&self) -> usize {
        let lines = self.lines.borrow().lines.len();
        lines.saturating_sub(self.height.get())
    }

    /// Scrolls by a number of lines.
    fn scroll(&self, by: isize) {
        let top = self.top.get().saturating_add_signed(by);
        self.top.set(top.min(self.most()));
    }

    /// Returns the lines that contain the search text.
    fn matches(&self) -> Vec<usize> {
        if self.wanted.is_empty() {
            return Vec::new();
        }
        let layout = self.lines.borrow();
        let lines = layout.lines.iter().enumerate();
        let found =
            lines.filter(|(_, line)| line.to_string().to_lowercase().contains(&self.wanted));
        found.map(|(n, _)| n).collect()
    }

    /// Goes to the first match at or after a line, or before it; around the end if there is none.
    fn find(&mut self, from: usize, is_forward: bool) {
        let matches = self.matches();
        let found = if is_forward {
            matches
                .iter()
                .find(|line| **line >= from)
                .or(matches.first())
        } else {
            matches
                .iter()
                .rfind(|line| **line < from)
                .or(matches.last())
        };
        self.found = found.copied();
        if let Some(line) = self.found {
            let height = self.height.get();
            let is_visible = (self.top.get()..self.top.get() + height).contains(&line);
            if !is_visible {
                self.top
                    .set(line.saturating_sub(height / 3).min(self.most()));
            }
        }
    }

    /// Returns the title, with the position in the page and the matches.
    fn title(&self, total: usize, look: Look) -> Line<'static> {
        let (top, height) = (self.top.get(), self.height.get());
        let mut title = vec![Span::styled(self.title.clone(), look.title())];
        if total > height {
            let last = (top + height).min(total);
            let text = format!("   lines {}-{last} of {total}", top + 1);
            title.push(Span::styled(text, look.quiet()));
        }
        if !self.wanted.is_empty() {
            let matches = self.matches();
            let at = matches.iter().position(|line| Some(*line) == self.found);
            let (text, style) = match at {
                Some(at) => (
                    format!("   match {} of {}", at + 1, matches.len()),
                    look.key(),
                ),
                None => (format!("   no {}", self.wanted), look.wrong()),
            };
            title.push(Span::styled(text, style));
        }
        Line::from(title)
    }

    fn lay_out(&self, width: usize, look: Look) {
        let mut layout = self.lines.borrow_mut();
        if (layout.width, layout.look) != (width, Some(look)) {
            let lines = self
                .blocks
                .iter()
                .flat_map(|block| block.lines(width, look));
            *layout = Layout {
                width,
                look: Some(look),
                lines: lines.collect(),
            };
        }
    }
}

impl Commands for Page {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        if self.input.is_some() { LINE } else { KEYS }
    }

    fn is_available(&self, command: Command) -> bool {
        match command {
            Command::Up | Command::PageUp | Command::First => self.top.get() > 0,
            Command::Down | Command::PageDown | Command::Last => self.top.get() < self.most(),
            Command::NextMatch | Command::PreviousMatch => self.matches().len() > 1,
            Command::Help => self.kind == Kind::Text,
            Command::CloseHelp => self.kind == Kind::Help,
            Command::Search | Command::Close | Command::Accept | Command::Cancel => true,
        }
    }

    fn run(&mut self, command: Command, context: &mut Context) -> Next {
        // Paging leaves one line visible.
        let page = (self.height.get().cast_signed() - 1).max(1);
        let input = self.input.take();
        match command {
            Command::Up => self.scroll(-1),
            Command::Down => self.scroll(1),
            Command::PageUp => self.scroll(-page),
            Command::PageDown => self.scroll(page),
            Command::First => self.top.set(0),
            Command::Last => self.scroll(isize::MAX),
            Command::Search => self.input = Some(Prompt::new("Search:", "")),
            Command::Accept => {
                let text = input.map_or_else(String::new, |prompt| prompt.text);
                self.wanted = text.trim().to_lowercase();
                self.find(self.top.get(), true);
            }
            Command::Cancel => self.wanted.clear(),
            Command::NextMatch => self.find(self.found.map_or(0, |line| line + 1), true),
            Command::PreviousMatch => self.find(self.found.unwrap_or(0), false),
            Command::Help => return Next::Open(Box::new(Page::help(self, context))),
            Command::Close | Command::CloseHelp => return Next::Close,
        }
        Next::Stay
    }

    fn type_key(&mut self, code: KeyCode) {
        if let Some(prompt) = &mut self.input {
            prompt.type_key(code);
        }
    }
}

impl Screen for Page {
    fn is_page(&self) -> bool {
        true
    }

    fn mouse(&mut self, mouse: MouseEvent, _: &mut Context) -> Next {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll(-3),
            MouseEventKind::ScrollDown => self.scroll(3),
            _ => {}
        }
        Next::Stay
    }

    fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        self.lay_out((usize::from(area.width) - 4).min(WIDEST), look);
        let total = self.lines.borrow().lines.len();
        // The title, the empty line below it, and the help bar. Whether the page scrolls is decided before the
        // bar is drawn.
        let bar = view.bar_height(self, area.width);
        self.height.set(usize::from(area.height) - 2 - bar);
        self.scroll(0);
        frame.render_widget(Clear, area);
        let middle = view.frame(self.title(total, look), area, frame);
        let (top, height) = (self.top.get(), self.height.get());
        let layout = self.lines.borrow();
        let shown = layout.lines.iter().enumerate().skip(top).take(height);
        let lines = shown.map(|(n, line)| {
            let is_found = self.found == Some(n);
            let line = highlighted(line, &self.wanted, is_found, look);
            let indent = Span::raw(" ");
            [indent].into_iter().chain(line.spans).collect::<Line>()
        });
        let text = Rect {
            y: middle.y + 1,
            height: middle.height - 1,
            ..middle
        };
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), text);
        scrollbar(text, top, total, look, frame.buffer_mut());
        if let Some(prompt) = &self.input {
            super::draw_over(vec![prompt.line(look, area.width)], area, frame);
        }
    }
}

/// Highlights the matches in a line.
fn highlighted(line: &Line<'static>, wanted: &str, is_found: bool, look: Look) -> Line<'static> {
    let text = line.to_string();
    let lower = text.to_lowercase();
    // Lowercase letters of the same length are at the same place.
    if wanted.is_empty() || lower.len() != text.len() || !lower.contains(wanted) {
        return Line::from(
            line.iter()
                .map(|span| span.clone().patch_style(line.style))
                .collect::<Vec<_>>(),
        );
    }
    let matches: Vec<usize> = lower.match_indices(wanted).map(|(at, _)| at).collect();
    let is_match = |byte: usize| {
        let mut starts = matches.iter();
        starts.any(|start| (*start..start + wanted.len()).contains(&byte))
    };
    let style = if is_found {
        look.chosen()
    } else {
        look.cursor()
    };
    let mut spans: Vec<Span> = Vec::new();
    let mut byte = 0;
    for span in line.iter() {
        let plain = line.style.patch(span.style);
        for char in span.content.chars() {
            let style = if is_match(byte) {
                plain.patch(style)
            } else {
                plain
            };
            match spans.last_mut().filter(|last| last.style == style) {
                Some(last) => last.content.to_mut().push(char),
                None => spans.push(Span::styled(char.to_string(), style)),
            }
            byte += char.len_utf8();
        }
    }
    Line::from(spans)
}
