//! The page of rules.

use crate::session::{Session, ids};

/// A terminal in which every page of rules is shown whole.
const WIDTH: u16 = 60;
const SIZE: (u16, u16) = (WIDTH, 200);

/// Whether a line of the page is a part of a paragraph or an item of a list.
fn is_text(line: &str) -> bool {
    !line.is_empty() && !line.starts_with("    ")
}

fn is_item(line: &str) -> bool {
    line.starts_with("- ")
        || line.starts_with(|first: char| first.is_ascii_digit()) && line[1..].starts_with(". ")
}

#[test]
fn a_line_of_a_paragraph_ends_where_the_next_word_has_no_room() {
    for id in ids() {
        let mut session = Session::home(id, SIZE);
        session.press("r").sees("C4.");
        let text = session.text();
        let lines = text.lines().skip(2);
        let lines: Vec<_> = lines
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        let mut folds = 0;
        for pair in lines.windows(2) {
            let [line, next] = pair else { continue };
            if !is_text(line) || !is_text(next) || is_item(next) {
                continue;
            }
            let word = next.split_whitespace().next().expect("it is not empty");
            let room = usize::from(WIDTH) - 2;
            assert!(
                (room - word.len()..=room).contains(&line.len()),
                "{id}: {line}"
            );
            folds += 1;
        }
        assert!(folds > 10, "{id}: {text}");
    }
}

#[test]
fn no_signs_of_markdown_are_shown() {
    for id in ids() {
        let mut session = Session::home(id, SIZE);
        let text = session.press("r").text();
        for line in text.lines().filter(|line| !line.starts_with("     ")) {
            assert!(!line.contains(['`', '#', '*']), "{id}: {line}");
        }
        let heading = session.find("Entering a move");
        assert!(
            session.buffer()[heading]
                .modifier
                .contains(ratatui::style::Modifier::BOLD),
            "{id}: headings stand out"
        );
    }
}

#[test]
fn drawings_and_items_stay_apart_and_the_lines_of_an_item_begin_behind_its_dash() {
    for id in ids() {
        let listing = quintet_catalogue::find(id).expect("it is in the catalogue");
        let mut session = Session::home(id, SIZE);
        let text = session.press("r").text();
        for drawn in listing
            .rules
            .lines()
            .filter(|line| line.starts_with("    "))
        {
            assert!(
                text.contains(&format!("\n {}\n", drawn.trim_end())),
                "{id}: {drawn}"
            );
        }
        let count_items = |text: &str| text.lines().filter(|line| is_item(line)).count();
        let shown = text.replace("\n ", "\n");
        assert_eq!(
            count_items(&shown),
            count_items(listing.rules),
            "{id}: {text}"
        );
        let mut items = text.lines().skip_while(|line| !line.starts_with(" - C1."));
        assert!(
            items.nth(1).is_some_and(|line| line.starts_with("   ")),
            "{id}: {text}"
        );
    }
}
