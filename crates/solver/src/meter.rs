//! Counting positions against a budget.

use crate::Budget;

/// Counts the positions that a search looks at, and says when it has to stop.
///
/// ```
/// use quintet_solver::{Budget, Meter};
///
/// let mut meter = Meter::default();
/// let budget = Budget::positions(2);
/// meter.begin(&budget);
/// assert!(meter.look(&budget) && meter.look(&budget));
/// assert!(!meter.look(&budget));
/// meter.end(&budget);
/// assert_eq!(meter.count(), 2);
/// ```
#[derive(Default)]
pub struct Meter {
    count: u64,
    /// The count when the present question was begun.
    begun: u64,
    /// The count at which the present question is given up.
    limit: u64,
    /// The count, at most the limit, at which to see whether the answer is still wanted.
    pause: u64,
}

/// How many positions are looked at between two looks at whether the answer is still wanted: a few
/// milliseconds.
const BETWEEN_PAUSES: u64 = 4096;

impl Meter {
    /// A question begins.
    pub fn begin(&mut self, budget: &Budget) {
        self.begun = self.count;
        self.limit = self.count.saturating_add(budget.most_positions());
        self.pause = self.count;
    }

    /// Counts one more position, if there is a reason to look at it: the budget allows it, and the answer is still wanted.
    #[inline]
    pub fn look(&mut self, budget: &Budget) -> bool {
        if self.count >= self.pause && !self.goes_on(budget) {
            return false;
        }
        self.count += 1;
        true
    }

    /// The question ends, and what it took is taken from the allowance. How many positions that was.
    pub fn end(&mut self, budget: &Budget) -> u64 {
        let used = self.count - self.begun;
        budget.use_up(used);
        used
    }

    /// The positions looked at so far, for all questions.
    pub fn count(&self) -> u64 {
        self.count
    }

    #[cold]
    fn goes_on(&mut self, budget: &Budget) -> bool {
        self.pause = self.limit.min(self.count.saturating_add(BETWEEN_PAUSES));
        self.count < self.limit && !budget.is_used_up()
    }
}
