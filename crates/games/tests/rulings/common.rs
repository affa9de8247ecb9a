//! C1 to C4, over the whole catalogue.

use quintet_catalogue::{catalogue, find};
use quintet_games::{AnyPosition, MoveError, Variant};
use quintet_rules::{Outcome, Player, Wyrand};

use crate::ask::{after, at};

/// Every game at every size.
pub(crate) fn variants() -> impl Iterator<Item = &'static dyn Variant> {
    catalogue().flat_map(|listing| listing.sizes).copied()
}

/// The positions of a random game from its start to its end, or to 300 plies, as two of the games
/// may go on for ever.
pub(crate) fn random_game(variant: &dyn Variant, seed: u64) -> Vec<Box<dyn AnyPosition>> {
    println!("{} {} seed {seed}", variant.id(), variant.size());
    let mut random = Wyrand::new(seed);
    let mut positions = vec![variant.start(Player::One)];
    while positions.len() <= 300 {
        let last = positions.last().expect("there is the start");
        let Some(mv) = last.random_move(&mut random) else {
            break;
        };
        let next = last.play(&mv).expect("a random move is legal").position;
        positions.push(next);
    }
    positions
}

#[test]
fn c1_player_1_begins_unless_player_2_is_chosen_and_symbols_are_not_swapped() {
    for (game, one_begins, first_move_of_two, then) in [
        (
            "gridlock",
            "..../..../..../.... 1",
            "2 2",
            "..../.O../..../.... 1",
        ),
        ("adjacency-block", ".......... 1", "5", "....O..... 1"),
        (
            "matrix-isolation",
            "1.../..../..../...2 1",
            "4 3 3 3",
            "1.../..../..X./..2. 1",
        ),
        (
            "grid-runner",
            "1..../...../...../...../....2 1 3 3",
            "MOVE D5",
            "1..../...../...../...../...2. 1 3 3",
        ),
        (
            "quad-block",
            "...../...../...../...../..... 1 p",
            "13",
            "...../...../..O../...../..... 1 p",
        ),
    ] {
        let standard = find(game).expect("in the catalogue").standard();
        assert_eq!(standard.start(Player::One).text(), one_begins);
        let two_begins = standard.start(Player::Two);
        assert_eq!(after(&*two_begins, &[first_move_of_two]).text(), then);
    }
}

#[test]
fn c1_who_begins_changes_nothing_at_the_start_but_the_player_to_move() {
    for variant in variants() {
        let [one, two] = Player::BOTH.map(|first| {
            let start = variant.start(first);
            assert_eq!(start.to_move(), first);
            let text = start.text();
            let (cells, rest) = text.split_once(' ').expect("the player follows the cells");
            let number = first.to_string();
            let rest = rest.strip_prefix(&number).expect("the player to move");
            (cells.to_owned(), rest.to_owned())
        });
        assert_eq!(one, two, "{} {}", variant.id(), variant.size());
    }
}

#[test]
fn c2_an_illegal_or_unreadable_entry_changes_nothing_and_costs_no_turn() {
    for (game, position, illegal, legal) in [
        ("gridlock", "..../.X../..../.... 2", "2 3", "3 3"),
        ("adjacency-block", "....X..... 2", "4", "1"),
        (
            "matrix-isolation",
            "..1./.XX./..X./..2. 2",
            "3 3 4 4",
            "4 2 3 2",
        ),
        (
            "grid-runner",
            ".1.../...../...../...../....2 2 3 3",
            "BARRIER D5",
            "BARRIER D4",
        ),
        ("quad-block", "...../...../..X../...../..... 2 p", "13", "8"),
    ] {
        let position = at(game, position);
        let before = (position.text(), position.prompt(), position.moves());
        assert!(matches!(
            position.play(illegal),
            Err(MoveError::Refused { .. })
        ));
        assert!(matches!(
            position.play("what?"),
            Err(MoveError::Malformed { .. })
        ));
        let now = (position.text(), position.prompt(), position.moves());
        assert_eq!(now, before);
        assert_eq!(position.to_move(), Player::Two, "the same player is asked");
        let next = after(&*position, &[legal]);
        assert_eq!(next.to_move(), Player::One, "and may then play");
    }
}

#[test]
fn c2_no_entry_that_is_no_move_ends_a_game_of_any_size() {
    let entries = [
        "",
        "   ",
        "-1",
        "0",
        "0 0",
        "99",
        "99 99",
        "1 2 3",
        "1 2 3 4 5",
        "2--2",
        "x",
        "MOVE",
        "MOVE Z99",
        "JUMP B2",
        "\u{1b}[2J",
    ];
    for variant in variants() {
        for position in random_game(variant, 2) {
            let (text, moves) = (position.text(), position.moves());
            for entry in entries {
                let error = position.play(entry).expect_err(entry).to_string();
                assert!(error.ends_with('.'), "{entry:?} is answered with {error:?}");
                assert!(!error.contains('\u{1b}'), "{error:?} is safe to show");
            }
            assert_eq!((position.text(), position.moves()), (text, moves));
        }
    }
}

#[test]
fn c3_a_player_without_a_move_has_lost_at_once() {
    for (game, position, last_move, winner) in [
        ("gridlock", "X.OO/X.O./...X/.... 1", "4 2", Player::One),
        ("gridlock", "X.OO/XX../..O./...X 2", "4 1", Player::Two),
        ("adjacency-block", "X.O.X.O... 1", "9", Player::One),
        ("adjacency-block", "O.O.XXXX.O 2", "2", Player::Two),
        (
            "matrix-isolation",
            "1X../X.../..X./..2. 2",
            "4 2 3 2",
            Player::Two,
        ),
    ] {
        let position = at(game, position);
        assert_eq!(position.outcome(), None, "{position:?}");
        let over = after(&*position, &[last_move]);
        assert_eq!(over.outcome(), Some(Outcome { winner }), "{over:?}");
        assert_eq!(over.to_move(), winner.other(), "the loser was to move");
        assert!(over.moves().is_empty());
        assert!(over.ending().is_some());
    }
}

#[test]
fn c3_no_unfinished_position_is_without_a_move_and_nobody_loses_by_moving() {
    for variant in variants() {
        for seed in 0..20 {
            for position in random_game(variant, seed) {
                let is_stuck = position.moves().is_empty();
                let lost = position.to_move();
                let outcome = is_stuck.then_some(Outcome {
                    winner: lost.other(),
                });
                assert_eq!(position.outcome(), outcome, "{position:?}");
            }
        }
    }
}

#[test]
fn c4_resigning_drawing_passing_and_taking_back_are_not_moves_of_any_game() {
    for variant in variants() {
        let start = variant.start(Player::One);
        for entry in ["resign", "draw", "pass", "undo", "time"] {
            assert!(
                matches!(start.play(entry), Err(MoveError::Malformed { .. })),
                "{entry} in {start:?}"
            );
        }
    }
}

#[test]
fn c4_a_program_that_offers_resignation_has_a_sentence_for_it() {
    for (game, sentence) in [
        (
            "gridlock",
            "Player 1 (X) resigns. Player 2 (O) wins the game!",
        ),
        (
            "adjacency-block",
            "Player 1 resigns. Player 2 wins the game!",
        ),
        (
            "matrix-isolation",
            "Player 1 resigns. Player 2 wins the game!",
        ),
        ("grid-runner", "P1 resigns. P2 wins the game!"),
        ("quad-block", "Player 1 resigns. Player 2 wins the game!"),
    ] {
        let standard = find(game).expect("in the catalogue").standard();
        assert_eq!(standard.resigned(Player::One), sentence);
    }
}
