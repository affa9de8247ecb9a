//! Search equals the reference on games small enough for both, whatever the budget.

mod toys;

use std::collections::HashMap;

use quintet_rules::{Player, Position};
use quintet_solver::bounds::{Bounds, BoundsTable, CompactTable, WideTable};
use quintet_solver::search::Seeker;
use quintet_solver::search::{Keyed, Moves, Plain, Search, Searchable};
use quintet_solver::{Allowance, Budget, MAX_DISTANCE, Oracle, Value, reference};

use toys::{Corridor, Heap, Walk};

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
    let mut values = HashMap::new();
    for start in starts {
        if !values.contains_key(&start) {
            values.extend(reference::solve(start));
        }
    }
    finds(&values, &Plain::<P>::default(), || WideTable::new(10));
    finds(&values, &Small(Plain::<P>::default()), || {
        CompactTable::new(19)
    });
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
    equals_the_reference((0..60).map(|stones| Heap {
        stones,
        to_move: Player::One,
    }));
}

#[test]
fn of_games_in_circles_every_win_and_loss_is_known() {
    fn on_graph<const SEED: u64>() {
        equals_the_reference((0..60).map(|place| Walk::<SEED> {
            place,
            to_move: Player::Two,
        }));
    }
    on_graph::<1>();
    on_graph::<2>();
    on_graph::<3>();
    on_graph::<4>();
}

#[test]
fn of_small_games_in_circles_everything_is_known() {
    fn on_graph<const SEED: u64>() {
        let start = Walk::<SEED> {
            place: 0,
            to_move: Player::One,
        };
        for (position, value) in reference::solve(start) {
            let found = Seeker::default().value(&position, PLENTY);
            assert_eq!(found, Some(value), "{position:?}");
        }
    }
    on_graph::<1>();
    on_graph::<2>();
    on_graph::<3>();
    on_graph::<4>();
}

#[test]
fn of_a_small_game_nothing_longer_than_the_longest_distance_is_said() {
    let at = |place| Corridor {
        place,
        to_move: Player::One,
    };
    let found = |place| Seeker::default().value(&at(place), PLENTY);
    let values = reference::solve(at(250));
    assert!(
        values
            .values()
            .any(|value| value.distance() > Some(MAX_DISTANCE))
    );
    for (position, value) in &values {
        let is_short = value.distance().is_some_and(|plies| plies <= MAX_DISTANCE);
        let expected = Some(*value).filter(|_| is_short);
        assert_eq!(found(position.place), expected, "{position:?}");
    }
}

#[test]
fn the_random_graphs_have_values_of_every_kind() {
    let mut kinds = [0; 3];
    for place in 0..60 {
        let walk = Walk::<1> {
            place,
            to_move: Player::One,
        };
        kinds[match reference::solve(walk)[&walk] {
            Value::Win(_) => 0,
            Value::Loss(_) => 1,
            Value::Endless => 2,
        }] += 1;
    }
    assert!(kinds.iter().all(|count| *count > 3), "{kinds:?}");
}

#[test]
fn the_longest_distances_are_found_and_longer_ones_are_left_open() {
    let at = |place| Corridor {
        place,
        to_move: Player::One,
    };
    let mut values = reference::solve(at(249));
    values.extend(reference::solve(at(250)));
    let mut search = Search::new(WideTable::new(16));
    for place in 0..250 {
        let found = search.value(&Plain::default(), at(place), PLENTY);
        match values[&at(place)] {
            value @ (Value::Win(..=MAX_DISTANCE) | Value::Loss(..=MAX_DISTANCE)) => {
                assert_eq!(found, Some(value), "place {place}");
            }
            _ => assert_eq!(found, None, "place {place}"),
        }
    }
}

#[test]
fn the_same_questions_cost_the_same_nodes() {
    let ask = || {
        let mut search = Search::new(WideTable::new(8));
        for stones in (0..100).rev() {
            let to_move = Player::One;
            search.value(&Plain::default(), Heap { stones, to_move }, PLENTY);
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
    let heaps = (100..200).rev();
    for (parts, stones) in (1..=100).rev().zip(heaps) {
        let heap = Heap {
            stones,
            to_move: Player::One,
        };
        let before = search.nodes();
        search.clear();
        search.value(&Plain::default(), heap, budget.part(parts));
        let share = (1_000 - before) / parts as u64;
        assert!(search.nodes() - before <= share, "{stones} stones");
    }
    assert_eq!(search.nodes(), 1_000, "what one leaves, another may use");
    assert!(allowance.is_used_up());
}

#[test]
fn what_one_value_leaves_of_an_allowance_is_there_for_the_others() {
    let heap = |stones| Heap {
        stones,
        to_move: Player::One,
    };
    let oracle = Seeker::default();
    let one = |stones| oracle.value(&heap(stones), PLENTY);
    // The heap of one stone costs less than its half.
    let cost = (1..1_000_000).find(|positions| {
        let allowance = Allowance::positions(*positions);
        let budget = PLENTY.within(&allowance);
        oracle.value(&heap(60), budget).is_some()
    });
    let allowance = Allowance::positions(cost.expect("a heap has a value") * 3 / 2);
    let values = oracle.values(&[heap(1), heap(60)], PLENTY.within(&allowance));
    assert_eq!(values, [one(1), one(60)]);
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
    let heap = Heap {
        stones: 60,
        to_move: Player::One,
    };
    let allowance = Allowance::positions(u64::MAX);
    let budget = Budget::UNBOUNDED.within(&allowance);
    assert!(Seeker::default().value(&heap, budget).is_some());
    let mut search = Search::new(WideTable::new(10));
    assert_eq!(search.value(&Withdrawing(&allowance), 1, budget), None);
}
