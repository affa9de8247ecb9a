//! What is kept from one run of the app to the next.

use std::fs;

use crossterm::event::{KeyCode, KeyModifiers};
use quintet_tui::{Folder, Kept};

use crate::session::{PLAIN, Session, choices, ids};

const SIZE: (u16, u16) = (80, 24);

#[test]
fn choices_are_those_of_the_last_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = Folder::at(Some(folder.path().join("state")));
    let mut session = Session::new(folder.read(), PLAIN, SIZE);
    // The third game, its second size, perfect against hard, either player begins.
    session.press("↓↓\t→↓←↓→→↓→→");
    let chosen = session.app.kept();
    folder.write(&chosen).expect("it is kept");
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
        let folder = Folder::at(Some(folder.path().to_owned()));
        let mut session = Session::board(id, SIZE);
        assert!(session.app.kept().game.is_none(), "nothing was played yet");
        session.play_randomly(3, 7);
        let played = session.record().to_string();
        session.key_with(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert!(session.app.is_done());
        folder.write(&session.app.kept()).expect("it is kept");
        let mut again = Session::new(folder.read(), PLAIN, SIZE);
        again.sees("not finished: c continues it").press("c");
        assert_eq!(again.record().to_string(), played);
        again.press("g");
        folder.write(&again.app.kept()).expect("it is kept");
        assert!(folder.read().game.is_none(), "a finished game is not kept");
    }
}

#[test]
fn what_cannot_be_read_is_put_aside_and_said() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(
        folder.path().join("choices.txt"),
        "game = chess\nsize = 9x9\nplayer 1 = \u{7}\nx",
    )
    .expect("a file");
    fs::write(folder.path().join("unfinished.txt"), [0xff, 0xfe, 0]).expect("a file");
    let kept = Folder::at(Some(folder.path().to_owned())).read();
    assert!(kept.game.is_none());
    let aside = folder.path().join("damaged-1.txt");
    assert_eq!(fs::read(&aside).expect("put aside"), [0xff, 0xfe, 0]);
    Session::new(kept, PLAIN, (200, 24))
        .sees("The game that was kept cannot be read (it is no text in UTF-8); it is now ")
        .sees("damaged-1.txt")
        .sees("Gridlock")
        .press("\n")
        .sees("to move");
    Session::new(Folder::at(None).read(), PLAIN, SIZE).sees("Gridlock");
}

#[test]
fn a_game_that_cannot_be_kept_is_said_until_a_key_is_pressed() {
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("file");
    fs::write(&file, "").expect("a file");
    let folder = Folder::at(Some(file.join("state")));
    let mut session = Session::board("gridlock", SIZE);
    session.play("2 2");
    let why = folder
        .write(&session.app.kept())
        .expect_err("it is no folder");
    assert!(why.starts_with("The game is not kept in "), "{why}");
    session.app.warn(why);
    session.settle();
    session
        .sees("The game is not kept in ")
        .press("v")
        .sees_no("The game is not kept");
    assert!(
        Folder::at(None).write(&session.app.kept()).is_err(),
        "there is no folder"
    );
}

#[test]
fn two_apps_keep_a_game_each() {
    let place = tempfile::tempdir().expect("a folder");
    let path = Some(place.path().to_owned());
    let played = |mv: &str| {
        let mut session = Session::board("gridlock", SIZE);
        session.play(mv);
        session.app.kept()
    };
    let [one, other] = [Folder::at(path.clone()), Folder::at(path.clone())];
    one.write(&played("1 1")).expect("it is kept");
    other.write(&played("2 2")).expect("it is kept");
    one.write(&played("3 3")).expect("it is kept");
    let first = |folder: &Folder| folder.read().game.map(|game| game.plies()[0].mv.clone());
    assert_eq!(first(&one).as_deref(), Some("3 3"));
    assert_eq!(first(&other).as_deref(), Some("2 2"));
    drop((one, other));
    // Both are offered again, one after the other.
    let again = Folder::at(path.clone());
    assert_eq!(first(&again).as_deref(), Some("3 3"));
    again.write(&Kept::default()).expect("it is kept");
    drop(again);
    assert_eq!(first(&Folder::at(path)).as_deref(), Some("2 2"));
}

