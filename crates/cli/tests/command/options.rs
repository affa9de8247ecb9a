//! The options of `quintet play`.

use crate::run::{folder, quintet, record_in};

#[test]
fn player_1_begins_unless_said_otherwise() {
    for (option, name) in [
        ("", "Player 1 (X)"),
        ("--first 1", "Player 1 (X)"),
        ("--first 2", "Player 2 (O)"),
    ] {
        let ran = quintet(&format!("play gridlock {option}")).run().code(1);
        assert!(
            ran.stdout.contains(&format!("\n{name}, it's your turn.")),
            "{option}"
        );
    }
}

#[test]
fn player_2_keeps_its_symbol_when_it_begins() {
    quintet("play gridlock --first 2")
        .input("2 2\n")
        .run()
        .code(1)
        .says("You placed an 'O' at position (2,2).\n")
        .says("\nPlayer 1 (X), it's your turn.");
}

#[test]
fn a_lot_that_a_seed_repeats_says_who_begins() {
    let beginner = |seed: u32| {
        let ran = quintet(&format!("play grid-runner --first random --seed {seed}"))
            .run()
            .code(1);
        let ran = ran.stderr(&format!("seed: {seed}\n"));
        ran.stdout.contains("\nP2> ")
    };
    let lots: Vec<_> = (0..16).map(beginner).collect();
    assert_eq!(lots, (0..16).map(beginner).collect::<Vec<_>>());
    assert!(lots.contains(&true) && lots.contains(&false), "{lots:?}");
}

#[test]
fn a_seed_repeats_a_game_between_random_players() {
    let played = |arguments: &str| {
        quintet(&format!(
            "play gridlock --p1 random --p2 random {arguments}"
        ))
        .run()
        .code(0)
    };
    let one = played("--seed 1").stderr("seed: 1\n");
    assert_eq!(one.stdout, played("--seed 1").stdout);
    assert_ne!(one.stdout, played("--seed 2").stdout);
    assert!(
        one.stdout.contains("\nPlayer 1 (X) plays 1 1 (random).\n"),
        "{}",
        one.stdout
    );
}

#[test]
fn a_seed_that_was_not_given_is_printed_and_can_be_given() {
    let arguments =
        "play quad-block --p1 random --p2 random --games 2 --first random --max-plies 60";
    let drawn = quintet(arguments).run();
    let seed = drawn
        .stderr
        .strip_prefix("seed: ")
        .expect("the seed is printed")
        .trim();
    let again = quintet(&format!("{arguments} --seed {seed}")).run();
    assert_eq!(again.stdout, drawn.stdout, "seed {seed}");
}

#[test]
fn two_people_need_no_seed() {
    quintet("play gridlock --seed 7").run().code(1).stderr("");
}

#[test]
fn the_games_of_a_match_between_random_players_differ() {
    let ran = quintet("play gridlock --p1 random --p2 random --games 2 --seed 1")
        .run()
        .code(0);
    let (one, two) = ran.stdout.split_once("\nGame 2 of 2.").expect("two games");
    let moves = |text: &str| -> Vec<_> {
        let lines = text.lines().filter_map(|line| line.split_once(" plays "));
        lines.map(|(_, mv)| mv.to_owned()).collect()
    };
    assert_ne!(moves(one), moves(two));
}

