//! The screens, and what they have in common.

pub(crate) mod board;
pub(crate) mod home;
pub(crate) mod page;
pub(crate) mod prompt;
pub(crate) mod review;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::keys::Binding;
use crate::look::Look;

/// What the app tells a screen that is drawn.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) look: Look,
    /// What is possible now.
    pub(crate) offers: &'a [&'static Binding],
    /// How far long work has come.
    pub(crate) share: f64,
}

impl View<'_> {
    /// Shows the title and the help bar, which takes the lines that it needs, and gives what is left between them.
    pub(crate) fn frame(self, title: Line, area: Rect, frame: &mut Frame) -> Rect {
        let bar = bar(self.offers, self.look, area.width);
        let [title_area, middle, bar_area] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(1),
            Constraint::Length(bar.len() as u16),
        ])
        .areas(area);
        let mut spans = vec![Span::raw(" ")];
        spans.extend(title.spans);
        frame.render_widget(Paragraph::new(Line::from(spans)), title_area);
        frame.render_widget(Paragraph::new(bar), bar_area);
        middle
    }

    /// What is shown while something is being waited for.
    pub(crate) fn waiting(self, what: &str) -> String {
        if self.share > 0.0 && self.share < 1.0 {
            format!("{what}, {:.0} % done", 100.0 * self.share)
        } else {
            format!("{what} ...")
        }
    }
}

/// What is possible right now, in lines of this width. Directions explain themselves and are left to the help page.
fn bar(offers: &[&'static Binding], look: Look, width: u16) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    let mut used = 0;
    for binding in offers.iter().filter(|offer| !offer.command.is_direction()) {
        let length = binding.shown.len() + binding.what.len() + 3;
        if used + length > usize::from(width) {
            lines.push(Line::default());
            used = 0;
        }
        used += length;
        let line = lines.last_mut().expect("there is a first line");
        line.push_span(Span::raw(" "));
        line.push_span(Span::styled(binding.shown, look.key()));
        line.push_span(Span::styled(format!(" {} ", binding.what), look.quiet()));
    }
    lines
}

/// A text in lines of at most so many characters.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines
}

/// A text that is cut to so many characters.
pub(crate) fn cut(text: &str, width: usize, look: Look) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(look.ellipsis().chars().count());
    let text: String = text.chars().take(kept).collect();
    text.trim_end().to_owned() + look.ellipsis()
}
