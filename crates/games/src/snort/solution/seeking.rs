//! Boards that are too large to be known whole: first who wins, then how soon.

#[cfg(test)]
mod tests;

use quintet_rules::Position;
use quintet_solver::bounds::{Bounds, WideTable};
use quintet_solver::score::{Score, loss, win};
use quintet_solver::search::{Keyed, Moves, Search, Searchable};
use quintet_solver::{
    Budget, Census, Oracle, Progress, Value, Worth, each_once, line, sort_by_number,
};

use super::field::{Field, Open};
use super::winner::Winner;
use crate::snort::Snort;

/// A contest and the spare cells besides.
#[derive(Clone, Copy, Debug)]
struct Node {
    open: Open,
    /// The spare cells of the player to move.
    mine: u8,
    /// The spare cells of the opponent.
    theirs: u8,
}

impl Node {
    fn of<const R: usize, const C: usize>(field: &Field, position: &Snort<R, C>) -> Self {
        let (open, [mine, theirs]) = field.parts(position);
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
struct Distances<'a> {
    winner: Winner<'a>,
}

impl Searchable for Distances<'_> {
    type Node = Node;
    type Key = (u128, u16);
    const ENDS: bool = true;

    fn key(&self, node: Node) -> (u128, u16) {
        (
            node.open.key(),
            u16::from(node.mine) << 8 | u16::from(node.theirs),
        )
    }

    fn glance(&self, node: Node) -> Bounds {
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

    fn expand(&self, node: Node, moves: &mut Moves<Node>) -> Bounds {
        let mut found = Vec::new();
        self.winner.field().each_placement(node.open, |open, gain| {
            found.push(Node {
                open,
                mine: node.theirs,
                theirs: node.mine + gain,
            });
        });
        // What leaves the opponent little and the player much is tried first.
        sort_by_number(&mut found, |next| {
            let [theirs, mine] = next.most();
            (theirs - mine + 128).unsigned_abs().into()
        });
        for (number, next) in (0..).zip(found) {
            moves.push(next, number);
        }
        Bounds::OPEN
    }
}

/// What is learnt for one question.
struct Learnt<'a> {
    distances: Distances<'a>,
    search: Search<Distances<'a>, WideTable<(u128, u16)>>,
}

impl<'a> Learnt<'a> {
    fn new(field: &'a Field, budget: Budget) -> Self {
        Learnt {
            distances: Distances {
                winner: Winner::new(field, budget),
            },
            search: Search::new(WideTable::for_budget(budget)),
        }
    }

    /// Who wins.
    fn winner(&mut self, node: Node, budget: Budget) -> Option<Worth> {
        let winner = &mut self.distances.winner;
        let is_won = winner.is_won(node.open, node.lead(), budget)?;
        Some(if is_won {
            Worth::Win(None)
        } else {
            Worth::Loss(None)
        })
    }

    /// How soon. It is of little use to ask where it is not known who wins.
    fn value(&mut self, node: Node, budget: Budget) -> Option<Value> {
        self.search.value(&self.distances, node, budget)
    }
}

/// The part of a budget in which to find how soon, after who wins: a quarter. More finds little more.
fn shares(budget: Budget) -> [Budget; 2] {
    let most = budget.most_positions();
    [most - most / 4, most / 4].map(|share| budget.min(Budget::positions(share)))
}

/// An oracle that searches contests within a budget.
///
/// Every question begins from nothing: what is found within a budget must not depend on what was asked before, or a seed
/// would not repeat a game.
pub(super) struct Seeking(Field);

impl Seeking {
    /// The oracle of a grid with `R` rows and `C` columns.
    pub(super) fn new<const R: usize, const C: usize>() -> Self {
        Seeking(Field::new::<R, C>())
    }

    /// What is known of each position. First it is asked of all of them who wins.
    fn known<const R: usize, const C: usize>(
        &self,
        positions: &[Snort<R, C>],
        budget: Budget,
    ) -> Vec<Option<Worth>> {
        let mut learnt = Learnt::new(&self.0, budget);
        let node = |position: &Snort<R, C>| Node::of(&self.0, position);
        let [first, second] = shares(budget);
        let mut asked = Vec::new();
        let winners = each_once(positions, first, Keyed::image, |position, budget| {
            asked.push(learnt.winner(node(position), budget));
            asked[asked.len() - 1]
        });
        // They come in the same order.
        let mut asked = asked.into_iter();
        let values = each_once(positions, second, Keyed::image, |position, budget| {
            asked.next().flatten()?;
            learnt.value(node(position), budget)
        });
        let both = values.into_iter().zip(winners);
        both.map(|(value, winner)| value.map(Worth::from).or(winner))
            .collect()
    }
}

impl<const R: usize, const C: usize> Oracle<Snort<R, C>> for Seeking {
    fn is_whole(&self) -> bool {
        false
    }

    fn value(&self, position: &Snort<R, C>, budget: Budget) -> Option<Value> {
        self.worth(position, budget)?.value()
    }

    fn values(&self, positions: &[Snort<R, C>], budget: Budget) -> Vec<Option<Value>> {
        let known = self.known(positions, budget).into_iter();
        known.map(|worth| worth?.value()).collect()
    }

    fn worth(&self, position: &Snort<R, C>, budget: Budget) -> Option<Worth> {
        self.known(&[*position], budget)[0]
    }

    fn worths(&self, positions: &[Snort<R, C>], budget: Budget) -> Vec<Option<Worth>> {
        self.known(positions, budget)
    }

    fn line(&self, position: &Snort<R, C>, budget: Budget) -> Vec<<Snort<R, C> as Position>::Move> {
        let mut learnt = Learnt::new(&self.0, budget);
        let [first, second] = shares(budget);
        line(position, |position| {
            let node = Node::of(&self.0, position);
            learnt.winner(node, first)?;
            learnt.value(node, second)
        })
    }

    fn census(&self) -> Option<Census<Snort<R, C>>> {
        None
    }

    fn verify(&self, _: &Progress) -> Option<Result<u64, Snort<R, C>>> {
        None
    }
}
