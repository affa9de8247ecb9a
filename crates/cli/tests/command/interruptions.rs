//! Signals, and a reader that goes away: the record is kept, and nobody sees a panic.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

use crate::run::{Ran, folder, names_in, quintet, read_until, record_in, text_of};

/// Sends a signal to a process that this test has started.
fn send(signal: &str, child: &Child) {
    let status = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(status.expect("kill runs").success());
}

#[test]
fn a_signal_to_stop_saves_the_record() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = folder();
        let mut child = quintet("play gridlock --record game.txt")
            .within(&folder)
            .start();
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"2 2\n3 3\n").expect("the program reads");
        read_until(
            child.stdout.as_mut().expect("a pipe"),
            "You placed an 'O' at position (3,3).",
        );
        read_until(
            child.stdout.as_mut().expect("a pipe"),
            "Enter your move (row and column): ",
        );
        send(signal, &child);
        // The input stays open: it is the signal that ends the game.
        Ran::of(child).code(1).stderr("");
        drop(stdin);
        let record = record_in(&folder.path().join("game.txt"));
        assert!(record.ends_with("\n1. 2-2 3-3 *\n"), "{signal}: {record}");
        assert_eq!(names_in(&folder), ["game.txt"], "{signal}");
    }
}

#[test]
fn a_signal_to_stop_without_a_record_is_an_unfinished_game_too() {
    let mut child = quintet("play gridlock").start();
    read_until(
        child.stdout.as_mut().expect("a pipe"),
        "Enter your move (row and column): ",
    );
    let stdin = child.stdin.take();
    send("-INT", &child);
    Ran::of(child).code(1).stderr("");
    drop(stdin);
}

#[test]
fn a_signal_in_a_match_saves_the_finished_games_too() {
    let folder = folder();
    let mut child = quintet("play gridlock --games 3 --record games.txt")
        .within(&folder)
        .start();
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(b"resign\n2 2\n")
        .expect("the program reads");
    let stdout = child.stdout.as_mut().expect("a pipe");
    read_until(stdout, "Game 2 of 3. Player 2 (O) begins.");
    read_until(stdout, "You placed an 'O' at position (2,2).");
    read_until(stdout, "Enter your move (row and column): ");
    send("-TERM", &child);
    Ran::of(child).code(1);
    drop(stdin);
    let records = record_in(&folder.path().join("games.txt"));
    assert!(
        records.contains("[Termination \"resigned\"]\n\n0-1\n"),
        "{records}"
    );
    assert!(
        records.ends_with("[Termination \"abandoned\"]\n\n1. 2-2 *\n"),
        "{records}"
    );
}

#[test]
fn a_reader_that_goes_away_ends_the_game_with_its_record_kept() {
    let folder = folder();
    let mut child = quintet("play gridlock --record game.txt")
        .within(&folder)
        .start();
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    stdin.write_all(b"2 2\n").expect("the program reads");
    read_until(
        &mut stdout,
        "Player 2 (O), it's your turn. Enter your move (row and column): ",
    );
    drop(stdout);
    // More output than a pipe holds, in case a process that is just being started still has the
    // reader. The program may be gone before it has read all.
    let _ = stdin.write_all(&b"board\n".repeat(1000));
    Ran::of(child).code(1).stderr("");
    drop(stdin);
    let record = record_in(&folder.path().join("game.txt"));
    assert!(
        record.contains("\n1. 2-2 ") && record.ends_with("*\n"),
        "{record}"
    );
}

#[test]
fn a_reader_that_was_never_there_ends_the_game_with_its_record_kept() {
    // Unfinished also where a process that is just being started still has the reader.
    for players in ["", "--p1 random --p2 random --seed 1 --max-plies 3"] {
        let folder = folder();
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let child = quintet(&format!("play gridlock --record game.txt {players}"))
            .within(&folder)
            .command()
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let ran = Ran::of(child).code(1);
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
        assert!(record_in(&folder.path().join("game.txt")).ends_with("*\n"));
    }
}

#[test]
fn no_input_at_all_is_the_end_of_input() {
    let child = quintet("play gridlock")
        .command()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    Ran::of(child)
        .code(1)
        .stderr("")
        .says("The input has ended. The game is unfinished.\n");
}

#[test]
fn messages_that_nobody_reads_are_no_fault() {
    for (arguments, code) in [
        (
            "play gridlock --p1 random --p2 random --seed 1 --record game.txt",
            0,
        ),
        ("play gridlock --size 9x9", 2),
        ("replay missing.txt", 2),
    ] {
        let folder = folder();
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let status = quintet(arguments)
            .within(&folder)
            .command()
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(writer)
            .status()
            .expect("the program starts");
        assert_eq!(status.code(), Some(code), "{arguments}");
    }
}

#[test]
fn an_old_record_stays_when_no_game_has_begun() {
    let folder = folder();
    std::fs::write(folder.path().join("games.txt"), "old").expect("a file");
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    let child = quintet("play gridlock --games 2 --record games.txt --force")
        .within(&folder)
        .command()
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    Ran::of(child).code(1).stderr("");
    assert_ne!(text_of(&folder.path().join("games.txt")), "");
}

#[test]
fn a_signal_ends_a_build_without_leaving_what_is_half_written() {
    let folder = folder();
    let mut child = quintet("solve grid-runner --size 6x6 --keep")
        .variable("XDG_CACHE_HOME", folder.path())
        .variable("HOME", folder.path())
        .start();
    read_until(
        child.stderr.as_mut().expect("a pipe"),
        "building the table of grid-runner 6x6",
    );
    send("-INT", &child);
    let ran = Ran::of(child).code(1).stdout("");
    let said = "stopped: the same command goes on with the first part that is not complete\n";
    assert!(ran.stderr.ends_with(said), "{}", ran.stderr);
    let kept = folder.path().join("quintet");
    let left = std::fs::read_dir(kept).expect("the folder was made");
    assert_eq!(left.count(), 0, "nothing half written");
}
