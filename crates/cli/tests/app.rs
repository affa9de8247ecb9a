//! The full-screen app in a real terminal.

#[path = "command/run.rs"]
#[expect(
    dead_code,
    unused_imports,
    reason = "shared with the tests of the commands"
)]
mod run;
#[path = "command/screen.rs"]
#[expect(dead_code, reason = "shared with the tests of the commands")]
mod screen;

use std::fs;
use std::path::Path;

use quintet_rules::Player;
use screen::{End, Screen};
use tempfile::TempDir;

/// The app between two looks at the settings of the terminal, with everything that it keeps in a folder.
fn sit_down(folder: &Path, script: &str) -> Screen {
    let place = folder.display();
    let script = format!(
        "export XDG_STATE_HOME='{place}/state' XDG_CACHE_HOME='{place}/cache'; stty rows 30 cols 100\n\
         echo \"before $(stty -g)\"; {script}; echo \"code $?\"; echo \"after $(stty -g)\""
    );
    Screen::run(folder, &script)
}

#[track_caller]
fn assert_sane(end: &End, code: i32) {
    let said = |name: &str| {
        let mut lines = end.text.lines().filter_map(|line| line.strip_prefix(name));
        let last = lines.next_back();
        last.unwrap_or_else(|| panic!("no {name}in\n{}", end.text))
    };
    assert_eq!(said("before "), said("after "), "the settings");
    assert_eq!(said("code "), code.to_string(), "{}", end.text);
    assert!(end.is_plain, "the screen and the cursor are as usual");
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn unfinished(folder: &Path) -> Option<String> {
    fs::read_to_string(folder.join("state/quintet/unfinished.txt")).ok()
}

#[test]
fn from_home_through_a_whole_game_to_the_review() {
    let folder = folder();
    let mut screen = sit_down(folder.path(), "$QUINTET");
    screen.expect("games, perfectly known");
    // Two people, so that the game is known beforehand.
    screen.press("\tjjhhh").expect("< human >");
    screen.press("\r").expect("Player 1 (X) to move");
    // The first by the keys of the board, the others typed as the book spells them.
    screen
        .press("\x1b[A\x1b[A\x1b[D\x1b[D\r")
        .expect("Player 2 (O) to move");
    let game = quintet_catalogue::find("gridlock").expect("it is in the catalogue");
    let start = game.standard().start(Player::One);
    let mut position = start.play("1 1").expect("a legal move").position;
    while position.outcome().is_none() {
        let mv = position.moves().swap_remove(0).text;
        position = position.play(&mv).expect("a legal move").position;
        screen.press(format!("{mv}\r"));
        if position.outcome().is_none() {
            let next = position.variant().name(position.to_move());
            screen.expect(&format!("{next} to move"));
        }
    }
    screen
        .expect("has won")
        .press("u")
        .expect("Taken back: 1 move.");
    screen.press("i").expect("Hint:");
    screen.press("y").expect("Played again.");
    screen
        .expect("has won")
        .press("e")
        .expect("Review of Gridlock 4x4");
    screen.expect("1 wins").expect("kept the value");
    screen.press("q").expect("games, perfectly").press("q");
    assert_sane(&screen.end(), 0);
    assert!(unfinished(folder.path()).is_none());
}

#[test]
fn a_game_that_is_left_by_ctrl_c_is_offered_next_time() {
    let folder = folder();
    let mut screen = sit_down(folder.path(), "$QUINTET");
    screen
        .expect("games, perfectly")
        .press("\r")
        .expect("to move");
    screen.press("2 2\r").expect("Player 2 (O) plays");
    screen.press("\x03");
    assert_sane(&screen.end(), 0);
    assert!(unfinished(folder.path()).is_some_and(|record| record.contains("1. 2-2")));
    let mut screen = sit_down(folder.path(), "$QUINTET --ascii");
    screen.expect("c continues it").press("c").expect("2 2");
    screen.press("\x03");
    assert_sane(&screen.end(), 0);
}

#[test]
fn a_process_that_is_ended_leaves_the_terminal_and_the_game_in_order() {
    for (signal, code) in [("TERM", 0), ("HUP", 0), ("INT", 0)] {
        // A folder of its own: where a game is kept, a new one has to be confirmed.
        let folder = folder();
        let script = "sh -c 'echo $$ > pid; exec \"$QUINTET\"'".to_owned();
        let mut screen = sit_down(folder.path(), &script);
        screen
            .expect("games, perfectly")
            .press("\r")
            .expect("to move");
        screen.press("2 2\r").expect("Player 2 (O) plays");
        let pid = fs::read_to_string(folder.path().join("pid")).expect("the number of the process");
        let told = std::process::Command::new("kill")
            .args([&format!("-{signal}"), pid.trim()])
            .status();
        assert!(told.expect("kill runs").success());
        assert_sane(&screen.end(), code);
        assert!(unfinished(folder.path()).is_some(), "{signal}");
    }
}

#[test]
fn not_even_a_killed_process_loses_a_game() {
    let folder = folder();
    let script = "sh -c 'echo $$ > pid; exec \"$QUINTET\"'; stty sane";
    let mut screen = sit_down(folder.path(), script);
    screen
        .expect("games, perfectly")
        .press("\r")
        .expect("to move");
    screen.press("2 2\r").expect("Player 2 (O) plays");
    // What is drawn next was kept before.
    screen.press("?").expect("Keys and signs");
    let pid = fs::read_to_string(folder.path().join("pid")).expect("the number of the process");
    let told = std::process::Command::new("kill")
        .args(["-KILL", pid.trim()])
        .status();
    assert!(told.expect("kill runs").success());
    screen.end();
    let kept = unfinished(folder.path()).expect("the game is kept");
    assert!(kept.contains("1. 2-2 "), "{kept}");
}

#[test]
fn ctrl_z_gives_the_terminal_back_and_the_app_goes_on_afterwards() {
    let folder = folder();
    // Job control in a shell that is not interactive is asked for.
    let script = "set -m; $QUINTET; echo \"stopped $(stty -g)\"; read line; fg > /dev/null";
    let mut screen = sit_down(folder.path(), script);
    screen
        .expect("games, perfectly")
        .press("\r")
        .expect("to move");
    screen.press("\x1a").expect("stopped ");
    screen.press("\r").expect("Player 1 (X) to move");
    screen.press("q").expect("games, perfectly").press("q");
    let end = screen.end();
    let said = |name: &str| {
        let mut lines = end.text.lines().filter_map(|line| line.strip_prefix(name));
        lines.next_back().map(str::to_owned)
    };
    assert_eq!(said("stopped "), said("before "), "while it is stopped");
    assert_sane(&end, 0);
}

#[test]
fn the_window_may_change_at_any_moment() {
    let folder = folder();
    let mut screen = sit_down(folder.path(), "$QUINTET");
    screen
        .expect("games, perfectly")
        .press("\r")
        .expect("to move");
    screen.resize(40).expect("Quintet needs 60 and 20");
    screen.resize(70).expect("Player 1 (X) to move");
    screen.press("\x03");
    assert_sane(&screen.end(), 0);
}
