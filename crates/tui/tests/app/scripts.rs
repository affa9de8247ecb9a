//! Sessions as text: keys and commands, and the screens that they lead to.

use std::fs;
use std::path::Path;

use quintet_arena::Record;
use quintet_testkit::{CATALOGUE, assert_golden};

use crate::outside::engine;
use crate::session::{LARGE, Session};

/// Two games to be looked at.
const RECORDS: &str = "\
[Game \"gridlock\"]
[Player1 \"Ada\"]

{hello} 1. 1-1 2-2 2. 1-3 {well placed} *

[Game \"adjacency-block\"]
[Size \"6\"]

1. 3 1 2. 5 1-0
";

fn number<T: std::str::FromStr>(text: &str) -> T {
    let number = text.parse().ok();
    number.unwrap_or_else(|| panic!("{text} is not a number"))
}

/// Presses keys, or obeys a command.
fn perform(session: &mut Session, step: &str) {
    let words: Vec<&str> = step.split(' ').collect();
    match *words {
        ["@start", game, one, two] => *session = Session::between(game, one, two, LARGE),
        ["@board", game] => *session = Session::board(game, LARGE),
        ["@size", width, height] => _ = session.resize(number(width), number(height)),
        ["@slow"] => session.is_slow = true,
        ["@answer"] => _ = session.answer_all(),
        ["@share", share] => session.app.set_progress(number(share)),
        ["@cell", cell] => _ = session.go_to(number(cell)),
        ["@random", moves, seed] => _ = session.play_randomly(number(moves), number(seed)),
        ["@records"] => _ = session.replay(Record::read_all(RECORDS, CATALOGUE).expect("records")),
        ["@external"] => _ = session.restart(|app| app.with_players(&[engine()])),
        ["@asked", count] => assert_eq!(session.unanswered.len(), number::<usize>(count)),
        ["@left"] => assert!(session.app.is_done()),
        ["@unfinished", ..] => {
            let game = session.latest_game();
            assert_eq!(game.plies()[0].mv, step["@unfinished ".len()..]);
        }
        _ => _ = session.press(step),
    }
}

#[test]
fn every_script_shows_the_expected_screens() {
    let mut session = Session::home("gridlock", LARGE);
    let lines = include_str!("scripts.txt").lines();
    for line in lines.filter(|line| !line.is_empty()) {
        // If a check fails, the output ends with the title of the script and this line.
        println!("{line}");
        if line.starts_with('#') {
            continue;
        }
        let mut parts = line.split(" | ");
        perform(&mut session, parts.next().expect("keys"));
        for expected in parts {
            if let Some(unwanted) = expected.strip_prefix('!') {
                session.sees_no(unwanted);
            } else if let Some(moves) = expected.strip_prefix('=') {
                assert_eq!(session.moves().join(", "), moves);
            } else if let Some(count) = expected.strip_prefix('#') {
                assert_eq!(session.moves().len(), number::<usize>(count));
            } else {
                session.sees(expected);
            }
        }
    }
}

/// A transcript is its own script: the screen after the keys of each heading follows it.
#[test]
fn every_transcript_matches_the_screens() {
    for name in ["small.txt", "large.txt"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
        let file = folder.join(name);
        let committed = fs::read_to_string(&file).expect("a transcript");
        let mut session = Session::home("gridlock", LARGE);
        let mut drawn = String::new();
        for line in committed.lines() {
            if line.starts_with('@') {
                perform(&mut session, line);
                drawn.extend([line, "\n"]);
            } else if let Some(heading) = line.strip_prefix("== ") {
                let (_, keys) = heading.split_once(" | ").unwrap_or_default();
                let screen = session.press(keys).text();
                drawn.extend([line, "\n", &screen, "\n"]);
            }
        }
        assert!(drawn.contains("\n== "), "{name} has no headings");
        assert_golden(&file, &drawn);
    }
}
