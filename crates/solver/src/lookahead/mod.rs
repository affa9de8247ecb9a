//! Heuristic lookahead for positions whose values are unknown: alpha-beta on a game's estimate, with iterative deepening
//! within a budget. It finds good moves and proves nothing. Moves that look bad are searched less deeply.
//!
//! Positions are represented by their indices in a list, so that the search is compiled once instead of for every size:
//!
//! ```text
//!     positions   | root | after its moves ... | after the moves of one of them ... |
//!     moves              | key, estimate, ...  | key, estimate, ...                 |
//! ```

mod forced;
mod table;

use std::cmp::Reverse;
use std::hash::Hasher;

use quintet_rules::Position;

use crate::{Budget, IntHasher, Meter};
pub use forced::values_within;
use table::{Bound, EstimateEntry, EstimateTable};

/// A heuristic estimate; greater is better for the player in question.
type Estimate = i32;

/// The estimate of a won game, reduced by one for each ply until its end.
const WON: Estimate = 1_000_000_000;

/// Estimates beyond this are forced wins; those below its negation are forced losses.
const DECIDED: Estimate = WON - 1_000;

/// Bound of a game's own estimates.
const MAX_ESTIMATE: i64 = 1_000_000;

/// The depth that is searched within any budget.
const MIN_PLIES: u8 = 2;

/// The maximum depth.
const MAX_PLIES: u8 = 100;

/// Moves of each position that are searched to full depth.
const FULL_DEPTH_MOVES: usize = 3;

/// A move of a position on the current line of play.
#[derive(Clone, Copy, Debug)]
struct Move {
    /// Index of the position after the move.
    position: u32,
    /// Estimate for the player who makes the move.
    estimate: Estimate,
    /// Hash of the position after the move.
    key: u64,
}

impl Move {
    const fn ends_the_game(self) -> bool {
        self.estimate == WON
    }
}

/// Appends the moves of the position with this index, which is not finished.
type Expand<'a> = dyn FnMut(u32, &mut Vec<Move>) + 'a;

/// Returns the indices of the best-looking moves among those for which `is_candidate` returns true. Empty only without
/// candidates. The position must not be finished.
///
/// `estimate` rates an unfinished position for the player to move; greater is better.
pub fn best<P: Position>(
    position: &P,
    is_candidate: &dyn Fn(usize) -> bool,
    estimate: fn(&P) -> i64,
    budget: Budget,
) -> Vec<usize> {
    let mut positions = vec![*position];
    let mut expand = |index: u32, moves: &mut Vec<Move>| {
        // There is one position for each move, and the root.
        positions.truncate(moves.len() + 1);
        let position = positions[index as usize];
        for mv in position.moves() {
            let next = position.play_unchecked(mv);
            let mut key = IntHasher::default();
            next.hash(&mut key);
            moves.push(Move {
                position: positions.len() as u32,
                estimate: if next.is_over() {
                    WON
                } else {
                    -estimate(&next).clamp(-MAX_ESTIMATE, MAX_ESTIMATE) as Estimate
                },
                key: key.finish(),
            });
            positions.push(next);
        }
    };
    let mut lookahead = Lookahead {
        expand: &mut expand,
        moves: Vec::new(),
        table: EstimateTable::for_positions(budget.max_positions()),
        budget,
        meter: Meter::default(),
    };
    lookahead.best(is_candidate)
}

struct Lookahead<'a> {
    expand: &'a mut Expand<'a>,
    /// The moves of all positions on the current line of play.
    moves: Vec<Move>,
    table: EstimateTable,
    budget: Budget<'a>,
    meter: Meter,
}

