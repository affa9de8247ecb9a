//! An oracle that searches.

use std::collections::HashMap;

use quintet_rules::Position;

use super::{Keyed, Plain, Search, rest};
use crate::bounds::WideTable;
use crate::{Budget, Meter, Oracle, Value, each_once, line};

/// A way to search the positions of a game.
pub trait Searcher<P: Position>: Send + Sync {
    /// Whether a search finds every value, however small the budget.
    const IS_SOLVED: bool = false;

    /// A position of the same value: the same one for all symmetric images.
    fn image(&self, position: &P) -> P;

    /// A search that remembers from one position to the next.
    fn begin(&self, budget: Budget) -> impl FnMut(&P, Budget) -> Option<Value>;

    /// The values of several positions, in their order.
    fn values(&self, positions: &[P], budget: Budget) -> Vec<Option<Value>> {
        let image = |position: &P| self.image(position);
        each_once(positions, budget, image, self.begin(budget))
    }
}

/// Answers by searching.
///
/// Every question starts from scratch: the result within a budget must not depend on earlier
/// questions, or a seed would not repeat a game.
#[derive(Default, Debug)]
pub struct SearchOracle<S>(pub S);

impl<P: Position, S: Searcher<P>> Oracle<P> for SearchOracle<S> {
    fn value(&self, position: &P, budget: Budget) -> Option<Value> {
        self.0.begin(budget)(position, budget)
    }

    fn values(&self, positions: &[P], budget: Budget) -> Vec<Option<Value>> {
        self.0.values(positions, budget)
    }

    fn line(&self, position: &P, budget: Budget) -> Vec<P::Move> {
        let mut search = self.0.begin(budget);
        line(position, |position| search(position, budget))
    }

    fn is_solved(&self) -> bool {
        S::IS_SOLVED
    }

    fn is_tabulated(&self, _: &P) -> bool {
        false
    }
}

/// Searches with nothing but the rules.
///
/// A search cannot prove that a game is endless. So all positions that can follow are counted first,
/// and if they are few, all of them are solved.
#[derive(Default, Debug)]
pub struct ByRules;

impl<P: Keyed> Searcher<P> for ByRules {
    fn image(&self, position: &P) -> P {
        position.image()
    }

    fn begin(&self, budget: Budget) -> impl FnMut(&P, Budget) -> Option<Value> {
        let mut search = Search::new(WideTable::for_budget(budget));
        let mut solved = HashMap::new();
        move |position, budget| {
            if !P::ENDS && !solved.contains_key(&position.key()) {
                solved.extend(all_that_follow(position, budget).unwrap_or_default());
            }
            let known = solved.get(&position.key()).copied();
            known.or_else(|| search.value(&Plain::default(), *position, budget))
        }
    }
}

/// The values of a position and of all that can follow, if those are few.
fn all_that_follow<P: Keyed>(position: &P, budget: Budget) -> Option<HashMap<u128, Value>> {
    /// The part of the budget that may be wasted on counting.
    const SHARE: u64 = 16;
    const MOST: u64 = 250_000;
    let budget = budget.at_most((budget.most_positions() / SHARE).min(MOST));
    let mut meter = Meter::default();
    meter.begin(&budget);
    let values = rest::solve(position, &mut || meter.look(&budget));
    meter.end(&budget);
    values
}
