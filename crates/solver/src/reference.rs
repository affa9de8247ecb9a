//! The slow and obvious solver, by which all others are judged.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use quintet_rules::Position;

use crate::Value;

/// The exact value of every position that can be reached from `start`.
///
/// All positions are listed first. Then values are found in the order of their distance, by going through the
/// whole list again for each: a position is won in n if a move leads to one that is lost in n - 1, and lost in n if
/// every move leads to one that is won in at most n - 1. What is left when a round of both finds nothing is endless.
pub fn solve<P: Position>(start: P) -> HashMap<P, Value> {
    let mut successors: HashMap<P, Vec<P>> = HashMap::new();
    let mut unseen = vec![start];
    while let Some(position) = unseen.pop() {
        if let Entry::Vacant(entry) = successors.entry(position) {
            let next = position.moves().map(|mv| position.play_unchecked(mv));
            unseen.extend(entry.insert(next.collect()).iter());
        }
    }
    let mut values: HashMap<P, Value> = HashMap::new();
    let mut undecided: Vec<P> = successors.keys().copied().collect();
    let mut idle = 0;
    for distance in 0.. {
        let decided: Vec<(P, Value)> = undecided
            .iter()
            .filter_map(|position| {
                let next = &successors[position];
                let is_win = |value: Option<&Value>| matches!(value, Some(Value::Win(_)));
                let is_loss = |value: Option<&Value>| matches!(value, Some(Value::Loss(_)));
                if next.iter().any(|next| is_loss(values.get(next))) {
                    Some((*position, Value::Win(distance)))
                } else if next.iter().all(|next| is_win(values.get(next))) {
                    Some((*position, Value::Loss(distance)))
                } else {
                    None
                }
            })
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
