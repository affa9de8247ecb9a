//! Search over contests, for boards that are too large to be known whole.

use quintet_rules::Position;
use quintet_solver::bounds::{Bounds, WideTable};
use quintet_solver::score::{loss, win};
use quintet_solver::search::{Keyed, Moves, Search, Searchable};
use quintet_solver::{Budget, Census, Oracle, Value, Worth, each_once, line};

use super::leads::{Contest, Contested, Parts};
use super::regions::Regions;

/// A board as what is searched: contests with the spare cells besides.
struct Sums<'a, B> {
    board: &'a B,
    regions: &'a Regions,
}

impl<B: Contested> Sums<'_, B> {
    /// What the number of cells alone tells.
    fn by_count(&self, node: Parts) -> Bounds {
        let extent = self.board.extent(node.contest);
        let [mine, theirs] = [node.mine, node.theirs].map(i32::from);
        let [my_most, their_most] = [
            mine + i32::from(extent.mine),
            theirs + i32::from(extent.theirs),
        ];
        if node.contest == 0 {
            return Bounds::exact(decided(mine > theirs, mine, theirs));
        }
        // A loser who is to move places on a contested cell first, as both players do while they can.
        let mut bounds = Bounds {
            low: loss(2 * (mine + 1)),
            high: win(2 * theirs + 1),
        };
        if mine >= their_most {
            bounds.low = win(2 * their_most + 1);
        }
        if my_most <= theirs {
            bounds.high = loss(2 * my_most);
        }
        bounds
    }

    /// The bounds of a position of which is known who wins.
    fn decided(&self, node: Parts, is_won: bool) -> Bounds {
        let extent = self.board.extent(node.contest);
        let [mine, theirs] = [node.mine + extent.mine, node.theirs + extent.theirs].map(i32::from);
        if is_won {
            Bounds {
                low: win(2 * theirs + 1),
                ..Bounds::OPEN
            }
        } else {
            Bounds {
                high: loss(2 * mine),
                ..Bounds::OPEN
            }
        }
    }
}

/// The score if the loser, after whom the game ends, places so many markers.
fn decided(is_won: bool, mine: i32, theirs: i32) -> i32 {
    if is_won {
        win(2 * theirs + 1)
    } else {
        loss(2 * mine)
    }
}

impl<B: Contested> Searchable for Sums<'_, B> {
    type Node = Parts;
    type Key = (Contest, u16);
    const ENDS: bool = true;

    /// The contests after all placements are looked at, to try the best first. With this a budget lasts as long as
    /// in a search without knowledge, measured on 8x8.
    const COST: u64 = 8;

    fn key(&self, node: Parts) -> (Contest, u16) {
        (
            node.contest,
            u16::from(node.mine) << 8 | u16::from(node.theirs),
        )
    }

    fn glance(&self, node: Parts) -> Bounds {
        let bounds = self.by_count(node);
        let is_answered = node.mine <= node.theirs && self.board.is_answered(node.contest);
        if is_answered && !bounds.is_exact() {
            bounds.and(self.decided(node, false))
        } else {
            bounds
        }
    }

    fn expand(&self, node: Parts, moves: &mut Moves<Parts>) -> Bounds {
        let regions = self.board.regions(node.contest);
        let lead = node.mine.cast_signed() - node.theirs.cast_signed();
        let judged = self.regions.judge(self.board, &regions, lead);
        let bounds = judged.map_or(Bounds::OPEN, |is_won| self.decided(node, is_won));
        let mut found = Vec::new();
        self.board.moves(node.contest, &mut found);
        // What leaves the opponent little and the player much is tried first.
        found.sort_by_cached_key(|(next, gain)| {
            let extent = self.board.extent(*next);
            i32::from(extent.mine) - i32::from(extent.theirs) - i32::from(*gain)
        });
        for (number, (contest, gain)) in (0..).zip(found) {
            let next = Parts {
                contest,
                mine: node.theirs,
                theirs: node.mine + gain,
            };
            moves.push(next, number);
        }
        bounds
    }
}

/// An oracle that searches contests within a budget: first who wins, then how soon.
///
/// Every question begins from nothing but what small regions are worth, which is the same whenever it is asked: what is
/// found within a budget must not depend on what was asked before, or a seed would not repeat a game.
pub(super) struct Seeking<B> {
    board: B,
    regions: Regions,
}

impl<B: Contested> Seeking<B> {
    pub(super) fn new(board: B) -> Self {
        Seeking {
            board,
            regions: Regions::default(),
        }
    }

