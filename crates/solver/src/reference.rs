//! The slow and obvious solver, by which all others are judged.

use std::collections::{HashMap, HashSet};

use quintet_rules::Position;

use crate::Value;

/// The exact value of every position that can be reached from `start`.
///
/// All positions are listed first. Then values are found in the order of their distance, by going
/// through the whole list again for each: a position is won in n if a move leads to one that is
/// lost in n - 1, and lost in n if every move leads to one that is won in at most n - 1. What is
/// left when a round of both finds nothing is endless.
///
/// # Panics
///
/// If a distance does not fit into a byte.
pub fn solve<P: Position>(start: P) -> HashMap<P, Value> {
    let mut undecided = reachable(start);
    let mut values: HashMap<P, Value> = HashMap::new();
    let mut idle = 0;
    let mut distances = 0..=u8::MAX;
    loop {
        let distance = distances.next().expect("distances fit into a byte");
        let decided: Vec<(P, Value)> = undecided
            .iter()
            .filter_map(|position| Some((*position, decide(position, distance, &values)?)))
            .collect();
        // Wins and losses are found in turn, so one round without a find is not yet the end.
        idle = if decided.is_empty() { idle + 1 } else { 0 };
        if idle == 2 {
            break;
        }
        values.extend(decided);
        undecided.retain(|position| !values.contains_key(position));
    }
    values.extend(
        undecided
            .into_iter()
            .map(|position| (position, Value::Endless)),
    );
    values
}

/// Every position that can be reached, the start included.
pub fn reachable<P: Position>(start: P) -> Vec<P> {
    let mut seen = HashSet::from([start]);
    let mut list = vec![start];
    let mut next = 0;
    while let Some(position) = list.get(next).copied() {
        next += 1;
        for mv in position.moves() {
            let after = position.play_unchecked(mv);
            if seen.insert(after) {
                list.push(after);
            }
        }
    }
    list
}

/// The value of a position, if it is decided by those of shorter distance.
fn decide<P: Position>(position: &P, distance: u8, values: &HashMap<P, Value>) -> Option<Value> {
    let mut is_lost = true;
    for mv in position.moves() {
        match values.get(&position.play_unchecked(mv)) {
            Some(Value::Loss(_)) => return Some(Value::win(distance)),
            Some(Value::Win(_)) => {}
            _ => is_lost = false,
        }
    }
    is_lost.then_some(Value::loss(distance))
}
