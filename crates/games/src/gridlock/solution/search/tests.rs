//! The search compared with the solved oracle.

use std::ops::ControlFlow;

use quintet_rules::{Player, Position, Symmetries, Wyrand};
use quintet_solver::{Meter, Oracle};

use super::*;
use crate::gridlock::solution::enumeration::{PARTS, enumerate};
use crate::gridlock::solution::regions::Regions;
use crate::gridlock::solution::solved::SolvedOracle;

/// Checks a search result, which may be incomplete if the budget is limited.
fn check<P: Position>(position: &P, found: Option<Value>, exact: Value, budget: Budget) {
    let is_correct = match found {
        None => budget.max_positions() < u64::MAX,
        Some(found) => found == exact || found.distance().is_none() && found.is_same_kind(exact),
    };
    assert!(is_correct, "{position:?}: found {found:?} for {exact:?}");
}

const BUDGETS: [Budget; 3] = [
    Budget::positions(3),
    Budget::positions(30),
    Budget::UNBOUNDED,
];

fn every_position<const R: usize, const C: usize>(mut show: impl FnMut(&Snort<R, C>)) {
    let symmetries = Symmetries::new();
    for part in 0..PARTS {
        let shown = enumerate(&symmetries, part, &mut |position, _| {
            show(position);
            ControlFlow::Continue(())
        });
        assert!(shown.is_continue());
    }
}

fn check_every_position<const R: usize, const C: usize>() {
    let (search, solved) = (BoardSearch::<R, C>::oracle(), SolvedOracle::<R, C>::new());
    every_position::<R, C>(|position| {
        let exact = solved.value(position, Budget::NONE).expect("solved");
        for budget in BUDGETS {
            check(position, search.value(position, budget), exact, budget);
        }
        let value = search.value(position, Budget::UNBOUNDED);
        assert_eq!(value, Some(exact), "{position:?}");
    });
}

#[test]
fn a_search_finds_every_value_of_small_boards() {
    check_every_position::<3, 3>();
    check_every_position::<2, 6>();
    check_every_position::<3, 4>();
    check_every_position::<4, 4>();
    check_every_position::<1, 9>();
    check_every_position::<1, 13>();
}

#[test]
fn a_search_finds_the_values_of_random_positions() {
    let (search, solved) = (BoardSearch::<5, 5>::oracle(), SolvedOracle::<5, 5>::new());
    let mut random = Wyrand::new(11);
    let mut without_distance = 0;
    for game in 0..100 {
        let mut position = Snort::<5, 5>::start(Player::BOTH[game % 2]);
        while let Some(mv) = position.random_move(&mut random) {
            position = position.play_unchecked(mv);
            let exact = solved.value(&position, Budget::NONE).expect("solved");
            for budget in [30, 1000, 10_000].map(Budget::positions) {
                let found = search.value(&position, budget);
                check(&position, found, exact, budget);
                without_distance += usize::from(found.is_some_and(|found| !found.is_exact()));
            }
        }
    }
    assert!(without_distance > 100, "{without_distance}");
}

#[test]
fn the_search_for_the_winner_observes_its_budget() {
    let involutions = Involutions::new();
    let mut winner = WinnerSearch::new(&involutions, Budget::NONE);
    // After a move in the center every move has an answer, which takes one position to see.
    let contest = Balance::of(&Snort::<5, 5>::start(Player::One)).contest;
    assert_eq!(winner.is_won(contest, 0, Budget::NONE), None);
    assert_eq!(winner.is_won(contest, 0, Budget::positions(1)), Some(true));
}

/// Judges every position of a board by its regions alone. Returns the number of positions with several regions that were
/// decided, and the number of all positions with several regions.
fn judge_every_position<const R: usize, const C: usize>() -> [u32; 2] {
    let solved = SolvedOracle::<R, C>::new();
    let (mut regions, mut meter) = (Regions::default(), Meter::default());
    let budget = Budget::UNBOUNDED;
    meter.begin(&budget);
    let (mut decided, mut sums) = (0, 0);
    every_position::<R, C>(|position| {
        let node = Balance::of(position);
        let mut count = 0;
        node.contest.each_region(|_| count += 1);
        let judged = regions.judge(node.contest, &mut meter, &budget);
        let is_won = judged.expect("the budget is unbounded").is_won(node.lead());
        let exact = matches!(solved.value(position, Budget::NONE), Some(Value::Win(_)));
        assert!(is_won.is_none_or(|is_won| is_won == exact), "{position:?}");
        sums += u32::from(count > 1);
        decided += u32::from(count > 1 && is_won.is_some());
    });
    [decided, sums]
}

#[test]
fn regions_decide_most_sums_and_none_wrongly() {
    for [decided, sums] in [
        judge_every_position::<1, 15>(),
        judge_every_position::<2, 7>(),
        judge_every_position::<4, 4>(),
    ] {
        assert!(2 * decided > sums, "{decided} of {sums}");
    }
}
