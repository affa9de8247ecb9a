//! Retrograde analysis equals the reference on random graphs, with and without twins.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use quintet_rules::{Outcome, Player, Position};
use quintet_solver::retrograde::{AtOnce, Reversible, solve};
use quintet_solver::{NOTHING, Progress, Value, reference};

/// Places of a graph. As many again are their twins, and the last number is no position's.
const PLACES: u16 = 300;
const NO_PLACE: u16 = 2 * PLACES;

fn hash(seed: u64, number: u64) -> u64 {
    let mixed = (number + seed * 7919).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 31).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 33
}

/// Where the arrows from a place lead.
fn arrows(seed: u64, place: u16) -> impl Iterator<Item = u16> {
    let count = hash(seed, place.into()) % 5;
    (0..count).map(move |arrow| {
        (hash(seed, 10_000 + 10 * u64::from(place) + arrow) % u64::from(PLACES)) as u16
    })
}

/// A token walks along the arrows; the player who cannot go on has lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Walk {
    seed: u64,
    place: u16,
    to_move: Player,
}

impl Position for Walk {
    type Move = u16;
    type Refusal = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.to_move.other();
        self.moves().next().is_none().then_some(Outcome { winner })
    }

    fn moves(&self) -> impl Iterator<Item = u16> {
        let mut targets: Vec<_> = arrows(self.seed, self.place).collect();
        targets.sort_unstable();
        targets.dedup();
        targets.into_iter()
    }

    fn check(&self, target: u16) -> Result<(), ()> {
        self.moves().find(|mv| *mv == target).map(drop).ok_or(())
    }

    fn play_unchecked(&self, target: u16) -> Self {
        Walk {
            place: target,
            to_move: self.to_move.other(),
            ..*self
        }
    }
}

/// The same game by numbers, whichever player is to move. If there are twins, both ways along an arrow name
/// one of two.
struct Graph {
    seed: u64,
    has_twins: bool,
    before: Vec<Vec<u16>>,
    /// A place and the work that is cancelled when that place is looked at.
    cancels: Option<(u16, Arc<Progress>)>,
    /// How often the successors of a place were asked for.
    expanded: AtomicUsize,
}

impl Graph {
    fn new(seed: u64, has_twins: bool) -> Self {
        let mut before = vec![Vec::new(); PLACES.into()];
        for from in 0..PLACES {
            for to in arrows(seed, from) {
                before[usize::from(to)].push(from);
            }
        }
        Graph {
            seed,
            has_twins,
            before,
            cancels: None,
            expanded: AtomicUsize::new(0),
        }
    }

    fn one_of_the_twins(&self, place: u16, by: u16) -> u16 {
        let is_other = self.has_twins
            && hash(self.seed, u64::from(place) * 1000 + u64::from(by)).is_multiple_of(2);
        place + if is_other { PLACES } else { 0 }
    }
}

impl Reversible for Graph {
    type Node = u16;

    fn size(&self) -> usize {
        usize::from(NO_PLACE) + 1
    }

    fn number(&self, node: u16) -> usize {
        node.into()
    }

    fn parts(&self) -> usize {
        10
    }

    fn leaders(&self, part: usize) -> impl Iterator<Item = u16> {
        (part as u16..=NO_PLACE)
            .step_by(10)
            .filter(|&node| self.leader(node) == node)
    }

    fn leader(&self, node: u16) -> u16 {
        self.twins(node).fold(node, Ord::min)
    }

    fn twins(&self, node: u16) -> impl Iterator<Item = u16> {
        let twin = match node {
            NO_PLACE => None,
            PLACES.. => Some(node - PLACES),
            _ => Some(node + PLACES),
        };
        twin.filter(|_| self.has_twins).into_iter()
    }

    fn at_once(&self, node: u16) -> AtOnce {
        if let Some((place, progress)) = &self.cancels
            && *place == node
        {
            progress.cancel();
        }
        if node == NO_PLACE || !self.has_twins && node >= PLACES {
            return AtOnce::Impossible;
        }
        let mut next = arrows(self.seed, node % PLACES).peekable();
        let is_over = |place| arrows(self.seed, place).next().is_none();
        if next.peek().is_none() {
            AtOnce::Over
        } else if next.any(is_over) {
            AtOnce::Won
        } else {
            AtOnce::Open
        }
    }

    fn successors(&self, node: u16) -> impl Iterator<Item = u16> {
        self.expanded.fetch_add(1, Relaxed);
        arrows(self.seed, node % PLACES).map(move |to| self.one_of_the_twins(to, node))
    }

    fn predecessors(&self, node: u16) -> impl Iterator<Item = u16> {
        self.before[usize::from(node % PLACES)]
            .iter()
            .map(move |&from| self.one_of_the_twins(from, node))
    }
}

#[test]
fn equals_the_reference_with_and_without_twins() {
    let mut kinds = [0; 3];
    for seed in 1..9 {
        let value = |place| {
            let to_move = Player::One;
            let walk = Walk {
                seed,
                place,
                to_move,
            };
            reference::solve(walk)[&walk]
        };
        let values: Vec<_> = (0..PLACES).map(value).collect();
        let wanted: Vec<_> = values.iter().map(|value| value.to_byte()).collect();
        for value in values {
            kinds[match value {
                Value::Win(_) => 0,
                Value::Loss(_) => 1,
                Value::Endless => 2,
            }] += 1;
        }
        for has_twins in [false, true] {
            let progress = Progress::default();
            let found = solve(&Graph::new(seed, has_twins), &progress);
            let found = found.expect("not cancelled");
            let (first, rest) = found.split_at(PLACES.into());
            let (second, no_place) = rest.split_at(PLACES.into());
            assert_eq!(first, wanted, "seed {seed}, twins: {has_twins}");
            let second_wanted = if has_twins {
                wanted.clone()
            } else {
                vec![NOTHING; PLACES.into()]
            };
            assert_eq!(second, second_wanted, "seed {seed}, twins: {has_twins}");
            assert_eq!(no_place, [NOTHING]);
            assert!((progress.share() - 1.0).abs() < 1e-9);
        }
    }
    assert!(kinds.iter().all(|count| *count > 50), "{kinds:?}");
}

#[test]
fn cancelled_work_ends_without_a_result() {
    let progress = Arc::new(Progress::default());
    let mut graph = Graph::new(1, false);
    assert!(solve(&graph, &progress).is_some());
    assert!(graph.expanded.swap(0, Relaxed) > 0);
    graph.cancels = Some((PLACES / 2, Arc::clone(&progress)));
    assert_eq!(solve(&graph, &progress), None);
    assert_eq!(graph.expanded.into_inner(), 0, "the work has not gone on");
}
