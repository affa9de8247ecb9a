//! What is kept from one run of the app to the next.

use std::fs;

use crossterm::event::{KeyCode, KeyModifiers};
use quintet_tui::{Folder, Kept};

use crate::session::{PLAIN, Session, choices, ids};

const SIZE: (u16, u16) = (80, 24);

#[test]
fn choices_are_those_of_the_last_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = Folder(Some(folder.path().join("state")));
    let mut session = Session::new(folder.read(), PLAIN, SIZE);
    // The third game, its second size, perfect against hard, either player begins.
    session.press("↓↓\t→↓←↓→→↓→→");
    let chosen = session.app.kept();
    folder.write(&chosen);
    let again = Session::new(folder.read(), PLAIN, SIZE);
    assert_eq!(again.app.kept().choices, chosen.choices);
    let [size, one, two, begins] =
        ["size", "player 1", "player 2", "begins"].map(|name| chosen.choices[name].clone());
    assert_eq!([one, two, begins], ["perfect", "perfect", "random"]);
    assert_ne!(size, "");
}

#[test]
fn an_unfinished_game_is_kept_and_offered_next_time() {
    for id in ids() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = Folder(Some(folder.path().to_owned()));
        let mut session = Session::board(id, SIZE);
        assert!(session.app.kept().game.is_none(), "nothing was played yet");
        session.play_randomly(3, 7);
        let played = session.record().to_string();
        session.key_with(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert!(session.app.is_done());
        folder.write(&session.app.kept());
        let mut again = Session::new(folder.read(), PLAIN, SIZE);
        again.sees("not finished: c continues it").press("c");
        assert_eq!(again.record().to_string(), played);
        again.press("g");
        folder.write(&again.app.kept());
        assert!(folder.read().game.is_none(), "a finished game is not kept");
    }
}

#[test]
fn what_cannot_be_read_is_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(
        folder.path().join("choices.txt"),
        "game = chess\nsize = 9x9\nplayer 1 = \u{7}\nx",
    )
    .expect("a file");
    fs::write(folder.path().join("unfinished.txt"), [0xff, 0xfe, 0]).expect("a file");
    let kept = Folder(Some(folder.path().to_owned())).read();
    assert!(kept.game.is_none());
    Session::new(kept, PLAIN, SIZE)
        .sees("Gridlock")
        .press("\n")
        .sees("to move");
    Session::new(Folder(None).read(), PLAIN, SIZE).sees("Gridlock");
}

#[test]
fn a_game_is_not_lost_to_a_puzzle_or_to_a_single_key() {
    let mut session = Session::board("gridlock", SIZE);
    session.play("2 2").press("q").sees("not finished");
    session.press("p").sees("Puzzle").press("qc");
    assert_eq!(session.record().plies().len(), 1);
    session.press("q\n").sees("enter again").press("c");
    assert_eq!(session.record().plies().len(), 1);
    session.press("r").sees("press r again");
    assert_eq!(session.record().plies().len(), 1);
    session.press("q\n\n");
    assert_eq!(session.record().plies().len(), 0);
}

#[test]
fn records_are_saved_and_opened_and_files_not_replaced_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let name = file.to_str().expect("a plain name");
    for id in ids() {
        let mut session = Session::board(id, (200, 30));
        session
            .play_randomly(3, 5)
            .press("s")
            .press(&"⌫".repeat(60));
        session.press(name).press("\n").sees("Saved in");
        let saved = fs::read_to_string(&file).expect("the record");
        assert_eq!(saved, session.record().to_string());
        session.press("us").press(&"⌫".repeat(60)).press(name);
        session.press("\n").sees("is there already");
        assert_eq!(fs::read_to_string(&file).expect("the record"), saved);
        session.press("\x1bq").press("o").press(name).press("\n");
        assert_eq!(session.record().to_string(), saved);
        session.press("g").press("s").press(&"⌫".repeat(60));
        session.press(name).press("\n\n").sees("Saved in");
        session.press("qo").press(name).press("\n").sees("resigns");
        fs::remove_file(&file).expect("the record");
    }
    let mut session = Session::home("gridlock", SIZE);
    session
        .press("o")
        .press("/no/such/file\n")
        .sees("is not opened");
    fs::write(&file, "nothing\n").expect("a file");
    session
        .press("o")
        .press(name)
        .press("\n")
        .sees("is not opened");
    session.press("o/\n").sees("it is not a file");
    let kept = Kept {
        choices: choices("gridlock", "human", "human"),
        game: None,
    };
    assert!(Session::new(kept, PLAIN, SIZE).app.record().is_none());
}
