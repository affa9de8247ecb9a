//! Each key of the help bar does what it says.

use crossterm::event::KeyCode;
use quintet_arena::Record;
use quintet_tui::{Kept, Offer};

use crate::session::{PLAIN, Session, choices, finished, ids};

const SIZE: (u16, u16) = (100, 32);

/// States in which other things are possible, each with the keys that lead there from the first screen.
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
    ("given up", "\ng"),
    ("puzzle", "p"),
];

fn in_state(game: &str, keys: &str) -> Session {
    let mut session = Session::home(game, SIZE);
    session.press(keys);
    session
}

/// In the review of a game that was played to its end.
fn in_review(record: &Record, keys: &str) -> Session {
    let kept = Kept {
        choices: choices(record.variant().id(), "human", "human"),
        game: Some(record.clone()),
        ..Kept::default()
    };
    let mut session = Session::new(kept, PLAIN, SIZE);
    session.press("ce").press(keys);
    session
}

/// What a key changed can be seen, or has left the app, or has put a question.
fn does_something(mut session: Session, key: KeyCode) -> bool {
    let before = session.text();
    session.is_slow = true;
    session.key(key);
    session.app.is_done() || session.text() != before || !session.unanswered.is_empty()
}

fn check(what: &str, open: impl Fn() -> Session) {
    let offers = open().app.offers();
    assert!(!offers.is_empty(), "{what}");
    let mut seen: Vec<KeyCode> = Vec::new();
    for Offer {
        keys,
        what: does,
        is_direction,
    } in offers
    {
        // A key that does several things does the first that is possible.
        let keys: Vec<_> = keys.iter().filter(|key| !seen.contains(key)).collect();
        for key in &keys {
            assert!(
                is_direction || does_something(open(), **key),
                "{what}: {key} says '{does}' and does nothing\n{}",
                open().text()
            );
        }
        seen.extend(keys);
    }
}

#[test]
fn every_key_that_is_offered_does_something() {
    for id in ids() {
        for (state, keys) in STATES {
            check(&format!("{id}, {state}"), || in_state(id, keys));
        }
        let record = finished(id);
        for (state, keys) in [
            ("review", ""),
            ("values and why", "vw"),
            ("better line", "b"),
            ("tried again", "t"),
        ] {
            check(&format!("{id}, {state}"), || in_review(&record, keys));
        }
    }
    let records: Vec<Record> = ids().map(finished).collect();
    for (state, keys) in [("first record", ""), ("second record", "N→")] {
        check(state, || {
            let mut session = in_state("gridlock", "");
            session.replay(records.clone());
            session.press(keys);
            session
        });
    }
}

#[test]
fn every_offer_is_listed_unless_it_is_a_direction() {
    for (state, keys) in STATES {
        let mut session = in_state("gridlock", keys);
        for offer in session.app.offers() {
            if !offer.is_direction {
                session.sees(offer.what);
            }
        }
        assert!(!state.is_empty());
    }
}

#[test]
fn the_page_of_keys_lists_all_of_a_screen_and_says_what_is_not_possible_now() {
    let mut session = Session::board("gridlock", (100, 60));
    session.press("?");
    for what in [
        "choose",
        "step back",
        "review",
        "next puzzle",
        "undo",
        "redo",
        "hint",
        "values",
        "why",
        "type a move",
        "restart",
        "swap sides",
        "give up",
        "save",
        "help",
        "home",
    ] {
        session.sees(what);
    }
    session.sees("redo (not now)");
    session.press("\x1b").sees("to move");
}

#[test]
fn directions_lead_there_and_back() {
    for (there, back) in [('→', '←'), ('↓', '↑')] {
        let mut session = Session::board("gridlock", SIZE);
        let before = session.text();
        session.press(&there.to_string());
        assert_ne!(session.text(), before, "{there}");
        session.press(&back.to_string()).press(&back.to_string());
        session.press(&there.to_string());
        assert_eq!(session.text(), before, "{back}");
    }
}
