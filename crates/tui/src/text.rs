//! Wrapping and truncation of text.

use quintet_games::Variant;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use textwrap::{Options, WordSplitter};

use crate::look::Look;

/// Wraps text into indented lines of at most `width` columns. Whitespace is collapsed.
pub(crate) fn paragraph(
    text: &str,
    width: usize,
    indent: usize,
    style: Style,
) -> Vec<Line<'static>> {
    let lines = wrapped(text, width, [indent; 2]).into_iter();
    lines.map(|line| Line::styled(line, style)).collect()
}

/// Returns a game and its size.
pub(crate) fn title_of(variant: &dyn Variant) -> String {
    format!("{} {}", variant.listing().name, variant.size())
}

/// Wraps text with separate indents for the first and the following lines.
fn wrapped(text: &str, width: usize, indents: [usize; 2]) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let [first, others] = indents.map(|columns| " ".repeat(columns));
    let options = Options::new(width)
        .initial_indent(&first)
        .subsequent_indent(&others)
        .word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(&text, options).into_iter();
    lines.map(|line| line.replace(HELD, " ")).collect()
}

/// A non-breaking space.
const HELD: char = '\u{e000}';

/// Protects moves in text from being split by [`paragraph`].
pub(crate) fn together(text: &str, moves: &[String]) -> String {
    let mut text = text.to_owned();
    for mv in moves.iter().filter(|mv| mv.contains(' ')) {
        text = text.replace(mv.as_str(), &mv.replace(' ', &HELD.to_string()));
    }
    text
}

/// Wraps groups of spans into lines. Groups are not split.
pub(crate) fn flowed(
    groups: impl Iterator<Item = Vec<Span<'static>>>,
    width: usize,
) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for group in groups.map(Line::from) {
        match lines.last_mut() {
            Some(last) if last.width() + group.width() <= width => last.extend(group),
            _ => lines.push(group),
        }
    }
    lines
}

/// Truncates text to a number of characters.
pub(crate) fn cut(text: &str, width: usize, look: Look) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(look.ellipsis().chars().count());
    let text: String = text.chars().take(kept).collect();
    text.trim_end().to_owned() + look.ellipsis()
}
