//! Text that is broken or cut to fit a width.

use quintet_games::{Variant, find};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use textwrap::{Options, WordSplitter};

use crate::look::Look;

/// A text in indented lines of at most so many columns. Line breaks and runs of spaces in it count as one space.
pub(crate) fn paragraph(
    text: &str,
    width: usize,
    indent: usize,
    style: Style,
) -> Vec<Line<'static>> {
    let lines = wrapped(text, width, [indent; 2]).into_iter();
    lines.map(|line| Line::styled(line, style)).collect()
}

/// A game and its size.
pub(crate) fn title_of(variant: &dyn Variant) -> String {
    let name = find(variant.id()).map_or(variant.id(), |listing| listing.name);
    format!("{name} {}", variant.size())
}

/// A text in which every paragraph and every item of a list is one line. Headings, tables and drawings, which are
/// indented by four, stay as they are.
pub(crate) fn unfolded(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut is_paragraph = false;
    for line in text.lines() {
        let stays = line.is_empty() || line.starts_with("    ") || line.starts_with(['#', '|']);
        let goes_on = is_paragraph && !stays && item(line).is_none();
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => last.extend([" ", line.trim_start()]),
            None => lines.push(line.to_owned()),
        }
        is_paragraph = !stays;
    }
    lines.join("\n")
}

/// What an item of a list says, behind its dash or number; `None` if the line is not the first of one.
fn item(line: &str) -> Option<&str> {
    let number = line.trim_start_matches(|char: char| char.is_ascii_digit());
    let numbered = number.strip_prefix(". ").filter(|_| number != line);
    line.strip_prefix("- ").or(numbered)
}

/// A line as it is if there is room, else in several that keep its indent. That of an item begins behind its dash or
/// number.
pub(crate) fn folded(line: &str, width: usize) -> Vec<String> {
    if textwrap::core::display_width(line) <= width {
        return vec![line.to_owned()];
    }
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let behind = item(text).unwrap_or(text);
    wrapped(text, width, [indent, line.len() - behind.len()])
}

/// A text in lines of at most so many columns; the first is indented by so many, the others by so many.
fn wrapped(text: &str, width: usize, indents: [usize; 2]) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let [first, others] = indents.map(|columns| " ".repeat(columns));
    let options = Options::new(width)
        .initial_indent(&first)
        .subsequent_indent(&others)
        .word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(&text, options).into_iter();
    lines.map(std::borrow::Cow::into_owned).collect()
}

/// Groups of spans in lines of at most so many columns. Those of a group stay together.
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

/// A text that is cut to so many characters.
pub(crate) fn cut(text: &str, width: usize, look: Look) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(look.ellipsis().chars().count());
    let text: String = text.chars().take(kept).collect();
    text.trim_end().to_owned() + look.ellipsis()
}
