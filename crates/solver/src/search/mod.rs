//! Exact search for the value of one position: alpha-beta on scores that include distances, a transposition table of
//! bounds, and iterative deepening by distance.
//!
//! The search repeatedly asks "is this a win in at most d plies?" and "is this a loss in at most d plies?" for increasing d.
//! Each answer is found within d plies and is independent of the line of play, so the method also works for games with
//! cycles. Only endless positions remain unsolved.

mod graph;
mod moves;
mod oracle;

pub use moves::Moves;
pub use oracle::{KeyedPosition, PlainSearch, SearchOracle, Searcher};

use crate::bounds::{Bounds, BoundsTable, NO_MOVE, TableKey};
use crate::score::{ENDLESS, LIMIT, Score, after, before, loss, win};
use crate::{Budget, MAX_DISTANCE, Meter, Value, score};

/// A game that can be searched. It may provide bounds without search and omit moves that cannot be best.
pub trait Searchable {
    /// A position.
    type Node: Copy;

    /// The key of a position in the transposition table.
    type Key: TableKey;

    /// True if every line of play reaches the end, or a position whose exact score is returned by
    /// [`quick_bounds`](Searchable::quick_bounds) or [`expand`](Searchable::expand).
    const IS_FINITE: bool;

    /// Returns the key of a position. Positions with the same key have the same score.
    fn key(&self, node: Self::Node) -> Self::Key;

    /// Returns bounds that cost less than a lookup in a large table. Exact if the game is over.
    fn quick_bounds(&self, node: Self::Node) -> Bounds;

    /// Returns bounds and appends moves, likely best first. Unless the bounds are exact there is at least one move, and the
    /// score is that of the best appended one. Called only if the game is not over.
    fn expand(&self, node: Self::Node, moves: &mut Moves<Self::Node>) -> Bounds;

    /// Returns the distance from which all longer ones are searched at once; shorter ones are searched separately in
    /// ascending order. Ignored for games that may be endless, where each distance is searched separately.
    fn horizon(&self, _node: Self::Node) -> i32 {
        MAX_DISTANCE.into()
    }
}

/// A search of one game. Its table serves all later searches of the same game.
pub struct Search<G: Searchable> {
    table: BoundsTable<G::Key>,
    /// The moves of all positions on the current line of play, in one list to avoid an allocation per position.
    moves: Moves<G::Node>,
    /// Weight of each move number by its cutoffs, for the player of even and of odd plies. The same move is often the best
    /// in many positions: this history heuristic halves the work in hard positions.
    history: [Vec<u64>; 2],
    meter: Meter,
}

impl<G: Searchable> Search<G> {
    /// Returns a search with a transposition table, whose entries must belong to the same game.
    pub fn new(table: BoundsTable<G::Key>) -> Self {
        Search {
            table,
            moves: Moves::default(),
            history: [Vec::new(), Vec::new()],
            meter: Meter::default(),
        }
    }

    /// Returns the number of visited positions. The same sequence of searches always gives the same number.
    pub fn nodes(&self) -> u64 {
        self.meter.count()
    }

    /// Clears the transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Returns the exact value, or `None` if it cannot be found within the budget. An interrupted search leaves its results
    /// in the table.
    ///
    /// Short wins and losses are searched first: they are frequent and cheap to find or exclude. In a game that may be
    /// endless, longer ones follow up to [`MAX_DISTANCE`]. A search never proves that a position is endless.
    pub fn value(&mut self, game: &G, node: G::Node, budget: Budget) -> Option<Value> {
        self.value_within(game, node, MAX_DISTANCE, budget)
    }

    /// Returns the value of a game that ends within `plies`; `None` for others, unless it is found on the way.
    pub fn value_within(
        &mut self,
        game: &G,
        node: G::Node,
        plies: u8,
        budget: Budget,
    ) -> Option<Value> {
        self.meter.begin(&budget);
        let score = self.deepen(game, node, plies.into(), &budget);
        self.meter.end(&budget);
        score.map(score::value)
    }

