//! What nobody waits for any more is not computed.

use std::thread;

use quintet_arena::Tables;
use quintet_tui::Thinker;

use crate::session::{Session, finished};

const SIZE: (u16, u16) = (80, 24);

/// A person whose questions stay open.
fn patient(game: &str, opponent: &str) -> Session {
    let mut session = Session::between(game, "human", opponent, SIZE);
    session.is_slow = true;
    session
}

#[track_caller]
fn assert_stopped_by(mut session: Session, keys: &str) {
    assert!(!session.app.awaited().is_empty(), "{}", session.text());
    session.press(keys);
    assert!(session.app.awaited().is_empty(), "{}", session.text());
}

#[test]
fn a_stopped_computation_ends_without_an_answer() {
    let cache = tempfile::tempdir().expect("a temporary folder");
    let thinker = Thinker::new(Tables::in_folder(cache.path().to_owned()));
    // The game whose table takes longest.
    let mut session = patient("quad-block", "perfect");
    session.press("\n").play("13").sees("Player 2 thinks");
    let work = thinker.begin(session.unanswered.remove(0));
    thread::scope(|scope| {
        let answer = scope.spawn(|| work.answer());
        while thinker.share() == 0.0 && !answer.is_finished() {
            thinker.keep_only(&session.app.awaited());
            thread::yield_now();
        }
        session.press("\x1b").sees("Stopped.");
        thinker.keep_only(&session.app.awaited());
        let answer = answer.join().expect("no thread panics");
        assert!(answer.is_none(), "nobody waits for it");
    });
    let kept = std::fs::read_dir(cache.path()).expect("the folder is there");
    assert_eq!(kept.count(), 0, "the table was not made");
}

#[test]
fn work_for_a_game_goes_on_for_those_that_still_wait_for_it() {
    let thinker = Thinker::new(Tables::nowhere());
    let mut session = patient("matrix-isolation", "perfect");
    session.press("\ni\x1bi");
    let [stopped, wanted] = &*session.unanswered else {
        panic!("two hints were asked for: {:?}", session.unanswered);
    };
    let works = [stopped, wanted].map(|request| thinker.begin(request.clone()));
    thinker.keep_only(&session.app.awaited());
    let [stopped, wanted] = works.map(|work| work.answer());
    assert!(stopped.is_none());
    assert_eq!(wanted.expect("an answer").id, session.app.awaited()[0]);
}

#[test]
fn an_answer_about_a_position_that_is_left_is_not_awaited() {
    let mut session = patient("gridlock", "human");
    session.press("\nv").sees("Looking for the values");
    let before = session.app.awaited();
    session.play("2 2");
    let after = session.app.awaited();
    assert!(before.len() == 1 && after.len() == 1 && before != after);
    session.answer_all();
    assert!(session.app.awaited().is_empty(), "{}", session.text());
}

#[test]
fn a_level_values_a_hint_and_a_puzzle_are_stopped_by_escape() {
    let mut thinking = patient("gridlock", "perfect");
    thinking.press("\n").play("2 2");
    assert_stopped_by(thinking, "\x1b");
    for keys in ["\nv", "\nw", "\ni"] {
        let mut explained = patient("gridlock", "human");
        explained.press(keys).sees("Looking for the values");
        explained.sees("esc stop");
        assert_stopped_by(explained, "\x1b");
    }
    let mut puzzle = patient("gridlock", "human");
    puzzle.press("p");
    assert_stopped_by(puzzle, "\x1b");
}

#[test]
fn a_review_that_is_left_is_not_awaited() {
    let mut session = patient("gridlock", "human");
    session.replay(vec![finished("gridlock")]);
    assert!(!session.app.awaited().is_empty());
    let mut session = patient("gridlock", "human");
    session
        .press("\n")
        .play("2 2")
        .press("ge")
        .sees("Looking at the game");
    assert_stopped_by(session, "q");
}
