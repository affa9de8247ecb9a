//! An oracle that searches.

use std::marker::PhantomData;

use super::{Keyed, Plain, Search};
use crate::bounds::WideTable;
use crate::{Budget, Census, Oracle, Value, line};

/// Answers by searching with nothing but the rules.
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
    fn search(budget: Budget) -> impl FnMut(&P, Budget) -> Option<Value> {
        let mut search = Search::new(WideTable::for_budget(budget));
        move |position, budget| search.value(&Plain::default(), *position, budget)
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
        let mut search = Self::search(budget);
        let parts = (1..=positions.len()).rev();
        positions
            .iter()
            .zip(parts)
            .map(|(position, parts)| search(position, budget.part(parts)))
            .collect()
    }

    fn line(&self, position: &P, budget: Budget) -> Vec<P::Move> {
        let mut search = Self::search(budget);
        line(position, |position| search(position, budget))
    }

    fn census(&self) -> Option<Census<P>> {
        None
    }

    fn verify(&self) -> Option<Result<u64, P>> {
        None
    }
}
