//! The lesson of each game.

use quintet_games::Catalogue;
use quintet_games::{LessonStep, Task};

use crate::page::{Backend, Page, Screen};
use crate::sample_game::{standard, touches};

/// Returns the cells to touch for the task of a step.
fn done_by(id: &str, step: &LessonStep) -> Vec<String> {
    let position = standard(id).position(step.position).expect("a position");
    match step.task {
        Task::Any => touches(&*position, &position.moves()[0].text),
        Task::One(moves) | Task::End(moves) => touches(&*position, moves[0]),
        Task::Win(mv, _) => touches(&*position, mv),
        Task::Refused(entry) => {
            let marks = position.marks(entry).expect("on the grid");
            vec![position.scene().cells[marks[0]].name.clone()]
        }
    }
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn every_lesson_is_done_from_its_first_step_to_a_win() {
        let screens = [Screen::DESKTOP, Screen::PHONE, Screen::SIDEWAYS];
        for (listing, screen) in Catalogue::STANDARD.iter().zip(screens.into_iter().cycle()) {
            let page = Page::open_on(screen, &format!("/learn/{}", listing.id));
            for (n, step) in listing.lesson.iter().enumerate() {
                page.sees(&format!("Step {} of {}", n + 1, listing.lesson.len()));
                page.sees(step.idea).sees(step.todo);
                for cell in done_by(listing.id, step) {
                    page.touch(&cell);
                }
                page.sees(step.praise);
                if n + 1 < listing.lesson.len() {
                    page.click("button", "Next");
                }
            }
            page.sees("You won").has("link", "Play against Easy");
            page.inspect(&format!("learn-{}", listing.id));
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_legal_move_other_than_the_task_is_taken_back_at_once() {
    let listing = quintet_games::Catalogue::STANDARD
        .find("grid-runner")
        .expect("listed");
    for backend in Backend::BOTH {
        let page = Page::open_with(backend, "/learn/grid-runner");
        page.touch("C3");
        page.touch("C3").sees(listing.lesson[0].otherwise);
        page.has("gridcell", "C3, empty*");
        page.touch("B1").sees(listing.lesson[0].praise);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_lesson_is_offered_once_and_can_be_skipped_and_found_again() {
    let page = Page::open("/play/gridlock/4x4");
    page.sees("New to Gridlock? Learn it in a minute.");
    page.inspect("play-offer");
    page.click("button", "Not now");
    page.reload().sees("to move.");
    assert!(!page.text().contains("New to Gridlock?"));
    page.click("link", "Learn").sees("Step 1 of");
    page.click("link", "Skip the lesson");
    page.has("gridcell", "(1,1), empty*");
    // A lesson that was only opened is still offered.
    page.go("/play/quad-block/5x5");
    page.click("link", "Show me").sees("Learn Quad Block");
    page.go("/play/quad-block/5x5").sees("New to Quad Block?");
}

#[test]
#[ignore = "needs Chromium"]
fn a_finished_lesson_leads_to_a_game_from_the_side_that_can_win() {
    let listing = quintet_games::Catalogue::STANDARD.find("gridlock");
    let listing = listing.expect("listed");
    let page = Page::open("/learn/gridlock");
    for (n, step) in listing.lesson.iter().enumerate() {
        page.sees(step.todo);
        // The marks of the step before are gone.
        assert_eq!(page.count(".board .refusal, .board .blocking"), 0);
        for cell in done_by("gridlock", step) {
            page.touch(&cell);
        }
        if n + 1 < listing.lesson.len() {
            page.click("button", "Next");
        }
    }
    page.click("link", "Play against Easy");
    page.is_at("/play/gridlock/4x4?p1=easy").sees("Your turn.");
    assert!(!page.text().contains("New to Gridlock?"));
}

#[test]
#[ignore = "needs Chromium"]
fn the_task_asks_for_the_second_touch_of_a_barrier() {
    let page = Page::open_on(Screen::LOW, "/learn/grid-runner");
    page.touch("B1").click("button", "Next");
    page.sees("Place a barrier right next to P2.").touch("C4");
    page.sees("Choose C4 again to confirm");
    page.touch("C4").sees("P2 has to go around it.");
    // Praise and the next step are in view on a low phone.
    let (_, middle) = page.middle("button", "Next");
    assert!(middle < f64::from(Screen::LOW.height));
}
