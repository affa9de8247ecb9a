//! Limits of searches.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The limit of the search for one value and, [within](Budget::within) an allowance, for all values of one request.
///
/// Work is counted in visited positions, so a search with the same budget gives the same result on every machine. Only an
/// allowance of time depends on the speed of the machine.
///
/// ```
/// use quintet_solver::{Allowance, Budget};
///
/// let budget = Budget::positions(100_000);
/// assert_eq!(budget.max_positions(), 100_000);
///
/// let allowance = Allowance::positions(1_000);
/// let budget = budget.within(&allowance);
/// assert_eq!(budget.max_positions(), 1_000);
/// assert_eq!(budget.part(4).max_positions(), 250);
/// assert_eq!(budget.at_most(100).part(4).max_positions(), 25);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    positions: u64,
    allowance: Option<&'a Allowance>,
    /// Positions of the allowance that are reserved for other values.
    reserve: u64,
    deadline: Option<Instant>,
    is_unlimited: bool,
}

/// The shared limit of all searches of a request, in positions or time.
#[derive(Debug)]
pub struct Allowance {
    positions: AtomicU64,
    spent: AtomicU64,
    deadline: Option<Instant>,
    is_withdrawn: AtomicBool,
}

impl Allowance {
    /// Creates a budget of `positions` visited positions.
    pub const fn positions(positions: u64) -> Self {
        Allowance {
            positions: AtomicU64::new(positions),
            spent: AtomicU64::new(0),
            deadline: None,
            is_withdrawn: AtomicBool::new(false),
        }
    }

    /// Creates a budget that ends `time` from now.
    pub fn time(time: Duration) -> Self {
        Allowance {
            // If the clock cannot represent the deadline there is none.
            deadline: Instant::now().checked_add(time),
            ..Allowance::positions(u64::MAX)
        }
    }

    /// Cancels all searches within the allowance.
    pub fn withdraw(&self) {
        self.is_withdrawn.store(true, Relaxed);
        self.positions.store(0, Relaxed);
    }

    /// Returns true if no positions or no time remain.
    pub fn is_exhausted(&self) -> bool {
        self.remaining() == 0 || is_past(self.deadline)
    }

    /// Returns the number of positions visited by all searches that have ended.
    pub fn spent(&self) -> u64 {
        self.spent.load(Relaxed)
    }

    fn remaining(&self) -> u64 {
        self.positions.load(Relaxed)
    }

    fn spend(&self, positions: u64) {
        self.spent.fetch_add(positions, Relaxed);
        // Saturates at zero, which also preserves a withdrawal by another thread.
        self.positions
            .fetch_update(Relaxed, Relaxed, |remaining| {
                Some(remaining.saturating_sub(positions))
            })
            .expect("the update always returns a value");
    }
}

fn is_past(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

impl<'a> Budget<'a> {
    /// No search; only table lookups.
    pub const NONE: Budget<'static> = Budget::positions(0);

    /// Searches until the value is found.
    pub const UNBOUNDED: Budget<'static> = Budget::positions(u64::MAX);

    /// Visits at most `positions` positions for each value.
    pub const fn positions(positions: u64) -> Self {
        Budget {
            positions,
            allowance: None,
            reserve: 0,
            deadline: None,
            is_unlimited: false,
        }
    }

    /// Removes all limits, for searches that are always short. Only a [withdrawn](Allowance::withdraw) allowance still
    /// stops the search.
    #[must_use]
    pub const fn unlimited(self) -> Self {
        Budget {
            is_unlimited: true,
            ..self
        }
    }

    /// Adds the limit of an allowance for all values together.
    #[must_use]
    pub const fn within(self, allowance: &'a Allowance) -> Self {
        Budget {
            allowance: Some(allowance),
            reserve: 0,
            deadline: allowance.deadline,
            ..self
        }
    }

    /// Returns the budget of the first of `parts` equal parts of a request: its share of the remaining allowance. Work
    /// that it does not use is available to the other parts.
    #[must_use]
    pub fn part(self, parts: usize) -> Self {
        let Some(allowance) = self.allowance else {
            return self;
        };
        let parts = u32::try_from(parts).unwrap_or(u32::MAX).max(1);
        let remaining = allowance.remaining();
        let share = remaining.saturating_sub(self.reserve) / u64::from(parts);
        let deadline = self.deadline.map(|deadline| {
            let now = Instant::now();
            now + deadline.saturating_duration_since(now) / parts
        });
        Budget {
            reserve: remaining.saturating_sub(share),
            deadline,
            ..self
        }
    }

    /// Adds the limit of an allowance unless there is one already.
    #[must_use]
    pub fn or_within<'b>(self, allowance: &'b Allowance) -> Budget<'b>
    where
        'a: 'b,
    {
        match self.allowance {
            Some(_) => self,
            None => self.within(allowance),
        }
    }

    /// Visits at most `positions` positions of the remaining allowance in total; without an allowance, for each value.
    #[must_use]
    pub fn at_most(self, positions: u64) -> Self {
        let remaining = self.allowance.map_or(0, Allowance::remaining);
        Budget {
            reserve: self.reserve.max(remaining.saturating_sub(positions)),
            ..self.per_value(positions)
        }
    }

    /// Visits at most `positions` positions for each value, within the same allowance.
    #[must_use]
    pub fn per_value(self, positions: u64) -> Self {
        Budget {
            positions: self.positions.min(positions),
            ..self
        }
    }

    /// Returns the number of positions that the search for a value may visit now.
    pub fn max_positions(self) -> u64 {
        if self.is_unlimited {
            return u64::MAX;
        }
        let allowed = self.allowance.map(Allowance::remaining);
        allowed.map_or(self.positions, |remaining| {
            self.positions.min(remaining.saturating_sub(self.reserve))
        })
    }

    /// Returns true if the allowance is exhausted or the deadline of this part has passed.
    pub fn is_exhausted(self) -> bool {
        let is_withdrawn = |allowance: &Allowance| allowance.is_withdrawn.load(Relaxed);
        if self.is_unlimited {
            return self.allowance.is_some_and(is_withdrawn);
        }
        let is_empty = |allowance: &Allowance| allowance.remaining() == 0;
        self.allowance.is_some_and(is_empty) || is_past(self.deadline)
    }
}

