//! A page of text that can be scrolled: rules, help.

use std::cell::Cell;

use quintet_rules::Player;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::{View, wrapped};
use crate::keys::{Binding, Command};
use crate::look::Look;

/// A page of text.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    title: String,
    text: String,
    top: usize,
    /// How many lines were shown last, and of how many.
    shown: Cell<(usize, usize)>,
}

impl Page {
    pub(crate) fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Page {
            title: title.into(),
            text: text.into(),
            top: 0,
            shown: Cell::new((1, 1)),
        }
    }

    /// All keys of a screen.
    pub(crate) fn help(
        table: &'static [Binding],
        is_possible: impl Fn(Command) -> bool,
        look: Look,
    ) -> Self {
        let line = |binding: &Binding| {
            let keys: Vec<String> = binding.keys.iter().map(ToString::to_string).collect();
            let now = if is_possible(binding.command) {
                ""
            } else {
                "  (not now)"
            };
            let keys = keys.join(", ").to_lowercase();
            format!("{keys:<22} {}{now}\n", binding.what)
        };
        let mut text: String = table.iter().map(line).collect();
        let shapes = Player::BOTH.map(|player| {
            let lines = look.token_lines(player);
            let [left, _, right] = lines.crossings[0];
            format!("{left}{}{right}", lines.horizontal)
        });
        let signs = format!(
            "\nctrl-c, ctrl-z         leave, and pause the app; an unfinished game is kept\n\
             mouse                  point and click at the board, scroll a page\n\
             1, 2, a, b ...         at the board: type a move as the book spells it\n\
             \n\
             [ ] or a thick frame   the cursor; dim is what it would do\n\
             {}                      cells that can be chosen\n\
             ( )                    the last move\n\
             > <                    what has been picked for a move\n\
             +5  -4  =  ?           wins in 5, loses in 4 moves of both players, endless, unsolved\n\
             {}  {}               the tokens of Player 1 and Player 2, where there is room\n",
            look.dot(),
            shapes[0],
            shapes[1],
        );
        text.push_str(&signs);
        Page::new("Keys and signs", text)
    }

    pub(crate) fn is_possible(&self, command: Command) -> bool {
        let (height, lines) = self.shown.get();
        match command {
            Command::Up | Command::PageUp => self.top > 0,
            Command::Down | Command::PageDown => self.top + height < lines,
            _ => true,
        }
    }

    /// Scrolls.
    pub(crate) fn obey(&mut self, command: Command) {
        let (height, lines) = self.shown.get();
        let end = lines.saturating_sub(height);
        let page = height.saturating_sub(1).max(1);
        self.top = match command {
            Command::Up => self.top.saturating_sub(1),
            Command::Down => self.top + 1,
            Command::PageUp => self.top.saturating_sub(page),
            Command::PageDown => self.top + page,
            _ => self.top,
        };
        self.top = self.top.min(end);
    }

    /// Finds out how much of the text a screen shows, which says whether it can be scrolled.
    pub(crate) fn measure(&self, area: Rect) {
        // The title, the empty line below it, and the help bar.
        let height = usize::from(area.height) - 3;
        self.shown.set((height, self.lines(area).len()));
    }

    fn lines(&self, area: Rect) -> Vec<String> {
        let width = usize::from(area.width) - 2;
        let lines = self.text.lines();
        lines.flat_map(|line| fold(line, width)).collect()
    }

    pub(crate) fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        frame.render_widget(Clear, area);
        let title = Line::styled(self.title.clone(), view.look.title());
        let middle = view.frame(title, area, frame);
        let lines = self.lines(area);
        let height = self.shown.get().0;
        let top = self.top.min(lines.len().saturating_sub(height));
        let shown = lines.into_iter().skip(top).take(height);
        let mut text = vec![Line::default()];
        text.extend(shown.map(|line| Line::raw(format!(" {line}"))));
        frame.render_widget(Paragraph::new(text), middle);
    }
}

/// A line as it is if there is room, else in several that keep its indent.
fn fold(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    let words = line.trim_start();
    let indent = " ".repeat(line.len() - words.len());
    wrapped(words, width - indent.len())
        .into_iter()
        .map(|line| format!("{indent}{line}"))
        .collect()
}
