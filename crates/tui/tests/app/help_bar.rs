//! Each key of the help bar works as described.

use crossterm::event::KeyCode;
use quintet_arena::Record;
use quintet_tui::SavedState;

use crate::session::{LARGE, Session, choosing, finished, ids, stored};

/// States in which different keys do something, each with the keys that lead there from the first screen.
const STATES: &[(&str, &str)] = &[
    ("home", ""),
    ("a field", "\t↓"),
    ("rules", "r"),
    ("opening a record", "o"),
    ("lesson", "g"),
    ("board", "\n"),
    ("a step", "\ni\n"),
    ("typing", "\n:"),
    ("saving", "\ns"),
    ("keys", "\n?"),
    ("values", "\nvw"),
    ("undone", "\ni\ni\nu"),
    ("asked", "\nR"),
    ("resigned", "\nRR"),
    ("puzzles", "p"),
    ("puzzle", "pn"),
    ("wrong move", "pn:1 1\n"),
    ("solution", "pni"),
    ("rush", "pr"),
    ("games", "\ni\n\nqa"),
    ("ladder", "\t\t"),
];

/// The same in the review of a game that was played to its end.
const REVIEWS: &[(&str, &str)] = &[
    ("review", ""),
    ("values and why", "vw"),
    ("better line", "b"),
    ("played on", "t"),
    ("retried", "gm"),
    ("corrected", "gmb"),
];

/// True if a key changes the screen, leaves the app or asks a question.
fn does_something(mut session: Session, key: KeyCode) -> bool {
    let before = session.text();
    session.is_slow = true;
    session.key(key);
    session.app.is_done() || session.text() != before || !session.unanswered.is_empty()
}

fn check(state: &str, open: impl Fn() -> Session) {
    let session = open();
    let shortcuts = session.app.shortcuts();
    assert!(!shortcuts.is_empty(), "{state}");
    let mut seen: Vec<KeyCode> = Vec::new();
    for shortcut in shortcuts.iter().filter(|shortcut| !shortcut.is_direction) {
        if !session.text().contains(shortcut.label) {
            // There is no room for it in the bar.
            open().resize(100, 100).press("?").sees(shortcut.label);
        }
    }
    for shortcut in shortcuts {
        // A key that does several things does the first that is possible.
        for key in shortcut.keys.iter().filter(|key| !seen.contains(key)) {
            assert!(
                shortcut.is_direction || does_something(open(), *key),
                "{state}: {key} says '{}' and does nothing\n{}",
                shortcut.label,
                session.text()
            );
        }
        seen.extend(shortcut.keys);
    }
}

#[test]
fn every_offer_is_listed_and_each_of_its_keys_does_something() {
    for id in ids().step_by(4) {
        for (state, keys) in STATES {
            check(&format!("{id}, {state}"), || {
                let mut session = Session::home(id, LARGE);
                session.press(keys);
                session
            });
        }
        for (state, keys) in REVIEWS {
            check(&format!("{id}, {state}"), || {
                let saved = choosing(id, "human", "human");
                let games = stored([finished(id)]);
                let mut session = Session::new(SavedState { games, ..saved }, LARGE);
                session.press("a\n").press(keys);
                session
            });
        }
    }
    let records: Vec<Record> = ids().map(finished).collect();
    for (state, keys) in [("first record", ""), ("second record", "N→")] {
        check(state, || {
            let mut session = Session::home("gridlock", LARGE);
            session.replay(records.clone()).press(keys);
            session
        });
    }
}

#[test]
fn directions_lead_there_and_back() {
    for [there, back] in [["→", "←"], ["↓", "↑"]] {
        let mut session = Session::board("gridlock", LARGE);
        let before = session.text();
        assert_ne!(session.press(there).text(), before, "{there}");
        session.press(back).press(back);
        assert_eq!(session.press(there).text(), before, "{back}");
    }
}
