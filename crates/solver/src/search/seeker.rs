//! An oracle that searches.

use std::marker::PhantomData;

use super::{Keyed, Plain, Search};
use crate::bounds::WideTable;
use crate::{Census, Oracle, Value, line};

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
    fn search(nodes: u64) -> impl FnMut(&P) -> Option<Value> {
        let mut search = Search::new(WideTable::for_nodes(nodes));
        move |position| search.value(&Plain::default(), *position, nodes)
    }
}

impl<P: Keyed> Oracle<P> for Seeker<P> {
    fn is_whole(&self) -> bool {
        false
    }

    fn value(&self, position: &P, nodes: u64) -> Option<Value> {
        Self::search(nodes)(position)
    }

    fn values(&self, positions: &[P], nodes: u64) -> Vec<Option<Value>> {
        positions.iter().map(Self::search(nodes)).collect()
    }

    fn line(&self, position: &P, nodes: u64) -> Vec<P::Move> {
        line(position, Self::search(nodes))
    }

    fn census(&self) -> Option<Census<P>> {
        None
    }

    fn verify(&self) -> Option<Result<u64, P>> {
        None
    }
}
