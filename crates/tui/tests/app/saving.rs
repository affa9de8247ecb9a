//! State saved between runs.

use std::fs;

use crossterm::event::{KeyCode, KeyModifiers};
use quintet_arena::PuzzleProgress;
use quintet_testkit::CATALOGUE;
use quintet_tui::{SavedState, StateFolder};
use tempfile::TempDir;

use crate::session::{LARGE, Session, USUAL, choosing, explained, ids};

/// Wide enough for any path.
const WIDE: (u16, u16) = (200, 30);

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn at(place: &TempDir) -> StateFolder {
    StateFolder::at(Some(place.path().to_owned()))
}

fn write(folder: &StateFolder, state: &SavedState) {
    folder.write(state).expect("the folder can be written");
}

fn file(place: &TempDir, name: &str, content: impl AsRef<[u8]>) {
    fs::write(place.path().join(name), content).expect("a file");
}

#[test]
fn the_last_choices_are_restored() {
    let place = temporary();
    let folder = StateFolder::at(Some(place.path().join("state")));
    let mut session = Session::new(folder.read(CATALOGUE), USUAL);
    // The third game, its second size, perfect against perfect, either player begins.
    session.press("↓↓\t→↓←↓→→→↓→→");
    let chosen = session.app.saved_state();
    write(&folder, &chosen);
    let again = Session::new(folder.read(CATALOGUE), USUAL);
    assert_eq!(again.app.saved_state().choices, chosen.choices);
    // In the order of their names: begins, game, player 1, player 2, size.
    let values: Vec<_> = chosen.choices.values().collect();
    let expected = ["random", "matrix-isolation", "perfect", "expert", "5x5"];
    assert_eq!(values, expected);
}