impl Lookahead<'_> {
    fn best(&mut self, is_candidate: &dyn Fn(usize) -> bool) -> Vec<usize> {
        self.meter.begin(&self.budget);
        let count = self.expand(0);
        let moves = (0..count).filter(|index| is_candidate(*index));
        let mut moves: Vec<(usize, Move)> = moves.map(|index| (index, self.moves[index])).collect();
        let mut best = best_of(&moves);
        for plies in MIN_PLIES..=MAX_PLIES {
            let is_won = moves.iter().any(|(_, mv)| mv.estimate > DECIDED);
            let is_lost = moves.iter().all(|(_, mv)| mv.estimate < -DECIDED);
            if moves.len() < 2 || is_won || is_lost {
                break;
            }
            let is_complete = self.deepen(&mut moves, plies);
            best = best_of(&moves);
            if !is_complete {
                break;
            }
        }
        self.meter.end(&self.budget);
        best
    }

    /// Searches the moves of the root to a depth and sorts them, best first. Returns false if the budget was exhausted;
    /// moves that were not searched are then last.
    fn deepen(&mut self, moves: &mut Vec<(usize, Move)>, plies: u8) -> bool {
        let mut best = -WON;
        let mut searched: usize = 0;
        for (_, mv) in moves.iter_mut() {
            if mv.ends_the_game() {
                best = WON;
                searched += 1;
                continue;
            }
            // The window includes moves that are equal to the best.
            let alpha = best.saturating_sub(1);
            let mut estimate = None;
            if searched > 0 {
                estimate = self.estimate_move(*mv, plies - 1, alpha, alpha + 1);
            }
            if searched == 0 || estimate.is_some_and(|estimate| estimate > alpha) {
                estimate = self.estimate_move(*mv, plies - 1, alpha, WON);
            }
            let Some(estimate) = estimate else { break };
            mv.estimate = estimate;
            best = best.max(estimate);
            searched += 1;
        }
        let is_complete = searched == moves.len();
        if searched > 0 {
            // Estimates of different depths are not comparable.
            let remaining = moves.split_off(searched);
            moves.sort_by_key(|(_, mv)| Reverse(mv.estimate));
            let worst = moves.last().map_or(-WON, |(_, mv)| mv.estimate);
            moves.extend(remaining.into_iter().map(|(index, mv)| {
                let estimate = worst.min(best - 1);
                (index, Move { estimate, ..mv })
            }));
        }
        is_complete
    }

    /// Searches the position after a move. Returns the estimate for the player who makes it.
    fn estimate_move(
        &mut self,
        mv: Move,
        plies: u8,
        alpha: Estimate,
        beta: Estimate,
    ) -> Option<Estimate> {
        let estimate = -self.search(mv, plies, -beta, -alpha)?;
        // Prefer the nearer win and the more distant loss.
        Some(if estimate > DECIDED {
            estimate - 1
        } else if estimate < -DECIDED {
            estimate + 1
        } else {
            estimate
        })
    }

    /// Searches the position after a move to a depth of at least one ply. Returns the estimate for the player to move if it
    /// is between `alpha` and `beta`, otherwise a bound on the same side. `None` if the budget is exhausted.
    fn search(
        &mut self,
        node: Move,
        plies: u8,
        alpha: Estimate,
        beta: Estimate,
    ) -> Option<Estimate> {
        let stored = self.table.get(node.key);
        if let Some(estimate) = stored.and_then(|entry| entry.settle(plies, alpha, beta)) {
            return Some(estimate);
        }
        if plies >= MIN_PLIES && !self.meter.may_continue(&self.budget) {
            return None;
        }
        let first = self.moves.len();
        let count = self.expand(node.position);
        // Positions are numbered in the order of the moves, after the root.
        let first_position = first + 1;
        let mut best = -WON;
        if plies == 1 || self.moves[first..].iter().any(|mv| mv.ends_the_game()) {
            let estimates = self.moves[first..].iter().map(|mv| mv.estimate);
            best = estimates.max().unwrap_or(-WON);
        } else {
            let mut best_move = 0;
            let mut floor = alpha;
            for index in 0..count {
                let hint = stored
                    .filter(|_| index == 0)
                    .map(|entry| first_position + usize::from(entry.best));
                self.move_best_to(first + index, hint);
                let mv = self.moves[first + index];
                let estimate = self.search_move(mv, index, plies, floor, beta)?;
                if estimate > best {
                    best = estimate;
                    best_move = mv.position as usize - first_position;
                }
                floor = floor.max(estimate);
                if floor >= beta {
                    break;
                }
            }
            self.table.put(EstimateEntry {
                key: node.key,
                estimate: best,
                plies,
                bound: match best {
                    _ if best >= beta => Bound::Lower,
                    _ if best <= alpha => Bound::Upper,
                    _ => Bound::Exact,
                },
                best: best_move as u16,
            });
        }
        self.moves.truncate(first);
        Some(best)
    }

    /// Searches the move with this index. The first is likely the best; for the others, a null window first asks whether
    /// they are better at all.
    fn search_move(
        &mut self,
        mv: Move,
        index: usize,
        plies: u8,
        alpha: Estimate,
        beta: Estimate,
    ) -> Option<Estimate> {
        if index == 0 {
            return self.estimate_move(mv, plies - 1, alpha, beta);
        }
        // Two plies less, so that the same player moves last, who looks better.
        if index >= FULL_DEPTH_MOVES && plies > 3 {
            let estimate = self.estimate_move(mv, plies - 3, alpha, alpha + 1)?;
            if estimate <= alpha {
                return Some(estimate);
            }
        }
        let estimate = self.estimate_move(mv, plies - 1, alpha, alpha + 1)?;
        if alpha < estimate && estimate < beta {
            self.estimate_move(mv, plies - 1, alpha, beta)
        } else {
            Some(estimate)
        }
    }

    /// Swaps the best of the remaining moves to index `at`: the one to the position `hint`, or the one with the greatest
    /// estimate. The moves are not sorted because most are never searched.
    fn move_best_to(&mut self, at: usize, hint: Option<usize>) {
        let remaining = &mut self.moves[at..];
        let mut best = 0;
        for index in 0..remaining.len() {
            if Some(remaining[index].position as usize) == hint {
                best = index;
                break;
            }
            let rank = |mv: Move| (mv.estimate, Reverse(mv.position));
            if rank(remaining[index]) > rank(remaining[best]) {
                best = index;
            }
        }
        remaining.swap(0, best);
    }

    /// Appends the moves of a position and returns their number.
    fn expand(&mut self, position: u32) -> usize {
        let first = self.moves.len();
        (self.expand)(position, &mut self.moves);
        let count = self.moves.len() - first;
        self.meter.add(count as u64);
        count
    }
}

/// Returns the indices of the moves with the greatest estimate, in ascending order.
fn best_of(moves: &[(usize, Move)]) -> Vec<usize> {
    let max = moves.iter().map(|(_, mv)| mv.estimate).max();
    let best = moves.iter().filter(|(_, mv)| Some(mv.estimate) == max);
    let mut best: Vec<usize> = best.map(|(index, _)| *index).collect();
    best.sort_unstable();
    best
}
