//! A game that is known whole at some sizes and searched at others.

use quintet_rules::Position;

use crate::search::{Keyed, Seeker};
use crate::{Budget, Census, Oracle, Value};

/// An oracle that knows everything, or one that searches.
#[derive(Debug)]
pub enum WholeOrSearch<Whole, P> {
    /// Every position is known.
    Whole(Whole),
    /// What a search can find.
    Search(Seeker<P>),
}

impl<Whole, P> WholeOrSearch<Whole, P> {
    /// An oracle that searches.
    pub fn searching() -> Self {
        WholeOrSearch::Search(Seeker::default())
    }
}

impl<Whole: Oracle<P>, P: Keyed> Oracle<P> for WholeOrSearch<Whole, P> {
    fn is_whole(&self) -> bool {
        matches!(self, WholeOrSearch::Whole(_))
    }

    fn value(&self, position: &P, budget: Budget) -> Option<Value> {
        match self {
            WholeOrSearch::Whole(whole) => whole.value(position, budget),
            WholeOrSearch::Search(seeker) => seeker.value(position, budget),
        }
    }

    fn values(&self, positions: &[P], budget: Budget) -> Vec<Option<Value>> {
        match self {
            WholeOrSearch::Whole(whole) => whole.values(positions, budget),
            WholeOrSearch::Search(seeker) => seeker.values(positions, budget),
        }
    }

    fn line(&self, position: &P, budget: Budget) -> Vec<<P as Position>::Move> {
        match self {
            WholeOrSearch::Whole(whole) => whole.line(position, budget),
            WholeOrSearch::Search(seeker) => seeker.line(position, budget),
        }
    }

    fn census(&self) -> Option<Census<P>> {
        match self {
            WholeOrSearch::Whole(whole) => whole.census(),
            WholeOrSearch::Search(seeker) => seeker.census(),
        }
    }

    fn verify(&self) -> Option<Result<u64, P>> {
        match self {
            WholeOrSearch::Whole(whole) => whole.verify(),
            WholeOrSearch::Search(seeker) => seeker.verify(),
        }
    }
}
