//! The guided first game of each game.

use quintet_games::{LessonStep, Listing, Task};

use crate::session::{Session, ids};

/// The sizes at which every step must be seen whole.
const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];

fn listing(id: &str) -> &'static Listing {
    quintet_catalogue::find(id).expect("listed")
}

/// Does what a step asks for, by touching cells.
fn perform(session: &mut Session, listing: &Listing, step: &LessonStep) {
    let position = listing.standard().position(step.position);
    let position = position.expect("a position");
    let mv = match step.task {
        Task::Any => position.moves()[0].text.clone(),
        Task::One(moves) | Task::End(moves) => moves[0].to_owned(),
        Task::Win(mv, _) => mv.to_owned(),
        Task::Refused(_) => {
            for cell in step.refused(&*position) {
                session.go_to(cell).press("\n");
            }
            return;
        }
    };
    let moves = position.moves();
    let listed = moves.iter().find(|listed| listed.text == mv);
    for cell in &listed.expect("a legal move").touches[0] {
        session.go_to(*cell).press("\n");
    }
}

#[test]
fn every_lesson_is_done_from_its_first_step_to_a_win() {
    for id in ids() {
        for size in SIZES {
            let (listing, mut session) = (listing(id), Session::home(id, size));
            session.press("g").sees("Learn ");
            for (n, step) in listing.lesson.iter().enumerate() {
                let place = format!("step {} of {}", n + 1, listing.lesson.len());
                session.sees(&place);
                session.sees_beside(step.idea).sees_beside(step.todo);
                session.sees_no(step.praise);
                perform(&mut session, listing, step);
                session.sees(step.praise).press("\n");
            }
            session.sees("That was the lesson").sees(listing.name);
        }
    }
}

#[test]
fn a_lesson_is_offered_until_it_is_begun_or_the_game_is_played() {
    for id in ids() {
        let new = format!("New to {}?", listing(id).name);
        for key in ["g", "\n"] {
            let mut session = Session::home(id, (60, 20));
            session.sees(&new);
            session.press(key).press("q").sees_no(&new);
            assert!(session.app.kept().learnt.contains(id));
        }
    }
}

#[test]
fn a_legal_move_that_is_not_asked_for_is_not_played() {
    let mut session = Session::home("grid-runner", (80, 24));
    let step = &listing("grid-runner").lesson[0];
    session.press("g").play("BARRIER C3").sees(step.otherwise);
    assert_eq!(session.record().plies().len(), 0);
    session.play("MOVE B1").sees(step.praise);
    assert_eq!(session.record().plies().len(), 1);
    // Nobody replies, and the step can be done again.
    session
        .press("r")
        .sees_beside(step.todo)
        .sees_no(step.praise);
    assert_eq!(session.record().plies().len(), 0);
}

#[test]
fn a_move_that_is_to_be_refused_may_be_typed() {
    let mut session = Session::home("gridlock", (80, 24));
    let step = &listing("gridlock").lesson[1];
    session.press("gn").play("1 2").sees_no(step.praise);
    session.play("2 3").sees(step.praise);
}

#[test]
fn steps_are_skipped_and_gone_back_to_and_a_game_waits_meanwhile() {
    let mut session = Session::board("gridlock", (80, 24));
    session.play("2 2").press("qg").sees("step 1 of 7");
    session.press("nn").sees("step 3 of 7");
    session.press("p").sees("step 2 of 7");
    session.press("q").sees("not finished").press("c");
    assert_eq!(session.record().plies().len(), 1);
}

#[test]
fn after_the_winning_move_the_opponent_replies() {
    let mut session = Session::home("gridlock", (80, 24));
    session.press("gnnnnn").play("4 3").press("\n");
    session.sees("Player 2 (O) plays 1 1.").sees("step 7 of 7");
}
