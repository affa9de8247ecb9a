//! The full-screen app in a real terminal. Its screens are tested in `crates/tui`.

use std::fs;
use std::path::Path;

use quintet_rules::Player;
use tempfile::TempDir;

use crate::run::{folder, send, standard, text_of};
use crate::screen::{Screen, said};

/// The app at its first screen.
fn sit_down(folder: &TempDir, script: &str) -> Screen {
    let script = format!("stty rows 30 cols 100; {script}");
    let mut screen = Screen::run(folder, &script);
    screen.expect("games, perfectly known");
    screen
}

/// The app in a game of Gridlock.
fn begin(folder: &TempDir, script: &str) -> Screen {
    let mut screen = sit_down(folder, script);
    screen.press("\r").expect("Player 1 (X) to move");
    screen
}

fn unfinished(folder: &Path) -> Option<String> {
    fs::read_to_string(folder.join("state/quintet/unfinished.txt")).ok()
}

#[test]
fn from_home_through_a_whole_game_to_the_review() {
    let folder = folder();
    let mut screen = sit_down(&folder, "$QUINTET");
    // Two people, so that no level replies.
    screen.press("\tjjhhh").expect("< human >");
    screen.press("\r").expect("Player 1 (X) to move");
    // The first move by the keys of the board, the others typed.
    screen.press("\x1b[A\x1b[A\x1b[D\x1b[D\r");
    let start = standard("gridlock").start(Player::One);
    let mut position = start.play("1 1").expect("a legal move").position;
    while position.outcome().is_none() {
        let next = position.variant().name(position.to_move());
        screen.expect(&format!("{next} to move"));
        let mv = position.moves().swap_remove(0).text;
        position = position.play(&mv).expect("a legal move").position;
        screen.press(format!("{mv}\r"));
    }
    for (text, key) in [
        ("has won", "u"),
        ("Taken back: 1 move.", "i"),
        ("Hint:", "y"),
        ("Played again.", "e"),
        ("Review of Gridlock 4x4", ""),
        ("1 wins", ""),
        ("kept the value", "q"),
        ("games, perfectly", "q"),
    ] {
        screen.expect(text).press(key);
    }
    screen.end_sane(0);
    assert!(unfinished(folder.path()).is_none());
}

#[test]
fn a_game_that_is_left_by_ctrl_c_is_offered_next_time() {
    let folder = folder();
    let mut screen = begin(&folder, "$QUINTET");
    screen.press("2 2\r").expect("Player 2 (O) plays");
    screen.press("\x03");
    screen.end_sane(0);
    let kept = unfinished(folder.path());
    assert!(kept.is_some_and(|record| record.contains("1. 2-2")));
    let mut screen = sit_down(&folder, "$QUINTET --ascii");
    screen.expect("c continues it").press("c").expect("2 2");
    screen.press("\x03");
    screen.end_sane(0);
}

#[test]
fn a_process_that_is_ended_or_killed_leaves_the_game_in_order() {
    for signal in ["-TERM", "-HUP", "-INT", "-KILL"] {
        // A new folder: where a game is stored, a new one has to be confirmed.
        let folder = folder();
        let mut screen = begin(&folder, r#"sh -c 'echo $$ > pid; exec "$QUINTET"'"#);
        screen.press("2 2\r").expect("Player 2 (O) plays");
        // The game was stored before the next screen is drawn.
        screen.press("?").expect("Keys and signs");
        send(signal, text_of(folder.path().join("pid")));
        if signal == "-KILL" {
            screen.end();
        } else {
            screen.end_sane(0);
        }
        let kept = unfinished(folder.path()).unwrap_or_else(|| panic!("{signal}: no game"));
        assert!(kept.contains("1. 2-2 "), "{signal}: {kept}");
    }
}

#[test]
fn ctrl_z_gives_the_terminal_back_and_the_app_continues_afterwards() {
    let folder = folder();
    // Job control is off by default in scripts.
    let script = "set -m; $QUINTET; echo \"stopped $(stty -g)\"; read line; fg > /dev/null";
    let mut screen = begin(&folder, script);
    screen.press("\x1a").expect("stopped ");
    screen.press("\r").expect("Player 1 (X) to move");
    screen.press("q").expect("games, perfectly").press("q");
    let text = screen.end_sane(0);
    assert_eq!(said(&text, "stopped "), said(&text, "before "));
}

#[test]
fn the_window_may_change_at_any_moment() {
    let folder = folder();
    let mut screen = begin(&folder, "$QUINTET");
    screen.resize(40).expect("Quintet needs 60 and 20");
    screen.resize(70).expect("Player 1 (X) to move");
    screen.press("\x03");
    screen.end_sane(0);
}
