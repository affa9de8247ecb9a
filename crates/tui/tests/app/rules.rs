//! The page of rules.

use ratatui::style::Modifier;

use crate::session::{SMALL, Session, USUAL, games};

/// A terminal in which every page of rules is shown in full.
const TALL: (u16, u16) = (60, 300);

fn rules(game: &str, size: (u16, u16)) -> Session {
    let mut session = Session::home(game, size);
    session.press("r");
    session
}

#[test]
fn pages_of_rules_are_laid_out_from_markdown() {
    for listing in games() {
        let session = rules(listing.id, TALL);
        let page = session.text();
        for heading in ["Your turn", "Examples", "Entering a move", "Details"] {
            if heading == "Examples" && listing.examples.is_empty() {
                continue;
            }
            let place = session.find(heading);
            let style = session.buffer()[place].modifier;
            assert!(style.contains(Modifier::BOLD), "{heading} stands out");
        }
        // Neither signs of Markdown nor numbers of rulings are shown.
        for line in page.lines().skip(1) {
            assert!(!line.contains(['`', '#']) && !line.contains("**"), "{line}");
            assert!(!line.contains("C1. "), "{line}");
        }
        // Each item has its sign, and its other lines begin behind it.
        let items = page.lines().filter(|line| line.starts_with(" • ")).count();
        let written = listing.rules.lines().filter(|line| line.starts_with("- "));
        assert_eq!(items, written.count(), "{page}");
        let lines: Vec<&str> = page.lines().collect();
        let item = lines.iter().rposition(|line| line.starts_with(" • "));
        let next = lines[item.expect("the details are a list") + 1];
        assert!(next.trim().is_empty() || next.starts_with("   "), "{page}");
    }
}

#[test]
fn drawings_and_examples_are_boards() {
    for listing in games() {
        let page = rules(listing.id, TALL).text();
        let drawings = listing.rules.split("\n\n");
        let drawings = drawings.filter(|part| part.starts_with("    ")).count();
        let boards = listing.standard().start(quintet_rules::Player::One).scene();
        let lines = if boards.rows == 1 { 2 } else { 1 };
        let frames = page
            .lines()
            .filter(|line| line.trim_start().starts_with('┌'))
            .count();
        let expected = drawings + listing.examples.len();
        assert!(frames == expected || frames == lines * expected, "{page}");
        for example in listing.examples {
            assert!(page.contains(&format!("{}:", example.entry)), "{page}");
        }
    }
}

#[test]
fn a_search_goes_from_match_to_match_and_shows_the_position() {
    let mut session = rules("gridlock", USUAL);
    session
        .sees("lines 1-21 of")
        .shows("/RESIGNING\n", "match 1 of 1");
    let place = session.find("Resigning");
    assert!(
        session.buffer()[place]
            .modifier
            .contains(Modifier::REVERSED)
    );
    session
        .shows("g/adjacent\n", "match 1 of")
        .shows("n", "match 2 of");
    session
        .shows("N", "match 1 of")
        .shows("/zebra\n", "no zebra");
    session
        .press("/abc\x1b")
        .sees_no("zebra")
        .sees_no("Search:");
    session.shows("G", "no clock.").sees_no("lines 1-21");
}

#[test]
fn the_help_key_opens_help_everywhere_and_closes_only_help() {
    let mut session = rules("gridlock", SMALL);
    let page = session.text();
    session.shows("?", "Help").sees("suspend the app");
    assert_eq!(session.press("?").text(), page);
    session.press("q").sees_no("The rules of");
    // A path is being typed.
    session
        .shows("o?", "suspend the app")
        .shows("?", "Open a record")
        .press("⎋");
    // A key is listed with the command that it runs.
    session.press("pni?");
    let help = session.text();
    let lines = help
        .lines()
        .take_while(|line| !line.contains("Not available now"));
    let keys = lines
        .filter_map(|line| line.split_once("  "))
        .flat_map(|(keys, _)| keys.split(", "));
    let mut keys: Vec<&str> = keys.map(str::trim).filter(|key| !key.is_empty()).collect();
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count, "{help}");
    // Commands that do not work now are listed apart.
    let mut session = Session::board("gridlock", (80, 100));
    let help = session.press("?").text();
    let (now, later) = help.split_once("Not available now").expect("two lists");
    assert!(
        now.contains("resign") && !later.contains("resign"),
        "{help}"
    );
    assert!(later.contains("undo") && !now.contains("undo"), "{help}");
}
