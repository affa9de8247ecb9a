//! Signals, and a reader that goes away: the record is saved, and nobody sees a panic.

use std::fs;
use std::io;
use std::process::Stdio;

use tempfile::TempDir;

use crate::run::{Ran, Talk, folder, names_in, quintet, quintet_in, read_until, text_of};

/// The end of a prompt of Gridlock.
const ASKED: &str = "Enter your move (row and column): ";

/// A game that is recorded in `game.txt`, up to its first prompt.
fn begin(folder: &TempDir, more: &str) -> Talk {
    let play = quintet(&format!("play gridlock --record game.txt {more}"));
    let mut talk = Talk::with(play.within(folder).start());
    talk.read_until(ASKED);
    talk
}

/// A run in a folder whose standard output or error nobody has ever read.
fn unread(arguments: &str, folder: &TempDir, is_error: bool) -> Ran {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    let mut command = quintet(arguments).within(folder).command();
    command.stdin(Stdio::null());
    if is_error {
        command.stdout(Stdio::null()).stderr(writer);
    } else {
        command.stdout(writer).stderr(Stdio::piped());
    }
    println!("{arguments}");
    Ran::of(command.spawn().expect("the program starts"))
}

#[track_caller]
fn assert_recorded(folder: &TempDir, end: &str) {
    let record = text_of(folder.path().join("game.txt"));
    assert!(record.ends_with(end), "{record}");
    assert_eq!(names_in(folder), ["game.txt"]);
}

#[test]
fn a_signal_to_stop_saves_the_record() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let folder = folder();
        let mut talk = begin(&folder, "");
        for entry in ["2 2", "3 3"] {
            talk.say(entry);
            talk.read_until(ASKED);
        }
        talk.stop(signal).code(code).stderr("");
        assert_recorded(&folder, "\n1. 2-2 3-3 *\n");
    }
    let mut talk = Talk::begin("play gridlock");
    talk.read_until(ASKED);
    talk.stop("-INT").code(130).stderr("");
}

#[test]
fn a_signal_in_a_match_also_saves_the_finished_games() {
    let folder = folder();
    let mut talk = begin(&folder, "--games 3");
    talk.say("resign");
    talk.read_until("Game 2 of 3. Player 2 (O) begins.");
    talk.read_until(ASKED);
    talk.say("2 2");
    talk.read_until(ASKED);
    talk.stop("-TERM").code(143);
    let records = text_of(folder.path().join("game.txt"));
    let resigned = "[Termination \"resigned\"]\n\n0-1\n";
    assert!(records.contains(resigned), "{records}");
    assert_recorded(&folder, "[Termination \"abandoned\"]\n\n1. 2-2 *\n");
}

#[test]
fn a_reader_that_goes_away_ends_the_game_with_its_record_saved() {
    let folder = folder();
    let mut talk = begin(&folder, "");
    talk.say("2 2");
    talk.read_until(ASKED);
    drop(talk.output);
    // More output than a pipe holds, in case a process that is just being started still has the
    // reader. The program may be gone before it has read all.
    let _ = io::Write::write_all(&mut talk.input, &b"board\n".repeat(1000));
    Ran::of(talk.child).code(1).stderr("");
    assert_recorded(&folder, "\n1. 2-2 *\n");
}

#[test]
fn a_reader_that_never_existed_ends_the_game_with_its_record_saved() {
    // Unfinished also where a process that is just being started still has the reader.
    for more in [
        "",
        "--p1 random --p2 random --seed 1 --max-plies 3",
        "--games 2 --force",
    ] {
        let folder = folder();
        if more.ends_with("--force") {
            fs::write(folder.path().join("game.txt"), "old").expect("a file");
        }
        let ran = unread(
            &format!("play gridlock --record game.txt {more}"),
            &folder,
            false,
        );
        let ran = ran.code(1);
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
        let record = text_of(folder.path().join("game.txt"));
        let is_intact = record.ends_with("*\n") || record == "old";
        assert!(is_intact, "{more}: {record}");
    }
}

#[test]
fn closed_output_is_not_an_error_for_any_command() {
    let folder = folder();
    let record = folder.path().join("record.txt");
    fs::write(record, "[Game \"gridlock\"]\n\n1. 2-2 *\n").expect("a record");
    for arguments in [
        "games",
        "rules gridlock",
        "perft gridlock 2",
        "completions bash",
        "man",
        "licenses",
        "--help",
        "--version",
        "games --json",
        "perft gridlock 1 --json",
        "replay record.txt",
        "review --json record.txt",
    ] {
        unread(arguments, &folder, false).code(0).stderr("");
    }
    let recorded = "play gridlock --p1 random --p2 random --seed 1 --record game.txt";
    for (arguments, code) in [
        (recorded, 0),
        ("play gridlock --size 9x9", 2),
        ("replay missing.txt", 2),
    ] {
        unread(arguments, &folder, true).code(code);
    }
}

#[test]
fn a_signal_ends_a_build_without_leaving_a_partial_file() {
    let cache = folder();
    let mut talk =
        Talk::with(quintet_in(cache.path(), "solve grid-runner --size 6x6 --keep").start());
    let progress = talk.child.stderr.as_mut().expect("a pipe");
    read_until(progress, "building the table of grid-runner 6x6");
    let ran = talk.stop("-INT").code(130).stdout("");
    let said = "interrupted; run the same command again to resume\n";
    assert!(ran.stderr.ends_with(said), "{}", ran.stderr);
    assert!(names_in(cache.path().join("quintet")).is_empty());
}

#[test]
fn a_record_is_not_written_to_a_pipe() {
    let folder = folder();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let refused = "pipe is a pipe, not a file";
    let ran = quintet("play gridlock --record pipe").within(&folder).run();
    ran.code(2)
        .stdout("")
        .stderr(&format!("quintet: {refused}\n"));
    let play = quintet("play gridlock").within(&folder);
    let ran = play.input("save pipe\n").run();
    assert!(
        ran.stdout.contains(&format!("{refused}.\n")),
        "{}",
        ran.stdout
    );
}

#[test]
#[cfg(target_os = "linux")]
fn standard_output_on_a_full_disk_is_an_error_that_names_it() {
    for arguments in [
        "--help",
        "--version",
        "games --help",
        "games",
        "games --json",
        "man",
    ] {
        let full = fs::File::options().write(true).open("/dev/full");
        let mut command = quintet(arguments).command();
        command.stdin(Stdio::null()).stdout(full.expect("a device"));
        let child = command.stderr(Stdio::piped()).spawn();
        let ran = Ran::of(child.expect("the program starts"));
        let error = "No space left on device (os error 28)";
        ran.code(2).stderr(&format!(
            "quintet: standard output cannot be written: {error}\n"
        ));
    }
}
