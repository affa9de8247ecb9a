//! The search for the winner of a contest with a lead.
//!
//! A larger lead never hurts. So each contest has a least lead with which the player to move wins, and a result with one
//! lead bounds the results with all others.

use quintet_solver::bounds::{Bounds, BoundsTable, NO_MOVE};
use quintet_solver::{Budget, Meter};

use super::contest::{Contest, Involutions};
use super::regions::{LeadBounds, Regions, before};

/// A move: the contest after it as the opponent sees it, the private cells gained, and a score that is lower for better moves.
type Placement<const R: usize, const C: usize> = (Contest<R, C>, u8, i8);

/// Search that remembers its results from one question to the next.
pub(super) struct WinnerSearch<'a, const R: usize, const C: usize> {
    involutions: &'a Involutions<R, C>,
    table: BoundsTable,
    regions: Regions<R, C>,
    /// The moves of all contests on the path to the current one.
    moves: Vec<Placement<R, C>>,
    meter: Meter,
}

impl<'a, const R: usize, const C: usize> WinnerSearch<'a, R, C> {
    pub(super) fn new(involutions: &'a Involutions<R, C>, budget: Budget) -> Self {
        WinnerSearch {
            involutions,
            table: BoundsTable::for_budget(budget),
            regions: Regions::default(),
            moves: Vec::new(),
            meter: Meter::default(),
        }
    }

    /// Tests whether the player to move wins a contest with this lead. `None` if the budget is used up.
    pub(super) fn is_won(
        &mut self,
        contest: Contest<R, C>,
        lead: i8,
        budget: Budget,
    ) -> Option<bool> {
        self.meter.begin(&budget);
        self.moves.clear();
        let found = self.search(contest, lead, &budget);
        self.meter.end(&budget);
        found.map(|least| lead >= least)
    }

    /// Returns bounds on the least winning lead, without search.
    pub(super) fn bounds(&self, contest: Contest<R, C>) -> LeadBounds {
        let bounds = LeadBounds::by_count(contest);
        match self.table.get(contest.key()) {
            Some((stored, _)) => bounds.and(LeadBounds {
                low: stored.low as i8,
                high: stored.high as i8,
            }),
            None => bounds,
        }
    }

    fn store(&mut self, contest: Contest<R, C>, bounds: LeadBounds) {
        let bounds = Bounds {
            low: bounds.low.into(),
            high: bounds.high.into(),
        };
        self.table.put(contest.key(), bounds, NO_MOVE);
    }

    /// Returns a bound on the least winning lead: an upper bound if it is at most `lead`, else a lower bound.
    fn search(&mut self, contest: Contest<R, C>, lead: i8, budget: &Budget) -> Option<i8> {
        let bound = |least: LeadBounds, is_won| if is_won { least.high } else { least.low };
        let mut least = self.bounds(contest);
        if let Some(is_won) = least.is_won(lead) {
            return Some(bound(least, is_won));
        }
        if !self.meter.visit(budget) {
            return None;
        }
        if self.involutions.has_answer(contest) {
            least.low = least.low.max(1);
        }
        let regions = &mut self.regions;
        least = least.and(regions.judge(contest, &mut self.meter, budget)?);
        let first = self.moves.len();
        if least.is_won(lead).is_none() {
            self.list_moves(contest);
            // A move after which every move has an answer may settle it.
            for (next, gain, _) in &self.moves[first..] {
                if self.involutions.has_answer(*next) {
                    least.high = least.high.min(before(1, *gain));
                }
            }
        }
        if let Some(is_won) = least.is_won(lead) {
            self.moves.truncate(first);
            self.store(contest, least);
            return Some(bound(least, is_won));
        }
        let mut best = i8::MAX;
        for at in first..self.moves.len() {
            self.bring_best_to(at);
            let (next, gain, _) = self.moves[at];
            let after = -lead - gain.cast_signed();
            best = best.min(before(self.search(next, after, budget)?, gain));
            if best <= lead {
                break;
            }
        }
        self.moves.truncate(first);
        if best <= lead {
            least.high = least.high.min(best);
        } else {
            least.low = least.low.max(best);
        }
        self.store(contest, least);
        Some(bound(least, best <= lead))
    }

    /// Appends the moves of a contest.
    fn list_moves(&mut self, contest: Contest<R, C>) {
        let moves = &mut self.moves;
        contest.each_placement(&mut |next, gain| {
            // A private cell counts as much as two contested ones.
            let score = next.my_count() - next.their_count() - 2 * gain.cast_signed();
            moves.push((next, gain, score));
        });
    }

    /// Swaps the best of the moves from `at` on to the front. They are not sorted, because most are never searched.
    fn bring_best_to(&mut self, at: usize) {
        let moves = &mut self.moves;
        let mut best = at;
        for other in at + 1..moves.len() {
            if moves[other].2 < moves[best].2 {
                best = other;
            }
        }
        moves.swap(at, best);
    }
}
