//! Gridlock and Adjacency Block, whose rule is the same on a grid and on a row.

use std::ops::ControlFlow;

use quintet_games::Catalogue;
use quintet_games::adjacency_block::AdjacencyBlock;
use quintet_games::gridlock::{Gridlock, Snort};
use quintet_games::{Notation, Rules, Solving};
use quintet_rules::{Player, Position, Wyrand};
use quintet_solver::search::SearchOracle;
use quintet_solver::{Budget, Oracle, Progress, Value};

use crate::solutions::{
    are_solved, equal_the_reference_everywhere, is_not_enumerable, read, signature, solved,
};

#[test]
fn every_value_of_adjacency_block_is_that_of_the_reference() {
    equal_the_reference_everywhere! {
        AdjacencyBlock<1> => 4,
        AdjacencyBlock<10> => 3538,
        AdjacencyBlock<15> => 241_018,
    }
}

#[test]
fn every_value_of_gridlock_is_that_of_the_reference() {
    equal_the_reference_everywhere! {
        Gridlock<1, 1> => 4,
        Gridlock<5, 2> => 1682,
        Gridlock<3, 5> => 66_680,
        Gridlock<4, 4> => 135_494,
    }
}

#[test]
fn every_value_agrees_with_the_rules() {
    are_solved! {
        AdjacencyBlock<10> => (Value::win(7), [2098, 1176, 0], 7), 892;
        AdjacencyBlock<15> => (Value::win(11), [146_320, 89_634, 0], 13), 60_343;
        Gridlock<4, 4> => (Value::loss(12), [81_992, 48_810, 0], 11), 8659;
    }
    let (row, _) = signature::<AdjacencyBlock<20>>(&*solved::<AdjacencyBlock<20>>());
    assert_eq!(row, (Value::win(15), [10_490_042, 6_673_864, 0], 17));
}

/// Half a minute without full optimization.
#[test]
#[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
fn every_value_of_gridlock_5x5_agrees_with_the_rules() {
    are_solved! {
        Gridlock<5, 5> => (Value::win(17), [79_545_270, 50_787_172, 0], 19), 8_203_439;
    }
}

#[test]
fn a_row_of_thirty_is_solved_but_has_too_many_positions_to_enumerate() {
    let start = AdjacencyBlock::<30>::start(Player::One);
    let value = solved::<AdjacencyBlock<30>>().value(&start, Budget::NONE);
    assert_eq!(value, Some(Value::win(25)));
    is_not_enumerable::<AdjacencyBlock<30>>(true);
}

/// Plays random games and compares two oracles in every position with fewer than `moves` moves. Returns their number.
fn equal_in_random_games<P: Position>(
    start: P,
    seed: u64,
    moves: u64,
    oracles: [&dyn Oracle<P>; 2],
) -> usize {
    let mut random = Wyrand::new(seed);
    let mut compared = 0;
    for _ in 0..200 {
        let mut position = start;
        loop {
            if position.count_moves() < moves {
                let [one, other] = oracles.map(|oracle| oracle.value(&position, Budget::UNBOUNDED));
                assert_eq!(one, other, "seed {seed}: {position:?}");
                assert!(one.is_some());
                compared += 1;
            }
            let Some(mv) = position.random_move(&mut random) else {
                break;
            };
            position = position.play_unchecked(mv);
        }
    }
    compared
}

/// Rows are solved with their regions in canonical order, and grids of one column as they are.
#[test]
fn rows_and_columns_have_the_same_values() {
    let row = solved::<AdjacencyBlock<15>>();
    let column = solved::<Gridlock<15, 1>>();
    let mut random = Wyrand::new(5);
    for _ in 0..200 {
        let mut position = AdjacencyBlock::<15>::start(Player::Two);
        while let Some(mv) = position.random_move(&mut random) {
            position = position.play_unchecked(mv);
            let text = position.write_position();
            let (cells, to_move) = text.split_once(' ').expect("two fields");
            let rows: Vec<_> = cells.chars().map(String::from).collect();
            let turned = read::<Gridlock<15, 1>>(&format!("{} {to_move}", rows.join("/")));
            let [one, other] = [
                row.value(&position, Budget::NONE),
                column.value(&turned, Budget::NONE),
            ];
            assert_eq!(one, other, "{text}");
        }
    }
}

#[test]
fn larger_boards_have_the_values_that_a_search_finds() {
    let row = solved::<AdjacencyBlock<30>>();
    let start = AdjacencyBlock::<30>::start(Player::One);
    let compared = equal_in_random_games(start, 3, 14, [&*row, &SearchOracle::plain()]);
    assert!(compared > 1500, "{compared}");
    let grid = solved::<Gridlock<5, 5>>();
    let start = Gridlock::<5, 5>::start(Player::Two);
    let compared = equal_in_random_games(start, 4, 13, [&*grid, &SearchOracle::plain()]);
    assert!(compared > 1000, "{compared}");
}

