//! Choices and games stored between runs, and records saved to and opened from files.

use std::fs;

use crossterm::event::{KeyCode, KeyModifiers};
use quintet_testkit::CATALOGUE;
use quintet_tui::{Folder, Kept};
use tempfile::TempDir;

use crate::session::{Session, USUAL, choosing, ids};

/// Wide enough for any path.
const WIDE: (u16, u16) = (200, 30);

/// The record of a game in which one move was played.
const RECORD: &str = "[Game \"gridlock\"]\n[Player1 \"A\"]\n\n1. 4-4 *\n";

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn at(place: &TempDir) -> Folder {
    Folder::at(Some(place.path().to_owned()))
}

fn write(folder: &Folder, kept: &Kept) {
    folder.write(kept).expect("the folder can be written");
}

/// A file in a folder, with its path as a person types it.
fn file(place: &TempDir, name: &str, text: &str) -> String {
    let path = place.path().join(name);
    fs::write(&path, text).expect("a file");
    path.to_str().expect("a plain name").to_owned()
}

#[test]
fn the_last_choices_are_restored() {
    let place = temporary();
    let folder = Folder::at(Some(place.path().join("state")));
    let mut session = Session::new(folder.read(CATALOGUE), USUAL);
    // The third game, its second size, perfect against perfect, either player begins.
    session.press("↓↓\t→↓←↓→→→↓→→");
    let chosen = session.app.kept();
    write(&folder, &chosen);
    let again = Session::new(folder.read(CATALOGUE), USUAL);
    assert_eq!(again.app.kept().choices, chosen.choices);
    // In the order of their names: begins, game, player 1, player 2, size.
    let values: Vec<_> = chosen.choices.values().collect();
    let expected = ["random", "matrix-isolation", "perfect", "perfect", "5x5"];
    assert_eq!(values, expected);
}