#[test]
fn who_begins_alternates_from_game_to_game() {
    let ran = quintet("play gridlock --p1 random --p2 random --seed 3 --games 4 --first 2")
        .run()
        .code(0);
    let begins: Vec<_> = ran
        .stdout
        .lines()
        .filter(|line| line.ends_with(" begins."))
        .collect();
    assert_eq!(
        begins,
        [
            "Game 1 of 4. Player 2 (O) begins.",
            "Game 2 of 4. Player 1 (X) begins.",
            "Game 3 of 4. Player 2 (O) begins.",
            "Game 4 of 4. Player 1 (X) begins.",
        ]
    );
    assert!(
        ran.last_line().starts_with("The match is over"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_single_game_is_not_a_match() {
    quintet("play gridlock --p1 random --p2 random --seed 3")
        .run()
        .code(0)
        .does_not_say("begins.")
        .does_not_say("match");
}

#[test]
fn a_game_stops_after_its_most_plies_as_unfinished() {
    let folder = folder();
    quintet("play gridlock --max-plies 2 --record game.txt")
        .within(&folder)
        .input("2 2\n3 3\n1 1\n")
        .run()
        .code(1)
        .stderr("")
        .says("\nThe game stops after 2 moves. It is unfinished.\n")
        .does_not_say("1 1");
    let record = record_in(&folder.path().join("game.txt"));
    assert!(
        record.contains("[Result \"*\"]\n[Termination \"ply limit\"]\n"),
        "{record}"
    );
    assert!(record.ends_with("\n1. 2-2 3-3 *\n"), "{record}");
}

#[test]
fn a_game_that_ends_with_its_last_ply_is_finished() {
    quintet("play gridlock --size 3x3 --max-plies 5")
        .input("1 1\n2 2\n1 3\n3 1\n3 3\n")
        .run()
        .code(0)
        .says("Player 1 (X) wins the game!\n")
        .does_not_say("stops");
}

#[test]
fn games_of_a_match_that_stop_are_counted_as_unfinished() {
    quintet("play grid-runner --p1 random --p2 random --seed 1 --games 2 --max-plies 1")
        .run()
        .code(1)
        .says("\nGames left unfinished: 1.\nGames won by P1: 0, by P2: 0.\n")
        .says("\nGames left unfinished: 2.\nThe match is over, and it is level: 0 to 0.\n");
}

#[test]
fn random_players_never_play_for_ever() {
    for seed in 1..=3 {
        let arguments =
            format!("play grid-runner --size 7x7 --p1 random --p2 random --seed {seed}");
        let ran = quintet(&arguments).run();
        let moves = ran.stdout.matches(" plays ").count();
        assert!((1..=1000).contains(&moves), "{moves} moves, seed {seed}");
    }
}

#[test]
fn play_starts_from_a_position() {
    quintet("play gridlock --position")
        .argument("X.../.X../..O./.... 2")
        .input("4 4\n")
        .run()
        .code(1)
        .stderr("")
        .says("1 | X |   |   |   |\n")
        .says("You placed an 'O' at position (4,4).\n");
}

#[test]
fn play_from_a_finished_position_says_how_it_ended() {
    let folder = folder();
    quintet("play adjacency-block --size 6 --record game.txt --position")
        .argument("OO.XXX 2")
        .within(&folder)
        .input("1\n")
        .run()
        .code(0)
        .stderr("")
        .stdout(
            "Positions: 1 2 3 4 5 6\nCells:     O O _ X X X\nNo legal moves available.\n\
             Outcome: Player 2 cannot make a move. Player 1 wins.\n",
        );
    let record = record_in(&folder.path().join("game.txt"));
    assert!(record.contains("[Start \"OO.XXX 2\"]\n"), "{record}");
    assert!(record.ends_with("\n1-0\n"), "{record}");
}

#[test]
fn every_game_of_a_match_from_a_position_begins_there_with_exchanged_sides() {
    quintet("play adjacency-block --size 6 --games 2 --position")
        .argument("O.X... 1")
        .input("resign\nresign\n")
        .run()
        .code(0)
        .says("Game 1 of 2. Player 1 begins.\nPositions: 1 2 3 4 5 6\nCells:     O _ X _ _ _\n")
        .says("Games won by Player 1: 0, by Player 2: 1.")
        .says(
            "Game 2 of 2. Player 1 begins. The players have exchanged sides.\n\
             Positions: 1 2 3 4 5 6\nCells:     O _ X _ _ _\n",
        );
    // The person resigns as Player 1, and then plays as Player 2.
    quintet("play adjacency-block --size 6 --games 2 --p2 perfect --position")
        .argument("O.X... 1")
        .input("resign\n")
        .run()
        .code(0)
        .says("The players have exchanged sides.")
        .says("The match is over. Player 1 wins the match, 2 to 0!");
}

#[test]
fn a_larger_board_has_its_own_numbers() {
    quintet("play quad-block --size 7x7")
        .input("49\n50\n")
        .run()
        .code(1)
        .says("| 48  | 'X'\n")
        .says("Invalid move. The cells are numbered from 1 to 49.\n");
}

#[test]
fn one_move_is_a_move() {
    quintet("play gridlock --max-plies 1")
        .input("2 2\n")
        .run()
        .code(1)
        .says("\nThe game stops after 1 move. It is unfinished.\n");
}
