//! A slow and simple solver, which is the reference for all others.

use std::collections::{HashMap, HashSet};

use quintet_rules::Position;

use crate::Value;

/// Returns the exact value of every position that is reachable from `start`.
///
/// The function lists all positions, and then finds values in the order of their distance with one pass over the list for
/// each: a position is won in n if a move leads to one that is lost in n - 1, and lost in n if every move leads to one that
/// is won in at most n - 1. The positions that remain after two passes without a result are endless.
///
/// # Panics
///
/// Panics if a distance does not fit into a byte.
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
        // Wins and losses alternate, so one pass without a result is not the end.
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

/// Returns every position that is reachable from `start`, including `start`.
fn reachable<P: Position>(start: P) -> Vec<P> {
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

/// Returns the value of a position with this distance, if the values of shorter distances determine it.
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
