//! Records saved to and opened from files.

use std::fs;

use crossterm::event::{KeyCode, KeyModifiers};
use tempfile::TempDir;

use crate::session::{SMALL, Session, USUAL, ids};

/// Wide enough for any path.
const WIDE: (u16, u16) = (200, 30);

/// The record of a game in which one move was played.
const RECORD: &str = "[Game \"gridlock\"]\n[Player1 \"A\"]\n\n1. 4-4 *\n";

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A file in a folder, with its path as a person types it.
fn file(place: &TempDir, name: &str, text: &str) -> String {
    let path = place.path().join(name);
    fs::write(&path, text).expect("a file");
    path.to_str().expect("a plain name").to_owned()
}

#[test]
fn the_browser_filters_previews_and_lists_recent_files() {
    let place = temporary();
    file(&place, "gridlock-1.txt", RECORD);
    let quad = RECORD
        .replace("gridlock", "quad-block")
        .replace("4-4", "13");
    file(&place, "quad-block.txt", &format!("{RECORD}\n{quad}"));
    file(&place, "notes.txt", "nothing");
    fs::create_dir(place.path().join("more")).expect("a folder");
    let folder = place.path().to_str().expect("a plain name").to_owned() + "/";
    for size in [SMALL, WIDE] {
        let mut session = Session::home("gridlock", size);
        session
            .press("o")
            .press(&folder)
            .sees("notes.txt")
            .sees("more/");
        session
            .press("qdb")
            .sees_no("notes.txt")
            .sees("Quad Block 5x5");
        session.sees("The last of 2 games.").press("⌫⌫⌫n");
        session.sees("Not a record").press("⌫");
        // An unfinished game is not stored a second time before a move is made.
        session.press("gr1\n");
        assert_eq!(session.moves(), ["4 4"]);
        assert!(session.app.saved_state().games.is_empty());
        session.play("1 1");
        assert_eq!(session.latest_game().plies().len(), 2);
        session.press("qo").sees("gridlock-1.txt").press("\n");
        assert_eq!(session.moves(), ["4 4"], "the recent file");
    }
}

#[test]
fn several_records_in_a_file_are_reviewed() {
    let place = temporary();
    let records = format!("{RECORD}\n{}", RECORD.replace('A', "B"));
    let name = file(&place, "two.txt", &records);
    let mut session = Session::home("gridlock", WIDE);
    session.press("o").press(&name);
    session.shows("\n", "Game 1 of 2: A against");
    session.shows("N", "Game 2 of 2: B against");
    session.shows("q", "games, every position solved");
}

#[test]
fn prompts_are_edited_and_complete_paths() {
    let place = temporary();
    let name = file(&place, "my-game.txt", RECORD);
    let mut session = Session::home("gridlock", WIDE);
    session.press("onothing");
    session.key_with(KeyCode::Char('u'), KeyModifiers::CONTROL);
    session.sees_no("nothing");
    session.press(name.trim_end_matches("-game.txt"));
    session.shows("\t", "my-game.txt").press("\n");
    // The second number is replaced: to the left, and delete.
    session.press(":1 2←⌦1\n");
    assert_eq!(session.moves(), ["4 4", "1 1"]);
}

#[test]
fn records_are_saved_and_opened_and_files_are_not_replaced_unasked() {
    let place = temporary();
    let clear = "⌫".repeat(60);
    for id in ids() {
        let path = place.path().join(id);
        let name = path.to_str().expect("a plain name");
        let read = || fs::read_to_string(&path).expect("the record");
        let mut session = Session::board(id, WIDE);
        session.play_randomly(3, 5);
        session.press("s").press(&clear).press(name);
        session.shows("\n", "Saved to");
        let saved = session.record().to_string();
        assert_eq!(read(), saved);
        session.press("us").press(&clear).press(name);
        session.shows("\n", "already exists");
        assert_eq!(read(), saved);
        session.press("\x1bqo").press(name).press("\n");
        assert_eq!(session.record().to_string(), saved);
        session.press("RRs").press(&clear).press(name);
        session.shows("\n\n", "Saved to").press("qo").press(name);
        session.shows("\n", "Review of");
    }
    let nonsense = file(&place, "nonsense.txt", "nothing\n");
    for (name, why) in [("/no/such/file", "Cannot open"), (&nonsense, "Cannot open")] {
        let mut session = Session::home("gridlock", USUAL);
        session.press("o").press(name).shows("\n", why);
        assert!(session.app.record().is_none(), "{name}");
    }
}
