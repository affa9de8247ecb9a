//! The page of rules.

use ratatui::style::Modifier;

use crate::session::{Session, games};

/// A terminal in which every page of rules is shown in full.
const WIDTH: u16 = 60;

/// True if a line belongs to a paragraph or to an item of a list.
fn is_text(line: &str) -> bool {
    !line.is_empty() && !line.starts_with("    ")
}

fn is_item(line: &str) -> bool {
    line.starts_with("- ")
        || line.starts_with(|first: char| first.is_ascii_digit()) && line[1..].starts_with(". ")
}

#[test]
fn pages_of_rules_are_laid_out_from_markdown() {
    for listing in games() {
        let mut session = Session::home(listing.id, (WIDTH, 200));
        let page = session.shows("r", "C4.").text();
        let heading = session.find("Entering a move");
        let style = session.buffer()[heading].modifier;
        assert!(style.contains(Modifier::BOLD), "headings stand out");
        let lines = page
            .lines()
            .map(|line| line.strip_prefix(' ').unwrap_or(line));
        let lines: Vec<_> = lines.collect();

        // No signs of Markdown are shown.
        for line in lines.iter().filter(|line| !line.starts_with("    ")) {
            assert!(!line.contains(['`', '#', '*']), "{}: {line}", listing.id);
        }

        // A line of a paragraph ends where the next word has no room.
        let room = usize::from(WIDTH) - 2;
        let mut folds = 0;
        for pair in lines[2..].windows(2) {
            let (line, next) = (pair[0], pair[1]);
            if is_text(line) && is_text(next) && !is_item(next) {
                let word = next.split_whitespace().next().expect("it is not empty");
                let lengths = room - word.len()..=room;
                assert!(lengths.contains(&line.len()), "{}: {line}", listing.id);
                folds += 1;
            }
        }
        assert!(folds > 10, "{page}");

        // Drawings stay as they are, items stay apart, and the lines of an item begin behind its dash.
        let drawings = listing.rules.lines().map(str::trim_end);
        for drawn in drawings.filter(|line| line.starts_with("    ")) {
            assert!(lines.contains(&drawn), "{}: {drawn}", listing.id);
        }
        let items = lines.iter().filter(|line| is_item(line)).count();
        let written = listing.rules.lines().filter(|line| is_item(line)).count();
        assert_eq!(items, written, "{page}");
        let item = lines.iter().position(|line| line.starts_with("- C1."));
        let next = lines[item.expect("C1 is an item") + 1];
        assert!(next.starts_with("  "), "{page}");
    }
}
