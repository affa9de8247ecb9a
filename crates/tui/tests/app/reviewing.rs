//! After the game.

use crate::session::{LARGE, Session, ids};

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
