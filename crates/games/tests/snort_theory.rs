//! A theorem about Gridlock's rule on a grid of any shape: the player who moves second wins exactly when
//! both sides are even.
//!
//! With even sides the second player answers every move at the opposite end of a line through the
//! centre and always can. The solver, which knows nothing of this, has to find the same on every
//! board that it can do.

use std::ops::ControlFlow;

use quintet_games::gridlock::Gridlock;
use quintet_games::{Snort, Solving};
use quintet_rules::{Player, Position};
use quintet_solver::search::Seeker;
use quintet_solver::{Budget, Oracle, Progress, Value, Worth};

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

/// Checks every position of a board in which moves are answered by their opposites: it is lost, and after each
/// move and its answer it is such a position again. How many there are, up to symmetry.
fn check_answers<const R: usize, const C: usize>() -> usize {
    let oracle = Gridlock::<R, C>::solution().oracle(&Progress::default());
    let oracle = oracle.expect("never cancelled");
    let mut answered = 0;
    let shown = oracle.visit(&mut |position, value, _| {
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
            let next = next.expect("the opposite is legal");
            let mut moves = next.moves();
            assert!(
                moves.all(|mv| Gridlock::answer(&next, mv).is_some()),
                "{next:?}"
            );
        }
        ControlFlow::Continue(())
    });
    assert!(shown.is_continue());
    answered
}

#[test]
fn where_moves_are_answered_by_their_opposites_the_player_to_move_loses() {
    let even = [
        check_answers::<2, 4>(),
        check_answers::<2, 6>(),
        check_answers::<4, 4>(),
    ];
    assert_eq!(even, [6, 32, 109]);
    // On other boards only where what is beside its opposite is closed.
    let odd = [
        check_answers::<3, 3>(),
        check_answers::<3, 4>(),
        check_answers::<1, 12>(),
    ];
    assert!(odd.iter().all(|count| *count > 0), "{odd:?}");
}

/// Half a minute without full optimisation.
#[test]
#[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
fn where_moves_are_answered_by_their_opposites_the_player_to_move_loses_on_4x6() {
    assert!(check_answers::<4, 6>() > 1000);
}

#[test]
fn the_start_of_every_size_is_lost_exactly_where_both_sides_are_even() {
    let gridlock = quintet_catalogue::find("gridlock").expect("listed");
    for variant in gridlock.sizes {
        let oracle = variant.solution().oracle(&Progress::default());
        let oracle = oracle.expect("never cancelled");
        let size = variant.size();
        let is_even = size.rows.is_multiple_of(2) && size.columns.is_multiple_of(2);
        let budget = Budget::positions(100);
        for first in Player::BOTH {
            let worth = oracle.worth(&*variant.start(first), budget);
            let is_lost = matches!(worth, Some(Worth::Loss(_)));
            assert!(worth.is_some() && is_lost == is_even, "{size}: {worth:?}");
        }
    }
}
