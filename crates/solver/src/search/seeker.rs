//! An oracle that searches.

use std::collections::HashMap;
use std::marker::PhantomData;

use super::{Keyed, Plain, Search, rest};
use crate::bounds::WideTable;
use crate::{Budget, Census, Meter, Oracle, Progress, Value, each_once, line};

/// Answers by searching with nothing but the rules.
///
/// In a game that may go on for ever, a search never finds that it does. So all positions that can
/// follow are counted first: where they are few, they are solved whole, which tells.
///
/// Every question begins from nothing: what is found within a budget must not depend on what was
/// asked before, or a seed would not repeat a game.
#[derive(Debug)]
pub struct Seeker<P>(PhantomData<P>);

impl<P> Default for Seeker<P> {
    fn default() -> Self {
        Seeker(PhantomData)
    }
}

impl<P: Keyed> Seeker<P> {
    /// A searcher that remembers from one position to the next.
    pub fn search(budget: Budget) -> impl FnMut(&P, Budget) -> Option<Value> {
        let mut search = Search::new(WideTable::for_budget(budget));
        let mut whole = HashMap::new();
        move |position, budget| {
            if !P::ENDS && !whole.contains_key(&position.key()) {
                whole.extend(Self::whole(position, budget).unwrap_or_default());
            }
            let known = whole.get(&position.key()).copied();
            known.or_else(|| search.value(&Plain::default(), *position, budget))
        }
    }

    /// The values of a position and of all that can follow, if those are few.
    fn whole(position: &P, budget: Budget) -> Option<HashMap<u128, Value>> {
        /// A part of the budget that is not missed when it is spent in vain.
        const SHARE: u64 = 16;
        const MOST: u64 = 250_000;
        let budget = budget.at_most((budget.most_positions() / SHARE).min(MOST));
        let mut meter = Meter::default();
        meter.begin(&budget);
        let values = rest::solve(position, &mut || meter.look(&budget));
        meter.end(&budget);
        values
    }
}

impl<P: Keyed> Oracle<P> for Seeker<P> {
    fn is_whole(&self) -> bool {
        false
    }

    fn value(&self, position: &P, budget: Budget) -> Option<Value> {
        Self::search(budget)(position, budget)
    }

    fn values(&self, positions: &[P], budget: Budget) -> Vec<Option<Value>> {
        each_once(positions, budget, P::image, Self::search(budget))
    }

    fn line(&self, position: &P, budget: Budget) -> Vec<P::Move> {
        let mut search = Self::search(budget);
        line(position, |position| search(position, budget))
    }

    fn census(&self) -> Option<Census<P>> {
        None
    }

    fn verify(&self, _: &Progress) -> Option<Result<u64, P>> {
        None
    }
}