/// A theorem about grids of any shape: the second player wins exactly if both sides are even, by answering every move with
/// the same move rotated by 180°. A plain search must find the same.
macro_rules! check_boards {
    ($($rows:literal x $columns:literal),* $(,)?) => { $({
        let start = Snort::<$rows, $columns>::start(Player::One);
        let value = SearchOracle::plain().value(&start, Budget::UNBOUNDED);
        let is_lost = matches!(value, Some(Value::Loss(_)));
        let is_even = $rows % 2 == 0 && $columns % 2 == 0;
        assert!(value.is_some() && is_lost == is_even, "{start:?}: {value:?}");
    })* };
}

#[test]
fn the_second_player_wins_exactly_where_both_sides_are_even() {
    check_boards!(
        1 x 1, 1 x 2, 1 x 3, 1 x 4, 1 x 5, 1 x 6, 1 x 7, 1 x 8, 1 x 9, 1 x 10, 1 x 11, 1 x 12, 1 x 13, 1 x 14,
        1 x 15, 1 x 16, 2 x 1, 2 x 2, 2 x 3, 2 x 4, 2 x 5, 2 x 6, 2 x 7, 2 x 8, 3 x 1, 3 x 2, 3 x 3, 3 x 4, 3 x 5,
        3 x 6, 4 x 1, 4 x 2, 4 x 3, 4 x 4, 5 x 2, 5 x 3, 6 x 2, 6 x 3, 7 x 2, 8 x 2,
    );
}

#[test]
#[ignore = "half a minute: cargo test --release -p quintet-games --test games -- --ignored gridlock"]
fn the_second_player_wins_exactly_where_both_sides_are_even_on_larger_boards() {
    check_boards!(1 x 20, 1 x 22, 1 x 24, 2 x 9, 2 x 10, 2 x 11, 2 x 12, 3 x 7, 3 x 8, 4 x 5, 4 x 6, 5 x 5);
}

#[test]
fn the_start_of_every_size_is_lost_exactly_where_both_sides_are_even() {
    for variant in Catalogue::STANDARD.find("gridlock").expect("listed").sizes {
        let oracle = variant.solution().oracle(&Progress::default());
        let oracle = oracle.expect("never cancelled");
        let size = variant.size();
        let is_even = size.rows.is_multiple_of(2) && size.columns.is_multiple_of(2);
        for first in Player::BOTH {
            let worth = oracle.value(&*variant.start(first), Budget::positions(100));
            let is_lost = matches!(worth, Some(Value::Loss(_)));
            assert!(worth.is_some() && is_lost == is_even, "{size}: {worth:?}");
        }
    }
}

/// Checks every position of a board in which every move has an answer: it is lost, and every move still has an answer after
/// a move and its answer. Returns the number of these positions, up to symmetry.
fn check_answers<const R: usize, const C: usize>() -> usize {
    let mut answered = 0;
    let oracle = solved::<Gridlock<R, C>>();
    let shown = oracle.table().expect("fully solved").visit(
        &Progress::default(),
        &mut |position, value, _| {
            let moves: Vec<_> = position.moves().collect();
            let answers: Vec<_> = moves
                .iter()
                .map(|mv| Gridlock::answer(position, *mv))
                .collect();
            let is_answered = answers.iter().all(Option::is_some);
            assert!(
                is_answered || answers.iter().all(Option::is_none),
                "{position:?}"
            );
            if is_answered {
                answered += 1;
                assert!(matches!(value, Value::Loss(_)), "{position:?} is {value:?}");
            }
            for (mv, answer) in moves.iter().zip(answers.into_iter().flatten()) {
                let next = position.play_unchecked(*mv).play(answer);
                let next = next.expect("an answer is legal");
                let mut moves = next.moves();
                assert!(
                    moves.all(|mv| Gridlock::answer(&next, mv).is_some()),
                    "{next:?}"
                );
            }
            ControlFlow::Continue(())
        },
    );
    assert!(shown.is_continue());
    answered
}

#[test]
fn a_position_in_which_every_move_has_an_answer_is_lost() {
    let even = [check_answers::<2, 2>(), check_answers::<4, 4>()];
    assert_eq!(even, [1, 109]);
    // On other boards, the cells next to their own image must be closed.
    let odd = [
        check_answers::<2, 5>(),
        check_answers::<3, 4>(),
        check_answers::<3, 5>(),
    ];
    assert!(odd.iter().all(|count| *count > 0), "{odd:?}");
}

/// Half a minute without full optimization.
#[test]
#[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
fn a_position_in_which_every_move_has_an_answer_is_lost_on_4x6() {
    assert!(check_answers::<4, 6>() > 1000);
}
