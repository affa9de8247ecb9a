//! `examples/col.rs`: a game in one file, in the command and on a server.

use std::path::Path;

use quintet_testkit::Run;
use tempfile::tempdir;

/// Returns the example with these arguments.
fn col(arguments: &str) -> Run {
    let name = format!("examples/col{}", std::env::consts::EXE_SUFFIX);
    let program = Path::new(env!("CARGO_BIN_EXE_quintet-e2e")).with_file_name(name);
    assert!(program.exists(), "run cargo build --examples first");
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("col");
    Run::new(program, arguments).variable("XDG_CACHE_HOME", cache)
}

#[test]
fn col_is_solved() {
    let solved = col("solve col").run().code(0);
    solved.says("col 4x4: Player 1 (X), moving first, loses in 12 plies");
    let analysis = col("analyze col --size 3x3 --json").run().code(0).json();
    assert_eq!(analysis["value"], "loss");
    assert_eq!(analysis["distance"], 6);
    assert_eq!(analysis["moves"].as_array().expect("a list").len(), 9);
}

#[test]
fn a_person_plays_col_and_reads_why_a_move_is_illegal() {
    let played = col("play col").input("A1\nA1\nD4\nA2\nE1\nZ\nundo\nresign\n");
    played
        .run()
        .code(0)
        .says("You placed a marker on A1.")
        .says("Illegal move. That cell is already occupied.")
        .says("Illegal move. You cannot place a marker next to your own.")
        .says("Illegal move. That cell is not on the grid.")
        .says("That is not a cell.")
        .says("Taken back: ")
        .says(" resigns. ");
}

#[test]
fn col_is_listed_with_its_rules() {
    let rules = col("rules col").run().code(0);
    rules.says("If you cannot place a marker, you lose.");
    let games = col("games --json").run().code(0).json();
    let games = games["games"].as_array().expect("a list");
    assert!(games.iter().any(|game| game["id"] == "col"));
}

#[test]
fn levels_play_col_and_a_review_agrees_with_the_solution() {
    let folder = tempdir().expect("a folder");
    let play = "play col --p1 easy --p2 perfect --seed 1 --record game.txt";
    col(play).within(&folder).run().code(0).says(" wins!");
    let review = col("review game.txt --json").within(&folder).run().code(0);
    assert_eq!(review.json()["games"][0]["game"], "col");
    let perft = col("perft col 2").run().code(0);
    // Each of 16 moves leaves 15 cells, all of them open to the other player.
    assert_eq!(perft.last_line(), "240");
}
