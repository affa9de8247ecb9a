//! The lookahead finds best moves near the end of a game and avoids visible losses.

use quintet_rules::Position;
use quintet_solver::{Allowance, Budget, Value, lookahead};

use crate::toys::{Graph, Heap, corridor, heap};
use crate::values;

const PLENTY: Budget = Budget::positions(20_000);

/// Asserts that visible wins and losses override the estimate.
fn chooses_by_exact_values<P: Position>(starts: impl Iterator<Item = P>, estimate: fn(&P) -> i64) {
    let values = values(starts);
    for (position, value) in &values {
        if position.is_over() {
            continue;
        }
        let next = |mv| values[&position.play_unchecked(mv)].one_ply_earlier();
        let values: Vec<_> = position.moves().map(next).collect();
        let best = lookahead::best(position, &|_| true, estimate, PLENTY);
        assert!(!best.is_empty(), "{position:?}");
        for at in best {
            let is_preserved = values[at].is_same_kind(*value);
            assert!(is_preserved, "{position:?}, move {at}: {values:?}");
        }
    }
}

#[test]
fn a_deep_search_finds_best_moves() {
    chooses_by_exact_values((1..40).map(heap), |_| 0);
    chooses_by_exact_values((1..40).map(heap), |heap| i64::from(heap.stones % 5));
}

/// Asserts that all values up to a distance are found, except those beyond the nearest win.
fn sees_values_within<P: Position>(starts: impl Iterator<Item = P>) {
    let values = values(starts);
    for position in values.keys() {
        for plies in 0..8 {
            let exact = |mv| values[&position.play_unchecked(mv)].one_ply_earlier();
            let exact: Vec<_> = position.moves().map(exact).collect();
            let distances = exact.iter().filter_map(|value| match value {
                Value::Win(distance) => *distance,
                _ => None,
            });
            let horizon = distances.min().map_or(plies, |nearest| nearest.min(plies));
            let is_visible = |value: &Value| value.distance().is_some_and(|at| at <= horizon);
            let expected: Vec<_> = exact
                .into_iter()
                .map(|value| Some(value).filter(is_visible))
                .collect();
            let found = lookahead::values_within(position, plies, Budget::UNBOUNDED);
            assert_eq!(found, expected, "{position:?} in {plies}");
        }
    }
}

#[test]
fn values_are_seen_up_to_a_distance() {
    sees_values_within((1..30).map(heap));
    for seed in 1..5 {
        let walks = Graph { seed, places: 60 }.walks();
        sees_values_within(walks);
    }
}

#[test]
fn an_exhausted_budget_shortens_the_sight() {
    let position = heap(30);
    let full = lookahead::values_within(&position, 9, Budget::UNBOUNDED);
    for positions in 0..200 {
        let found = lookahead::values_within(&position, 9, Budget::positions(positions));
        let reached = (0..=9)
            .any(|plies| found == lookahead::values_within(&position, plies, Budget::UNBOUNDED));
        assert!(reached, "{positions}: {found:?}, {full:?}");
    }
}

#[test]
fn visible_losses_are_avoided_in_games_with_cycles() {
    for seed in 1..5 {
        let walks = Graph { seed, places: 60 }.walks();
        chooses_by_exact_values(walks, |walk| i64::from(walk.place));
    }
}

#[test]
fn the_shortest_win_is_chosen() {
    let best = lookahead::best(&corridor(9), &|_| true, |_| 0, PLENTY);
    assert_eq!(best, [0], "moving back wins later");
}

#[test]
fn two_plies_are_searched_within_any_budget() {
    // Leaving 1, 3 or 4 stones looks best but loses immediately.
    let misleading = |heap: &Heap| match heap.stones {
        1 | 3 | 4 => -1_000,
        _ => 0,
    };
    let withdrawn = Allowance::positions(1);
    withdrawn.withdraw();
    for budget in [Budget::NONE, PLENTY.within(&withdrawn)] {
        let best = |stones| lookahead::best(&heap(stones), &|_| true, misleading, budget);
        assert_eq!(best(4), [0], "taking all wins");
        assert!(!best(6).contains(&1), "leaving three loses immediately");
    }
}

#[test]
fn only_candidates_are_chosen() {
    for candidate in 0..3 {
        let best = lookahead::best(&heap(4), &|at| at == candidate, |_| 0, PLENTY);
        assert_eq!(best, [candidate]);
    }
    assert!(lookahead::best(&heap(4), &|_| false, |_| 0, PLENTY).is_empty());
}

#[test]
fn visited_positions_are_subtracted_from_the_allowance() {
    let allowance = Allowance::positions(1_000);
    let budget = Budget::UNBOUNDED.within(&allowance);
    let estimate = |heap: &Heap| i64::from(heap.stones % 9);
    lookahead::best(&heap(200), &|_| true, estimate, budget);
    assert!(allowance.is_exhausted());
}
