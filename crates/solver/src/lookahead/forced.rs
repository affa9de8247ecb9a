//! Forced wins and losses, by trying every line of play.

use quintet_rules::Position;

use crate::{Budget, Meter, Value};

/// Returns the value of each move that forces the end of the game within `plies`; the distance includes the move. `None`
/// for all other moves.
///
/// Deepens ply by ply up to the nearest win, or until the budget is exhausted: greater distances are then missing for all
/// moves alike.
pub fn values_within<P: Position>(position: &P, plies: u8, budget: Budget) -> Vec<Option<Value>> {
    let after: Vec<P> = position
        .moves()
        .map(|mv| position.play_unchecked(mv))
        .collect();
    let mut values = vec![None; after.len()];
    let mut search = ForcedSearch::new(budget);
    for plies in 1..=plies {
        let mut found = values.clone();
        let open = found.iter_mut().zip(&after);
        let is_complete = open
            .filter(|(value, _)| value.is_none())
            .all(|(value, next)| {
                let is_found = if plies % 2 == 1 {
                    search.is_win(next, plies)
                } else {
                    search.is_answered(next, plies)
                };
                if is_found == Some(true) {
                    *value = Some(value_in(plies));
                }
                is_found.is_some()
            });
        if !is_complete {
            break;
        }
        values = found;
        let is_won = values.contains(&Some(value_in(plies))) && plies % 2 == 1;
        if is_won || values.iter().all(Option::is_some) {
            break;
        }
    }
    search.meter.end(&budget);
    values
}

/// Returns the value of a move that ends the game after this number of plies.
const fn value_in(plies: u8) -> Value {
    if plies % 2 == 1 {
        Value::win(plies)
    } else {
        Value::loss(plies)
    }
}

struct ForcedSearch<'a> {
    budget: Budget<'a>,
    meter: Meter,
}

impl<'a> ForcedSearch<'a> {
    fn new(budget: Budget<'a>) -> Self {
        let mut meter = Meter::default();
        meter.begin(&budget);
        ForcedSearch { budget, meter }
    }

    /// Tests whether the move that led to `position` wins within `plies`, itself included. `None` if the budget is
    /// exhausted.
    fn is_win<P: Position>(&mut self, position: &P, plies: u8) -> Option<bool> {
        if !self.meter.visit(&self.budget) {
            return None;
        }
        if position.is_over() {
            return Some(true);
        }
        if plies < 3 {
            return Some(false);
        }
        for reply in position.moves() {
            if !self.is_answered(&position.play_unchecked(reply), plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Tests whether the move that led to `position` loses within `plies`, itself included: the next player has a move
    /// that wins. `None` if the budget is exhausted.
    fn is_answered<P: Position>(&mut self, position: &P, plies: u8) -> Option<bool> {
        for mv in position.moves() {
            if self.is_win(&position.play_unchecked(mv), plies - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }
}
