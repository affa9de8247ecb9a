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
    page.sees(&format!("Solved: only {right} wins."));
}

#[test]
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
fn the_puzzle_of_the_day_is_the_same_for_everybody_and_says_its_date() {
    let server = Server::start();
    let page = Page::open(&server, PUZZLE);
    page.click("link", "Puzzle of the day");
    page.sees("(UTC), the same for everybody.");
    // The address says which day it is, so that it shows the same tomorrow.
    let today = server.get(&format!("/api/v1{}", page.path()));
    page.sees(&format!(
        "The puzzle of {} ",
        today["day"].as_str().expect("a day")
    ));
    page.sees(today["facts"].as_str().expect("a sentence"));
    page.sees(today["view"]["sentence"].as_str().expect("a sentence"));
}
