//! Text that is broken or cut to fit a width.

use quintet_games::Variant;
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
    format!("{} {}", variant.listing().name, variant.size())
}

/// A page in Markdown as lines to be read, each with whether it is a heading. Every paragraph and every item of a list
/// is one line; drawings, which are indented by four, stay as they are.
pub(crate) fn read_markdown(text: &str) -> Vec<(String, bool)> {
    let mut lines: Vec<(String, bool)> = Vec::new();
    let mut is_paragraph = false;
    for line in text.lines() {
        let heading = line
            .strip_prefix('#')
            .map(|rest| rest.trim_start_matches('#').trim());
        let stays = line.is_empty() || line.starts_with("    ") || heading.is_some();
        let goes_on = is_paragraph && !stays && item(line).is_none();
        let plain = line.replace(['`', '*'], "");
        match lines.last_mut().filter(|_| goes_on) {
            Some((last, _)) => last.extend([" ", plain.trim_start()]),
            None => lines.push(match heading {
                Some(heading) => (heading.to_owned(), true),
                None if line.starts_with("    ") => (line.to_owned(), false),
                None => (plain, false),
            }),
        }
        is_paragraph = !stays;
    }
    lines
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
    lines.map(|line| line.replace(HELD, " ")).collect()
}

/// Stands for a space at which no line is broken.
const HELD: char = '\u{e000}';

/// A text in which some moves are not broken over lines by [`paragraph`].
pub(crate) fn together(text: &str, moves: &[String]) -> String {
    let mut text = text.to_owned();
    for mv in moves.iter().filter(|mv| mv.contains(' ')) {
        text = text.replace(mv.as_str(), &mv.replace(' ', &HELD.to_string()));
    }
    text
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
