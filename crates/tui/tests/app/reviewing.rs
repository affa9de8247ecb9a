//! After the game.

use quintet_arena::Record;
use quintet_testkit::CATALOGUE;

use crate::session::{LARGE, SMALL, Session, USUAL, ids};

/// A random game with a mistake in it, reviewed.
fn with_mistake(game: &str) -> Session {
    let reviewed = |seed| {
        let mut session = Session::board(game, LARGE);
        session.play_randomly(400, seed).shows("e", "Review of");
        session
    };
    (0..50)
        .map(reviewed)
        .find(|session| session.text().contains("A mistake:"))
        .expect("random games have mistakes")
}

#[test]
fn a_review_goes_from_mistake_to_mistake_and_shows_values_and_better_moves() {
    for id in ids() {
        let mut session = with_mistake(id);
        session.sees("Better, with best play:").sees("1 wins");
        let first = session.sees("critical").text();
        let has_next = |session: &Session| {
            let shortcuts = session.app.shortcuts();
            shortcuts
                .iter()
                .any(|shortcut| shortcut.label == "next mistake")
        };
        let mut mistakes = 1;
        while has_next(&session) {
            session.shows("n", "A mistake:");
            mistakes += 1;
        }
        for _ in 1..mistakes {
            session.shows("p", "A mistake:");
        }
        assert_eq!(session.text(), first);
        // On the axis: the help bar has a question mark as well.
        let last_lines = first.lines().rev().take(10);
        let axis: String = last_lines.filter(|line| line.contains('─')).collect();
        assert_eq!(axis.matches('?').count(), mistakes, "{first}");
        // The better line is followed on the board and left again.
        assert_ne!(session.press("b→").text(), first);
        assert_eq!(session.press("\x1b").text(), first);
        session.shows("G", "The end of the game.");
        // Values and reasons are those of the position that is shown.
        let start = session.shows("g", "after 0 of").text();
        let values = session.press("v").text();
        assert_ne!(values, start, "{id}");
        session.shows("w", "Best: ");
        assert_ne!(session.press("→").text(), values, "{id}");
        assert_eq!(session.press("←wv").text(), start, "{id}");
        // Another try begins at the move that is shown.
        session.shows("→t", "to move");
        assert_eq!(session.moves().len(), 1, "{}", session.text());
    }
}

/// A game between a person and a level, in which each makes a mistake.
const MISTAKES: &str = "\
[Game \"adjacency-block\"]
[Player1 \"human\"]
[Player2 \"perfect\"]

1. 1 10 2. 3 8 3. 5 *
";

fn reviewing(record: &str, size: (u16, u16)) -> Session {
    let mut session = Session::home("gridlock", size);
    session.replay(Record::read_all(record, CATALOGUE).expect("a record"));
    session
}

#[test]
fn the_moves_of_a_review_have_signs_and_values_and_can_be_clicked() {
    let mut session = reviewing(MISTAKES, USUAL);
    session.sees("1. 1 ?? -4 10 ?? -3");
    let (x, y) = session.find("8    -2");
    session.click((x, y)).sees("after 3 of 5 moves");
    // The graph has four columns for each move of a short game.
    let (x, y) = session.find("?───?");
    session.click((x + 4, y)).sees("after 1 of 5 moves");
    session.sees("A mistake: a win in 4 became a");
}

#[test]
fn a_mistake_is_tried_again_and_judged() {
    let mut session = reviewing(MISTAKES, USUAL);
    session
        .shows("m", "mistake 1 of 1")
        .sees("Find a better move.");
    session.sees("Move 1: Player 1 played 1 (a win in 4 became a loss in 4).");
    session.play("11").sees("Invalid move.");
    session.play("10").sees("10 loses in").sees("Try again.");
    session
        .play("3")
        .sees("Correct! 3 wins in 4.")
        .sees("1 of 1 corrected.");
    // The reason is about the position before the move.
    session.sees("Player 1 to move: wins in 4.").sees("Best: 3");
    session
        .shows("q", "Review of")
        .shows("mb", "Player 1 should play 3.");
    session.sees("0 of 1 corrected.");
}

#[test]
fn the_mistakes_of_a_game_between_levels_are_all_tried_again_one_by_one() {
    let mut session = reviewing(&MISTAKES.replace("human", "easy"), USUAL);
    session.shows("m", "mistake 1 of 2").press("b");
    session
        .shows("\n", "mistake 2 of 2")
        .sees("Move 2: Player 2 played 10");
    session
        .shows("p", "mistake 1 of 2")
        .shows("n", "mistake 2 of 2");
}

#[test]
fn a_person_plays_on_from_a_game_between_levels() {
    let mut session = reviewing(&MISTAKES.replace("human", "easy"), USUAL);
    session.shows("llt", "Player 1 you").play("4");
    assert_eq!(session.moves()[..3], ["1", "10", "4"]);
    assert_eq!(session.moves().len(), 4, "the level replies");
}

#[test]
fn all_words_of_a_review_can_be_scrolled_into_view() {
    let mut session = reviewing(MISTAKES, SMALL);
    let mut seen = session.press("w").text();
    session.sees_no("0 of 1");
    for _ in 0..5 {
        seen += &session.key(crossterm::event::KeyCode::PageDown).text();
    }
    assert!(seen.contains("0 of 1"), "{seen}");
}
