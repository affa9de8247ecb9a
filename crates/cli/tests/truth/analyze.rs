//! `quintet analyze`.

use quintet_arena::{Dice, Explanation};
use quintet_catalogue::catalogue;
use quintet_games::{AnyOracle, AnyPosition, one_word};
use quintet_rules::{Player, Random};
use quintet_solver::{Budget, Worth};

use crate::run::{oracle, quintet, standard};

/// A value as the design writes it.
fn worth(value: Option<Worth>) -> String {
    let name = match value {
        Some(Worth::Win(_)) => "win",
        Some(Worth::Loss(_)) => "loss",
        Some(Worth::Endless) => "endless",
        None => "unsolved",
    };
    let distance = value.and_then(Worth::distance);
    let distance = distance.map_or_else(|| "null".to_owned(), |plies| plies.to_string());
    format!("\"value\":\"{name}\",\"distance\":{distance}")
}

/// The beginning of the document of a position, letter by letter as the design has it. The explanation
/// follows.
fn document(oracle: &dyn AnyOracle, position: &dyn AnyPosition) -> String {
    let variant = position.variant();
    let winner = position.outcome().map(|outcome| outcome.winner);
    let analysis = oracle.analyze(position, Budget::NONE);
    let moves: Vec<_> = analysis
        .moves
        .iter()
        .map(|mv| format!("{{\"move\":\"{}\",{}}}", mv.mv, worth(mv.value)))
        .collect();
    format!(
        "{{\"game\":\"{}\",\"size\":\"{}\",\"position\":\"{}\",\"to_move\":{},\"over\":{},\"winner\":{},{},\"moves\":[{}],\"line\":[",
        variant.id(),
        variant.size(),
        position.text(),
        position.to_move(),
        winner.is_some(),
        winner.map_or_else(|| "null".to_owned(), |winner| winner.to_string()),
        worth(analysis.value),
        moves.join(",")
    )
}

/// A position from a random game: the start, some in the middle, and the end.
fn random_game(id: &str, seed: u64) -> Vec<Box<dyn AnyPosition>> {
    let mut dice = Dice::new(seed, 0);
    let mut positions = vec![standard(id).start(Player::BOTH[dice.below(2) as usize])];
    while let Some(mv) = positions[positions.len() - 1].random_move(&mut dice) {
        let next = positions[positions.len() - 1].play(&mv).expect("legal");
        positions.push(next.position);
    }
    let last = positions.len() - 1;
    [0, last / 3, 2 * last / 3, last - 1, last]
        .map(|n| positions[n].clone())
        .into()
}

#[test]
fn the_document_of_every_game_is_that_of_the_design() {
    for listing in catalogue() {
        let oracle = oracle(listing.id);
        let positions = random_game(listing.id, 1);
        assert!(positions.last().expect("five").outcome().is_some());
        for position in positions {
            quintet(&format!("analyze {} --json --position", listing.id))
                .argument(position.text())
                .run()
                .code(0)
                .begins_with(&document(&*oracle, &*position))
                .stderr("");
        }
    }
}

#[test]
fn the_document_of_gridlock_begins_as_the_design_shows_it() {
    quintet("analyze gridlock --json").run().code(0).says(
        "{\"game\":\"gridlock\",\"size\":\"4x4\",\"position\":\"..../..../..../.... 1\",\"to_move\":1,\
         \"over\":false,\"winner\":null,\"value\":\"loss\",\"distance\":12,\
         \"moves\":[{\"move\":\"1 2\",\"value\":\"loss\",\"distance\":12},",
    );
}

#[test]
fn every_game_has_its_known_value_from_the_start() {
    let known = [
        ("gridlock", "loss", 12),
        ("adjacency-block", "win", 7),
        ("matrix-isolation", "win", 7),
        ("grid-runner", "loss", 24),
        ("quad-block", "win", 7),
    ];
    assert_eq!(
        known.map(|(id, ..)| id).to_vec(),
        catalogue().map(|listing| listing.id).collect::<Vec<_>>()
    );
    for (id, value, distance) in known {
        let json = quintet(&format!("analyze {id} --json"))
            .run()
            .code(0)
            .json();
        assert_eq!(json["value"], value, "{id}");
        assert_eq!(json["distance"], distance, "{id}");
        assert_eq!(json["moves"][0]["value"], value, "{id}");
        assert_eq!(json["moves"][0]["distance"], distance, "{id}");
    }
}

#[test]
fn an_endless_position_has_no_distance() {
    quintet("analyze grid-runner --json --position")
        .argument("..X.X/.XX../..1../X..X./...2. 2 0 0")
        .run()
        .code(0)
        .begins_with(
            "{\"game\":\"grid-runner\",\"size\":\"5x5\",\"position\":\"..X.X/.XX../..1../X..X./...2. 2 0 0\",\
             \"to_move\":2,\"over\":false,\"winner\":null,\"value\":\"endless\",\"distance\":null,\
             \"moves\":[{\"move\":\"MOVE C5\",\"value\":\"endless\",\"distance\":null},\
             {\"move\":\"MOVE E5\",\"value\":\"endless\",\"distance\":null}],",
        );
}

