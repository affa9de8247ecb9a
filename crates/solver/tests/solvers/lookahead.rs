//! The move that looks best is best, where the end is in sight, and never a visible loss.

use quintet_rules::Position;
use quintet_solver::{Allowance, Budget, lookahead};

use crate::toys::{Graph, Heap, corridor, heap};
use crate::values;

const PLENTY: Budget = Budget::positions(20_000);

/// Whatever the estimate says: a visible win or loss counts.
fn chooses_by_exact_values<P: Position>(starts: impl Iterator<Item = P>, estimate: fn(&P) -> i64) {
    let values = values(starts);
    for (position, value) in &values {
        if position.outcome().is_some() {
            continue;
        }
        let next = |mv| values[&position.play_unchecked(mv)].one_ply_earlier();
        let values: Vec<_> = position.moves().map(next).collect();
        let best = lookahead::best(position, &|_| true, estimate, PLENTY);
        assert!(!best.is_empty(), "{position:?}");
        for at in best {
            let is_kept = values[at].is_same_kind(*value);
            assert!(is_kept, "{position:?}, move {at}: {values:?}");
        }
    }
}

#[test]
fn with_enough_plies_the_moves_that_look_best_are_best() {
    chooses_by_exact_values((1..40).map(heap), |_| 0);
    chooses_by_exact_values((1..40).map(heap), |heap| i64::from(heap.stones % 5));
}

#[test]
fn a_visible_loss_is_not_chosen_where_a_game_may_be_endless() {
    for seed in 1..5 {
        let walks = Graph { seed, places: 60 }.walks();
        chooses_by_exact_values(walks, |walk| i64::from(walk.place));
    }
}

#[test]
fn a_win_is_made_before_it_is_too_far_away() {
    let best = lookahead::best(&corridor(9), &|_| true, |_| 0, PLENTY);
    assert_eq!(best, [0], "to turn back wins later");
}

#[test]
fn two_plies_are_looked_ahead_within_any_budget() {
    // A player who leaves 1, 3 or 4 stones loses at once, though that looks best.
    let praise = |heap: &Heap| match heap.stones {
        1 | 3 | 4 => -1_000,
        _ => 0,
    };
    let withdrawn = Allowance::positions(1);
    withdrawn.withdraw();
    for budget in [Budget::NONE, PLENTY.within(&withdrawn)] {
        let best = |stones| lookahead::best(&heap(stones), &|_| true, praise, budget);
        assert_eq!(best(4), [0], "to leave none wins");
        assert!(!best(6).contains(&1), "to leave three loses at once");
    }
}

#[test]
fn only_moves_that_are_wanted_are_chosen() {
    for wanted in 0..3 {
        let best = lookahead::best(&heap(4), &|at| at == wanted, |_| 0, PLENTY);
        assert_eq!(best, [wanted]);
    }
    assert!(lookahead::best(&heap(4), &|_| false, |_| 0, PLENTY).is_empty());
}

#[test]
fn visited_positions_are_taken_from_the_allowance() {
    let allowance = Allowance::positions(1_000);
    let budget = Budget::UNBOUNDED.within(&allowance);
    let estimate = |heap: &Heap| i64::from(heap.stones % 9);
    lookahead::best(&heap(200), &|_| true, estimate, budget);
    assert!(allowance.is_used_up());
}
