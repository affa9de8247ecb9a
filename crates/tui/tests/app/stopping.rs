//! The app computes no answer that nobody waits for any more.

use std::thread;

use quintet_arena::{Library, Tables};
use quintet_testkit::CATALOGUE;
use quintet_tui::Worker;

use crate::session::{Session, USUAL, finished, library};

/// At the first screen; questions stay unanswered.
fn patient(game: &str, opponent: &str) -> Session {
    let mut session = Session::between(game, "human", opponent, USUAL);
    session.is_slow = true;
    session
}

#[test]
fn a_stopped_computation_ends_without_an_answer() {
    let cache = tempfile::tempdir().expect("a temporary folder");
    let worker = Worker::new(Library::new(
        CATALOGUE,
        Tables::in_folder(cache.path().to_owned()),
    ));
    // The game whose table takes longest.
    let mut session = patient("quad-block", "perfect");
    session.press("\n").play("13").sees("Player 2 thinks");
    let job = worker.begin(session.unanswered.remove(0));
    thread::scope(|scope| {
        let answer = scope.spawn(|| job.run());
        while worker.share() == 0.0 && !answer.is_finished() {
            worker.cancel_except(&session.app.pending());
            thread::yield_now();
        }
        session.shows("\x1b", "Stopped.");
        worker.cancel_except(&session.app.pending());
        let answer = answer.join().expect("no thread panics");
        assert!(answer.is_none(), "nobody waits for it");
    });
    let kept = std::fs::read_dir(cache.path()).expect("the folder exists");
    assert_eq!(kept.count(), 0, "the table was not made");
}

#[test]
fn work_for_a_game_goes_on_for_those_that_still_wait_for_it() {
    let worker = Worker::new(library());
    let mut session = patient("matrix-isolation", "perfect");
    session.press("\ni\x1bi");
    let [stopped, wanted] = &*session.unanswered else {
        panic!("two questions for a hint: {:?}", session.unanswered);
    };
    let jobs = [stopped, wanted].map(|request| worker.begin(request.clone()));
    worker.cancel_except(&session.app.pending());
    let [stopped, wanted] = jobs.map(|job| job.run());
    assert!(stopped.is_none());
    assert_eq!(wanted.expect("an answer").id, session.app.pending()[0]);
}

#[test]
fn an_answer_about_a_position_that_is_left_is_not_awaited() {
    let mut session = patient("gridlock", "human");
    session.shows("\nv", "Computing the values");
    let before = session.app.pending();
    session.play("2 2");
    let after = session.app.pending();
    assert!(before.len() == 1 && after.len() == 1 && before != after);
    session.answer_all();
    assert!(session.app.pending().is_empty(), "{}", session.text());
}

#[test]
fn a_level_values_a_hint_a_puzzle_and_a_review_are_stopped_by_a_key() {
    for (opponent, keys, shown, stop) in [
        ("perfect", "\n:2 2\n", "thinks", "\x1b"),
        ("human", "\nv", "Computing the values", "\x1b"),
        ("human", "\nw", "Computing the values", "\x1b"),
        ("human", "\ni", "Computing the values", "\x1b"),
        ("human", "pn", "Looking for a puzzle", "\x1b"),
        ("human", "\n:2 2\nRRe", "Reviewing the game", "q"),
    ] {
        let mut session = patient("gridlock", opponent);
        session.shows(keys, shown);
        if stop == "\x1b" {
            session.sees("esc stop");
        }
        assert!(!session.app.pending().is_empty(), "{keys:?}");
        session.press(stop).sees_no(shown);
        assert!(session.app.pending().is_empty(), "{keys:?}");
        // An answer that comes too late changes nothing.
        let before = session.text();
        assert_eq!(session.answer_all().text(), before, "{keys:?}");
    }
    let mut session = patient("gridlock", "human");
    session.replay(vec![finished("gridlock")]);
    assert!(!session.app.pending().is_empty(), "records are reviewed");
}
