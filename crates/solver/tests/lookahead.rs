//! What looks best is best, where the end is in sight, and is never a loss that could be seen.

mod toys;

use std::collections::HashMap;

use quintet_rules::{Player, Position};
use quintet_solver::{Allowance, Budget, Value, Worth, lookahead, reference};

use toys::{Corridor, Heap, Walk};

const PLENTY: Budget = Budget::positions(20_000);

/// What each move is worth to the player who makes it.
fn worths<P: Position>(position: &P, values: &HashMap<P, Value>) -> Vec<Value> {
    let next = |mv| values[&position.play_unchecked(mv)].one_ply_earlier();
    position.moves().map(next).collect()
}

/// Whatever the estimate says: where a win or a loss can be seen, it counts.
fn chooses_by_the_truth<P: Position>(starts: impl Iterator<Item = P>, estimate: fn(&P) -> i64) {
    let mut values = HashMap::new();
    for start in starts {
        if !values.contains_key(&start) {
            values.extend(reference::solve(start));
        }
    }
    for (position, value) in &values {
        if position.outcome().is_some() {
            continue;
        }
        let worths = worths(position, &values);
        let best = lookahead::best(position, &|_| true, estimate, PLENTY);
        assert!(!best.is_empty(), "{position:?}");
        for at in best {
            let is_kept = Worth::from(worths[at]).is_same_kind((*value).into());
            assert!(is_kept, "{position:?}, move {at}: {worths:?}");
        }
    }
}

#[test]
fn with_enough_plies_the_moves_that_look_best_are_best() {
    let heaps = || {
        (1..40).map(|stones| Heap {
            stones,
            to_move: Player::One,
        })
    };
    chooses_by_the_truth(heaps(), |_| 0);
    chooses_by_the_truth(heaps(), |heap| i64::from(heap.stones % 5));
}

#[test]
fn a_loss_that_can_be_seen_is_not_chosen_where_a_game_may_go_on_for_ever() {
    macro_rules! walk {
        ($($seed:literal)*) => { $(
            let to_move = Player::Two;
            let walks = (0..60).map(|place| Walk::<$seed> { place, to_move });
            chooses_by_the_truth(walks, |walk| i64::from(walk.place));
        )* };
    }
    walk!(1 2 3 4);
}

#[test]
fn a_win_is_made_before_it_is_too_far_away() {
    let corridor = Corridor {
        place: 9,
        to_move: Player::One,
    };
    let best = lookahead::best(&corridor, &|_| true, |_| 0, PLENTY);
    assert_eq!(best, [0], "to turn back wins later");
}

#[test]
fn two_plies_are_looked_ahead_within_any_budget() {
    // Who leaves 1, 3 or 4 stones loses at once, though that looks best.
    let praise = |heap: &Heap| match heap.stones {
        1 | 3 | 4 => -1_000,
        _ => 0,
    };
    let heap = |stones| Heap {
        stones,
        to_move: Player::One,
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
    let heap = Heap {
        stones: 4,
        to_move: Player::One,
    };
    for wanted in 0..3 {
        let best = lookahead::best(&heap, &|at| at == wanted, |_| 0, PLENTY);
        assert_eq!(best, [wanted]);
    }
    assert!(lookahead::best(&heap, &|_| false, |_| 0, PLENTY).is_empty());
}

#[test]
fn what_is_looked_at_is_taken_from_the_allowance() {
    let heap = Heap {
        stones: 200,
        to_move: Player::One,
    };
    let allowance = Allowance::positions(1_000);
    let budget = Budget::UNBOUNDED.within(&allowance);
    lookahead::best(&heap, &|_| true, |heap| i64::from(heap.stones % 9), budget);
    assert!(allowance.is_used_up());
}
