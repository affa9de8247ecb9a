//! The oracle of large boards: it searches first for the winner, then for the distance.

#[cfg(test)]
mod tests;

use quintet_solver::bounds::{Bounds, BoundsTable};
use quintet_solver::score::{Score, loss, win};
use quintet_solver::search::{KeyedPosition, Moves, Search, SearchOracle, Searchable, Searcher};
use quintet_solver::{Budget, Value, values_by_class};

use super::contest::{Balance, Contest, Involutions};
use super::winner::WinnerSearch;
use crate::gridlock::Snort;

/// Returns the score if the player to move wins after the opponent has placed `theirs` markers.
fn won(theirs: i32) -> Score {
    win(2 * theirs + 1)
}

/// Returns the score if the player to move loses after placing `mine` markers.
fn lost(mine: i32) -> Score {
    loss(2 * mine)
}

/// Returns the most markers that the player to move and the opponent can place.
fn most<const R: usize, const C: usize>(node: Balance<R, C>) -> [i32; 2] {
    [
        i32::from(node.mine) + i32::from(node.contest.my_count()),
        i32::from(node.theirs) + i32::from(node.contest.their_count()),
    ]
}

/// The search for distances, guided by the bounds on the winner.
impl<const R: usize, const C: usize> Searchable for WinnerSearch<'_, R, C> {
    type Node = Balance<R, C>;
    type Key = (u128, u16);
    const IS_FINITE: bool = true;

    fn key(&self, node: Balance<R, C>) -> (u128, u16) {
        let spare = u16::from(node.mine) << 8 | u16::from(node.theirs);
        (node.contest.key(), spare)
    }

    fn quick_bounds(&self, node: Balance<R, C>) -> Bounds {
        let [mine, theirs] = [node.mine, node.theirs].map(i32::from);
        let [my_most, their_most] = most(node);
        if node.contest == Contest::NONE {
            return Bounds::exact(if mine > theirs {
                won(theirs)
            } else {
                lost(mine)
            });
        }
        // A loser to move places on a contested cell first, as both players do while they can.
        let mut bounds = Bounds {
            low: lost(mine + 1),
            high: won(theirs),
        };
        match self.bounds(node.contest).is_won(node.lead()) {
            Some(true) => bounds.low = won(their_most),
            Some(false) => bounds.high = lost(my_most),
            None => {}
        }
        bounds
    }

    fn expand(&self, node: Balance<R, C>, moves: &mut Moves<Balance<R, C>>) -> Bounds {
        let mut found = Vec::new();
        node.contest.each_placement(&mut |contest, gain| {
            found.push(Balance {
                contest,
                mine: node.theirs,
                theirs: node.mine + gain,
            });
        });
        // Moves that leave few cells to the opponent and many to the player come first.
        found.sort_by_cached_key(|next| {
            let [theirs, mine] = most(*next);
            theirs - mine
        });
        for (number, next) in (0..).zip(found) {
            moves.push(next, number);
        }
        Bounds::OPEN
    }
}

/// The two searches, with everything that they have learned for one request.
struct Searches<'a, const R: usize, const C: usize> {
    winner: WinnerSearch<'a, R, C>,
    distance: Search<WinnerSearch<'a, R, C>>,
}

impl<'a, const R: usize, const C: usize> Searches<'a, R, C> {
    fn new(involutions: &'a Involutions<R, C>, budget: Budget) -> Self {
        Searches {
            winner: WinnerSearch::new(involutions, budget),
            distance: Search::new(BoundsTable::for_budget(budget)),
        }
    }

    /// Finds the winner.
    fn winner(&mut self, position: &Snort<R, C>, budget: Budget) -> Option<Value> {
        let node = Balance::of(position);
        let is_won = self.winner.is_won(node.contest, node.lead(), budget)?;
        Some(if is_won {
            Value::Win(None)
        } else {
            Value::Loss(None)
        })
    }

    /// Finds the value with its distance. This rarely succeeds before the winner is found.
    fn value(&mut self, position: &Snort<R, C>, budget: Budget) -> Option<Value> {
        let node = Balance::of(position);
        self.distance.value(&self.winner, node, budget)
    }
}

/// Splits a budget: three quarters for the winner, one for the distance. A larger share for the distance finds little more.
fn shares(budget: Budget) -> [Budget; 2] {
    let most = budget.max_positions();
    [most - most / 4, most / 4].map(|share| budget.per_value(share))
}

/// The search of a board.
pub(super) struct BoardSearch<const R: usize, const C: usize>(Involutions<R, C>);

impl<const R: usize, const C: usize> BoardSearch<R, C> {
    pub(super) fn oracle() -> SearchOracle<Self> {
        SearchOracle(BoardSearch(Involutions::new()))
    }
}

impl<const R: usize, const C: usize> Searcher<Snort<R, C>> for BoardSearch<R, C> {
    fn canonical(&self, position: &Snort<R, C>) -> Snort<R, C> {
        KeyedPosition::canonical(position)
    }

    fn begin(&self, budget: Budget) -> impl FnMut(&Snort<R, C>, Budget) -> Option<Value> {
        let mut searches = Searches::new(&self.0, budget);
        move |position, budget| {
            let [first, second] = shares(budget);
            let winner = searches.winner(position, first)?;
            searches.value(position, second).or(Some(winner))
        }
    }

    /// Finds the winners of all positions before the first distance.
    fn values(&self, positions: &[Snort<R, C>], budget: Budget) -> Vec<Option<Value>> {
        let mut searches = Searches::new(&self.0, budget);
        let [first, second] = shares(budget);
        // The winners in the order in which `values_by_class` asks for them.
        let mut found = Vec::new();
        let winners = values_by_class(
            positions,
            first,
            KeyedPosition::canonical,
            |position, budget| {
                let winner = searches.winner(position, budget);
                found.push(winner);
                winner
            },
        );
        let mut found = found.into_iter();
        let values = values_by_class(
            positions,
            second,
            KeyedPosition::canonical,
            |position, budget| {
                found.next().flatten()?;
                searches.value(position, budget)
            },
        );
        let both = values.into_iter().zip(winners);
        both.map(|(value, winner)| value.or(winner)).collect()
    }
}