    /// A searcher that remembers from one position to the next.
    fn search(&self, budget: Budget) -> impl FnMut(&B::Position, Budget) -> Option<Worth> {
        let mut search = Search::new(WideTable::for_budget(budget));
        let sums = Sums {
            board: &self.board,
            regions: &self.regions,
        };
        move |position, budget| search.worth(&sums, sums.board.parts(position), budget)
    }
}

impl<B: Contested<Position: Keyed>> Oracle<B::Position> for Seeking<B> {
    fn is_whole(&self) -> bool {
        false
    }

    fn value(&self, position: &B::Position, budget: Budget) -> Option<Value> {
        self.worth(position, budget)?.value()
    }

    fn values(&self, positions: &[B::Position], budget: Budget) -> Vec<Option<Value>> {
        let worths = self.worths(positions, budget).into_iter();
        worths.map(|worth| worth?.value()).collect()
    }

    fn worth(&self, position: &B::Position, budget: Budget) -> Option<Worth> {
        self.search(budget)(position, budget)
    }

    fn worths(&self, positions: &[B::Position], budget: Budget) -> Vec<Option<Worth>> {
        each_once(positions, budget, B::Position::image, self.search(budget))
    }

    fn line(&self, position: &B::Position, budget: Budget) -> Vec<<B::Position as Position>::Move> {
        let mut search = self.search(budget);
        line(position, |position| search(position, budget)?.value())
    }

    fn census(&self) -> Option<Census<B::Position>> {
        None
    }

    fn verify(&self) -> Option<Result<u64, B::Position>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use quintet_rules::{Player, Symmetries, Wyrand};

    use super::*;
    use crate::snort::Snort;
    use crate::snort::solution::grids::Grids;
    use crate::snort::solution::known::Known;
    use crate::snort::solution::listing::{all, list};
    use crate::snort::solution::segments::Segments;

    /// Whether what a search finds is true, within a budget that may not be enough.
    fn check<P: Position>(position: &P, found: Option<Worth>, truth: Value, budget: Budget) {
        let truth = Worth::from(truth);
        let is_true = match found {
            None => budget.most_positions() < u64::MAX,
            Some(found) => {
                found == truth || found.distance().is_none() && found.is_same_kind(truth)
            }
        };
        assert!(
            is_true,
            "{position:?}: found {found:?}, but it is {truth:?}"
        );
    }

    const BUDGETS: [Budget; 3] = [
        Budget::positions(3),
        Budget::positions(30),
        Budget::UNBOUNDED,
    ];

    /// Compares a search with what is known of every position.
    fn equals_what_is_known<const R: usize, const C: usize, B: Contested<Position = Snort<R, C>>>(
        board: impl Fn() -> B,
    ) where
        Known<B>: Oracle<Snort<R, C>>,
    {
        let (seeking, known) = (Seeking::new(board()), Known::new(board()));
        let shown = list(&Symmetries::new(), all::<R, C>(), &mut |position, _| {
            let truth = known.value(position, Budget::NONE).expect("it is known");
            for budget in BUDGETS {
                check(position, seeking.worth(position, budget), truth, budget);
            }
            let value = seeking.value(position, Budget::UNBOUNDED);
            assert_eq!(value, Some(truth), "{position:?}");
            ControlFlow::Continue(())
        });
        assert!(shown.is_continue());
    }

    #[test]
    fn a_search_of_small_boards_finds_what_is_known() {
        for is_folded in [false, true] {
            equals_what_is_known::<3, 3, _>(|| Grids::new(is_folded));
            equals_what_is_known::<2, 6, _>(|| Grids::new(is_folded));
        }
        equals_what_is_known::<4, 4, _>(|| Grids::new(false));
        equals_what_is_known::<1, 9, _>(Segments::<9>::new);
        equals_what_is_known::<1, 13, _>(Segments::<13>::new);
    }

    #[test]
    fn a_search_of_random_positions_finds_what_is_known() {
        let (seeking, known) = (
            Seeking::new(Grids::<5, 5>::new(false)),
            Known::new(Grids::new(true)),
        );
        let mut random = Wyrand::new(11);
        let mut without_distance = 0;
        for game in 0..300 {
            let mut position = Snort::<5, 5>::start(Player::BOTH[game % 2]);
            while let Some(mv) = position.random_move(&mut random) {
                position = position.play_unchecked(mv);
                let truth = known.value(&position, Budget::NONE).expect("it is known");
                for budget in [30, 1000, 10_000].map(Budget::positions) {
                    let found = seeking.worth(&position, budget);
                    check(&position, found, truth, budget);
                    without_distance +=
                        usize::from(found.is_some_and(|found| found.value().is_none()));
                }
            }
        }
        assert!(without_distance > 100, "{without_distance}");
    }
}
