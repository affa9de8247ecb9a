//! Puzzles: one move alone keeps the win.

use serde_json::{Value, json};

use crate::course::{standard, touches};
use crate::page::Page;
use crate::patience::until;
use crate::server::Server;

const PUZZLE: &str = "/puzzles/gridlock/4x4?seed=3";

/// The cell of a move with a value in the puzzle, and the move.
fn find_move(server: &Server, value: &str) -> (String, String) {
    let puzzle = server.get(&format!("/api/v1{PUZZLE}"));
    let position = puzzle["view"]["position"].as_str().expect("a position");
    let question = json!({ "game": "gridlock", "position": position });
    let analysis = server.post("/api/v1/analyze", &question);
    let moves = analysis["moves"].as_array().expect("a list");
    let is_wanted = |known: &&Value| known["value"] == value;
    let found = moves.iter().find(is_wanted).expect("both kinds are there");
    let mv = found["move"].as_str().expect("a move").to_owned();
    let position = standard("gridlock").position(position).expect("a position");
    (touches(&*position, &mv).remove(0), mv)
}

#[test]
#[ignore = "needs Chromium"]
fn a_puzzle_is_solved_and_the_opponent_answers() {
    let server = Server::start();
    let (cell, mv) = find_move(&server, "win");
    let page = Page::open(&server, PUZZLE);
    page.sees("One move alone keeps the win. Which?");
    page.inspect("puzzle");
    page.touch(&cell);
    page.sees(&format!("Solved: only {mv} wins."));
    until("the opponent answers", || {
        (page.moves().len() == 2).then_some(())
    });
    page.inspect("puzzle-solved");
    page.click("button", "Next puzzle");
    page.sees("One move alone keeps the win. Which?");
    until("it has an address of its own", || {
        let path = page.path();
        (path.starts_with("/puzzles/gridlock/4x4?seed=") && path != PUZZLE).then_some(())
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_puzzle_that_is_failed_can_be_tried_again_and_its_solution_shown() {
    let server = Server::start();
    let (wrong, mv) = find_move(&server, "loss");
    let (_, right) = find_move(&server, "win");
    let page = Page::open(&server, PUZZLE);
    page.touch(&wrong);
    page.sees(&format!("Not solved. {mv} loses in "));
    page.inspect("puzzle-failed");
    page.click("button", "Try again");
    page.sees("One move alone keeps the win. Which?");
    page.click("button", "Show the solution");
    page.sees(&format!("The solution: {right} wins in "));
    // What was shown is not solved.
    assert!(!page.text().contains("Solved:"), "{}", page.text());
    assert_eq!(figure(&page, "solved"), "0");
    page.find("button", "Next puzzle");
    assert!(!is_main(&page, "Next puzzle"));
}

/// Whether a button is the one that is meant to be pressed.
fn is_main(page: &Page, name: &str) -> bool {
    let button = page.find("button", name);
    let has_class = "function () { return this.classList.contains('main'); }";
    page.on(&button, has_class).expect("it is there") == true
}

/// One of the figures of a person.
fn figure(page: &Page, name: &str) -> String {
    let figures = page.eval(&format!(
        "[...document.querySelectorAll('.figure')]
            .find((figure) => figure.querySelector('dt').textContent.startsWith('{name}'))
            .querySelector('dd').textContent"
    ));
    figures.as_str().expect("a text").to_owned()
}

#[test]
#[ignore = "needs Chromium"]
fn a_puzzle_counts_once_and_moves_the_rating() {
    let server = Server::start();
    let (wrong, _) = find_move(&server, "loss");
    let (right, _) = find_move(&server, "win");
    let page = Page::open(&server, PUZZLE);
    page.sees("One move alone keeps the win. Which?");
    assert!(!is_main(&page, "Next puzzle"), "nothing is solved yet");
    assert_eq!(figure(&page, "rating"), "1000");
    page.touch(&wrong);
    page.sees("Not solved.");
    let rating = figure(&page, "rating");
    assert!(rating.parse::<u32>().expect("a number") < 1000);
    page.click("button", "Try again");
    page.sees("One move alone keeps the win. Which?");
    page.touch(&right);
    page.sees("Solved: only");
    assert!(is_main(&page, "Next puzzle"));
    // It is solved, but the first try has counted.
    assert_eq!(figure(&page, "solved"), "1");
    assert_eq!(figure(&page, "rating"), rating);
    page.reload();
    page.touch(&right);
    page.sees("Solved: only");
    assert_eq!(figure(&page, "solved"), "1");
}

#[test]
#[ignore = "needs Chromium"]
fn a_puzzle_that_is_found_at_once_raises_the_rating() {
    let server = Server::start();
    let (right, _) = find_move(&server, "win");
    let page = Page::open(&server, PUZZLE);
    page.touch(&right);
    page.sees("Solved: only");
    let rating = figure(&page, "rating").parse::<u32>().expect("a number");
    assert!(rating > 1000, "{rating}");
}

#[test]
#[ignore = "needs Chromium"]
fn something_that_is_no_seed_gives_any_puzzle() {
    let server = Server::start();
    let page = Page::open(&server, "/puzzles/gridlock/4x4?seed=abc");
    page.sees("One move alone keeps the win. Which?");
    until("it has an address of its own", || {
        let path = page.path();
        let seed = path.strip_prefix("/puzzles/gridlock/4x4?seed=")?;
        seed.parse::<u64>().ok()
    });
}

/// Makes the right move of a puzzle that is shown.
fn solve(server: &Server, page: &Page, puzzle: &Value) {
    let view = &puzzle["view"];
    let [game, size, position] = ["game", "size", "position"].map(|name| view[name].clone());
    let question = json!({ "game": game, "size": size, "position": position });
    let best = server.post("/api/v1/analyze", &question)["moves"][0]["move"].clone();
    let variant = standard(game.as_str().expect("a game"));
    let position = variant.position(position.as_str().expect("a position"));
    let best = best.as_str().expect("a move");
    for cell in touches(&*position.expect("a position"), best) {
        page.touch(&cell);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_puzzle_of_today_is_on_the_start_page_and_begins_a_streak() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    page.find("heading", "Puzzle of the day");
    let today = server.get("/api/v1/puzzles");
    page.sees(today["grade"].as_str().expect("a word"));
    assert_eq!(figure(&page, "day"), "0");
    // Yesterday was solved.
    page.eval(
        "{
            const day = new Date(Date.now() - 86400000).toISOString().slice(0, 10);
            const puzzles = { rating: 1000, tried: 1, solved: 1, rush: 0, results: {}, days: { [day]: 'found' } };
            localStorage.setItem('quintet.puzzles', JSON.stringify(puzzles));
        }",
    );
    page.reload();
    page.find("heading", "Puzzle of the day");
    assert_eq!(figure(&page, "day"), "1");
    page.click("link", "Solve it");
    page.find("heading", "Puzzle of the day: *");
    solve(&server, &page, &today);
    page.sees("Solved: only");
    assert_eq!(figure(&page, "day"), "2");
    page.inspect("puzzle-of-the-day");
    page.go("/");
    page.find("link", "Look at it again");
    assert_eq!(page.all("link", "*: solved").len(), 2);
}

#[test]
#[ignore = "needs Chromium"]
fn a_day_of_the_past_is_a_click_away() {
    let server = Server::start();
    let page = Page::open(&server, "/puzzles?day=2026-11-15");
    page.find("heading", "Puzzle of the day: *");
    page.sees("The puzzle of 2026-11-15 (UTC), the same for everybody.");
    let days = page.all("link", "*: not tried");
    assert_eq!(days.len(), 35);
    page.on(&days[0], "function () { this.click(); }");
    until("another day is shown", || {
        let path = page.path();
        (path.starts_with("/puzzles?day=") && path != "/puzzles?day=2026-11-15").then_some(())
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_rush_ends_after_three_mistakes_and_remembers_the_best() {
    let server = Server::start();
    let page = Page::open(&server, "/rush");
    page.find("heading", "Rush");
    page.sees("0 solved, 0 of 3 mistakes");
    page.sees("3:00");
    page.inspect("rush");
    for mistakes in 1..=3 {
        page.click("button", "Give up this one");
        page.sees(&format!("0 solved, {mistakes} of 3 mistakes"));
    }
    page.sees("The rush is over: 0 solved.");
    page.inspect("rush-over");
    page.click("button", "Again");
    page.sees("0 solved, 0 of 3 mistakes");
}

#[test]
#[ignore = "needs Chromium"]
fn a_puzzle_has_an_address_that_shows_the_same_to_everyone() {
    let server = Server::start();
    let boards = [(); 2].map(|()| {
        let page = Page::open(&server, PUZZLE);
        page.sees("One move alone keeps the win. Which?");
        page.all("gridcell", "*")
            .into_iter()
            .map(|cell| cell.name)
            .collect::<Vec<_>>()
    });
    assert_eq!(boards[0], boards[1]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_puzzle_of_the_day_is_the_same_for_everybody_and_says_its_date() {
    let server = Server::start();
    let page = Page::open(&server, PUZZLE);
    page.click("link", "Puzzle of the day");
    page.sees("(UTC), the same for everybody.");
    // The address says which day it is, so that it shows the same tomorrow.
    assert!(page.path().starts_with("/puzzles?day="), "{}", page.path());
    let today = server.get(&format!("/api/v1{}", page.path()));
    page.sees(&format!(
        "The puzzle of {} ",
        today["day"].as_str().expect("a day")
    ));
    page.sees(today["facts"].as_str().expect("a sentence"));
    page.sees(today["view"]["sentence"].as_str().expect("a sentence"));
}
