//! Exact search, one position at a time: alpha-beta on scores that know distances, a table of
//! bounds, and deepening by distance.
//!
//! The questions asked are "is it a win in at most d plies?" and "is it a loss in at most d?", for
//! one d after the other. Each looks d plies ahead at the most and its answer is a fact about the
//! position alone, not about the way that led there. So they may also be asked of games that go
//! round in circles; only what is endless remains unknown there.

mod moves;
mod oracle;
mod plain;
mod rest;

pub use moves::Moves;
pub use oracle::{ByRules, SearchOracle, Searcher};
pub use plain::{Keyed, Plain};

use crate::bounds::{Bounds, BoundsTable, NO_MOVE};
use crate::score::{ENDLESS, LIMIT, Score, after, before, loss, win};
use crate::{Budget, MAX_DISTANCE, Meter, Value, score};

/// A game that can be searched. It may know bounds without search and leave out moves that cannot
/// be best.
pub trait Searchable {
    /// A position.
    type Node: Copy;

    /// What the table of bounds tells positions apart by.
    type Key: Copy;

    /// Whether every line of play comes to an end, or to a position whose score
    /// [`glance`](Searchable::glance) or [`expand`](Searchable::expand) knows.
    const ENDS: bool;

    /// Equal only for positions of equal score.
    fn key(&self, node: Self::Node) -> Self::Key;

    /// What can be said about the score at less cost than a look into a large table. Exact if the
    /// game is over.
    fn glance(&self, node: Self::Node) -> Bounds;

    /// What can be said at more cost, and the moves that decide the rest, likely best first. Where
    /// the bounds do not meet, there is a move, and the score is that of the best listed one.
    /// Asked only where the game is not over.
    fn expand(&self, node: Self::Node, moves: &mut Moves<Self::Node>) -> Bounds;

    /// Distances below this are asked for one after the other, the shortest first; all others in
    /// one search. Without meaning for games that may go on for ever, where each distance is
    /// asked for by itself.
    fn horizon(&self, _node: Self::Node) -> i32 {
        MAX_DISTANCE.into()
    }
}

/// A searcher for one game; what it learns serves later questions about the same game.
///
/// ```
/// use quintet_solver::heap::Heap;
/// use quintet_solver::bounds::WideTable;
/// use quintet_solver::search::{Plain, Search};
/// use quintet_solver::{Budget, Value};
///
/// // One or two stones are taken from a heap; the player who finds none has lost.
/// let heap = Heap::new(6);
/// let budget = Budget::positions(1_000);
/// let mut search = Search::new(WideTable::for_budget(budget));
/// assert_eq!(search.value(&Plain::default(), heap, budget), Some(Value::loss(4)));
/// assert!(search.nodes() <= 1_000);
/// ```
pub struct Search<G: Searchable, Table> {
    table: Table,
    /// The moves of all positions on the way to the present one, in one list: nothing is set up at
    /// a new position.
    moves: Moves<G::Node>,
    /// By number, how much each move has cut off, for the player of the even and of the odd plies
    /// of the present question. The same move is often the key of many positions: this halves
    /// the work on hard ones.
    history: [Vec<u64>; 2],
    meter: Meter,
}

impl<G: Searchable, Table: BoundsTable<G::Key>> Search<G, Table> {
    /// A searcher that knows what the table knows, which must be about the same game.
    pub fn new(table: Table) -> Self {
        Search {
            table,
            moves: Moves::default(),
            history: [Vec::new(), Vec::new()],
            meter: Meter::default(),
        }
    }

    /// Positions looked at so far: the same questions in the same order always give the same count.
    pub fn nodes(&self) -> u64 {
        self.meter.count()
    }

    /// Forgets what was learnt.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The exact value, or `None` if it cannot be found within the budget. See
    /// [`solve`](Self::solve).
    pub fn value(&mut self, game: &G, node: G::Node, budget: Budget) -> Option<Value> {
        self.solve(game, node, budget).map(score::value)
    }

