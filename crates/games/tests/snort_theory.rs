//! A theorem about Gridlock's rule on a grid of any shape: the player who moves second wins exactly when
//! both sides are even.
//!
//! With even sides the second player answers every move at the opposite end of a line through the
//! centre and always can. The solver, which knows nothing of this, has to find the same on every
//! board that it can do.

use quintet_games::Snort;
use quintet_rules::{Player, Position};
use quintet_solver::search::Seeker;
use quintet_solver::{Budget, Oracle, Value};

fn check<const R: usize, const C: usize>() {
    let value = Seeker::default().value(&Snort::<R, C>::start(Player::One), Budget::UNBOUNDED);
    let second_wins = R.is_multiple_of(2) && C.is_multiple_of(2);
    match value {
        Some(Value::Loss(_)) => assert!(second_wins, "{R}x{C}"),
        Some(Value::Win(_)) => assert!(!second_wins, "{R}x{C}"),
        other => panic!("{R}x{C} is {other:?}"),
    }
}

macro_rules! check_boards {
    ($($rows:literal x $columns:literal),* $(,)?) => { $(check::<$rows, $columns>();)* };
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
#[ignore = "half a minute: cargo test --release -p quintet-games --test snort_theory -- --ignored"]
fn the_second_player_wins_exactly_where_both_sides_are_even_on_larger_boards() {
    check_boards!(1 x 20, 1 x 22, 1 x 24, 2 x 9, 2 x 10, 2 x 11, 2 x 12, 3 x 7, 3 x 8, 4 x 5, 4 x 6, 5 x 5);
}

#[test]
fn a_point_reflection_answers_every_move_on_even_boards() {
    // The strategy itself, played against every first and second move on 4x4.
    let start = Snort::<4, 4>::start(Player::One);
    let reflected = |cell: quintet_rules::Cell<4, 4>| {
        quintet_rules::Cell::new(15 - cell.index()).expect("on the grid")
    };
    let mut positions = vec![start];
    while let Some(position) = positions.pop() {
        for mv in position.moves() {
            let next = position.play_unchecked(mv);
            let answer = next
                .play(reflected(mv))
                .expect("the reflection is always legal");
            if positions.len() < 2000 {
                positions.push(answer);
            }
        }
    }
}
