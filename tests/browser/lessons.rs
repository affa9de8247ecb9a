//! The guided first game of each game.

use quintet_catalogue::catalogue;
use quintet_games::{LessonStep, Task};

use crate::course::{standard, touches};
use crate::page::{Page, Screen};
use crate::patience::until;
use crate::server::Server;

/// What a person touches to do what a step asks for.
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

#[test]
#[ignore = "needs Chromium"]
fn every_lesson_is_done_from_its_first_step_to_a_win() {
    let server = Server::start();
    let screens = [Screen::DESKTOP, Screen::PHONE, Screen::SIDEWAYS];
    for (n, listing) in catalogue().enumerate() {
        let page = Page::open_on(
            screens[n % screens.len()],
            &server,
            &format!("/learn/{}", listing.id),
        );
        for (n, step) in listing.lesson.iter().enumerate() {
            page.sees(&format!("Step {} of {}", n + 1, listing.lesson.len()));
            page.sees(step.idea);
            page.sees(step.todo);
            for cell in done_by(listing.id, step) {
                page.touch(&cell);
            }
            page.sees(step.praise);
            if n + 1 < listing.lesson.len() {
                page.click("button", "Next");
            }
        }
        page.sees("You won");
        page.find("link", "Play a game");
        page.inspect(&format!("learn-{}", listing.id));
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_legal_move_that_is_not_asked_for_is_taken_back_at_once() {
    let server = Server::start();
    let page = Page::open(&server, "/learn/grid-runner");
    let step = &standard_lesson("grid-runner")[0];
    page.touch("C3");
    page.touch("C3");
    page.sees(step.otherwise);
    page.find("gridcell", "C3, empty*");
    page.touch("B1");
    page.sees(step.praise);
}

fn standard_lesson(id: &str) -> &'static [LessonStep] {
    quintet_catalogue::find(id).expect("listed").lesson
}

#[test]
#[ignore = "needs Chromium"]
fn a_lesson_is_offered_once_and_can_be_skipped_and_found_again() {
    let server = Server::start();
    let page = Page::open(&server, "/play/gridlock/4x4");
    page.sees("New to Gridlock? Learn it in a minute.");
    page.inspect("play-offer");
    page.click("button", "Not now");
    page.reload();
    page.sees("to move.");
    assert!(!page.text().contains("New to Gridlock?"));
    page.click("link", "Learn");
    page.sees("Step 1 of");
    page.click("link", "Skip the lesson");
    page.find("gridcell", "1 1, empty*");
    page.go("/play/quad-block/5x5");
    page.click("link", "Show me");
    page.sees("Learn Quad Block");
    page.go("/play/quad-block/5x5");
    page.sees("to move.");
    until("nothing is offered", || {
        (!page.text().contains("New to Quad Block?")).then_some(())
    });
}
