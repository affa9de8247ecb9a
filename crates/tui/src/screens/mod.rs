//! The screens.

pub(crate) mod board;
pub(crate) mod home;
pub(crate) mod page;
pub(crate) mod review;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::keys::{Binding, Command};
use crate::look::Look;

/// A screen is cut into a title line, the middle, and the help bar with one line or two.
pub(crate) struct Parts {
    pub(crate) title: Rect,
    pub(crate) middle: Rect,
    pub(crate) bar: Rect,
}

pub(crate) fn parts(area: Rect) -> Parts {
    let [title, middle, bar] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(2),
    ])
    .areas(area);
    Parts { title, middle, bar }
}

/// Shows a title, at the left.
pub(crate) fn draw_title(text: &str, look: Look, area: Rect, frame: &mut Frame) {
    frame.render_widget(
        Paragraph::new(Line::styled(format!(" {text}"), look.title())),
        area,
    );
}

/// Shows what is possible right now, as far as there is room; all of it is behind `?`.
pub(crate) fn draw_bar(
    table: &'static [Binding],
    is_possible: impl Fn(Command) -> bool,
    look: Look,
    area: Rect,
    frame: &mut Frame,
) {
    // Keys for directions explain themselves.
    let is_worth_telling = |binding: &&Binding| {
        is_possible(binding.command)
            && !matches!(
                binding.command,
                Command::Up | Command::Down | Command::Left | Command::Right
            )
    };
    let mut lines = vec![Line::default()];
    let mut width = 0;
    for binding in table.iter().filter(is_worth_telling) {
        let length = binding.shown.len() + binding.what.len() + 3;
        if width + length > usize::from(area.width) {
            lines.push(Line::default());
            width = 0;
        }
        width += length;
        let line = lines.last_mut().expect("there is a first line");
        line.push_span(Span::raw(" "));
        line.push_span(Span::styled(binding.shown, look.key()));
        line.push_span(Span::raw(format!(" {} ", binding.what)));
    }
    frame.render_widget(Paragraph::new(lines), area);
}
