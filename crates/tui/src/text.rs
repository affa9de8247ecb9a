//! Text that is broken or cut to fit a width.

use quintet_games::{Variant, find};
use ratatui::style::Style;
use ratatui::text::Line;
use textwrap::{Options, WordSplitter};

use crate::look::Look;

/// A text in indented lines of at most so many columns. Line breaks and runs of spaces in it count as one space.
pub(crate) fn paragraph(
    text: &str,
    width: usize,
    indent: &str,
    style: Style,
) -> Vec<Line<'static>> {
    let lines = indented(text, width, indent).into_iter();
    lines.map(|line| Line::styled(line, style)).collect()
}

/// A game and its size.
pub(crate) fn title_of(variant: &dyn Variant) -> String {
    let name = find(variant.id()).map_or(variant.id(), |listing| listing.name);
    format!("{name} {}", variant.size())
}

/// A line as it is if there is room, else in several that keep its indent.
pub(crate) fn folded(line: &str, width: usize) -> Vec<String> {
    if textwrap::core::display_width(line) <= width {
        return vec![line.to_owned()];
    }
    let indent = &line[..line.len() - line.trim_start().len()];
    indented(line, width, indent)
}

fn indented(text: &str, width: usize, indent: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let options = Options::new(width)
        .initial_indent(indent)
        .subsequent_indent(indent)
        .word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(&text, options).into_iter();
    lines.map(std::borrow::Cow::into_owned).collect()
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
