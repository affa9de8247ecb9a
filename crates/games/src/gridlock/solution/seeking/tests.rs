//! A search compared with boards that are known whole.

use std::ops::ControlFlow;

use quintet_rules::{Player, Position, Symmetries, Wyrand};
use quintet_solver::{Meter, Oracle};

use super::*;
use crate::gridlock::solution::grids::Grids;
use crate::gridlock::solution::known::Known;
use crate::gridlock::solution::listing::{all, list};
use crate::gridlock::solution::regions::Regions;

/// Whether what a search finds is true, within a budget that may not be enough.
fn check<P: Position>(position: &P, found: Option<Value>, truth: Value, budget: Budget) {
    let is_true = match found {
        None => budget.max_positions() < u64::MAX,
        Some(found) => found == truth || found.distance().is_none() && found.is_same_kind(truth),
    };
    assert!(
        is_true,
        "{position:?}: found {found:?}, but it is {truth:?}"
    );
}

const BUDGETS: [Budget; 3] = [
    Budget::positions(3),
    Budget::positions(30),
    Budget::UNBOUNDED,
];

/// Compares a search with what is known of every position.
fn equals_what_is_known<const R: usize, const C: usize>() {
    let (seeking, known) = (Seeking::<R, C>::oracle(), Known::new(Grids::<R, C>::new()));
    let shown = list(&Symmetries::new(), all::<R, C>(), &mut |position, _| {
        let truth = known.value(position, Budget::NONE).expect("it is known");
        for budget in BUDGETS {
            check(position, seeking.value(position, budget), truth, budget);
        }
        let value = seeking.value(position, Budget::UNBOUNDED);
        assert_eq!(value, Some(truth), "{position:?}");
        ControlFlow::Continue(())
    });
    assert!(shown.is_continue());
}

#[test]
fn a_search_of_small_boards_finds_what_is_known() {
    equals_what_is_known::<3, 3>();
    equals_what_is_known::<2, 6>();
    equals_what_is_known::<3, 4>();
    equals_what_is_known::<4, 4>();
    equals_what_is_known::<1, 9>();
    equals_what_is_known::<1, 13>();
}

#[test]
fn a_search_of_random_positions_finds_what_is_known() {
    let (seeking, known) = (Seeking::<5, 5>::oracle(), Known::new(Grids::<5, 5>::new()));
    let mut random = Wyrand::new(11);
    let mut without_distance = 0;
    for game in 0..100 {
        let mut position = Snort::<5, 5>::start(Player::BOTH[game % 2]);
        while let Some(mv) = position.random_move(&mut random) {
            position = position.play_unchecked(mv);
            let truth = known.value(&position, Budget::NONE).expect("it is known");
            for budget in [30, 1000, 10_000].map(Budget::positions) {
                let found = seeking.value(&position, budget);
                check(&position, found, truth, budget);
                without_distance += usize::from(found.is_some_and(|found| !found.is_exact()));
            }
        }
    }
    assert!(without_distance > 100, "{without_distance}");
}

#[test]
fn a_winner_is_sought_within_the_budget() {
    let opposites = Opposites::new();
    let mut winner = Winner::new(&opposites, Budget::NONE);
    // After a move in the middle every move has its opposite, which takes one look to see.
    let (open, _) = Open::of(&Snort::<5, 5>::start(Player::One));
    assert_eq!(winner.is_won(open, 0, Budget::NONE), None);
    assert_eq!(winner.is_won(open, 0, Budget::positions(1)), Some(true));
}

/// Judges the regions of every position of a board without search, and says how often that was enough, where there were
/// several.
fn judge_every_position<const R: usize, const C: usize>() -> [u32; 2] {
    let known = Known::new(Grids::<R, C>::new());
    let (mut regions, mut meter) = (Regions::default(), Meter::default());
    let budget = Budget::UNBOUNDED;
    meter.begin(&budget);
    let (mut enough, mut sums) = (0, 0);
    let shown = list(&Symmetries::new(), all::<R, C>(), &mut |position, _| {
        let node = Node::of(position);
        let mut count = 0;
        node.open.each_region(|_| count += 1);
        let judged = regions.judge(node.open, &mut meter, &budget);
        let judged = judged.expect("the budget is unbounded");
        let is_won = judged.is_won(node.lead());
        let value = known.value(position, Budget::NONE);
        let truth = matches!(value, Some(Value::Win(_)));
        if let Some(is_won) = is_won {
            assert_eq!(is_won, truth, "{position:?}");
        }
        sums += u32::from(count > 1);
        enough += u32::from(count > 1 && is_won.is_some());
        ControlFlow::Continue(())
    });
    assert!(shown.is_continue());
    [enough, sums]
}

#[test]
fn sums_of_regions_are_judged_rightly_and_most_of_them_at_once() {
    for [enough, sums] in [
        judge_every_position::<1, 15>(),
        judge_every_position::<2, 7>(),
        judge_every_position::<4, 4>(),
    ] {
        assert!(2 * enough > sums, "{enough} of {sums}");
    }
}
