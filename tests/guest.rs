//! A sixth game in the command: the guest game of the tests, which differs from all others, without changes in
//! any front end.

use std::path::{Path, PathBuf};

use quintet_games::AnyPosition;
use quintet_rules::Player;
use quintet_testkit::{Run, domineering};
use tempfile::tempdir;

/// Returns the command with the guest in its catalogue, which is built as an example.
fn program() -> PathBuf {
    let name = format!("examples/with_guest{}", std::env::consts::EXE_SUFFIX);
    let program = Path::new(env!("CARGO_BIN_EXE_quintet-e2e")).with_file_name(name);
    assert!(program.exists(), "run cargo build --examples first");
    program
}

/// Returns the command with its own cache folder.
fn quintet(arguments: &str) -> Run {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guest");
    Run::new(program(), arguments).variable("XDG_CACHE_HOME", cache)
}

const ID: &str = domineering::LISTING.id;

/// The standard size before the first move.
fn start() -> Box<dyn AnyPosition> {
    domineering::LISTING.standard().start(Player::One)
}

#[test]
fn it_is_listed_only_in_its_own_catalogue() {
    quintet("games").run().code(0).says(ID);
    let usual = |arguments: &str| Run::new(env!("CARGO_BIN_EXE_quintet-e2e"), arguments).run();
    usual("games").code(0).does_not_say(ID);
    usual(&format!("rules {ID}")).refuses("invalid value");
}

#[test]
fn its_rules_and_its_catalogue_entry_are_shown() {
    let rules = quintet(&format!("rules {ID}")).run().code(0);
    let page = domineering::LISTING.rules;
    assert_eq!(rules.stdout.trim_end(), page.trim_end());
    let json = quintet("games --json").run().code(0).json();
    let games = json["games"].as_array().expect("a list");
    assert!(games.iter().any(|game| game["id"] == ID));
}

#[test]
fn it_is_played_recorded_replayed_and_reviewed() {
    let folder = tempdir().expect("a folder");
    let play = format!("play {ID} --p1 perfect --p2 easy --seed 3 --record game.txt");
    quintet(&play).within(&folder).run().code(0).says(" plays ");
    let replay = quintet("replay game.txt").within(&folder).run();
    replay.code(0).says(": 1-0\n");
    let review = quintet("review game.txt").within(&folder).run();
    review.code(0).says("3 of 3 critical moves correct");
}

#[test]
fn a_person_can_play_it_and_take_back_and_sees_its_error_messages() {
    let start = start();
    let mv = &start.moves()[0].text;
    let input = format!("{mv}\n{mv}\nundo\nhint\nnonsense\nresign\n");
    let played = quintet(&format!("play {ID}")).input(input).run().code(0);
    let refusal = start.play(mv).expect("legal").position.play(mv);
    let refusal = refusal.expect_err("it is covered").to_string();
    played
        .says(&refusal)
        .says("Taken back: 1 move.")
        .says("Hint: ")
        .says(" resigns. ");
}

#[test]
fn it_is_analyzed_solved_counted_and_played_by_levels() {
    let analysis = quintet(&format!("analyze {ID} --json")).run().code(0);
    let analysis = analysis.json();
    assert_eq!(analysis["value"], "win");
    assert_eq!(analysis["distance"], 7);
    let solved = quintet(&format!("solve {ID} --verify")).run();
    solved.code(0).says("Verified: ");
    let perft = quintet(&format!("perft {ID} 2")).run().code(0);
    assert_eq!(perft.last_line(), start().analysis().perft(2).to_string());
    let games = format!("match {ID} --p1 perfect --p2 random --games 20 --seed 1 --json");
    let results = quintet(&games).run().code(0).json();
    assert_eq!(results["unfinished"], 0);
    // The first player wins with best play, and the players take turns in moving first.
    assert_eq!(results["p1"]["won_as_first"], 10);
}

#[test]
fn who_begins_is_reported_where_it_matters() {
    let solved = quintet(&format!("solve {ID} --size 3x4")).run().code(0);
    let answers = solved.stdout.matches(", moving first, ").count();
    assert_eq!(answers, 2, "{}", solved.stdout);
}
