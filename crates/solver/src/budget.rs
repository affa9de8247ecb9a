//! How much may be searched where no table answers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The most work that the search for one value may cost and, [within](Budget::within) an allowance, that
/// of all values of one question.
///
/// It is counted in positions looked at, so the same question with the same budget always has the
/// same answer, on any machine; only an allowance of time depends on how fast it is.
///
/// ```
/// use quintet_solver::{Allowance, Budget};
///
/// let budget = Budget::positions(100_000);
/// assert_eq!(budget.most_positions(), 100_000);
/// assert_eq!(budget.min(Budget::NONE).most_positions(), 0);
///
/// let allowance = Allowance::positions(1_000);
/// let budget = budget.within(&allowance);
/// assert_eq!(budget.most_positions(), 1_000);
/// assert_eq!(budget.part(4).most_positions(), 250);
/// assert_eq!(budget.at_most(100).part(4).most_positions(), 25);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    positions: u64,
    allowance: Option<&'a Allowance>,
    /// What must be left of the allowance.
    reserve: u64,
    /// When the time is up.
    until: Option<Instant>,
    /// Whether neither positions nor time matter.
    is_unlimited: bool,
}

/// What may still be spent on a question, however many values it needs: positions that are looked at, or time.
///
/// ```
/// use quintet_solver::Allowance;
///
/// let allowance = Allowance::positions(1_000);
/// assert!(!allowance.is_used_up());
/// allowance.withdraw();
/// assert!(allowance.is_used_up());
/// ```
#[derive(Debug)]
pub struct Allowance {
    positions: AtomicU64,
    until: Option<Instant>,
    is_withdrawn: AtomicBool,
}

impl Allowance {
    /// So many positions.
    pub const fn positions(positions: u64) -> Self {
        Allowance {
            positions: AtomicU64::new(positions),
            until: None,
            is_withdrawn: AtomicBool::new(false),
        }
    }

    /// So much time from now on.
    pub fn time(time: Duration) -> Self {
        Allowance {
            // A time that the clock cannot tell never comes.
            until: Instant::now().checked_add(time),
            ..Allowance::positions(u64::MAX)
        }
    }

    /// Takes away what is left: the answer is not wanted any more.
    pub fn withdraw(&self) {
        self.is_withdrawn.store(true, Relaxed);
        self.positions.store(0, Relaxed);
    }

    /// Whether nothing is left.
    pub fn is_used_up(&self) -> bool {
        self.left() == 0 || is_past(self.until)
    }

    fn left(&self) -> u64 {
        self.positions.load(Relaxed)
    }

    fn use_up(&self, positions: u64) {
        // What has been withdrawn meanwhile stays so.
        self.positions
            .fetch_update(Relaxed, Relaxed, |left| {
                Some(left.saturating_sub(positions))
            })
            .expect("an update is never refused");
    }
}

fn is_past(until: Option<Instant>) -> bool {
    until.is_some_and(|until| Instant::now() >= until)
}

impl<'a> Budget<'a> {
    /// Nothing is searched: what is in a table is looked up.
    pub const NONE: Budget<'static> = Budget::positions(0);

    /// The search goes on until the value is found, however long that takes.
    pub const UNBOUNDED: Budget<'static> = Budget::positions(u64::MAX);

    /// At most so many positions are looked at for each value.
    pub const fn positions(positions: u64) -> Self {
        Budget {
            positions,
            allowance: None,
            reserve: 0,
            until: None,
            is_unlimited: false,
        }
    }

    /// Without a limit, for searches that are always short: they stop early only if the allowance is
    /// [withdrawn](Allowance::withdraw).
    #[must_use]
    pub const fn unlimited(self) -> Self {
        Budget {
            is_unlimited: true,
            ..self
        }
    }

    /// The same for each value, and no more than an allowance for all of them.
    #[must_use]
    pub const fn within(self, allowance: &'a Allowance) -> Self {
        Budget {
            allowance: Some(allowance),
            reserve: 0,
            until: allowance.until,
            ..self
        }
    }

    /// For the first of so many parts of a question: no more than its share of what is left of the
    /// allowance. What it does not use is there for the others.
    #[must_use]
    pub fn part(self, parts: usize) -> Self {
        let Some(allowance) = self.allowance else {
            return self;
        };
        let parts = u32::try_from(parts).unwrap_or(u32::MAX).max(1);
        let left = allowance.left();
        let share = left.saturating_sub(self.reserve) / u64::from(parts);
        let until = self.until.map(|until| {
            let now = Instant::now();
            now + until.saturating_duration_since(now) / parts
        });
        Budget {
            reserve: left.saturating_sub(share),
            until,
            ..self
        }
    }

    /// The same within this allowance, unless it is within another already.
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

    /// At most so many positions in all, of what is left of an allowance. Without one, for each value.
    #[must_use]
    pub fn at_most(self, positions: u64) -> Self {
        let left = self.allowance.map_or(0, Allowance::left);
        Budget {
            positions: self.positions.min(positions),
            reserve: self.reserve.max(left.saturating_sub(positions)),
            ..self
        }
    }

    /// How many positions may be looked at for one value, if it is asked for now.
    pub fn most_positions(self) -> u64 {
        if self.is_unlimited {
            return u64::MAX;
        }
        let allowed = self.allowance.map(Allowance::left);
        allowed.map_or(self.positions, |left| {
            self.positions.min(left.saturating_sub(self.reserve))
        })
    }

    /// Whether there was an allowance, and nothing is left of it, or the time of this part is up.
    pub fn is_used_up(self) -> bool {
        let is_withdrawn = |allowance: &Allowance| allowance.is_withdrawn.load(Relaxed);
        if self.is_unlimited {
            return self.allowance.is_some_and(is_withdrawn);
        }
        let is_empty = |allowance: &Allowance| allowance.left() == 0;
        self.allowance.is_some_and(is_empty) || is_past(self.until)
    }

    /// Notes that positions have been looked at.
    pub fn use_up(self, positions: u64) {
        if let Some(allowance) = self.allowance {
            allowance.use_up(positions);
        }
    }

    /// The smaller of two budgets for one value, within the allowance of this one.
    #[must_use]
    pub fn min(self, other: Budget<'_>) -> Self {
        Budget {
            positions: self.positions.min(other.positions),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_and_runs_out() {
        let hour = Duration::from_hours(1);
        let allowance = Allowance::time(hour);
        let budget = Budget::UNBOUNDED.within(&allowance);
        assert_eq!(budget.most_positions(), u64::MAX);
        let part = budget.part(3).until.expect("a time");
        assert!(part.saturating_duration_since(Instant::now()) <= hour / 3);
        assert!(part > Instant::now() + hour / 4, "a third of it");
        assert!(!budget.is_used_up() && !allowance.is_used_up());
        allowance.withdraw();
        assert!(budget.is_used_up() && allowance.is_used_up());

        let none = Allowance::time(Duration::ZERO);
        assert!(none.is_used_up());
        assert!(Budget::UNBOUNDED.within(&none).part(2).is_used_up());
        let ever = Allowance::time(Duration::MAX);
        assert!(!ever.is_used_up(), "a time that the clock cannot tell");
    }
}