#[test]
fn two_apps_add_to_what_the_other_has_kept() {
    let place = tempfile::tempdir().expect("a folder");
    let path = Some(place.path().to_owned());
    let [one, other] = [Folder::at(path.clone()), Folder::at(path.clone())];
    let mut first = one.read();
    let mut second = other.read();
    first.solved.insert("2026-11-13".to_owned());
    first.learnt.insert("gridlock".to_owned());
    first.choices = choices("gridlock", "human", "hard");
    one.write(&first).expect("it is kept");
    second.solved.insert("2026-11-14".to_owned());
    other.write(&second).expect("it is kept");
    let both = Folder::at(path.clone()).read();
    assert_eq!(both.solved.len(), 2, "{:?}", both.solved);
    assert_eq!(both.learnt, first.learnt);
    assert_eq!(both.choices, first.choices, "they were not changed since");
    second.choices = choices("quad-block", "human", "easy");
    other.write(&second).expect("it is kept");
    first.solved.insert("2026-11-15".to_owned());
    one.write(&first).expect("it is kept");
    let both = Folder::at(path).read();
    assert_eq!(both.solved.len(), 3, "{:?}", both.solved);
    assert_eq!(both.choices, second.choices, "the last that were chosen");
}

#[test]
fn opening_a_record_asks_before_it_takes_the_place_of_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("one.txt");
    fs::write(&file, "[Game \"gridlock\"]\n\n1. 4-4 *\n").expect("a file");
    let name = file.to_str().expect("a plain name");
    let mut session = Session::board("gridlock", (120, 30));
    session.play("2 2").press("qo").press(name).press("\n");
    session
        .sees("Your unfinished game would be lost")
        .press("\x1bc");
    assert_eq!(session.record().plies()[0].mv, "2 2");
    session.press("qo").press(name).press("\n\n");
    assert_eq!(session.record().plies()[0].mv, "4 4");
}

#[test]
fn every_game_of_a_record_can_be_looked_at_and_none_takes_the_place_of_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("two.txt");
    let game = "[Game \"gridlock\"]\n[Player1 \"A\"]\n\n1. 4-4 *\n";
    fs::write(&file, format!("{game}\n{}", game.replace('A', "B"))).expect("a file");
    let name = file.to_str().expect("a plain name");
    let mut session = Session::board("gridlock", (120, 30));
    session.play("2 2").press("qo").press(name).press("\n");
    session
        .sees("Game 1 of 2: A against")
        .press("N")
        .sees("Game 2 of 2: B against");
    session.press("q").sees("games, perfectly known").press("c");
    assert_eq!(session.record().plies()[0].mv, "2 2");
}

#[test]
fn prompts_are_edited_and_complete_paths() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(
        folder.path().join("my-game.txt"),
        "[Game \"gridlock\"]\n\n1. 4-4 *\n",
    )
    .expect("a file");
    let path = folder.path().to_str().expect("a plain name");
    let mut session = Session::home("gridlock", (120, 30));
    session.press("onothing");
    session.key_with(KeyCode::Char('u'), KeyModifiers::CONTROL);
    session.sees_no("nothing").press(&format!("{path}/my\t"));
    session.sees("my-game.txt").press("\n");
    assert_eq!(session.record().plies().len(), 1);
    // The second number is replaced: to the left, and delete.
    session
        .press(":1 2")
        .key(KeyCode::Left)
        .key(KeyCode::Delete);
    session.press("1\n");
    assert_eq!(session.record().plies()[1].mv, "1 1");
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
        session.press("\x1bq").press("o").press(name).press("\n\n");
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
        ..Kept::default()
    };
    assert!(Session::new(kept, PLAIN, SIZE).app.record().is_none());
}
