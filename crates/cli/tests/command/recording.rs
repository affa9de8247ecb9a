//! `--record`: every move is in the file as soon as it is made, and no file is replaced without a word.

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
    let arguments = "play gridlock --p1 random --p2 random --force --record game.txt";
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
fn a_file_that_is_there_is_replaced_only_by_force() {
    let folder = folder();
    let path = folder.path().join("game.txt");
    fs::write(&path, "old").expect("a file");
    quintet("play gridlock --record game.txt")
        .within(&folder)
        .input("2 2\n")
        .run()
        .refuses(
            "quintet: game.txt is there already: name another file, or replace it with --force\n",
        );
    assert_eq!(text_of(&path), "old");
    quintet("play gridlock --record game.txt --force")
        .within(&folder)
        .input("2 2\n")
        .run()
        .code(1);
    assert!(record_in(&path).ends_with("\n1. 2-2 *\n"));
    // Nothing is lost with an empty file, such as one that a script has made.
    fs::write(folder.path().join("empty.txt"), "").expect("a file");
    quintet("play gridlock --record empty.txt")
        .within(&folder)
        .input("2 2\n")
        .run()
        .code(1);
}

#[test]
fn a_killed_program_has_every_move_in_its_record() {
    let folder = folder();
    let path = folder.path().join("games.txt");
    let mut child = quintet("play gridlock --games 3 --record games.txt")
        .within(&folder)
        .start();
    let mut stdin = child.stdin.take().expect("a pipe");
    let stdout = child.stdout.as_mut().expect("a pipe");
    let mut enter = |entry: &str, then: &str| {
        writeln!(stdin, "{entry}").expect("the program reads");
        read_until(stdout, then);
        text_of(&path)
    };
    let asked = "Enter your move (row and column): ";
    // The first prompt, before the first entry.
    enter("board", asked);
    enter("2 2", asked);
    enter("3 3", asked);
    let text = enter("moves", asked);
    assert!(
        text.ends_with("[Termination \"abandoned\"]\n\n1. 2-2 3-3 *\n"),
        "{text}"
    );
    // A text that gets shorter leaves nothing behind.
    enter("undo", asked);
    let text = enter("moves", asked);
    assert!(text.ends_with("\n\n1. 2-2 *\n"), "{text}");
    enter("resign", asked);
    enter("1 1", asked);
    enter("moves", asked);
    child.kill().expect("a running program");
    child.wait().expect("it has ended");
    let text = text_of(&path);
    let records = Record::read_all(&text).expect("records that can be read");
    let moves = |record: &Record| {
        record
            .plies()
            .iter()
            .map(|ply| ply.mv.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        records.iter().map(moves).collect::<Vec<_>>(),
        [["2 2"], ["1 1"]]
    );
    assert_eq!(names_in(&folder), ["games.txt"]);
    // Written once more as a whole they are the same.
    let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
    assert_eq!(texts.join("\n"), text);
}

#[test]
fn a_record_is_continued_with_its_players_and_comments() {
    let folder = folder();
    let path = folder.path().join("game.txt");
    let record = "[Game \"gridlock\"]\n[Player1 \"Ann\"]\n[Player2 \"random\"]\n[Seed \"7\"]\n\n1. 2-2 {so} 3-3 *\n";
    let finished = "[Game \"gridlock\"]\n[Termination \"resigned\"]\n\n1. 2-2 1-0\n";
    fs::write(&path, format!("{finished}\n{record}")).expect("a file");
    quintet("play --from game.txt --record game.txt")
        .within(&folder)
        .input("2 1\n")
        .run()
        .code(1)
        .says("Player 1 (X), it's your turn. Enter your move (row and column): 2 1\n")
        .says("(random).\n");
    let records = Record::read_all(&text_of(&path)).expect("records");
    assert_eq!(records.len(), 2, "the game before is kept");
    assert_eq!(records[1].plies().len(), 4);
    assert_eq!(records[1].players.one, "Ann");
    assert_eq!(records[1].players.two, "random");
    assert_eq!(records[1].comments[&1], ["so"]);
    assert_eq!(records[1].seed, Some(7));
    // Another opponent, and nothing is recorded.
    quintet("play gridlock --from game.txt --p2 human")
        .within(&folder)
        .input("quit\n")
        .run()
        .code(1)
        .does_not_say("(random).");
}

#[test]
fn what_save_has_saved_is_continued_to_its_end() {
    let folder = folder();
    quintet("play gridlock --size 3x3")
        .within(&folder)
        .input("1 1\n2 2\nsave game.txt\nquit\n")
        .run()
        .code(1);
    quintet("play --from game.txt")
        .within(&folder)
        .input("1 3\n3 1\n3 3\n")
        .run()
        .code(0)
        .says("Player 1 (X) wins the game!\n");
}

#[test]
fn a_record_that_cannot_be_continued_is_refused() {
    let folder = folder();
    fs::write(
        folder.path().join("over.txt"),
        "[Game \"gridlock\"]\n[Termination \"resigned\"]\n\n1. 2-2 1-0\n",
    )
    .expect("a file");
    fs::write(
        folder.path().join("open.txt"),
        "[Game \"gridlock\"]\n\n1. 2-2 *\n",
    )
    .expect("a file");
    for (arguments, why) in [
        (
            "play --from over.txt",
            "the last game of the record is over: quintet replay shows it",
        ),
        (
            "play quad-block --from open.txt",
            "is one of gridlock, not of quad-block",
        ),
        ("play --from missing.txt", "missing.txt cannot be read: "),
        ("play --from open.txt --size 4x4", "cannot be used with"),
        ("play", "required"),
    ] {
        quintet(arguments).within(&folder).run().refuses(why);
    }
}

#[test]
fn a_record_that_does_not_fit_on_the_disk_leaves_the_old_file() {
    let folder = folder();
    let path = folder.path().join("game.txt");
    fs::write(&path, "old").expect("a file");
    // No file may grow: as on a full disk, the new one can be made but not written.
    let script = r#"trap "" XFSZ; ulimit -f 0; printf "2 2\nsave other.txt\n" | "$QUINTET" play gridlock --record game.txt --force"#;
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
fn save_replaces_only_what_this_run_has_saved() {
    let folder = folder();
    let path = folder.path().join("game.txt");
    fs::write(&path, "old").expect("a file");
    quintet("play gridlock")
        .within(&folder)
        .input("2 2\nsave game.txt\nsave other.txt\n3 3\nsave ./other.txt\n")
        .run()
        .code(1)
        .says(": save game.txt\ngame.txt is there already and stays as it is: save under another name.\n")
        .says("\nSaved in other.txt.\n")
        .says("\nSaved in ./other.txt.\n");
    assert_eq!(text_of(&path), "old");
    assert!(record_in(&folder.path().join("other.txt")).ends_with("\n1. 2-2 3-3 *\n"));
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
