//! Boards that are too large to be known whole: first who wins, then how soon.

#[cfg(test)]
mod tests;

use quintet_solver::bounds::{Bounds, BoundsTable};
use quintet_solver::score::{Score, loss, win};
use quintet_solver::search::{KeyedPosition, Moves, Search, SearchOracle, Searchable, Searcher};
use quintet_solver::{Budget, Value, values_by_class};

use super::open::{Open, Opposites};
use super::winner::Winner;
use crate::gridlock::Snort;

/// A contest and the spare cells besides.
#[derive(Clone, Copy, Debug)]
struct Node<const R: usize, const C: usize> {
    open: Open<R, C>,
    /// The spare cells of the player to move.
    mine: u8,
    /// The spare cells of the opponent.
    theirs: u8,
}

impl<const R: usize, const C: usize> Node<R, C> {
    fn of(position: &Snort<R, C>) -> Self {
        let (open, [mine, theirs]) = Open::of(position);
        Node { open, mine, theirs }
    }

    fn lead(self) -> i8 {
        self.mine.cast_signed() - self.theirs.cast_signed()
    }

    /// All cells on which the player to move and the opponent may place.
    fn most(self) -> [i32; 2] {
        [
            i32::from(self.mine) + i32::from(self.open.my_count()),
            i32::from(self.theirs) + i32::from(self.open.their_count()),
        ]
    }
}

/// The score if the player to move wins after the opponent has placed so many markers.
fn won(theirs: i32) -> Score {
    win(2 * theirs + 1)
}

/// The score if the player to move loses after placing so many markers.
fn lost(mine: i32) -> Score {
    loss(2 * mine)
}

/// A board as what is searched for distances, with what is known of who wins.
struct Distances<'a, const R: usize, const C: usize> {
    winner: Winner<'a, R, C>,
}

impl<const R: usize, const C: usize> Searchable for Distances<'_, R, C> {
    type Node = Node<R, C>;
    type Key = (u128, u16);
    const IS_FINITE: bool = true;

    fn key(&self, node: Node<R, C>) -> (u128, u16) {
        (
            node.open.key(),
            u16::from(node.mine) << 8 | u16::from(node.theirs),
        )
    }

    fn quick_bounds(&self, node: Node<R, C>) -> Bounds {
        let [mine, theirs] = [node.mine, node.theirs].map(i32::from);
        let [my_most, their_most] = node.most();
        if node.open == Open::NONE {
            return Bounds::exact(if mine > theirs {
                won(theirs)
            } else {
                lost(mine)
            });
        }
        // A loser who is to move places on a contested cell first, as both players do while they can.
        let mut bounds = Bounds {
            low: lost(mine + 1),
            high: won(theirs),
        };
        match self.winner.known(node.open).is_won(node.lead()) {
            Some(true) => bounds.low = won(their_most),
            Some(false) => bounds.high = lost(my_most),
            None => {}
        }
        bounds
    }

    fn expand(&self, node: Node<R, C>, moves: &mut Moves<Node<R, C>>) -> Bounds {
        let mut found = Vec::new();
        node.open.each_placement(&mut |open, gain| {
            found.push(Node {
                open,
                mine: node.theirs,
                theirs: node.mine + gain,
            });
        });
        // What leaves the opponent little and the player much is tried first.
        found.sort_by_cached_key(|next| {
            let [theirs, mine] = next.most();
            theirs - mine
        });
        for (number, next) in (0..).zip(found) {
            moves.push(next, number);
        }
        Bounds::OPEN
    }
}

/// What is learnt for one question.
struct Learnt<'a, const R: usize, const C: usize> {
    distances: Distances<'a, R, C>,
    search: Search<Distances<'a, R, C>>,
}

impl<'a, const R: usize, const C: usize> Learnt<'a, R, C> {
    fn new(opposites: &'a Opposites<R, C>, budget: Budget) -> Self {
        Learnt {
            distances: Distances {
                winner: Winner::new(opposites, budget),
            },
            search: Search::new(BoundsTable::for_budget(budget)),
        }
    }

    /// Who wins.
    fn winner(&mut self, node: Node<R, C>, budget: Budget) -> Option<Value> {
        let winner = &mut self.distances.winner;
        let is_won = winner.is_won(node.open, node.lead(), budget)?;
        Some(if is_won {
            Value::Win(None)
        } else {
            Value::Loss(None)
        })
    }

    /// How soon. It is of little use to ask where it is not known who wins.
    fn value(&mut self, node: Node<R, C>, budget: Budget) -> Option<Value> {
        self.search.value(&self.distances, node, budget)
    }
}

/// The part of a budget in which to find how soon, after who wins: a quarter. More finds little more.
fn shares(budget: Budget) -> [Budget; 2] {
    let most = budget.max_positions();
    [most - most / 4, most / 4].map(|share| budget.per_value(share))
}

/// How contests are searched.
pub(crate) struct Seeking<const R: usize, const C: usize>(Opposites<R, C>);

impl<const R: usize, const C: usize> Seeking<R, C> {
    pub(crate) fn oracle() -> SearchOracle<Self> {
        SearchOracle(Seeking(Opposites::new()))
    }
}

impl<const R: usize, const C: usize> Searcher<Snort<R, C>> for Seeking<R, C> {
    fn canonical(&self, position: &Snort<R, C>) -> Snort<R, C> {
        KeyedPosition::canonical(position)
    }

    fn begin(&self, budget: Budget) -> impl FnMut(&Snort<R, C>, Budget) -> Option<Value> {
        let mut learnt = Learnt::new(&self.0, budget);
        move |position, budget| {
            let node = Node::of(position);
            let [first, second] = shares(budget);
            let winner = learnt.winner(node, first)?;
            learnt.value(node, second).or(Some(winner))
        }
    }

    /// First the winner is sought in all of them.
    fn values(&self, positions: &[Snort<R, C>], budget: Budget) -> Vec<Option<Value>> {
        let mut learnt = Learnt::new(&self.0, budget);
        let [first, second] = shares(budget);
        let mut asked = Vec::new();
        let winners = values_by_class(
            positions,
            first,
            KeyedPosition::canonical,
            |position, budget| {
                asked.push(learnt.winner(Node::of(position), budget));
                asked[asked.len() - 1]
            },
        );
        // They come in the same order.
        let mut asked = asked.into_iter();
        let values = values_by_class(
            positions,
            second,
            KeyedPosition::canonical,
            |position, budget| {
                asked.next().flatten()?;
                learnt.value(Node::of(position), budget)
            },
        );
        let both = values.into_iter().zip(winners);
        both.map(|(value, winner)| value.or(winner)).collect()
    }
}
