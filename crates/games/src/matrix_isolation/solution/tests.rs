use std::ops::{ControlFlow, Range};

use quintet_rules::Wyrand;
use quintet_solver::bounds::BoundsTable;
use quintet_solver::search::{PlainSearch, Search};
use quintet_solver::{Progress, reference};

use super::*;

const MANY: Budget = Budget::positions(100_000);

/// Compares many values that one search finds, and some that each have their own.
fn assert_search_finds<const R: usize, const C: usize>(expected: &[(Isolation<R, C>, Value)]) {
    let oracle = ZoneSearcher::<R, C>::oracle();
    let positions: Vec<_> = expected.iter().map(|(position, _)| *position).collect();
    let together = oracle.values(&positions, MANY);
    for ((position, value), found) in expected.iter().zip(together) {
        assert_eq!(found, Some(*value), "{position:?}");
    }
    for (position, value) in expected.iter().step_by(10) {
        assert_eq!(oracle.value(position, MANY), Some(*value), "{position:?}");
    }
}

#[test]
fn the_search_equals_the_reference_on_small_boards() {
    fn check<const R: usize, const C: usize>() {
        let mut expected: Vec<_> = (reference::solve(Isolation::<R, C>::start(Player::One)))
            .into_iter()
            .collect();
        expected.sort_by_key(|(position, _)| position.key());
        assert!(expected.len() > 1_000, "{} positions", expected.len());
        assert_search_finds(&expected);
    }
    check::<3, 3>();
    check::<2, 5>();
    check::<3, 4>();
}

#[test]
fn the_search_equals_the_table_on_4x4() {
    let table = table::solution::<4, 4>().oracle(&Progress::default());
    let table = table.expect("not cancelled");
    let mut expected = Vec::new();
    let visited =
        (table.table().expect("a table")).visit(&Progress::default(), &mut |position, value, _| {
            expected.push((*position, value));
            ControlFlow::Continue(())
        });
    assert!(visited.is_continue());
    assert!(expected.len() > 400_000, "{} positions", expected.len());
    expected.chunks(5_000).for_each(assert_search_finds);
}

/// Returns a position of a random game with `blocked` blocked cells.
fn random<const R: usize, const C: usize>(random: &mut Wyrand, blocked: u32) -> Isolation<R, C> {
    let mut position = Isolation::start(Player::One);
    while position.blocked().len() < blocked {
        position = match position.random_move(random) {
            Some(mv) => position.play_unchecked(mv),
            None => Isolation::start(Player::One),
        };
    }
    position
}

#[test]
#[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
fn the_search_equals_plain_search_on_large_boards() {
    fn check<const R: usize, const C: usize>(blocked: Range<u32>) {
        let mut dice = Wyrand::new(1);
        let mut expected = Vec::new();
        for blocked in blocked.flat_map(|blocked| [blocked; 30]) {
            let position = random::<R, C>(&mut dice, blocked);
            let mut plain = Search::new(BoundsTable::for_budget(MANY));
            let value = plain.value(&PlainSearch::default(), position, MANY);
            expected.extend(value.map(|value| (position, value)));
        }
        assert!(expected.len() > 200, "{} values", expected.len());
        assert_search_finds(&expected);
    }
    check::<5, 5>(3..18);
    check::<6, 6>(4..20);
    check::<4, 7>(3..18);
}

#[test]
fn every_position_of_5x5_is_solved_without_a_budget() {
    let mut dice = Wyrand::new(2);
    let oracle = ZoneSearcher::<5, 5>::oracle();
    for n in 0..200 {
        let position = random::<5, 5>(&mut dice, n % 16);
        assert!(oracle.value(&position, Budget::NONE).is_some());
    }
}

#[test]
fn a_budget_limits_the_search_of_6x6() {
    let oracle = ZoneSearcher::<6, 6>::oracle();
    let start = Isolation::start(Player::One);
    assert_eq!(oracle.value(&start, Budget::NONE), None);
    assert_eq!(oracle.value(&start, Budget::positions(10)), None);
    assert_eq!(oracle.value(&start, MANY), Some(Value::win(7)));
}
