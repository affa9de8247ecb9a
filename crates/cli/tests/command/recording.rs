//! `--record`: the file has the old content or the new one, whole.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use quintet_arena::Record;

use crate::run::{PROGRAM, Ran, folder, names_in, quintet, read_until, record_in, text_of};

#[test]
fn a_finished_game_is_recorded_whole() {
    let folder = folder();
    quintet("play gridlock --size 3x3 --first 2 --record game.txt")
        .within(&folder)
        .input("1 1\n2 2\n1 3\n3 1\n3 3\n")
        .run()
        .code(0)
        .stderr("");
    assert_eq!(names_in(&folder), ["game.txt"]);
    assert_eq!(
        record_in(&folder.path().join("game.txt")),
        "[Game \"gridlock\"]\n[Size \"3x3\"]\n[Player1 \"human\"]\n[Player2 \"human\"]\n\
         [Result \"0-1\"]\n[Start \".../.../... 2\"]\n[Termination \"normal\"]\n\n\
         1. 1-1 2-2 2. 1-3 3-1 3. 3-3 0-1\n"
    );
}

#[test]
fn the_seed_and_the_players_are_recorded_and_the_seed_plays_the_game_again() {
    let folder = folder();
    let arguments = "play gridlock --p1 random --p2 random --record game.txt";
    quintet(arguments).within(&folder).run().code(0);
    let first = record_in(&folder.path().join("game.txt"));
    assert!(
        first.contains("[Player1 \"random\"]\n[Player2 \"random\"]\n"),
        "{first}"
    );
    let records = Record::read_all(&text_of(&folder.path().join("game.txt"))).expect("a record");
    let seed = records[0].seed.expect("the seed is recorded");
    quintet(&format!("{arguments} --seed {seed}"))
        .within(&folder)
        .run()
        .code(0);
    assert_eq!(record_in(&folder.path().join("game.txt")), first);
}

#[test]
fn a_match_is_recorded_in_one_file_that_is_read_again() {
    let folder = folder();
    quintet("play quad-block --p1 random --p2 random --seed 5 --games 5 --max-plies 40 --record games.txt")
        .within(&folder)
        .run();
    let text = text_of(&folder.path().join("games.txt"));
    let records = Record::read_all(&text).expect("records");
    assert_eq!(records.len(), 5);
    let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
    assert_eq!(texts.join("\n"), text);
}

#[test]
fn the_end_of_input_leaves_an_unfinished_game_recorded() {
    let folder = folder();
    quintet("play gridlock --record game.txt")
        .within(&folder)
        .input("2 2\n3 3\n")
        .run()
        .code(1)
        .stderr("")
        .says(": \nThe input has ended. The game is unfinished.\n");
    let record = record_in(&folder.path().join("game.txt"));
    assert!(
        record.ends_with("[Termination \"abandoned\"]\n\n1. 2-2 3-3 *\n"),
        "{record}"
    );
}

#[test]
fn an_old_file_stays_until_the_game_has_come_to_its_end() {
    let folder = folder();
    let path = folder.path().join("game.txt");
    fs::write(&path, "old").expect("a file");
    let mut child = quintet("play gridlock --record game.txt")
        .within(&folder)
        .start();
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"2 2\n").expect("the program reads");
    read_until(
        child.stdout.as_mut().expect("a pipe"),
        "Player 2 (O), it's your turn.",
    );
    assert_eq!(text_of(&path), "old");
    assert_eq!(names_in(&folder), ["game.txt"]);
    drop(stdin);
    Ran::of(child).code(1);
    assert!(record_in(&path).ends_with("\n1. 2-2 *\n"));
    assert_eq!(names_in(&folder), ["game.txt"]);
}

#[test]
fn a_record_that_does_not_fit_on_the_disk_leaves_the_old_file() {
    let folder = folder();
    let path = folder.path().join("game.txt");
    fs::write(&path, "old").expect("a file");
    // No file may grow: as on a full disk, the new one can be made but not written.
    let script = r#"trap "" XFSZ; ulimit -f 0; printf "2 2\nsave other.txt\n" | "$QUINTET" play gridlock --record game.txt"#;
    let child = Command::new("sh")
        .args(["-c", script])
        .env("QUINTET", PROGRAM)
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    Ran::of(child)
        .code(2)
        .says("\nthe record could not be saved in other.txt: ")
        .complains("quintet: the record could not be saved in game.txt: ");
    assert_eq!(text_of(&path), "old");
    assert_eq!(names_in(&folder), ["game.txt"]);
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_game() {
    let folder = folder();
    fs::write(folder.path().join("file"), "old").expect("a file");
    for path in ["missing/game.txt", ".", "file/game.txt"] {
        quintet("play gridlock --record")
            .argument(path)
            .within(&folder)
            .input("2 2\n")
            .run()
            .code(2)
            .stdout("")
            .complains(&format!("quintet: no record can be kept in {path}: "));
    }
    assert_eq!(names_in(&folder), ["file"]);
    assert_eq!(text_of(&folder.path().join("file")), "old");
}

#[test]
fn nothing_is_left_when_a_request_is_refused() {
    let folder = folder();
    quintet("play gridlock --size 9x9 --record game.txt")
        .within(&folder)
        .run()
        .code(2);
    assert!(names_in(&folder).is_empty());
}

#[test]
fn a_record_may_go_to_a_device() {
    quintet("play gridlock --record /dev/null")
        .input("2 2\n")
        .run()
        .code(1)
        .stderr("");
    quintet("play gridlock --record /dev/full")
        .input("2 2\n")
        .run()
        .code(2)
        .complains("the record could not be saved in /dev/full: ");
}

#[test]
fn save_and_record_may_name_the_same_file() {
    let folder = folder();
    quintet("play gridlock --record game.txt")
        .within(&folder)
        .input("2 2\nsave game.txt\n3 3\n")
        .run()
        .code(1);
    assert!(record_in(&folder.path().join("game.txt")).ends_with("\n1. 2-2 3-3 *\n"));
}