    /// Tests whether the value is at most this one. `None` if that cannot be found within the budget.
    pub fn is_at_most(
        &mut self,
        game: &G,
        node: G::Node,
        most: Value,
        budget: Budget,
    ) -> Option<bool> {
        let most = score::of(most);
        self.meter.begin(&budget);
        self.forget_order();
        let found = self.search(game, node, &budget, 0, most, most + 1);
        self.meter.end(&budget);
        found.map(|found| found <= most)
    }

    /// Forgets the moves of earlier searches, so that results do not depend on them.
    fn forget_order(&mut self) {
        self.moves.truncate(0);
        self.history.iter_mut().for_each(Vec::clear);
    }

    fn deepen(&mut self, game: &G, node: G::Node, plies: i32, budget: &Budget) -> Option<Score> {
        self.forget_order();
        let mut bounds = game.quick_bounds(node);
        if !bounds.is_exact() {
            bounds = bounds.and(Bounds::UNFINISHED);
        }
        let horizon = if G::IS_FINITE {
            game.horizon(node)
        } else {
            MAX_DISTANCE.into()
        };
        for distance in (1..horizon.min(plies + 1)).step_by(2) {
            for (plies_to_end, beta) in [
                (distance, win(distance)),
                (distance + 1, loss(distance + 1) + 1),
            ] {
                // A window next to zero would ask whether the position is endless, without limiting the depth.
                let is_bounded = (G::IS_FINITE || beta != ENDLESS) && plies_to_end <= plies;
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
        if G::IS_FINITE && !bounds.is_exact() && horizon <= plies {
            return self.search(game, node, budget, 0, bounds.low - 1, bounds.high + 1);
        }
        let is_solved = bounds.is_exact() && (G::IS_FINITE || bounds.low != ENDLESS);
        is_solved.then_some(bounds.low)
    }

    /// Returns the score if it is strictly between `alpha` and `beta`; otherwise a bound on the same side of the window.
    /// `None` if the budget is exhausted.
    fn search(
        &mut self,
        game: &G,
        node: G::Node,
        budget: &Budget,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        if !self.meter.visit(budget) {
            return None;
        }
        let mut bounds = game.quick_bounds(node);
        if let Some(score) = bounds.settle(alpha, beta) {
            return Some(score);
        }
        // This limits the depth to the distance in question.
        bounds = bounds.and(Bounds::UNFINISHED);
        if let Some(score) = bounds.settle(alpha, beta) {
            return Some(score);
        }
        let key = game.key(node);
        let stored = self.table.get(key);
        if let Some((stored, _)) = stored {
            bounds = bounds.and(stored);
            if let Some(score) = bounds.settle(alpha, beta) {
                return Some(score);
            }
        }
        let first = self.moves.len();
        bounds = bounds.and(game.expand(node, &mut self.moves));
        if let Some(score) = bounds.settle(alpha, beta) {
            self.moves.truncate(first);
            self.table.put(key, bounds, NO_MOVE);
            return Some(score);
        }
        self.moves.sort_by_weight(first, &self.history[ply % 2]);
        if let Some((_, best)) = stored {
            self.moves.move_to_front(first, best);
        }

        let count = self.moves.len() - first;
        let enough = beta.min(bounds.high);
        let mut best = (-LIMIT, NO_MOVE);
        for index in first..first + count {
            let (next, number) = self.moves.get(index);
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
        self.moves.truncate(first);
        if best.0 > alpha {
            bounds.low = bounds.low.max(best.0);
        }
        if best.0 < beta {
            bounds.high = bounds.high.min(best.0);
        }
        self.table.put(key, bounds, best.1);
        Some(best.0)
    }

    /// Increases the weight of a move that caused a cutoff among `count` moves. Positions near the root have more moves in
    /// most games, and their cutoffs save more.
    fn reward(&mut self, ply: usize, number: u16, count: usize) {
        let history = &mut self.history[ply % 2];
        let number = usize::from(number);
        if history.len() <= number {
            history.resize(number + 1, 0);
        }
        history[number] += (count as u64).pow(3);
    }
}
