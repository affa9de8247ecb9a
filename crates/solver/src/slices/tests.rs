//! The solver of slices against the definition of the values, on small graphs.

use quintet_rules::{Random, Wyrand};

use super::*;

#[derive(Clone, Copy, PartialEq)]
struct Bits(u32);

impl PositionSet for Bits {
    const EMPTY: Self = Bits(0);

    fn is_empty(&self) -> bool {
        self.0 == 0
    }

    fn union(&self, other: &Self) -> Self {
        Bits(self.0 | other.0)
    }

    fn minus(&self, other: &Self) -> Self {
        Bits(self.0 & !other.0)
    }

    fn common(&self, other: &Self) -> Self {
        Bits(self.0 & other.0)
    }
}

const SIZE: usize = 16;

/// The positions of a set, as numbers.
fn members(set: u32) -> impl Iterator<Item = usize> {
    (0..SIZE).filter(move |i| set >> i & 1 == 1)
}

type Values = [[Value; SIZE]; 2];

/// Any graph: for each side and position the positions that can be moved to.
struct Graph {
    moves: [[u32; SIZE]; 2],
    won_at_once: [u32; 2],
    exits: [[Option<Value>; SIZE]; 2],
}

impl Slice for Graph {
    type Set = Bits;

    fn positions(&self, _: Side) -> Bits {
        Bits((1 << SIZE) - 1)
    }

    fn won_at_once(&self, side: Side) -> Bits {
        Bits(self.won_at_once[side])
    }

    fn moving_into(&self, side: Side, targets: &Bits) -> Bits {
        let moving = |i: &usize| self.moves[side][*i] & targets.0 != 0;
        Bits((0..SIZE).filter(moving).fold(0, |set, i| set | 1 << i))
    }
}

impl Graph {
    /// A graph in which each position only leads to the one with the same number, so that nothing
    /// is decided.
    fn idle() -> Graph {
        Graph {
            moves: [std::array::from_fn(|i| 1 << i); 2],
            won_at_once: [0; 2],
            exits: [[None; SIZE]; 2],
        }
    }

    fn random(random: &mut Wyrand) -> Graph {
        let mut graph = Graph::idle();
        for side in [0, 1] {
            graph.won_at_once[side] = random.bits() & random.bits() & random.bits() & 0xffff;
            for i in 0..SIZE {
                // One or two moves: long ways and circles.
                graph.moves[side][i] = 1 << random.below(16) | 1 << random.below(16);
                let plies = random.below(20) as u8;
                graph.exits[side][i] = match random.below(6) {
                    0 => Some(Value::win(plies | 1)),
                    1 | 2 => Some(Value::loss((plies & !1) + 2)),
                    3 => Some(Value::Endless),
                    _ => None,
                };
            }
        }
        graph
    }

    fn solve(&self) -> Values {
        let mut exits: [Exits<Bits>; 2] = Default::default();
        for side in [0, 1] {
            for (i, exit) in self.exits[side].iter().enumerate() {
                if let Some(value) = exit {
                    exits[side].with_value_mut(*value).0 |= 1 << i;
                }
            }
        }
        let mut values = [[Value::Endless; SIZE]; 2];
        solve(self, &exits, |side, value, set| {
            for i in members(set.0) {
                assert_eq!(values[side][i], Value::Endless, "reported once only");
                values[side][i] = value;
            }
        });
        values
    }

    /// Straight from the definition: round n decides what is won or lost in n.
    fn solve_slowly(&self) -> Values {
        let mut values = [[Value::Endless; SIZE]; 2];
        for plies in 1..100 {
            let before = values;
            for side in [0, 1] {
                for i in (0..SIZE).filter(|i| before[side][*i] == Value::Endless) {
                    let options = self.options(side, i, &before);
                    if options.contains(&Value::win(plies)) {
                        values[side][i] = Value::win(plies);
                    } else if options
                        .iter()
                        .all(|value| matches!(value, Value::Loss(Some(n)) if *n <= plies))
                    {
                        values[side][i] = Value::loss(plies);
                    }
                }
            }
        }
        values
    }

    /// What each move of a position is worth, with the values found so far.
    fn options(&self, side: Side, i: usize, values: &Values) -> Vec<Value> {
        let inside = members(self.moves[side][i]).map(|j| values[1 - side][j].one_ply_earlier());
        let at_once = self.won_at_once[side] >> i & 1 == 1;
        inside
            .chain(self.exits[side][i])
            .chain(at_once.then_some(Value::win(1)))
            .collect()
    }
}

#[test]
fn agrees_with_the_definition_on_random_graphs() {
    let mut random = Wyrand::new(1);
    for _ in 0..2000 {
        let graph = Graph::random(&mut random);
        assert_eq!(graph.solve(), graph.solve_slowly());
    }
}

#[test]
fn without_a_win_or_a_way_out_all_is_endless() {
    assert_eq!(Graph::idle().solve(), [[Value::Endless; SIZE]; 2]);
}

#[test]
fn a_player_who_can_win_at_once_is_not_lost_by_a_losing_way_out() {
    let mut graph = Graph::idle();
    // The player to move wins position 0 at once; all else that Player 2 could do there loses.
    graph.won_at_once = [1, 1];
    graph.exits[1][0] = Some(Value::loss(2));
    let values = graph.solve();
    assert_eq!(values[1][0], Value::win(1));
    assert_eq!(values, graph.solve_slowly());
}

#[test]
fn a_way_out_can_be_a_win_in_one() {
    let mut graph = Graph::idle();
    graph.exits[0][3] = Some(Value::win(1));
    let values = graph.solve();
    assert_eq!(
        [values[0][3], values[1][3]],
        [Value::win(1), Value::loss(2)]
    );
    assert_eq!(values, graph.solve_slowly());
}

#[test]
fn a_way_out_that_is_endless_saves_and_one_that_loses_delays() {
    let mut graph = Graph::idle();
    graph.won_at_once[0] = 0b111;
    graph.exits[1][0] = Some(Value::Endless);
    graph.exits[1][1] = Some(Value::loss(40));
    let values = graph.solve();
    assert_eq!(
        values[1][..3],
        [Value::Endless, Value::loss(40), Value::loss(2)]
    );
    assert_eq!(values, graph.solve_slowly());
}

#[test]
fn ways_out_that_are_cleared_are_gone() {
    let mut exits = Exits::<Bits>::default();
    for value in [Value::Endless, Value::win(9), Value::loss(12)] {
        exits.with_value_mut(value).0 = 1;
    }
    exits.clear();
    assert!(exits.any().is_empty());
    exits.with_value_mut(Value::win(MAX_DISTANCE - 1)).0 = 2;
    assert_eq!(exits.any().0, 2);
}