    /// The exact score, or `None` if it cannot be found within the budget. What has
    /// been learnt until then is true and stays.
    ///
    /// Short wins and losses are asked for first: they are frequent, and cheap to find or exclude.
    /// In a game that may go on for ever longer ones follow until one is found or scores can
    /// say no more; nothing is called endless there, because it might be decided later.
    pub fn solve(&mut self, game: &G, node: G::Node, budget: Budget) -> Option<Score> {
        self.meter.begin(&budget);
        let score = self.deepen(game, node, &budget);
        self.meter.end(&budget);
        score
    }

    /// The exact score, or `None` if it is not found before the limit.
    fn deepen(&mut self, game: &G, node: G::Node, budget: &Budget) -> Option<Score> {
        self.moves.keep(0);
        self.history.iter_mut().for_each(Vec::clear);
        let mut bounds = game.glance(node);
        if !bounds.is_exact() {
            bounds = bounds.and(Bounds::UNFINISHED);
        }
        let horizon = if G::ENDS {
            game.horizon(node)
        } else {
            MAX_DISTANCE.into()
        };
        for distance in (1..horizon).step_by(2) {
            for beta in [win(distance), loss(distance + 1) + 1] {
                // A window that touches zero asks whether the position is endless, however long
                // that takes.
                let is_bounded = G::ENDS || beta != ENDLESS;
                if is_bounded && bounds.low < beta && beta <= bounds.high {
                    let found = self.search(game, node, budget, 0, beta - 1, beta)?;
                    if found >= beta {
                        bounds.low = found;
                    } else {
                        bounds.high = found;
                    }
                }
            }
            if bounds.is_exact() {
                break;
            }
        }
        if G::ENDS && !bounds.is_exact() {
            return self.search(game, node, budget, 0, bounds.low - 1, bounds.high + 1);
        }
        let is_known = bounds.is_exact() && (G::ENDS || bounds.low != ENDLESS);
        is_known.then_some(bounds.low)
    }

    /// The score if it lies strictly between `alpha` and `beta`; else a bound on the same side of
    /// the window. `None` if the limit has been reached, or the answer is not wanted any more.
    fn search(
        &mut self,
        game: &G,
        node: G::Node,
        budget: &Budget,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        if !self.meter.look(budget) {
            return None;
        }
        let mut bounds = game.glance(node);
        if let Some(score) = bounds.settle(alpha, beta) {
            return Some(score);
        }
        // This is where questions about a distance end that the game itself has no opinion on.
        bounds = bounds.and(Bounds::UNFINISHED);
        if let Some(score) = bounds.settle(alpha, beta) {
            return Some(score);
        }
        let key = game.key(node);
        let known = self.table.get(key);
        if let Some((known, _)) = known {
            bounds = bounds.and(known);
            if let Some(score) = bounds.settle(alpha, beta) {
                return Some(score);
            }
        }
        let first = self.moves.len();
        bounds = bounds.and(game.expand(node, &mut self.moves));
        if let Some(score) = bounds.settle(alpha, beta) {
            self.moves.keep(first);
            self.table.put(key, bounds, NO_MOVE);
            return Some(score);
        }
        self.moves.sort_by_weight(first, &self.history[ply % 2]);
        if let Some((_, best)) = known {
            self.moves.bring_to_front(first, best);
        }

        let count = self.moves.len() - first;
        let enough = beta.min(bounds.high);
        let mut best = (-LIMIT, NO_MOVE);
        for at in first..first + count {
            let (next, number) = self.moves.get(at);
            let (low, high) = (after(enough), after(alpha.max(best.0)));
            let found = before(self.search(game, next, budget, ply + 1, low, high)?);
            if found > best.0 {
                best = (found, number);
            }
            if found >= enough {
                self.reward(ply, number, count);
                break;
            }
        }
        self.moves.keep(first);
        if best.0 > alpha {
            bounds.low = bounds.low.max(best.0);
        }
        if best.0 < beta {
            bounds.high = bounds.high.min(best.0);
        }
        self.table.put(key, bounds, best.1);
        Some(best.0)
    }

    /// Notes that a move made it needless to look at the others of `count`. Near the root, where
    /// there are many in most games, that spares more than near the leaves.
    fn reward(&mut self, ply: usize, number: u16, count: usize) {
        let history = &mut self.history[ply % 2];
        let number = usize::from(number);
        if history.len() <= number {
            history.resize(number + 1, 0);
        }
        history[number] += (count as u64).pow(3);
    }
}
