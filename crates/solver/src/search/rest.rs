//! What can follow a position, solved whole where it is little. Only so is it known that a game goes on for ever.

use std::collections::HashMap;

use super::Keyed;
use crate::{MAX_DISTANCE, Value};

/// The values of a position and of all that can follow it, by their keys. `None` if one of those must not be looked at
/// any more, or a distance is longer than others can be.
pub(super) fn solve<P: Keyed>(
    position: &P,
    look: &mut dyn FnMut() -> bool,
) -> Option<HashMap<u128, Value>> {
    let mut places = HashMap::from([(position.key(), 0)]);
    let mut list = vec![*position];
    let mut graph = Graph::default();
    while let Some(position) = list.get(graph.ends.len()).copied() {
        for mv in position.moves() {
            let next = position.play_unchecked(mv);
            let new = list.len();
            let place = *places.entry(next.key()).or_insert(new as u32);
            if place as usize == new {
                if !look() {
                    return None;
                }
                list.push(next);
            }
            graph.nexts.push(place);
        }
        graph.ends.push(graph.nexts.len());
    }
    let values = graph.solve()?;
    let of_each = places.into_iter();
    let of_each = of_each.map(|(key, place)| (key, values[place as usize]));
    Some(of_each.collect())
}

/// Positions by their places in a list, and where their moves lead.
#[derive(Default)]
struct Graph {
    /// The places after the moves of the first position, of the second, and so on.
    nexts: Vec<u32>,
    /// Where in that list the moves of each position end.
    ends: Vec<usize>,
}

impl Graph {
    /// The place of each position, and those after its moves.
    fn moves(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let begins = std::iter::once(&0).chain(&self.ends);
        let ranges = begins.zip(&self.ends).enumerate();
        ranges.map(|(place, (begin, end))| (place, &self.nexts[*begin..*end]))
    }

    /// The same graph with its moves taken back.
    fn backwards(&self) -> Graph {
        let mut ends = vec![0; self.ends.len()];
        for next in &self.nexts {
            ends[*next as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            // Where a list begins; each place that is put into it moves that to its end.
            (*end, sum) = (sum, sum + *end);
        }
        let mut nexts = vec![0; self.nexts.len()];
        for (place, moves) in self.moves() {
            for next in moves {
                let end = &mut ends[*next as usize];
                nexts[*end] = place as u32;
                *end += 1;
            }
        }
        Graph { nexts, ends }
    }

    /// The value of each position: they are found in the order of their distances, and what is never found is endless.
    fn solve(&self) -> Option<Vec<Value>> {
        let before = self.backwards();
        let before: Vec<&[u32]> = before.moves().map(|(_, before)| before).collect();
        let mut values = vec![Value::Endless; self.ends.len()];
        // How many moves may still be better than to lose; none if the value is found.
        let mut open: Vec<usize> = self.moves().map(|(_, moves)| moves.len()).collect();
        let mut found: Vec<usize> = (0..open.len()).filter(|place| open[*place] == 0).collect();
        for place in &found {
            values[*place] = Value::loss(0);
        }
        let mut at = 0;
        while let Some(place) = found.get(at).copied() {
            at += 1;
            let distance = values[place].distance()? + 1;
            let is_lost = matches!(values[place], Value::Loss(_));
            for before in before[place] {
                let before = *before as usize;
                if open[before] == 0 {
                    continue;
                }
                open[before] = if is_lost { 0 } else { open[before] - 1 };
                if open[before] == 0 {
                    if distance > MAX_DISTANCE {
                        return None;
                    }
                    values[before] = if is_lost {
                        Value::win(distance)
                    } else {
                        Value::loss(distance)
                    };
                    found.push(before);
                }
            }
        }
        Some(values)
    }
}
