//! After the game.

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
            .sees("accuracy");
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
        let marks = first.lines().rev().take(10).collect::<String>();
        assert_eq!(marks.matches('!').count(), mistakes, "{first}");
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
