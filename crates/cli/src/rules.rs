//! `quintet rules`: the rules of a game, typeset on a terminal and in a pager if they are longer than the screen.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use anstyle::Style;
use anyhow::Result;
use quintet_arena::Layout;
use quintet_games::Listing;

use crate::output::{Status, is_colored, layout};

pub(crate) fn show(game: &Listing, out: &mut dyn Write) -> Result<Status> {
    let layout = layout();
    if layout.width.is_none() && !is_colored() {
        // A file or another program gets the page as Markdown.
        write!(out, "{}", game.rules)?;
        return Ok(Status::Success);
    }
    let page = typeset(game.rules, layout);
    if !is_longer_than_the_screen(&page) || !page_through(&page) {
        write!(out, "{page}")?;
    }
    Ok(Status::Success)
}

fn is_longer_than_the_screen(page: &str) -> bool {
    let size = terminal_size::terminal_size_of(io::stdout());
    size.is_some_and(|(_, rows)| page.lines().count() >= usize::from(rows.0))
}

/// Shows a page in the user's pager, or in `less`. Returns false if that is impossible.
fn page_through(page: &str) -> bool {
    if !io::stdin().is_terminal() {
        return false;
    }
    let pager = env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    // A command line, such as `less -i`. An empty one means no pager.
    let mut words = pager.split_whitespace();
    let Some(program) = words.next() else {
        return false;
    };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // Shows colors, and leaves the text on the screen.
        command.env("LESS", "RX");
    }
    let Ok(mut running) = command.spawn() else {
        return false;
    };
    if let Some(mut input) = running.stdin.take() {
        let text = if is_colored() {
            page.to_owned()
        } else {
            anstream::adapter::strip_str(page).to_string()
        };
        // The person may leave the pager before its end.
        let _ = input.write_all(text.as_bytes());
    }
    running.wait().is_ok()
}

/// Typesets a page of Markdown: headings, paragraphs, lists, and indented drawings.
fn typeset(markdown: &str, layout: Layout) -> String {
    let mut page = String::new();
    let mut paragraph: Vec<&str> = Vec::new();
    for line in markdown.lines().chain([""]) {
        let is_item = line.starts_with("- ");
        let is_drawing = line.starts_with("    ");
        let heading = line.trim_start_matches('#').trim_start();
        let is_heading = line.starts_with('#');
        if (line.is_empty() || is_item || is_drawing || is_heading) && !paragraph.is_empty() {
            page.push_str(&typeset_paragraph(&paragraph, layout));
            paragraph.clear();
        }
        match line {
            "" => page.push('\n'),
            _ if is_heading => {
                let style = Style::new().bold();
                page.push_str(&layout.paint(style, heading));
                page.push('\n');
            }
            _ if is_drawing => page.extend([line, "\n"]),
            _ => paragraph.push(line.trim_start()),
        }
    }
    page.truncate(page.trim_end().len());
    page + "\n"
}

/// Typesets a paragraph or an item of a list. Code is in italics instead of backticks.
fn typeset_paragraph(lines: &[&str], layout: Layout) -> String {
    let text = lines.join(" ");
    let (start, text) = match text.strip_prefix("- ") {
        Some(text) => ("- ", text),
        None => ("", &*text),
    };
    let mut words = vec![String::new()];
    for (n, part) in text.split('`').enumerate() {
        let is_code = n % 2 == 1;
        let last = |words: &mut Vec<String>, text: &str| {
            words.last_mut().expect("at least one").push_str(text);
        };
        if is_code {
            // Not broken into lines.
            last(&mut words, &layout.paint(Style::new().italic(), part));
            continue;
        }
        let mut pieces = part.split(' ');
        last(&mut words, pieces.next().unwrap_or_default());
        words.extend(pieces.map(str::to_owned));
    }
    layout.fill(start, words) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_wrapped_and_its_drawings_are_not() {
        let markdown = "# Title\n\nSome words that are\nwrapped, `2 3` too.\n\n- an item of the\n  list\n- more\n\n        1   2\n      +---+\n";
        let layout = Layout {
            width: Some(24),
            ..Layout::default()
        };
        let page = typeset(markdown, layout);
        let wanted = "Title\n\nSome words that are\nwrapped, 2 3 too.\n\n- an item of the list\n- more\n\n        1   2\n      +---+\n";
        assert_eq!(page, wanted);
    }
}
