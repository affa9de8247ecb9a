//! `quintet review`.

use std::fs;

use tempfile::tempdir;

use crate::run::quintet;

/// A game with a slow win and a mistake of each player.
const GAME: &str = "[Game \"adjacency-block\"]
[Size \"10\"]
[Player1 \"Red\"]
[Player2 \"Blue\"]
[Date \"2026-11-15\"]
[Result \"1-0\"]

1. 2 4 2. 10 6 3. 8 5 4. 1 1-0
";

const FOR_PEOPLE: &str = "adjacency-block 10, Red against Blue, 2026-11-15: 1-0

  1. Player 1: 2               wins in 9
  2. Player 2: 4               loses in 6
  3. Player 1: 10 ??           wins in 5 became loses in 6
     better: 6 wins in 5
     line: 6 9 7 10 1
  4. Player 2: 6 ??            wins in 5 became loses in 4
     better: 7 wins in 5
     line: 7 9 5 1 6
  5. Player 1: 8 !             wins in 3
  6. Player 2: 5               loses in 2
  7. Player 1: 1               wins in 1

Player 1 kept the value at 2 of 3 moves at which a mistake was possible.
Player 2 kept the value at 0 of 1 move at which a mistake was possible.
";

/// The third move, as programs read it.
const MISTAKE: &str = "{\"ply\":3,\"player\":1,\"by_person\":true,\"move\":\"10\",\"sign\":\"??\",\
    \"before\":{\"value\":\"win\",\"distance\":5},\"after\":{\"value\":\"loss\",\"distance\":6},\
    \"judged\":true,\"could_err\":true,\"mistake\":true,\"words\":\"wins in 5 became loses in 6\",\"better\":\"6\",\"line\":[\"6\",\"9\",\"7\",\"10\",\"1\"]}";

const ACCURACY: &str = "\"accuracy\":[{\"player\":1,\"kept\":2,\"decisions\":3,\"not_judged\":0,\"percent\":null,\"words\":\"Player 1 kept the value at 2 of 3 moves at which a mistake was possible.\"},\
    {\"player\":2,\"kept\":0,\"decisions\":1,\"not_judged\":0,\"percent\":null,\"words\":\"Player 2 kept the value at 0 of 1 move at which a mistake was possible.\"}]";

#[test]
fn a_review_shows_each_move_the_mistakes_and_the_accuracy() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("game.txt");
    fs::write(&file, GAME).expect("written");
    quintet("review")
        .argument(&file)
        .run()
        .code(0)
        .stdout(FOR_PEOPLE)
        .stderr("");
    quintet("review -")
        .input(GAME)
        .run()
        .code(0)
        .stdout(FOR_PEOPLE)
        .stderr("");
}

#[test]
fn programs_read_the_same_as_one_document() {
    let ran = quintet("review --json -")
        .input(GAME)
        .run()
        .code(0)
        .stderr("");
    let json = &ran.json()["games"][0];
    let ran = ran
        .says("{\"games\":[{\"game\":\"adjacency-block\",\"size\":\"10\",\"result\":\"1-0\",\"moves\":[{\"ply\":1,")
        .says(MISTAKE)
        .says(ACCURACY);
    assert_eq!(
        json["moves"].as_array().expect("a list").len(),
        7,
        "{}",
        ran.stdout
    );
    assert!(json["moves"][0]["better"].is_null());
    assert_eq!(json["moves"][0]["mistake"], false);
}

#[test]
fn several_games_in_a_file_are_reviewed_one_after_the_other() {
    let two = format!("{GAME}\n{GAME}");
    quintet("review -")
        .input(&two)
        .run()
        .code(0)
        .stdout(&format!("{FOR_PEOPLE}\n{FOR_PEOPLE}"));
    let json = quintet("review - --json").input(&two).run().code(0).json();
    let games = json["games"].as_array().expect("a list of two");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0], games[1]);
}

#[test]
fn a_game_without_choices_says_so() {
    let forced = "[Game \"adjacency-block\"]\n[Start \"XX.X.OO.O. 1\"]\n\n1. 3 8 0-1\n";
    quintet("review -")
        .input(forced)
        .run()
        .code(0)
        .says("Player 1 had no move at which a mistake was possible.\nPlayer 2 had no move at which a mistake was possible.\n");
    let json = quintet("review - --json")
        .input(forced)
        .run()
        .code(0)
        .json();
    let accuracy = &json["games"][0]["accuracy"][0];
    assert!(accuracy["percent"].is_null());
    assert_eq!(accuracy["decisions"], 0);
}

#[test]
fn an_unfinished_game_is_reviewed_as_far_as_it_went() {
    let unfinished = "[Game \"gridlock\"]\n\n1. 2-2 3-3 2. 1-1 *\n";
    quintet("review -")
        .input(unfinished)
        .run()
        .code(0)
        .says(": unfinished\n")
        .says("  3. Player 1 (X): 1 1 ");
    let empty = "[Game \"gridlock\"]\n\n*\n";
    let json = quintet("review - --json").input(empty).run().code(0).json();
    assert_eq!(json["games"][0]["result"], "*");
    assert_eq!(
        json["games"][0]["moves"].as_array().expect("a list").len(),
        0
    );
}

#[test]
fn a_size_that_is_not_solved_is_reviewed_without_claims() {
    let larger = "[Game \"quad-block\"]\n[Size \"7x7\"]\n\n1. 1 2 *\n";
    quintet("review - --nodes 0")
        .input(larger)
        .run()
        .code(0)
        .says("  1. Player 1: 1               unsolved\n")
        .says("Player 1: 1 move not judged.\nPlayer 2: 1 move not judged.\n");
}

#[test]
fn a_faulty_record_is_refused_with_its_line_and_ply() {
    let faulty = "[Game \"gridlock\"]\n\n1. 2-2 2-3 *\n";
    for json in ["", "--json"] {
        quintet(&format!("review - {json}"))
            .input(faulty)
            .run()
            .refuses("line 3, ply 2: 2-3 is not played");
    }
    quintet("review -")
        .input("")
        .run()
        .refuses("wanted a record");
    quintet("review -")
        .input("[Game \"chess\"]\n\n*\n")
        .run()
        .refuses("chess");
    quintet("review /no/such/file")
        .run()
        .refuses("/no/such/file cannot be read");
    // A good game before the faulty one is no answer either.
    quintet("review -")
        .input(format!("{GAME}\n{faulty}"))
        .run()
        .refuses("line 12, ply 2");
}
