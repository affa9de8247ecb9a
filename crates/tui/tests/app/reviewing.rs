//! After the game.

use quintet_arena::Record;

use crate::session::{Session, ids};

const SIZE: (u16, u16) = (100, 32);

fn reviewed(game: &str, seed: u64) -> Session {
    let mut session = Session::board(game, SIZE);
    session.play_randomly(400, seed).press("e");
    session.sees("Review of");
    session
}

/// A random game with a mistake in it.
fn with_mistake(game: &str) -> Session {
    (0..50)
        .map(|seed| reviewed(game, seed))
        .find(|session| session.text().contains("A mistake:"))
        .expect("random games have mistakes")
}

#[test]
fn a_review_begins_at_the_first_mistake_and_goes_from_one_to_the_next() {
    for id in ids() {
        let mut session = with_mistake(id);
        session
            .sees("Better, with best play:")
            .sees("1 wins")
            .sees("possible");
        let first = session.text();
        let mut mistakes = 1;
        while session
            .app
            .offers()
            .iter()
            .any(|offer| offer.what == "next mistake")
        {
            session.press("n").sees("A mistake:");
            mistakes += 1;
        }
        for _ in 1..mistakes {
            session.press("p").sees("A mistake:");
        }
        assert_eq!(session.text(), first);
        // On the axis: the help bar has a question mark, too.
        let axis = |line: &&str| line.contains('─');
        let marks = first
            .lines()
            .rev()
            .take(10)
            .filter(axis)
            .collect::<String>();
        assert_eq!(marks.matches('?').count(), mistakes, "{first}");
        session.press("0").sees("after 0 of");
        session.press("$").sees("The end of the game.");
    }
}

#[test]
fn the_better_line_is_followed_on_the_board_and_left_again() {
    for id in ids() {
        let mut session = with_mistake(id);
        let before = session.text();
        session.press("b→");
        assert_ne!(session.text(), before);
        session.press("\x1b");
        assert_eq!(session.text(), before);
    }
}

#[test]
fn trying_again_begins_before_the_mistake() {
    for id in ids() {
        let mut session = with_mistake(id);
        session.press("0→");
        session.press("t").sees("to move");
        assert_eq!(session.record().plies().len(), 1, "{}", session.text());
    }
}

/// At records of two games, with another game that is not finished.
fn replaying() -> Session {
    let mut session = Session::board("gridlock", SIZE);
    session.play("4 4").is_slow = true;
    session.replay(Record::read_all(RECORDS).expect("records"));
    session
}

const RECORDS: &str = "\
[Game \"gridlock\"]
[Player1 \"Ada\"]

{hello} 1. 1-1 2-2 2. 1-3 {well placed} *

[Game \"adjacency-block\"]
[Size \"6\"]

1. 3 1 2. 5 1-0
";

#[test]
fn records_are_stepped_through_before_anything_is_known_about_them() {
    let mut session = replaying();
    session
        .sees("Game 1 of 2: Ada against ?, ?: unfinished")
        .sees("{hello}")
        .sees("Player 1 (X) plays 1 1")
        .sees("Looking at the game");
    session.press("→→→").sees("after 3 of 3 moves");
    session
        .sees("1 3: {well placed}")
        .sees("The game is unfinished.");
    session.press("→").sees("after 3 of 3 moves");
    session.press("N").sees("Game 2 of 2").sees("after 0 of 3");
    session.press("$").sees("Player 1 wins.");
    session.press("P").sees("Game 1 of 2").sees("after 0 of 3");
    assert_eq!(session.unanswered.len(), 2, "each game is asked about once");
    session.press("→").answer_all();
    session
        .sees("after 1 of 3")
        .sees("possible")
        .sees("Value: ");
    session.press("q");
    assert!(session.app.is_done());
}

#[test]
fn a_line_that_is_tried_from_a_record_takes_no_other_games_place() {
    let mut session = replaying();
    session.press("→t").sees("Player 2 (O) to move").play("3 3");
    assert_eq!(session.record().plies().len(), 2);
    let kept = session.app.kept().game.expect("the unfinished game");
    assert_eq!(kept.plies()[0].mv, "4 4");
    // Back in the review, the line is there beside the game.
    session.press("q").sees("You tried:").sees("3 3");
    session
        .press("u→")
        .sees("after 2 of 3 moves")
        .sees_no("You tried");
    session.press("←l→").sees("You tried:");
    session.press("t").sees("Player 1 (X) to move");
    assert_eq!(session.record().plies().len(), 2);
}

#[test]
fn values_and_reasons_are_shown_in_a_review() {
    for id in ids() {
        let mut session = Session::board(id, SIZE);
        session.play_randomly(400, 11).press("e").press("0");
        let plain = session.text();
        session.press("v");
        let values = session.text();
        assert_ne!(values, plain, "{id}");
        session.press("w").sees("Best: ");
        // They are those of the position that is shown, along any line.
        session.press("→");
        assert_ne!(session.text(), values, "{id}");
        session.press("←wv");
        assert_eq!(session.text(), plain, "{id}");
    }
}

#[test]
fn a_line_that_is_tried_after_a_puzzle_takes_no_games_place() {
    let mut session = Session::board("gridlock", SIZE);
    session.play("2 2").press("qp").sees("Puzzle");
    session.play_randomly(100, 3).press("e").sees("Review of");
    session.press("0t").sees("to move").press("qq");
    session.sees("not finished").press("c");
    assert_eq!(session.record().plies().len(), 1);
}
