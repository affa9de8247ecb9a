//! Solves the reachable subgraph of a position if it is small. Unlike a search, this can prove that a game is endless.

use std::collections::HashMap;

use super::KeyedPosition;
use crate::{MAX_DISTANCE, Value};

/// Returns the values of a position and of all reachable ones, by their keys. `None` if `may_visit` refuses a position, or
/// if a distance exceeds [`MAX_DISTANCE`].
pub(super) fn solve<P: KeyedPosition>(
    position: &P,
    may_visit: &mut dyn FnMut() -> bool,
) -> Option<HashMap<u128, Value>> {
    let mut nodes = HashMap::from([(position.key(), 0)]);
    let mut positions = vec![*position];
    let mut graph = Graph::default();
    while let Some(position) = positions.get(graph.ends.len()).copied() {
        for mv in position.moves() {
            let next = position.play_unchecked(mv);
            let new_node = positions.len();
            let node = *nodes.entry(next.key()).or_insert(new_node as u32);
            if node as usize == new_node {
                if !may_visit() {
                    return None;
                }
                positions.push(next);
            }
            graph.neighbors.push(node);
        }
        graph.ends.push(graph.neighbors.len());
    }
    let values = graph.solve()?;
    let nodes = nodes.into_iter();
    Some(
        nodes
            .map(|(key, node)| (key, values[node as usize]))
            .collect(),
    )
}

/// A directed graph as adjacency lists, one after the other.
#[derive(Default)]
struct Graph {
    neighbors: Vec<u32>,
    /// The end of each node's list in `neighbors`.
    ends: Vec<usize>,
}

impl Graph {
    /// Returns each node's neighbors.
    fn lists(&self) -> impl Iterator<Item = &[u32]> {
        let begins = std::iter::once(&0).chain(&self.ends);
        let ranges = begins.zip(&self.ends);
        ranges.map(|(begin, end)| &self.neighbors[*begin..*end])
    }

    /// Returns the graph with all edges reversed.
    fn reversed(&self) -> Graph {
        let mut ends = vec![0; self.ends.len()];
        for target in &self.neighbors {
            ends[*target as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            // The beginning of the list at first; each insertion advances it toward the end.
            (*end, sum) = (sum, sum + *end);
        }
        let mut neighbors = vec![0; self.neighbors.len()];
        for (source, targets) in (0..).zip(self.lists()) {
            for target in targets {
                let end = &mut ends[*target as usize];
                neighbors[*end] = source;
                *end += 1;
            }
        }
        Graph { neighbors, ends }
    }

    /// Returns the value of each node. Wins and losses are found in the order of their distances; the remaining nodes are
    /// endless.
    fn solve(&self) -> Option<Vec<Value>> {
        let reversed = self.reversed();
        let predecessors: Vec<&[u32]> = reversed.lists().collect();
        let mut values = vec![Value::Endless; self.ends.len()];
        // The number of moves of each node that are not known to lose; 0 once the value is found.
        let mut open: Vec<usize> = self.lists().map(<[u32]>::len).collect();
        let mut found: Vec<usize> = (0..open.len()).filter(|node| open[*node] == 0).collect();
        for node in &found {
            values[*node] = Value::loss(0);
        }
        let mut next = 0;
        while let Some(node) = found.get(next).copied() {
            next += 1;
            let distance = values[node].distance()? + 1;
            let is_lost = matches!(values[node], Value::Loss(_));
            for predecessor in predecessors[node] {
                let predecessor = *predecessor as usize;
                if open[predecessor] == 0 {
                    continue;
                }
                open[predecessor] = if is_lost { 0 } else { open[predecessor] - 1 };
                if open[predecessor] == 0 {
                    if distance > MAX_DISTANCE {
                        return None;
                    }
                    values[predecessor] = if is_lost {
                        Value::win(distance)
                    } else {
                        Value::loss(distance)
                    };
                    found.push(predecessor);
                }
            }
        }
        Some(values)
    }
}