#[test]
fn several_unfinished_games_are_stored_listed_and_continued() {
    for id in ids() {
        let place = temporary();
        let folder = at(&place);
        let mut session = Session::board(id, USUAL);
        assert!(
            session.app.saved_state().games.is_empty(),
            "no move was played yet"
        );
        session.play_randomly(1, 3).press("q\n");
        let played = session.play_randomly(3, 7).record().to_string();
        session.key_with(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert!(session.app.is_done());
        write(&folder, &session.app.saved_state());
        let mut again = Session::new(folder.read(CATALOGUE), USUAL);
        again.sees("Press c to continue your game").press("c");
        assert_eq!(again.record().to_string(), played);
        again.press("RRq").sees("Player").press("c");
        assert_eq!(again.moves().len(), 1, "the game before");
        write(&folder, &again.app.saved_state());
        assert_eq!(folder.read(CATALOGUE).games.len(), 2);
    }
}

#[test]
fn a_finished_game_stays_in_the_history_and_taking_back_does_not_change_it() {
    let mut session = Session::board("gridlock", LARGE);
    let plies = session.play_randomly(100, 2).moves().len();
    session.press("uuuu").play_randomly(1, 9);
    let games = session.app.saved_state().games;
    let lengths: Vec<_> = games.iter().map(|game| game.record.plies().len()).collect();
    assert_eq!(
        lengths,
        [plies - 3, plies],
        "the other line is another game"
    );
    session.press("q\n").press("qa").sees("2 games");
    session
        .shows("↓\n", "Review of Gridlock")
        .shows("q", "Recent games");
    session.press("aDDDDq").sees_no("unfinished");
    assert!(session.app.saved_state().games.is_empty());
}

#[test]
fn an_opponent_that_was_beaten_is_marked_on_the_ladder() {
    let mut session = Session::between("gridlock", "novice", "human", (130, 40));
    session.sees_no("beaten").press("\n");
    // A person who plays like a perfect player, from the side that wins.
    while session.position().outcome().is_none() {
        let best = explained(session.position()).analysis.moves[0].mv.clone();
        session.play(&best);
    }
    session.shows("q", "beaten").sees("●○○○○○");
    assert!(session.app.saved_state().beaten.contains("gridlock novice"));
    // Games of `quintet play` count as well.
    let games = session.app.saved_state().games;
    let saved = SavedState {
        games,
        ..SavedState::default()
    };
    Session::new(saved, (130, 40))
        .sees("beaten")
        .sees("you won");
}

#[test]
fn files_of_earlier_versions_are_read_and_unreadable_games_are_reported() {
    let place = temporary();
    file(
        &place,
        "choices.txt",
        "game = chess\nsize = 9x9\nplayer 1 = \u{7}\nx",
    );
    file(&place, "puzzles.txt", "2026-11-14\n");
    file(&place, "learnt.txt", "gridlock\n");
    file(
        &place,
        "unfinished.txt",
        "[Game \"gridlock\"]\n\n1. 4-4 *\n",
    );
    file(&place, "unfinished-2.txt", [0xff, 0xfe, 0]);
    let state = at(&place).read(CATALOGUE);
    assert_eq!((state.games.len(), state.lessons.len()), (1, 1));
    Session::new(state, WIDE)
        .sees("A saved game cannot be read (it is not UTF-8 text); it is now ")
        .sees("damaged-1.txt")
        .sees("1-day streak")
        .shows("c", "to move");
}

#[test]
fn a_state_folder_that_cannot_be_written_is_reported_and_nothing_else_is_claimed() {
    let place = temporary();
    file(&place, "file", "");
    let folder = StateFolder::at(Some(place.path().join("file/state")));
    let mut session = Session::board("gridlock", USUAL);
    let state = session.play("2 2").app.saved_state();
    let error = folder.write(&state).expect_err("a file is not a folder");
    session.app.set_save_error(Some(error));
    session.settle();
    session
        .sees("Cannot save in ")
        .press("v")
        .sees_no("Cannot save");
    session.press("q").sees("Cannot save in ");
    session
        .sees("are lost when you quit")
        .sees_no("to continue your game")
        .resize(80, 60)
        .shows("?", "nothing can be saved")
        .sees_no("is saved")
        .press("?");
    session.app.set_save_error(None);
    session.settle();
    session.sees("to continue your game");
    assert!(
        StateFolder::at(None).write(&state).is_err(),
        "without a folder"
    );
}

#[test]
fn two_apps_add_to_the_state_of_each_other() {
    let place = temporary();
    let [one, other] = [at(&place), at(&place)];
    let [mut first, mut second] = [one.read(CATALOGUE), other.read(CATALOGUE)];
    let game = |mv: &str| {
        Session::board("gridlock", USUAL)
            .play(mv)
            .app
            .saved_state()
            .games
    };
    let solved = |day: &str| PuzzleProgress::parse(&format!("solved = 1\n{day}\n"));
    first.games = game("1 1");
    first.puzzles = solved("2026-11-13");
    first.lessons.insert("gridlock".to_owned());
    first.recent_files = vec!["a".to_owned()];
    first.choices = choosing("gridlock", "human", "hard").choices;
    write(&one, &first);
    // Both apps chose the same id.
    second.games = game("2 2");
    second.puzzles = solved("2026-11-14");
    second.recent_files = vec!["b".to_owned()];
    write(&other, &second);
    let both = at(&place).read(CATALOGUE);
    assert_eq!((both.games.len(), both.puzzles.solved), (2, 2));
    assert_eq!(both.puzzles.streak("2026-11-15"), 2);
    assert_eq!(both.lessons, first.lessons);
    assert_eq!(both.recent_files, ["b", "a"]);
    assert_eq!(both.choices, first.choices, "not changed since");
    second.choices = choosing("quad-block", "human", "easy").choices;
    write(&other, &second);
    first.beaten.insert("gridlock easy".to_owned());
    write(&one, &first);
    let both = at(&place).read(CATALOGUE);
    assert_eq!(
        (both.games.len(), both.beaten.len(), both.puzzles.solved),
        (2, 1, 2)
    );
    assert_eq!(both.choices, second.choices, "the last that were chosen");
}
