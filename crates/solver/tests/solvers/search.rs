//! Compares the search with the reference, with any budget.

use std::collections::HashMap;

use quintet_rules::Position;
use quintet_solver::bounds::{Bounds, BoundsTable};
use quintet_solver::search::{KeyedPosition, Moves, PlainSearch, Search, SearchOracle, Searchable};
use quintet_solver::{Allowance, Budget, MAX_DISTANCE, Oracle, Value};

use crate::toys::{Graph, corridor, heap};
use crate::{assert_all_kinds, values};

const PLENTY: Budget = Budget::positions(1_000_000);

/// The same game with a horizon, and keys of 50 bits.
struct SmallKeys<P>(PlainSearch<P>);

impl<P: KeyedPosition> Searchable for SmallKeys<P> {
    type Node = P;
    type Key = u64;
    const IS_FINITE: bool = P::IS_FINITE;

    fn key(&self, node: P) -> u64 {
        (self.0.key(node) >> 90) as u64
    }

    fn quick_bounds(&self, node: P) -> Bounds {
        self.0.quick_bounds(node)
    }

    fn expand(&self, node: P, moves: &mut Moves<P>) -> Bounds {
        self.0.expand(node, moves)
    }

    fn horizon(&self, _: P) -> i32 {
        3
    }
}

fn equals_the_reference<P: KeyedPosition>(starts: impl Iterator<Item = P>) {
    let values = values(starts);
    let plain = || PlainSearch::<P>::default();
    finds_all(&values, &plain(), 10);
    finds_all(&values, &SmallKeys(plain()), 19);
}

/// Asserts that every value is found, in one long search and with increasing budgets.
fn finds_all<G: Searchable<Node: Position>>(
    values: &HashMap<G::Node, Value>,
    game: &G,
    table_bits: u32,
) {
    let search = || Search::new(BoundsTable::new(table_bits));
    let mut long = search();
    for (&node, &value) in values {
        let expected = Some(value).filter(|value| G::IS_FINITE || *value != Value::Endless);
        assert_eq!(long.value(game, node, PLENTY), expected, "{node:?}");
    }
    let mut restarted = search();
    let mut resumed = search();
    for (&node, &value) in values {
        if !G::IS_FINITE && value == Value::Endless {
            let found = resumed.value(game, node, Budget::positions(100));
            assert_eq!(found, None, "{node:?}");
            continue;
        }
        for budget in (0..20).chain((20..).step_by(31)) {
            resumed.value(game, node, Budget::positions(budget));
            restarted.clear();
            let before = restarted.nodes();
            let found = restarted.value(game, node, Budget::positions(budget));
            assert!(restarted.nodes() - before <= budget);
            assert!(found.is_none_or(|found| found == value), "{node:?}");
            if found.is_some() {
                assert_eq!(resumed.value(game, node, PLENTY), found, "{node:?}");
                break;
            }
        }
    }
}

#[test]
fn every_position_of_a_finite_game_is_solved() {
    equals_the_reference((0..60).map(heap));
}

#[test]
fn wins_and_losses_of_games_with_cycles_are_found_and_small_games_are_solved_fully() {
    let mut all = Vec::new();
    for seed in 1..5 {
        let graph = Graph { seed, places: 60 };
        equals_the_reference(graph.walks());
        for (position, value) in values(graph.walks()) {
            let found = SearchOracle::plain().value(&position, PLENTY);
            assert_eq!(found, Some(value), "{position:?}");
            all.push(value);
        }
    }
    assert_all_kinds(&all, 6);
}

#[test]
fn distances_up_to_the_maximum_are_found_and_longer_ones_are_unsolved() {
    let values = values([corridor(249), corridor(250)]);
    let is_short = |value: &Value| value.distance().is_some_and(|it| it <= MAX_DISTANCE);
    assert!(!values.values().all(is_short));
    let mut search = Search::new(BoundsTable::new(16));
    for position in (0..250).map(corridor) {
        let expected = Some(values[&position]).filter(is_short);
        let searched = search.value(&PlainSearch::default(), position, PLENTY);
        assert_eq!(searched, expected, "{position:?}");
        let found = SearchOracle::plain().value(&position, PLENTY);
        assert_eq!(found, expected, "{position:?}");
    }
}

#[test]
fn the_number_of_visited_positions_is_deterministic() {
    let ask = || {
        let mut search = Search::new(BoundsTable::new(8));
        for heap in (0..100).rev().map(heap) {
            search.value(&PlainSearch::default(), heap, PLENTY);
        }
        search.nodes()
    };
    assert_eq!(ask(), ask());
}

#[test]
fn an_allowance_limits_all_values_together() {
    let allowance = Allowance::positions(1_000);
    let budget = PLENTY.within(&allowance);
    let mut search = Search::new(BoundsTable::for_budget(budget));
    for (parts, stones) in (1..=100).rev().zip((100..200).rev()) {
        let before = search.nodes();
        search.clear();
        search.value(&PlainSearch::default(), heap(stones), budget.part(parts));
        let share = (1_000 - before) / parts as u64;
        assert!(search.nodes() - before <= share, "{stones} stones");
    }
    assert_eq!(
        search.nodes(),
        1_000,
        "unused work is available to other parts"
    );
    assert!(allowance.is_exhausted());
}

#[test]
fn work_that_one_value_does_not_use_is_available_to_the_others() {
    let oracle = SearchOracle::plain();
    // The heap of one stone needs less than its half of the allowance.
    let cost = (1..1_000_000).find(|positions| {
        let allowance = Allowance::positions(*positions);
        let budget = PLENTY.within(&allowance);
        oracle.value(&heap(60), budget).is_some()
    });
    let allowance = Allowance::positions(cost.expect("a heap has a value") * 3 / 2);
    let heaps = [1, 60].map(heap);
    let values = oracle.values(&heaps, PLENTY.within(&allowance));
    assert_eq!(values, heaps.map(|heap| oracle.value(&heap, PLENTY)));
}

/// An infinite tree that withdraws the allowance as soon as the search begins.
struct Withdrawing<'a>(&'a Allowance);

impl Searchable for Withdrawing<'_> {
    type Node = u64;
    type Key = u128;
    const IS_FINITE: bool = true;

    fn key(&self, node: u64) -> u128 {
        node.into()
    }

    fn quick_bounds(&self, _: u64) -> Bounds {
        self.0.withdraw();
        Bounds::OPEN
    }

    fn expand(&self, node: u64, moves: &mut Moves<u64>) -> Bounds {
        moves.push(node.wrapping_mul(3), 0);
        moves.push(node.wrapping_mul(3).wrapping_add(1), 1);
        Bounds::OPEN
    }
}

#[test]
fn withdrawing_the_allowance_stops_the_search() {
    let allowance = Allowance::positions(u64::MAX);
    let budget = Budget::UNBOUNDED.within(&allowance);
    assert!(SearchOracle::plain().value(&heap(60), budget).is_some());
    let mut search = Search::new(BoundsTable::new(10));
    assert_eq!(search.value(&Withdrawing(&allowance), 1, budget), None);
}
