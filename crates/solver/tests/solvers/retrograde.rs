//! Compares retrograde analysis with the reference on random graphs, with and without twins.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use quintet_solver::retrograde::{Immediate, Reversible, solve};
use quintet_solver::{NO_VALUE, Progress, Value};

use crate::toys::Graph;
use crate::{assert_all_kinds, values};

/// Places of a graph. Their twins have the next numbers, and the last number belongs to no position.
const PLACES: u16 = 300;
const NO_PLACE: u16 = 2 * PLACES;

/// A graph with numbered places; the player to move is irrelevant. With twins, both ends of an edge are represented by
/// either twin.
struct Numbered {
    graph: Graph,
    has_twins: bool,
    before: Vec<Vec<u16>>,
    /// A place that cancels the computation when it is examined.
    cancels: Option<(u16, Arc<Progress>)>,
    /// Counts the calls of `successors`.
    expanded: AtomicUsize,
}

impl Numbered {
    fn new(graph: Graph, has_twins: bool) -> Self {
        let mut before = vec![Vec::new(); PLACES.into()];
        for from in 0..PLACES {
            for to in graph.edges(from) {
                before[usize::from(to)].push(from);
            }
        }
        Numbered {
            graph,
            has_twins,
            before,
            cancels: None,
            expanded: AtomicUsize::new(0),
        }
    }

    fn one_of_the_twins(&self, place: u16, by: u16) -> u16 {
        let hash = self.graph.hash(u64::from(place) * 1000 + u64::from(by));
        let is_other = self.has_twins && hash.is_multiple_of(2);
        place + if is_other { PLACES } else { 0 }
    }
}

impl Reversible for Numbered {
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

    fn immediate(&self, node: u16) -> Immediate {
        if let Some((place, progress)) = &self.cancels
            && *place == node
        {
            progress.cancel();
        }
        if node == NO_PLACE || !self.has_twins && node >= PLACES {
            return Immediate::Impossible;
        }
        let mut next = self.graph.edges(node % PLACES).peekable();
        let is_over = |place| self.graph.edges(place).next().is_none();
        if next.peek().is_none() {
            Immediate::Over
        } else if next.any(is_over) {
            Immediate::Won
        } else {
            Immediate::Open
        }
    }

    fn successors(&self, node: u16) -> impl Iterator<Item = u16> {
        self.expanded.fetch_add(1, Relaxed);
        let edges = self.graph.edges(node % PLACES);
        edges.map(move |to| self.one_of_the_twins(to, node))
    }

    fn predecessors(&self, node: u16) -> impl Iterator<Item = u16> {
        let before = self.before[usize::from(node % PLACES)].iter();
        before.map(move |&from| self.one_of_the_twins(from, node))
    }
}

fn graph(seed: u64) -> Graph {
    let places = PLACES;
    Graph { seed, places }
}

#[test]
fn values_equal_the_reference_with_and_without_twins() {
    let mut all = Vec::new();
    for seed in 1..9 {
        let values = values(graph(seed).walks());
        let values: Vec<_> = graph(seed).walks().map(|walk| values[&walk]).collect();
        let wanted: Vec<_> = values.iter().copied().map(Value::to_byte).collect();
        all.extend(values);
        for has_twins in [false, true] {
            let progress = Progress::default();
            let found = solve(&Numbered::new(graph(seed), has_twins), &progress);
            let twins = if has_twins {
                wanted.clone()
            } else {
                vec![NO_VALUE; PLACES.into()]
            };
            let wanted = [wanted.clone(), twins, vec![NO_VALUE]].concat();
            assert_eq!(found, Some(wanted), "seed {seed}, twins: {has_twins}");
            assert!((progress.share() - 1.0).abs() < 1e-9);
        }
    }
    assert_all_kinds(&all, 50);
}

#[test]
fn a_cancelled_analysis_returns_none() {
    let progress = Arc::new(Progress::default());
    let mut walks = Numbered::new(graph(1), false);
    assert!(solve(&walks, &progress).is_some());
    assert!(walks.expanded.swap(0, Relaxed) > 0);
    walks.cancels = Some((PLACES / 2, Arc::clone(&progress)));
    assert_eq!(solve(&walks, &progress), None);
    assert_eq!(walks.expanded.into_inner(), 0, "the analysis has stopped");
}
