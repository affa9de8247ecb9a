//! At a real terminal: line editing, history, keys, and a terminal that is left as it was found.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::run::{folder, record_in};
use crate::screen::{End, Screen, close_at};

const ASKED_1: &str = "Player 1 (X), it's your turn. Enter your move (row and column):";
const ASKED_2: &str = "Player 2 (O), it's your turn. Enter your move (row and column):";

/// What the full-screen app keeps must not land in the folders of the person who runs the tests.
const KEEP_HERE: &str = "export XDG_STATE_HOME=\"$PWD/state\" XDG_CACHE_HOME=\"$PWD/cache\"";

/// Runs the program between two looks at the settings of the terminal.
fn sit_down(folder: &TempDir, arguments: &str) -> Screen {
    between_looks(folder, &format!(r#""$QUINTET" {arguments}"#))
}

fn between_looks(folder: &TempDir, script: &str) -> Screen {
    let script = format!(
        r#"{KEEP_HERE}; echo "before $(stty -g)"; {script}; echo "code $?"; echo "after $(stty -g)""#
    );
    Screen::run(folder.path(), &script)
}

/// Everything at the terminal is as it was, and the program has ended with this code.
#[track_caller]
fn assert_sane(end: &End, code: i32) {
    let said = |name: &str| {
        let mut lines = end.text.lines().filter_map(|line| line.strip_prefix(name));
        let last = lines.next_back();
        last.unwrap_or_else(|| panic!("no {name}in\n{}", end.text))
    };
    assert_eq!(said("before "), said("after "), "the settings");
    assert_eq!(said("code "), code.to_string(), "{}", end.text);
    assert!(
        end.is_plain,
        "the screen, the cursor and pasting are as usual"
    );
}

#[test]
fn a_line_can_be_edited_before_it_is_entered() {
    let folder = folder();
    let mut screen = sit_down(&folder, "play gridlock");
    screen
        .expect("Enter help to see what else you can enter.")
        .expect_line(ASKED_1);
    screen.press("2 3").expect_line(&format!("{ASKED_1} 2 3"));
    screen.press("\x7f").expect_line(&format!("{ASKED_1} 2"));
    screen.press("2").expect_line(&format!("{ASKED_1} 2 2"));
    // Left to the beginning, delete what is there, and type another row.
    screen
        .press("\x1b[D\x1b[D\x1b[D\x1b[3~1")
        .expect_line(&format!("{ASKED_1} 1 2"));
    screen
        .press("\r")
        .expect("You placed an 'X' at position (1,2).")
        .expect_line(ASKED_2);
    screen.press("quit\r");
    let end = screen.end();
    assert!(end.text.contains("The game is unfinished."), "{}", end.text);
    assert_sane(&end, 1);
}

#[test]
fn arrow_up_brings_back_what_was_entered() {
    let folder = folder();
    let mut screen = sit_down(&folder, "play gridlock");
    screen
        .expect_line(ASKED_1)
        .press("2 2\r")
        .expect_line(ASKED_2);
    screen
        .press("3 3\r")
        .expect("You placed an 'O'")
        .expect_line(ASKED_1);
    screen
        .press("\x1b[A")
        .expect_line(&format!("{ASKED_1} 3 3"));
    screen
        .press("\x1b[A")
        .expect_line(&format!("{ASKED_1} 2 2"));
    screen
        .press("\r")
        .expect("Invalid move. That cell is already occupied.")
        .expect_line(ASKED_1);
    screen.press("quit\r");
    assert_sane(&screen.end(), 1);
}

#[test]
fn the_record_of_a_finished_game_is_kept() {
    let folder = folder();
    let mut screen = sit_down(&folder, "play gridlock --size 3x3 --record game.txt");
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
    let end = screen.end();
    assert!(
        end.text.contains("Player 1 (X) wins the game!"),
        "{}",
        end.text
    );
    assert_sane(&end, 0);
    assert!(record_in(&folder.path().join("game.txt")).ends_with(" 1-0\n"));
}

#[test]
fn control_c_leaves_the_terminal_sane_and_the_record_saved() {
    let folder = folder();
    let mut screen = sit_down(&folder, "play gridlock --record game.txt");
    screen
        .expect_line(ASKED_1)
        .press("2 2\r")
        .expect_line(ASKED_2);
    screen.press("3\x03");
    let end = screen.end();
    assert!(
        end.text.contains("\nThe game is unfinished.\n"),
        "{}",
        end.text
    );
    assert_sane(&end, 1);
    assert!(record_in(&folder.path().join("game.txt")).ends_with("\n1. 2-2 *\n"));
}

#[test]
fn control_d_is_the_end_of_input() {
    let folder = folder();
    let mut screen = sit_down(&folder, "play gridlock --record game.txt");
    screen.expect_line(ASKED_1).press("\x04");
    let end = screen.end();
    assert!(
        end.text
            .contains("The input has ended. The game is unfinished."),
        "{}",
        end.text
    );
    assert_sane(&end, 1);
    assert!(record_in(&folder.path().join("game.txt")).ends_with("\n*\n"));
}

#[test]
fn bytes_that_are_no_text_are_refused_and_the_game_goes_on() {
    let folder = folder();
    let mut screen = sit_down(&folder, "play gridlock");
    screen
        .expect_line(ASKED_1)
        .press(b"\xff\r")
        .expect("Invalid move. ");
    screen
        .press("2 2\r")
        .expect("You placed an 'X' at position (2,2).")
        .expect_line(ASKED_2);
    screen.press("\x03");
    assert_sane(&screen.end(), 1);
}

#[test]
fn a_window_that_changes_its_size_changes_nothing_else() {
    let folder = folder();
    let mut screen = sit_down(&folder, "play gridlock");
    screen
        .expect_line(ASKED_1)
        .press("2")
        .expect_line(&format!("{ASKED_1} 2"));
    screen
        .resize(100)
        .press(" 2\r")
        .expect("You placed an 'X' at position (2,2).");
    screen.expect_line(ASKED_2).press("\x03");
    assert_sane(&screen.end(), 1);
}

const RECORDS: &str = "\
[Game \"gridlock\"]
[Size \"3x3\"]

1. 1-1 2-2 2. 1-3 {well placed} 3-1 3. 3-3 1-0

[Game \"adjacency-block\"]

1. 5 *
";

fn folder_with_records() -> TempDir {
    let folder = folder();
    fs::write(folder.path().join("games.txt"), RECORDS).expect("a file");
    folder
}

#[test]
fn replay_steps_through_the_records_with_keys() {
    let folder = folder_with_records();
    let mut screen = sit_down(&folder, "replay games.txt");
    screen
        .expect("Review of Gridlock 3x3   after 0 of 5 moves")
        .expect("Game 1 of 2: ? against ?, ?: 1-0")
        .expect("Player 1 (X) plays 1 1")
        .expect("possible");
    screen
        .press("\x1b[C")
        .expect("after 1 of 5")
        .expect("Player 2 (O) plays 2 2");
    screen
        .press(" ")
        .expect("after 2 of 5")
        .press("\x1b[B")
        .expect("after 3 of 5")
        .expect("1 3: {well placed}");
    screen.press("\x1b[D").expect("after 2 of 5");
    screen
        .press("\x1b[F")
        .expect("after 5 of 5")
        .expect("The end of the game.")
        .expect("Player 2 has no legal moves");
    screen
        .press("\x1b[C")
        .press("\x1b[H")
        .expect("after 0 of 5");
    screen
        .press("N")
        .expect("Review of Adjacency Block 10   after 0 of 1 moves")
        .expect("Game 2 of 2");
    screen.press("\x1b[C").expect("The game is unfinished.");
    screen.press("P").expect("Game 1 of 2").press("q");
    let end = screen.end();
    assert!(
        !end.text.contains("Review of"),
        "the screen is as it was:\n{}",
        end.text
    );
    assert_sane(&end, 0);
}

#[test]
fn control_c_and_signals_end_a_replay() {
    let folder = folder_with_records();
    let mut screen = sit_down(&folder, "replay games.txt");
    screen.expect("after 0 of 5").press("\x03");
    assert_sane(&screen.end(), 0);
    for signal in ["-TERM", "-HUP"] {
        let script = r#"sh -c 'echo $$ > pid; exec "$QUINTET" replay games.txt'"#;
        let mut screen = between_looks(&folder, script);
        screen.expect("after 0 of 5");
        let pid = fs::read_to_string(folder.path().join("pid")).expect("the number of the process");
        let status = Command::new("kill").args([signal, pid.trim()]).status();
        assert!(status.expect("kill runs").success());
        assert_sane(&screen.end(), 0);
    }
}

#[test]
fn control_z_stops_a_replay_until_it_is_continued() {
    let folder = folder_with_records();
    // Job control in a shell that is not interactive is asked for.
    let script = r#"set -m; "$QUINTET" replay games.txt; echo stopped; read line; fg > /dev/null"#;
    let mut screen = between_looks(&folder, script);
    screen
        .expect("after 0 of 5")
        .press("\x1a")
        .expect("stopped");
    screen.press("\r").expect("after 0 of 5").press("q");
    assert_sane(&screen.end(), 0);
}

#[test]
fn the_full_screen_ends_when_its_terminal_is_closed() {
    // In a session of its own a program is not told by a signal.
    for session in ["", "setsid"] {
        for (arguments, text) in [
            ("", "games, perfectly"),
            ("replay games.txt", "after 0 of 5"),
        ] {
            let folder = folder_with_records();
            let script = format!(r#"{KEEP_HERE}; {session} "$QUINTET" {arguments}"#);
            close_at(folder.path(), &script, text);
        }
    }
}

#[test]
fn a_record_with_a_fault_does_not_touch_the_terminal() {
    let folder = folder();
    fs::write(
        folder.path().join("games.txt"),
        "[Game \"gridlock\"]\n\n1. 9-9 *\n",
    )
    .expect("a file");
    let end = sit_down(&folder, "replay games.txt").end();
    assert!(
        end.text
            .contains("quintet: games.txt: line 3, ply 1: 9-9 is not played"),
        "{}",
        end.text
    );
    assert_sane(&end, 2);
}

#[test]
fn a_signal_to_stop_leaves_the_terminal_as_it_was_and_the_record_saved() {
    let folder = folder();
    // The inner shell says the number of the process that becomes the program.
    let script = r#"
        echo "before $(stty -g)"
        (sh -c 'echo $PPID > pid'; exec "$QUINTET" play gridlock --record game.txt)
        echo "code $?"; echo "after $(stty -g)""#;
    let mut screen = Screen::run(folder.path(), script);
    screen
        .expect_line(ASKED_1)
        .press("2 2\r")
        .expect_line(ASKED_2);
    let pid = fs::read_to_string(folder.path().join("pid")).expect("the number of the process");
    let status = Command::new("kill").args(["-TERM", pid.trim()]).status();
    assert!(status.expect("kill runs").success());
    assert_sane(&screen.end(), 1);
    assert!(record_in(&folder.path().join("game.txt")).ends_with("\n1. 2-2 *\n"));
}

#[test]
fn a_match_that_is_stopped_shows_what_was_played() {
    let folder = folder();
    let script = "match gridlock --p1 random --p2 random --games 1000000000 --seed 1";
    let mut screen = sit_down(&folder, &format!("{script} || true"));
    screen.expect("playing [").press("\x03");
    let end = screen.end();
    assert!(end.text.contains("quintet: stopped after "), "{}", end.text);
    assert!(end.text.contains(" of 1000000000 games\n"), "{}", end.text);
    let line = end
        .text
        .lines()
        .find(|line| line.starts_with("gridlock 4x4, "));
    let line = line.unwrap_or_else(|| panic!("no result in\n{}", end.text));
    assert!(!line.starts_with("gridlock 4x4, 0 games"), "{line}");
    assert!(end.text.contains("who began"), "{}", end.text);
}

#[test]
fn counting_shows_how_far_it_has_come() {
    let folder = folder();
    let mut screen = sit_down(&folder, "perft gridlock 8 --size 6x6");
    screen.expect("counting, ").press("\x03");
    screen.end();
}

#[test]
fn a_dumb_terminal_gets_no_full_screen() {
    let folder = folder_with_records();
    let mut screen = between_looks(&folder, "TERM=dumb \"$QUINTET\"");
    screen.expect("the full-screen app needs a terminal on which the cursor can be placed");
    assert_sane(&screen.end(), 2);
    let screen = between_looks(&folder, "TERM=dumb \"$QUINTET\" replay games.txt");
    let end = screen.end();
    assert!(end.text.contains("2. Player 2 (O): 2 2"), "{}", end.text);
    assert_sane(&end, 0);
}
