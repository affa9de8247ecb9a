//! The guided first game of each game.

use quintet_arena::better_side;
use quintet_games::{LessonStep, Listing, Task};
use quintet_rules::Player;

use crate::session::{SMALL, Session, USUAL, games, listing};

/// Completes the task of a step by touching cells.
fn perform(session: &mut Session, listing: &Listing, step: &LessonStep) {
    let position = listing.standard().position(step.position);
    let position = position.expect("a position");
    let moves = position.moves();
    let mv = match step.task {
        Task::Any => &moves[0].text,
        Task::One(moves) | Task::End(moves) => moves[0],
        Task::Win(mv, _) => mv,
        Task::Refused(_) => {
            session.touch(&step.refused(&*position));
            return;
        }
    };
    let listed = moves.iter().find(|listed| listed.text == mv);
    session.touch(&listed.expect("a legal move").touches[0]);
}

#[test]
fn every_step_of_every_lesson_is_shown_in_full_and_done_at_every_size() {
    for listing in games() {
        for size in [SMALL, USUAL, (120, 40)] {
            let mut session = Session::home(listing.id, size);
            session.shows("g", "Learn ");
            for (n, step) in listing.lesson.iter().enumerate() {
                session.sees(&format!("step {} of {}", n + 1, listing.lesson.len()));
                session
                    .sees_in_sidebar(step.idea)
                    .sees_in_sidebar(step.todo);
                session.sees_no(step.praise);
                let top = |session: &Session| {
                    let text = session.text();
                    text.lines()
                        .position(|line| line.contains(['┌', '┏', '│', '┃']))
                };
                let before = top(&session);
                perform(&mut session, listing, step);
                assert_eq!(top(&session), before, "the board stays\n{}", session.text());
                session.sees(step.praise);
                // The key that skips a step also leaves one that is done.
                let next = if n + 1 < listing.lesson.len() {
                    "n"
                } else {
                    "\n"
                };
                session.press(next);
            }
            // It leads into a game against an easy opponent, from the side that can win.
            session.sees("easy").sees(listing.name);
            let person = better_side(listing.standard(), Player::One);
            assert!(session.record().is_person(person));
            assert!(session.app.saved_state().lessons.contains(listing.id));
        }
    }
}

#[test]
fn a_lesson_is_offered_until_it_is_finished_or_the_game_is_played() {
    for listing in games() {
        let mut session = Session::home(listing.id, SMALL);
        session.sees("to learn it in a minute").press("gnq");
        assert!(session.app.saved_state().lessons.is_empty(), "only opened");
        session.sees("to learn it in a minute").press("\n");
        session.play_randomly(1, 1).press("q");
        session.sees_no("to learn it in a minute");
    }
}

#[test]
fn a_legal_move_that_the_step_does_not_want_is_not_played() {
    let mut session = Session::home("grid-runner", USUAL);
    let step = &listing("grid-runner").lesson[0];
    session.press("g").play("BARRIER C3").sees(step.otherwise);
    assert!(session.moves().is_empty());
    session.play("MOVE B1").sees(step.praise);
    assert_eq!(session.moves(), ["MOVE B1"], "nobody replies");
    // The step can be done again.
    session.press("r").sees_in_sidebar(step.todo);
    session.sees_no(step.praise);
    assert!(session.moves().is_empty());
}

#[test]
fn a_move_that_the_step_wants_refused_may_be_typed() {
    let mut session = Session::home("gridlock", USUAL);
    let praise = listing("gridlock").lesson[1].praise;
    session.press("gn").play("1 2").sees_no(praise);
    session.play("2 3").sees(praise);
}