#[test]
fn an_unfinished_game_is_stored_and_offered_next_time() {
    for id in ids() {
        let place = temporary();
        let folder = at(&place);
        let mut session = Session::board(id, USUAL);
        assert!(session.app.kept().game.is_none(), "no move was played yet");
        let played = session.play_randomly(3, 7).record().to_string();
        session.key_with(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert!(session.app.is_done());
        write(&folder, &session.app.kept());
        let mut again = Session::new(folder.read(CATALOGUE), USUAL);
        again.sees("unfinished: press c to continue it").press("c");
        assert_eq!(again.record().to_string(), played);
        write(&folder, &again.press("g").app.kept());
        assert!(
            folder.read(CATALOGUE).game.is_none(),
            "the game is finished"
        );
    }
}

#[test]
fn an_unreadable_game_is_set_aside_and_reported() {
    let place = temporary();
    let choices = "game = chess\nsize = 9x9\nplayer 1 = \u{7}\nx";
    file(&place, "choices.txt", choices);
    let damaged = [0xff, 0xfe, 0];
    fs::write(place.path().join("unfinished.txt"), damaged).expect("a file");
    let kept = at(&place).read(CATALOGUE);
    assert!(kept.game.is_none());
    let aside = fs::read(place.path().join("damaged-1.txt"));
    assert_eq!(aside.expect("set aside"), damaged);
    Session::new(kept, WIDE)
        .sees("The saved game cannot be read (it is not UTF-8 text); it is now ")
        .sees("damaged-1.txt")
        .sees("Gridlock")
        .shows("\n", "to move");
    Session::new(Folder::at(None).read(CATALOGUE), USUAL).sees("Gridlock");
}

#[test]
fn a_failure_to_store_the_game_is_reported_until_a_key_is_pressed() {
    let place = temporary();
    file(&place, "file", "");
    let folder = Folder::at(Some(place.path().join("file/state")));
    let mut session = Session::board("gridlock", USUAL);
    let kept = session.play("2 2").app.kept();
    let why = folder.write(&kept).expect_err("a file is not a folder");
    session.app.warn(why);
    session.settle();
    session.sees("Cannot save the game in ").press("v");
    session.sees_no("Cannot save the game");
    assert!(Folder::at(None).write(&kept).is_err(), "without a folder");
}

#[test]
fn two_apps_store_a_game_each() {
    let place = temporary();
    let play = |folder: &Folder, mv: &str| {
        let mut session = Session::board("gridlock", USUAL);
        write(folder, &session.play(mv).app.kept());
    };
    let first = |folder: &Folder| {
        folder
            .read(CATALOGUE)
            .game
            .map(|game| game.plies()[0].mv.clone())
    };
    let [one, other] = [at(&place), at(&place)];
    play(&one, "1 1");
    play(&other, "2 2");
    play(&one, "3 3");
    assert_eq!(first(&one).as_deref(), Some("3 3"));
    assert_eq!(first(&other).as_deref(), Some("2 2"));
    drop((one, other));
    // Both are offered again, one after the other.
    let again = at(&place);
    assert_eq!(first(&again).as_deref(), Some("3 3"));
    write(&again, &Kept::default());
    drop(again);
    assert_eq!(first(&at(&place)).as_deref(), Some("2 2"));
}

#[test]
fn two_apps_add_to_what_the_other_has_stored() {
    let place = temporary();
    let [one, other] = [at(&place), at(&place)];
    let [mut first, mut second] = [one.read(CATALOGUE), other.read(CATALOGUE)];
    first.solved.insert("2026-11-13".to_owned());
    first.learnt.insert("gridlock".to_owned());
    first.choices = choosing("gridlock", "human", "hard").choices;
    write(&one, &first);
    second.solved.insert("2026-11-14".to_owned());
    write(&other, &second);
    let both = at(&place).read(CATALOGUE);
    assert_eq!(both.solved.len(), 2, "{:?}", both.solved);
    assert_eq!(both.learnt, first.learnt);
    assert_eq!(both.choices, first.choices, "not changed since");
    second.choices = choosing("quad-block", "human", "easy").choices;
    write(&other, &second);
    first.solved.insert("2026-11-15".to_owned());
    write(&one, &first);
    let both = at(&place).read(CATALOGUE);
    assert_eq!(both.solved.len(), 3, "{:?}", both.solved);
    assert_eq!(both.choices, second.choices, "the last that were chosen");
}

#[test]
fn an_opened_record_replaces_the_unfinished_game_only_after_a_second_enter() {
    let place = temporary();
    let name = file(&place, "one.txt", RECORD);
    let mut session = Session::board("gridlock", WIDE);
    session.play("2 2").press("qo").press(&name);
    session.shows("\n", "Your unfinished game would be lost");
    assert_eq!(session.press("\x1bc").moves(), ["2 2"]);
    session.press("qo").press(&name).press("\n\n");
    assert_eq!(session.moves(), ["4 4"]);
    // Of several games each can be looked at, and none replaces the unfinished one.
    let records = format!("{RECORD}\n{}", RECORD.replace('A', "B"));
    let name = file(&place, "two.txt", &records);
    session.press("qo").press(&name);
    session.shows("\n", "Game 1 of 2: A against");
    session.shows("N", "Game 2 of 2: B against");
    session
        .shows("q", "games, every position solved")
        .press("c");
    assert_eq!(session.moves(), ["4 4"]);
}

#[test]
fn prompts_are_edited_and_complete_paths() {
    let place = temporary();
    let name = file(&place, "my-game.txt", RECORD);
    let mut session = Session::home("gridlock", WIDE);
    session.press("onothing");
    session.key_with(KeyCode::Char('u'), KeyModifiers::CONTROL);
    session.sees_no("nothing");
    session.press(name.trim_end_matches("-game.txt"));
    session.shows("\t", "my-game.txt").press("\n");
    // The second number is replaced: to the left, and delete.
    session.press(":1 2←⌦1\n");
    assert_eq!(session.moves(), ["4 4", "1 1"]);
}

#[test]
fn records_are_saved_and_opened_and_files_are_not_replaced_unasked() {
    let place = temporary();
    let clear = "⌫".repeat(60);
    for id in ids() {
        let path = place.path().join(id);
        let name = path.to_str().expect("a plain name");
        let read = || fs::read_to_string(&path).expect("the record");
        let mut session = Session::board(id, WIDE);
        session.play_randomly(3, 5);
        session.press("s").press(&clear).press(name);
        session.shows("\n", "Saved in");
        let saved = session.record().to_string();
        assert_eq!(read(), saved);
        session.press("us").press(&clear).press(name);
        session.shows("\n", "already exists");
        assert_eq!(read(), saved);
        session.press("\x1bqo").press(name).press("\n\n");
        assert_eq!(session.record().to_string(), saved);
        session.press("RRs").press(&clear).press(name);
        session.shows("\n\n", "Saved in").press("qo").press(name);
        session.shows("\n", "resigns");
    }
    let nonsense = file(&place, "nonsense.txt", "nothing\n");
    for (name, why) in [
        ("/no/such/file", "Cannot open"),
        (&nonsense, "Cannot open"),
        ("/", "it is not a file"),
    ] {
        let mut session = Session::home("gridlock", USUAL);
        session.press("o").press(name).shows("\n", why);
        assert!(session.app.record().is_none(), "{name}");
    }
}
