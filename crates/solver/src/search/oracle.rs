//! Oracles that search.

use std::collections::HashMap;
use std::marker::PhantomData;

use quintet_rules::Position;

use super::{Moves, Search, Searchable, graph};
use crate::bounds::{Bounds, BoundsTable};
use crate::score::loss;
use crate::{Budget, Meter, Oracle, Value, line, values_by_class};

/// A method of searching the positions of a game.
pub trait Searcher<P: Position>: Send + Sync {
    /// True if a search finds every value, even with a budget of zero.
    const IS_SOLVED: bool = false;

    /// Returns the representative of a position's symmetric images.
    fn canonical(&self, position: &P) -> P;

    /// Begins a search that reuses results from one position to the next.
    fn begin(&self, budget: Budget) -> impl FnMut(&P, Budget) -> Option<Value>;

    /// Returns the values of several positions, in their order.
    fn values(&self, positions: &[P], budget: Budget) -> Vec<Option<Value>> {
        let canonical = |position: &P| self.canonical(position);
        values_by_class(positions, budget, canonical, self.begin(budget))
    }
}

/// An oracle that searches.
///
/// Each call starts from scratch: if a result within a budget depended on earlier calls, a seed would not reproduce a game.
#[derive(Default, Debug)]
pub struct SearchOracle<S>(pub S);

impl<P: KeyedPosition> SearchOracle<PlainSearch<P>> {
    /// Returns an oracle that searches using only the rules.
    pub fn plain() -> Self {
        SearchOracle(PlainSearch(PhantomData))
    }
}

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

/// A position that can be stored in a transposition table.
pub trait KeyedPosition: Position {
    /// True if every game ends.
    const IS_FINITE: bool;

    /// Returns the position's key. Positions with the same key have the same value.
    fn key(&self) -> u128;

    /// Returns the representative of the position's symmetric images, which all have the same value.
    #[must_use]
    fn canonical(&self) -> Self {
        *self
    }

    /// Returns a number of a move, which has this index in the list of moves. No two moves of a position may have the same
    /// number. A number with the same meaning in all positions helps the search to order moves.
    fn move_number(_mv: Self::Move, index: u16) -> u16 {
        index
    }
}

/// A search that uses only the rules of a game.
///
/// A search cannot prove that a game is endless. Therefore the reachable positions are enumerated first, and if there are
/// only a few, all of them are solved.
#[derive(Debug)]
pub struct PlainSearch<P>(PhantomData<P>);

impl<P> Default for PlainSearch<P> {
    fn default() -> Self {
        PlainSearch(PhantomData)
    }
}

impl<P: KeyedPosition> Searchable for PlainSearch<P> {
    type Node = P;
    type Key = u128;
    const IS_FINITE: bool = P::IS_FINITE;

    #[inline]
    fn key(&self, node: P) -> u128 {
        node.key()
    }

    #[inline]
    fn quick_bounds(&self, node: P) -> Bounds {
        if node.is_over() {
            Bounds::exact(loss(0))
        } else {
            Bounds::UNFINISHED
        }
    }

    fn expand(&self, node: P, moves: &mut Moves<P>) -> Bounds {
        for (index, mv) in (0..).zip(node.moves()) {
            moves.push(node.play_unchecked(mv), P::move_number(mv, index));
        }
        Bounds::OPEN
    }
}

impl<P: KeyedPosition> Searcher<P> for PlainSearch<P> {
    fn canonical(&self, position: &P) -> P {
        position.canonical()
    }

    fn begin(&self, budget: Budget) -> impl FnMut(&P, Budget) -> Option<Value> {
        let mut search = Search::new(BoundsTable::for_budget(budget));
        let mut solved = HashMap::new();
        move |position, budget| {
            if !P::IS_FINITE && !solved.contains_key(&position.key()) {
                solved.extend(reachable_values(position, budget).unwrap_or_default());
            }
            let value = solved.get(&position.key()).copied();
            value.or_else(|| search.value(self, *position, budget))
        }
    }
}

/// Returns the values of all reachable positions, if there are only a few.
fn reachable_values<P: KeyedPosition>(
    position: &P,
    budget: Budget,
) -> Option<HashMap<u128, Value>> {
    /// The part of the budget that the attempt may waste.
    const SHARE: u64 = 16;
    const MAX_POSITIONS: u64 = 250_000;
    let budget = budget.at_most((budget.max_positions() / SHARE).min(MAX_POSITIONS));
    let mut meter = Meter::default();
    meter.begin(&budget);
    let values = graph::solve(position, &mut || meter.visit(&budget));
    meter.end(&budget);
    values
}