/// Counter of the positions visited by a search, with the limit of a budget.
///
/// ```
/// use quintet_solver::{Budget, Meter};
///
/// let mut meter = Meter::default();
/// let budget = Budget::positions(2);
/// meter.begin(&budget);
/// assert!(meter.visit(&budget) && meter.visit(&budget));
/// assert!(!meter.visit(&budget));
/// meter.end(&budget);
/// assert_eq!(meter.count(), 2);
/// ```
#[derive(Default)]
pub struct Meter {
    count: u64,
    /// Count at the beginning of the current search.
    begin: u64,
    /// Count at which the current search stops.
    limit: u64,
    /// Count at which the allowance is checked next, at most `limit`.
    next_check: u64,
}

/// Positions between two checks of the allowance and the clock: a few milliseconds.
const CHECK_INTERVAL: u64 = 4096;

impl Meter {
    /// Begins a search.
    pub fn begin(&mut self, budget: &Budget) {
        self.begin = self.count;
        self.limit = self.count.saturating_add(budget.max_positions());
        self.next_check = self.count;
    }

    /// Counts one more position; false if the search has to stop instead.
    #[inline]
    pub fn visit(&mut self, budget: &Budget) -> bool {
        let may_continue = self.may_continue(budget);
        self.count += u64::from(may_continue);
        may_continue
    }

    /// Counts positions without checking the limit.
    #[inline]
    pub(crate) fn add(&mut self, positions: u64) {
        self.count += positions;
    }

    /// Returns true if the search may visit more positions.
    #[inline]
    pub(crate) fn may_continue(&mut self, budget: &Budget) -> bool {
        self.count < self.next_check || self.check(budget)
    }

    /// Ends a search, subtracts its positions from the allowance and returns their number.
    pub fn end(&mut self, budget: &Budget) -> u64 {
        let visited = self.count - self.begin;
        if let Some(allowance) = budget.allowance {
            allowance.spend(visited);
        }
        visited
    }

    /// Returns the number of positions visited by all searches.
    pub fn count(&self) -> u64 {
        self.count
    }

    #[cold]
    fn check(&mut self, budget: &Budget) -> bool {
        self.next_check = self.limit.min(self.count.saturating_add(CHECK_INTERVAL));
        self.count < self.limit && !budget.is_exhausted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_of_time_is_divided_and_expires() {
        let hour = Duration::from_hours(1);
        let allowance = Allowance::time(hour);
        let budget = Budget::UNBOUNDED.within(&allowance);
        assert_eq!(budget.max_positions(), u64::MAX);
        let part = budget.part(3).deadline.expect("a deadline");
        assert!(part.saturating_duration_since(Instant::now()) <= hour / 3);
        assert!(part > Instant::now() + hour / 4, "a third of it");
        assert!(!budget.is_exhausted() && !allowance.is_exhausted());
        allowance.withdraw();
        assert!(budget.is_exhausted() && allowance.is_exhausted());
        assert!(budget.unlimited().is_exhausted());

        let zero = Allowance::time(Duration::ZERO);
        assert!(zero.is_exhausted());
        assert!(Budget::UNBOUNDED.within(&zero).part(2).is_exhausted());
        assert!(!Budget::UNBOUNDED.within(&zero).unlimited().is_exhausted());
        let unrepresentable = Allowance::time(Duration::MAX);
        assert!(!unrepresentable.is_exhausted());
    }
}
