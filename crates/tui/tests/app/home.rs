//! The first screen: panels, the mouse, and the first game.

use crossterm::event::MouseEventKind;
use quintet_arena::better_side;
use quintet_rules::Player;
use quintet_tui::SavedState;

use crate::session::{SMALL, Session, USUAL, finished, games, ids, stored};

const WIDE: (u16, u16) = (120, 40);
const HUGE: (u16, u16) = (200, 60);

#[test]
fn a_newcomer_plays_easy_from_the_side_that_can_win() {
    let mut session = Session::new(SavedState::default(), SMALL);
    session.sees("Welcome! Press enter to play Gridlock against easy, or g to learn it");
    for (n, listing) in games().enumerate() {
        let mut session = Session::new(SavedState::default(), USUAL);
        session
            .press(&"↓".repeat(n))
            .sees("easy")
            .sees("the better side");
        let record = session.press("\n").record();
        let person = better_side(listing.standard(), Player::One);
        assert!(record.is_person(person) && !record.is_person(person.other()));
        assert_eq!(record.players[person.other()], "easy");
    }
    // A level is exchanged without leaving the better side, until the sides are swapped by hand.
    session.press("⇥↓←").sees("novice").sees("the better side");
    session
        .press("x")
        .sees("player 1 < you >")
        .sees_no("the better side");
}

#[test]
fn larger_terminals_show_more_panels() {
    let saved = SavedState {
        games: stored(ids().map(finished)),
        ..SavedState::default()
    };
    for (size, count) in [(SMALL, 0), (USUAL, 1), (WIDE, 2), (HUGE, 2)] {
        let session = Session::new(saved.clone(), size);
        let text = session.text();
        let panels = ["Recent games", "Opponents in"];
        let shown = panels.iter().filter(|title| text.contains(**title));
        assert_eq!(shown.count(), count, "{text}");
        assert!(text.contains("Puzzle of the day") && text.contains("New game"));
    }
}

#[test]
fn panels_are_reached_by_tab_and_opened_by_enter() {
    let saved = SavedState {
        games: stored([finished("gridlock")]),
        ..SavedState::default()
    };
    let mut session = Session::new(saved, WIDE);
    session.press("↓⇥⇥↓↓").sees("> Medium");
    session.press("\n").sees("Adjacency Block").sees("medium");
    session.press("q⇥\n").sees("Review of Gridlock");
}

#[test]
fn whatever_looks_clickable_can_be_clicked() {
    let saved = SavedState {
        games: stored([finished("gridlock")]),
        ..SavedState::default()
    };
    for size in [WIDE, HUGE] {
        let open = || Session::new(saved.clone(), size);
        let click = |text: &str| {
            let mut session = open();
            let place = session.find(text);
            session.click(place);
            session
        };
        click("Quad Block").sees("Opponents in Quad Block");
        click("size").sees("< 3x3 >");
        click("player 1").sees("< medium >");
        click("enter  ").sees("to move");
        click("Puzzle of the day").sees("Find the only winning move");
        click("a all").sees("Your games");
        let mut session = click("Hard");
        let place = session.find("Hard");
        session.click(place).sees("hard").sees("to move");
        let mut session = click("won");
        let place = session.find("won");
        session.click(place).sees("Review of Gridlock");
        let mut session = open();
        session.mouse(MouseEventKind::ScrollDown, (1, 1));
        session.sees("Opponents in Adjacency Block");
    }
}