#[test]
fn what_is_not_found_within_the_budget_is_unsolved() {
    let ran = quintet("analyze quad-block --size 7x7 --nodes 1 --json")
        .run()
        .code(0);
    let json = ran.json();
    assert_eq!(json["value"], "unsolved");
    assert!(json["distance"].is_null());
    let moves = json["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 49);
    for mv in moves {
        assert_eq!(mv["value"], "unsolved");
        assert!(mv["distance"].is_null());
    }
    assert_eq!(json["notes"], serde_json::json!([]));
    quintet("analyze quad-block --size 7x7 --nodes 1")
        .run()
        .code(0)
        .says("Player 1 to move: unsolved. No win and no loss could be proved.\nOf the 49 moves none has a known value.\n")
        .does_not_say("?")
        .does_not_say("Best line");
}

/// An hour would be too long for the test; so would a limit for each move.
#[test]
fn a_question_has_a_time_in_all() {
    let json = quintet("analyze grid-runner --size 7x7 --time 0.05 --json")
        .run()
        .code(0)
        .json();
    assert_eq!(json["value"], "unsolved");
    quintet("analyze gridlock --time 1 --nodes 1")
        .run()
        .code(2)
        .complains("cannot be used with");
    quintet("analyze gridlock --time soon")
        .run()
        .code(2)
        .complains("wanted seconds, from 0.001 to 86400");
}

#[test]
fn a_loss_that_is_proved_without_its_distance_is_a_loss() {
    let json = quintet("analyze gridlock --size 8x8 --nodes 10 --json")
        .run()
        .code(0)
        .json();
    assert_eq!(json["value"], "loss");
    assert!(json["distance"].is_null());
    for mv in json["moves"].as_array().expect("a list") {
        assert_eq!(mv["value"], "loss", "{mv}");
    }
    quintet("analyze gridlock --size 8x8 --nodes 10")
        .run()
        .code(0)
        .says("  1  -  -  -  -  -  -  -  -\n")
        .says("Player 1 (X) to move loses. Every move is answered by its opposite")
        .says("+ and - alone: it is not known in how many.\n");
    let solved = quintet("solve gridlock --size 8x8 --nodes 10 --json")
        .run()
        .code(0)
        .json();
    assert_eq!(
        (&solved["value"], &solved["winner"]),
        (&"loss".into(), &2.into())
    );
}

#[test]
fn a_finished_position_is_over_and_has_a_winner_and_no_moves() {
    quintet("analyze adjacency-block --json --position")
        .argument("X.O.X.O.X. 2")
        .run()
        .code(0)
        .begins_with(
            "{\"game\":\"adjacency-block\",\"size\":\"10\",\"position\":\"X.O.X.O.X. 2\",\"to_move\":2,\
             \"over\":true,\"winner\":1,\"value\":\"loss\",\"distance\":0,\"moves\":[],\"line\":[],\"reason\":",
        );
    quintet("analyze adjacency-block --position")
        .argument("X.O.X.O.X. 2")
        .run()
        .code(0)
        .says("     1   2   3   4   5   6   7   8   9  10\n     X   .   O   .   X   .   O   .   X   .\n")
        .says("Outcome: Player 2 cannot make a move. Player 1 wins.\n")
        .does_not_say("Best line")
        .does_not_say("Moves");
}

#[test]
fn moves_are_made_first_whatever_stands_between_them() {
    let position = "analyze gridlock --json --position";
    let expected = quintet(position)
        .argument("..../.X../..O./.... 1")
        .run()
        .code(0)
        .stdout;
    for list in [
        "2-2 3-3",
        "2-2,3-3",
        " 2-2 , 3-3 ",
        "2-2,\n3-3",
        ",2-2,,3-3,",
    ] {
        quintet("analyze gridlock --json --moves")
            .argument(list)
            .run()
            .code(0)
            .stdout(&expected);
    }
    quintet(position)
        .argument("..../.X../..../.... 2")
        .argument("--moves")
        .argument("3-3")
        .run()
        .code(0)
        .stdout(&expected);
    let expected = quintet("analyze grid-runner --json --position")
        .argument(".1.../...../..X../....2/..... 2 2 3")
        .run()
        .code(0)
        .stdout;
    for list in ["move-b1 move-e4 barrier-c3", "MOVE-B1,Move-e4,BARRIER-C3"] {
        quintet("analyze grid-runner --json --moves")
            .argument(list)
            .run()
            .code(0)
            .stdout(&expected);
    }
    let nothing = quintet("analyze gridlock --json").run().stdout;
    quintet("analyze gridlock --json --moves")
        .argument("")
        .run()
        .code(0)
        .stdout(&nothing);
}

#[test]
fn a_move_that_is_not_played_is_named_with_its_number() {
    let faults = [
        ("2-2,2-3", "move 2 of --moves, '2-3'"),
        ("2-3 2-3", "move 2 of --moves, '2-3'"),
        ("2-2,9-9", "move 2 of --moves, '9-9'"),
        ("x", "move 1 of --moves, 'x'"),
        ("2-2 3-3 4-4 pass", "move 4 of --moves, 'pass'"),
    ];
    for (list, complaint) in faults {
        for json in ["", "--json"] {
            quintet(&format!("analyze gridlock {json} --moves"))
                .argument(list)
                .run()
                .refuses(complaint);
        }
    }
    quintet("analyze adjacency-block --position")
        .argument("X.O.X.O.X. 2")
        .argument("--moves")
        .argument("2")
        .run()
        .refuses("move 1 of --moves, '2'");
}

#[test]
fn what_is_no_position_of_the_game_is_refused() {
    let faults = [
        ("gridlock", "XO../..../..../.... 1"),
        ("gridlock", "XXX./..../..../.... 1"),
        ("gridlock", "..../..../..../...."),
        ("gridlock", ""),
        ("gridlock", "1.../..../..../...2 1"),
        ("gridlock", "...../...../...../...../..... 1 p"),
        ("gridlock", ".......... 1"),
        ("adjacency-block", "..../..../..../.... 1"),
        ("matrix-isolation", "1.../..../..../.... 1"),
        ("grid-runner", "1.../..../..../...2 1"),
        ("grid-runner", "1X.../X..../...../...../....2 1 2 2"),
        ("quad-block", "1..../...../...../...../....2 1 3 3"),
        ("quad-block", "...../...../...../...../..... 1 s"),
    ];
    for (id, position) in faults {
        for json in ["", "--json"] {
            quintet(&format!("analyze {id} {json} --position"))
                .argument(position)
                .run()
                .refuses("--position is not a position of this game");
        }
    }
    quintet("analyze gridlock --size 9x9")
        .run()
        .refuses("no size '9x9' of Gridlock");
    quintet("analyze chess").run().refuses("chess");
}

#[test]
fn people_see_the_values_in_place_the_line_and_the_reason() {
    quintet("analyze gridlock")
        .run()
        .code(0)
        .stderr("")
        .says(
            "gridlock 4x4: ..../..../..../.... 1\n\n\
             \x20      1    2    3    4\n\
             \x20 1  -10  -12  -12  -10\n\
             \x20 2  -12  -12  -12  -12\n\
             \x20 3  -12  -12  -12  -12\n\
             \x20 4  -10  -12  -12  -10\n",
        )
        .says("Player 1 (X) to move loses in 12. Every move is answered by its opposite, with the board turned by half.\n")
        .says("Best line: 1-2 4-3 1-1 1-4 3-2 2-4 3-1 2-3 2-1 3-4 4-1 4-4\n")
        .says("  loses in 10  1 1, 1 4, 4 1, 4 4\n");
    quintet("analyze adjacency-block --moves 2,4,10,6")
        .run()
        .code(0)
        .says("     1   2   3   4   5   6   7   8   9  10\n    -2   X   .   O   .   O   .  +3  -4   X\n")
        .says("Player 1 to move wins in 3. Only 8 wins. After 8 you have 2 moves left, Player 2 has 1, and neither can take any away.\nBest line: 8 5 1\n")
        .says("  wins in 3    8\n  loses in 4   9\n  loses in 2   1\n");
    quintet("analyze matrix-isolation").run().code(0).says(
        "  1  P1  +7   .   .\n  2  +7   .   .   .\n  3   .   .   .   .\n  4   .   .   .  P2\n",
    );
    quintet("analyze grid-runner --position")
        .argument("..X.X/.XX../..1../X..X./...2. 2 0 0")
        .run()
        .code(0)
        .says("  3   .   .  P1   .   .\n  4   X   .   .   X   .\n  5   .   .   =  P2   =\n")
        .says("P2 to move: endless. Neither player can force a win.\n");
    quintet("analyze quad-block --position")
        .argument("XXOOX/OXOOX/XX.OO/OOXOX/OXXXX 1 s")
        .run()
        .code(0)
        .says("X+51");
    quintet("analyze quad-block")
        .run()
        .code(0)
        .says("    -10   +7   +7   +7  -10\n     +7   +7   +7   +7   +7\n")
        .says("Player 1 to move wins in 7. Player 2 holds out longest with 1; then 3 wins in 5.\n");
}

#[test]
fn the_line_and_the_reason_for_people_are_those_of_the_arena() {
    for listing in catalogue() {
        let oracle = oracle(listing.id);
        for position in random_game(listing.id, 2)
            .iter()
            .filter(|position| position.outcome().is_none())
        {
            let line = oracle.line(&**position, Budget::NONE);
            let words: Vec<_> = line.iter().map(|mv| one_word(mv)).collect();
            let because = Explanation::of(&**position, &*oracle, Budget::NONE).headline;
            quintet(&format!("analyze {} --position", listing.id))
                .argument(position.text())
                .run()
                .code(0)
                .says(&format!("\n{because}\n"))
                .says(&format!("Best line: {}\n", words.join(" ")));
        }
    }
}
