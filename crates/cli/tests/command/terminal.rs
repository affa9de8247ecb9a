//! At a real terminal: line editing, history, keys, and a terminal that is left as it was found.

use std::fs;

use tempfile::TempDir;

use crate::run::{folder, send, text_of};
use crate::screen::{Screen, close_at};

const ASKED_1: &str = "Player 1 (X), it's your turn. Enter your move (row and column):";
const ASKED_2: &str = "Player 2 (O), it's your turn. Enter your move (row and column):";

/// A game of Gridlock at its first prompt.
fn play(folder: &TempDir, more: &str) -> Screen {
    let mut screen = Screen::run(folder, &format!(r#""$QUINTET" play gridlock {more}"#));
    screen.expect_line(ASKED_1);
    screen
}

#[track_caller]
fn assert_recorded(folder: &TempDir, end: &str) {
    let record = text_of(folder.path().join("game.txt"));
    assert!(record.ends_with(end), "{record}");
}

#[track_caller]
fn assert_shows(text: &str, wanted: &str) {
    assert!(text.contains(wanted), "{wanted:?} is missing in\n{text}");
}

#[test]
fn a_line_can_be_edited_before_it_is_entered() {
    let folder = folder();
    let mut screen = play(&folder, "");
    screen.expect("Enter help to see what else you can enter.");
    for (keys, line) in [
        ("2 3", " 2 3"),
        ("\x7f", " 2"),
        ("2", " 2 2"),
        // Left to the beginning, delete the row, and type another one.
        ("\x1b[D\x1b[D\x1b[D\x1b[3~1", " 1 2"),
    ] {
        screen.press(keys).expect_line(&format!("{ASKED_1}{line}"));
    }
    screen
        .press("\r")
        .expect("You placed an 'X' at position (1,2).");
    screen.expect_line(ASKED_2).press("quit\r");
    assert_shows(&screen.end_sane(1), "The game is unfinished.");
}

#[test]
fn arrow_up_brings_back_earlier_entries() {
    let folder = folder();
    let mut screen = play(&folder, "");
    screen.press("2 2\r").expect_line(ASKED_2);
    screen.press("3 3\r").expect("You placed an 'O'");
    screen.expect_line(ASKED_1);
    for entry in ["3 3", "2 2"] {
        screen
            .press("\x1b[A")
            .expect_line(&format!("{ASKED_1} {entry}"));
    }
    screen
        .press("\r")
        .expect("Invalid move. That cell is already occupied.");
    screen.expect_line(ASKED_1).press("quit\r");
    screen.end_sane(1);
}

#[test]
fn the_record_of_a_finished_game_is_saved() {
    let folder = folder();
    let mut screen = play(&folder, "--size 3x3 --record game.txt");
    for (asked, entry) in [
        (ASKED_1, "1 1"),
        (ASKED_2, "2 2"),
        (ASKED_1, "1 3"),
        (ASKED_2, "3 1"),
        (ASKED_1, "3 3"),
    ] {
        screen.expect_line(asked).press(format!("{entry}\r"));
        screen.expect(&format!("at position ({}).", entry.replace(' ', ",")));
    }
    assert_shows(&screen.end_sane(0), "Player 1 (X) wins the game!");
    assert_recorded(&folder, " 1-0\n");
}

#[test]
fn control_c_control_d_and_signals_leave_the_terminal_sane_and_the_record_saved() {
    for (keys, end) in [
        ("3\x03", "\nThe game is unfinished.\n"),
        ("\x04", "The input has ended. The game is unfinished."),
        ("-TERM", ""),
    ] {
        let folder = folder();
        // The inner shell writes the number of the process that becomes the program.
        let script =
            r#"(sh -c 'echo $PPID > pid'; exec "$QUINTET" play gridlock --record game.txt)"#;
        let mut screen = Screen::run(&folder, script);
        screen.expect_line(ASKED_1);
        screen.press("2 2\r").expect_line(ASKED_2);
        if keys.starts_with('-') {
            send(keys, text_of(folder.path().join("pid")));
        } else {
            screen.press(keys);
        }
        assert_shows(&screen.end_sane(1), end);
        assert_recorded(&folder, "\n1. 2-2 *\n");
    }
}

#[test]
fn invalid_bytes_and_a_window_that_changes_its_size_do_not_end_the_game() {
    let folder = folder();
    let mut screen = play(&folder, "");
    screen.press(b"\xff\r").expect("Invalid move. ");
    screen.press("2").expect_line(&format!("{ASKED_1} 2"));
    screen.resize(100).press(" 2\r");
    screen.expect("You placed an 'X' at position (2,2).");
    screen.expect_line(ASKED_2).press("\x03");
    screen.end_sane(1);
}

fn folder_with_records() -> TempDir {
    let folder = folder();
    let records = "[Game \"gridlock\"]\n[Size \"3x3\"]\n\n1. 1-1 2-2 2. 1-3 {well placed} 3-1 3. 3-3 1-0\n\n\
                   [Game \"adjacency-block\"]\n\n1. 5 *\n";
    fs::write(folder.path().join("games.txt"), records).expect("a file");
    folder
}

/// A replay at its first position, by a script in which `$REPLAY` is the command.
fn replay(folder: &TempDir, script: &str) -> Screen {
    let script = script.replace("$REPLAY", r#""$QUINTET" replay games.txt"#);
    let mut screen = Screen::run(folder, &script);
    screen.expect("after 0 of 5 moves");
    screen
}

#[test]
fn replay_steps_through_the_records_with_keys() {
    let folder = folder_with_records();
    let mut screen = replay(&folder, "$REPLAY");
    screen.expect("Game 1 of 2: ? against ?, ?: 1-0");
    for (keys, texts) in [
        ("\x1b[C", ["after 1 of 5", "Player 2 (O) plays 2 2"]),
        (" ", ["after 2 of 5", ""]),
        ("\x1b[B", ["after 3 of 5", "1 3: {well placed}"]),
        ("\x1b[D", ["after 2 of 5", ""]),
        ("\x1b[F", ["after 5 of 5", "Player 2 has no legal moves"]),
        ("\x1b[C\x1b[H", ["after 0 of 5", ""]),
        ("N", ["Review of Adjacency Block 10", "Game 2 of 2"]),
        ("\x1b[C", ["after 1 of 1", "The game is unfinished."]),
        ("P", ["Game 1 of 2", ""]),
    ] {
        screen.press(keys);
        for text in texts {
            screen.expect(text);
        }
    }
    screen.press("q");
    let text = screen.end_sane(0);
    assert!(
        !text.contains("Review of"),
        "the screen is restored:\n{text}"
    );
}

#[test]
fn control_c_and_signals_end_a_replay() {
    for signal in ["", "-TERM", "-HUP"] {
        let folder = folder_with_records();
        let mut screen = replay(&folder, "sh -c 'echo $$ > pid; exec $REPLAY'");
        if signal.is_empty() {
            screen.press("\x03");
        } else {
            send(signal, text_of(folder.path().join("pid")));
        }
        screen.end_sane(0);
    }
}

#[test]
fn control_z_stops_a_replay_until_it_is_continued() {
    let folder = folder_with_records();
    // Job control is off by default in scripts.
    let script = "set -m; $REPLAY; echo stopped; read line; fg > /dev/null";
    let mut screen = replay(&folder, script);
    screen.press("\x1a").expect("stopped");
    screen.press("\r").expect("after 0 of 5").press("q");
    screen.end_sane(0);
}

#[test]
fn the_full_screen_ends_when_its_terminal_is_closed() {
    // In a session of its own a program gets no signal.
    for session in ["", "setsid"] {
        for (arguments, text) in [
            ("", "games, perfectly"),
            ("replay games.txt", "after 0 of 5"),
        ] {
            let folder = folder_with_records();
            let script = format!(r#"{session} "$QUINTET" {arguments}"#);
            close_at(folder.path(), &script, text);
        }
    }
}

#[test]
fn a_record_with_an_error_does_not_touch_the_terminal() {
    let folder = folder();
    let record = "[Game \"gridlock\"]\n\n1. 9-9 *\n";
    fs::write(folder.path().join("games.txt"), record).expect("a file");
    let text = Screen::run(&folder, "$QUINTET replay games.txt").end_sane(2);
    let complaint = "quintet: games.txt: line 3, ply 1: 9-9 is not played";
    assert_shows(&text, complaint);
}

#[test]
fn a_match_that_is_stopped_shows_the_games_played() {
    let folder = folder();
    let script = "$QUINTET match gridlock --p1 random --p2 random --games 1000000000 --seed 1";
    let mut screen = Screen::run(&folder, &format!("{script} || true"));
    screen.expect("playing [").press("\x03");
    let text = screen.end();
    for part in [
        "quintet: stopped after ",
        " of 1000000000 games\n",
        "gridlock 4x4, ",
        "who began",
    ] {
        assert_shows(&text, part);
    }
    assert!(!text.contains("gridlock 4x4, 0 games"), "{text}");
}

#[test]
fn counting_shows_its_progress() {
    let folder = folder();
    let mut screen = Screen::run(&folder, "$QUINTET perft gridlock 8 --size 6x6");
    screen.expect("counting, ").press("\x03");
    screen.end();
}

#[test]
fn a_dumb_terminal_gets_no_full_screen() {
    let folder = folder_with_records();
    let text = Screen::run(&folder, "TERM=dumb $QUINTET").end_sane(2);
    let why = "the full-screen app needs a terminal on which the cursor can be placed";
    assert_shows(&text, why);
    let script = "TERM=dumb $QUINTET replay games.txt";
    assert_shows(
        &Screen::run(&folder, script).end_sane(0),
        "2. Player 2 (O): 2 2",
    );
}
