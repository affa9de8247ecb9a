//! Who wins a contest with a lead, found by search.
//!
//! A lead that is greater never harms. So each contest has a least lead with which the player to move wins, and what
//! is learnt with one lead about it bounds it for all others.

use quintet_solver::bounds::{Bounds, BoundsTable, NO_MOVE};
use quintet_solver::{Budget, Meter};

use super::open::{Open, Opposites};
use super::regions::{Least, Regions, before};

/// A move: the contest as the opponent sees it then, the spare cells gained, and how bad it looks.
type Placement<const R: usize, const C: usize> = (Open<R, C>, u8, i8);

/// A searcher that remembers from one question to the next.
pub(super) struct Winner<'a, const R: usize, const C: usize> {
    opposites: &'a Opposites<R, C>,
    table: BoundsTable,
    regions: Regions<R, C>,
    /// The moves of all contests on the way to the present one, in one list.
    moves: Vec<Placement<R, C>>,
    meter: Meter,
}

impl<'a, const R: usize, const C: usize> Winner<'a, R, C> {
    pub(super) fn new(opposites: &'a Opposites<R, C>, budget: Budget) -> Self {
        Winner {
            opposites,
            table: BoundsTable::for_budget(budget),
            regions: Regions::default(),
            moves: Vec::new(),
            meter: Meter::default(),
        }
    }

    /// Whether the player to move wins a contest with this lead. `None` if the budget is not enough.
    pub(super) fn is_won(&mut self, open: Open<R, C>, lead: i8, budget: Budget) -> Option<bool> {
        self.meter.begin(&budget);
        self.moves.clear();
        let found = self.search(open, lead, &budget);
        self.meter.end(&budget);
        found.map(|least| lead >= least)
    }

    /// What is known of the least winning lead without search.
    pub(super) fn known(&self, open: Open<R, C>) -> Least {
        let known = Least::by_count(open);
        match self.table.get(open.key()) {
            Some((bounds, _)) => known.and(Least {
                low: bounds.low as i8,
                high: bounds.high as i8,
            }),
            None => known,
        }
    }

    fn note(&mut self, open: Open<R, C>, least: Least) {
        let bounds = Bounds {
            low: least.low.into(),
            high: least.high.into(),
        };
        self.table.put(open.key(), bounds, NO_MOVE);
    }

    /// A bound of the least winning lead: an upper one if it is at most `lead`, else a lower one.
    fn search(&mut self, open: Open<R, C>, lead: i8, budget: &Budget) -> Option<i8> {
        let bound = |least: Least, is_won| if is_won { least.high } else { least.low };
        let mut least = self.known(open);
        if let Some(is_won) = least.is_won(lead) {
            return Some(bound(least, is_won));
        }
        if !self.meter.visit(budget) {
            return None;
        }
        if self.opposites.answer(open) {
            least.low = least.low.max(1);
        }
        let regions = &mut self.regions;
        least = least.and(regions.judge(open, &mut self.meter, budget)?);
        let first = self.moves.len();
        if least.is_won(lead).is_none() {
            self.list_moves(open);
            // What is seen at once after a move may be enough.
            for (next, gain, _) in &self.moves[first..] {
                if self.opposites.answer(*next) {
                    least.high = least.high.min(before(1, *gain));
                }
            }
        }
        if let Some(is_won) = least.is_won(lead) {
            self.moves.truncate(first);
            self.note(open, least);
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
        self.note(open, least);
        Some(bound(least, best <= lead))
    }

    /// Appends the moves of a contest.
    fn list_moves(&mut self, open: Open<R, C>) {
        let moves = &mut self.moves;
        open.each_placement(&mut |next, gain| {
            // What leaves the opponent little and the player much looks good, a spare cell as much as two contested ones.
            let badness = next.my_count() - next.their_count() - 2 * gain.cast_signed();
            moves.push((next, gain, badness));
        });
    }

    /// Exchanges moves so that of those from `at` on the best-looking is there: most are never looked at, so they are not
    /// sorted.
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
