//! Search equals the reference on games small enough for both, whatever the budget.

use std::collections::HashMap;

use quintet_rules::Position;
use quintet_solver::bounds::{Bounds, BoundsTable, CompactTable, WideTable};
use quintet_solver::search::{ByRules, Keyed, Moves, Plain, Search, SearchOracle, Searchable};
use quintet_solver::{Allowance, Budget, MAX_DISTANCE, Oracle, Value};

use crate::toys::{Graph, corridor, heap};
use crate::{assert_all_kinds, values};

const PLENTY: Budget = Budget::positions(1_000_000);

/// The same game with keys of 50 bits at the most.
struct Small<P>(Plain<P>);

impl<P: Keyed> Searchable for Small<P> {
    type Node = P;
    type Key = u64;
    const ENDS: bool = P::ENDS;

    fn key(&self, node: P) -> u64 {
        (self.0.key(node) >> 90) as u64
    }

    fn glance(&self, node: P) -> Bounds {
        self.0.glance(node)
    }

    fn expand(&self, node: P, moves: &mut Moves<P>) -> Bounds {
        self.0.expand(node, moves)
    }

    fn horizon(&self, _: P) -> i32 {
        3
    }
}

fn equals_the_reference<P: Keyed>(starts: impl Iterator<Item = P>) {
    let values = values(starts);
    finds(&values, &Plain::<P>::default(), || WideTable::new(10));
    let small = Small(Plain::<P>::default());
    finds(&values, &small, || CompactTable::new(19));
}

/// Every value, in one long search and with budgets up to one that is enough.
fn finds<G, Table>(values: &HashMap<G::Node, Value>, game: &G, table: impl Fn() -> Table)
where
    G: Searchable<Node: Position>,
    Table: BoundsTable<G::Key>,
{
    let mut learnt = Search::new(table());
    for (&node, &value) in values {
        let wanted = Some(value).filter(|value| G::ENDS || *value != Value::Endless);
        assert_eq!(learnt.value(game, node, PLENTY), wanted, "{node:?}");
    }
    let mut tried = Search::new(table());
    let mut interrupted = Search::new(table());
    for (&node, &value) in values {
        if !G::ENDS && value == Value::Endless {
            assert_eq!(
                interrupted.value(game, node, Budget::positions(100)),
                None,
                "{node:?}"
            );
            continue;
        }
        for budget in (0..20).chain((20..).step_by(31)) {
            // One search goes on where it was interrupted, the other begins anew.
            interrupted.value(game, node, Budget::positions(budget));
            tried.clear();
            let before = tried.nodes();
            let found = tried.value(game, node, Budget::positions(budget));
            assert!(tried.nodes() - before <= budget);
            assert!(found.is_none_or(|found| found == value), "{node:?}");
            if found.is_some() {
                assert_eq!(interrupted.value(game, node, PLENTY), found, "{node:?}");
                break;
            }
        }
    }
}

#[test]
fn a_game_that_ends_is_known_everywhere() {
    equals_the_reference((0..60).map(heap));
}

#[test]
fn of_games_in_circles_every_win_and_loss_is_known_and_of_small_ones_everything() {
    let mut all = Vec::new();
    for seed in 1..5 {
        let graph = Graph { seed, places: 60 };
        equals_the_reference(graph.walks());
        for (position, value) in values(graph.walks()) {
            let found = SearchOracle(ByRules).value(&position, PLENTY);
            assert_eq!(found, Some(value), "{position:?}");
            all.push(value);
        }
    }
    assert_all_kinds(&all, 6);
}

#[test]
fn the_longest_distances_are_found_and_longer_ones_are_left_open() {
    let values = values([corridor(249), corridor(250)]);
    let is_short = |value: &Value| value.distance().is_some_and(|it| it <= MAX_DISTANCE);
    assert!(!values.values().all(is_short));
    let mut search = Search::new(WideTable::new(16));
    for position in (0..250).map(corridor) {
        let expected = Some(values[&position]).filter(is_short);
        let searched = search.value(&Plain::default(), position, PLENTY);
        assert_eq!(searched, expected, "{position:?}");
        let sought = SearchOracle(ByRules).value(&position, PLENTY);
        assert_eq!(sought, expected, "{position:?}");
    }
}

#[test]
fn the_same_questions_cost_the_same_nodes() {
    let ask = || {
        let mut search = Search::new(WideTable::new(8));
        for heap in (0..100).rev().map(heap) {
            search.value(&Plain::default(), heap, PLENTY);
        }
        search.nodes()
    };
    assert_eq!(ask(), ask());
}

#[test]
fn all_values_of_a_question_together_cost_no_more_than_its_allowance() {
    let allowance = Allowance::positions(1_000);
    let budget = PLENTY.within(&allowance);
    let mut search = Search::new(WideTable::for_budget(budget));
    for (parts, stones) in (1..=100).rev().zip((100..200).rev()) {
        let before = search.nodes();
        search.clear();
        search.value(&Plain::default(), heap(stones), budget.part(parts));
        let share = (1_000 - before) / parts as u64;
        assert!(search.nodes() - before <= share, "{stones} stones");
    }
    assert_eq!(search.nodes(), 1_000, "the rest of one is left to others");
    assert!(allowance.is_used_up());
}

#[test]
fn the_rest_of_an_allowance_after_one_value_is_left_to_the_others() {
    let oracle = SearchOracle(ByRules);
    // The heap of one stone costs less than its half.
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

/// Withdraws the allowance when it is first looked at.
struct Withdrawing<'a>(&'a Allowance);
impl Searchable for Withdrawing<'_> {
    type Node = u64;
    type Key = u128;
    const ENDS: bool = true;
    fn key(&self, node: u64) -> u128 {
        node.into()
    }
    fn glance(&self, _: u64) -> Bounds {
        self.0.withdraw();
        Bounds::OPEN
    }
    /// A tree without end.
    fn expand(&self, node: u64, moves: &mut Moves<u64>) -> Bounds {
        moves.push(node.wrapping_mul(3), 0);
        moves.push(node.wrapping_mul(3).wrapping_add(1), 1);
        Bounds::OPEN
    }
}

#[test]
fn a_search_whose_allowance_is_withdrawn_ends_without_a_value() {
    let allowance = Allowance::positions(u64::MAX);
    let budget = Budget::UNBOUNDED.within(&allowance);
    assert!(SearchOracle(ByRules).value(&heap(60), budget).is_some());
    let mut search = Search::new(WideTable::new(10));
    assert_eq!(search.value(&Withdrawing(&allowance), 1, budget), None);
}
