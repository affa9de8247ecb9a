//! How much may be searched where no table answers.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The most work that the search for one value may cost and, [within](Budget::within) an allowance, that
/// of all values of one question.
///
/// It is counted in positions looked at, so the same question with the same budget always has the
/// same answer, on any machine.
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
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    positions: u64,
    allowance: Option<&'a Allowance>,
    /// What must be left of the allowance.
    reserve: u64,
}

/// The positions that may still be looked at for a question, however many values it needs.
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
pub struct Allowance(AtomicU64);

impl Allowance {
    /// So many positions.
    pub const fn positions(positions: u64) -> Self {
        Allowance(AtomicU64::new(positions))
    }

    /// Takes away what is left: the answer is not wanted any more.
    pub fn withdraw(&self) {
        self.0.store(0, Relaxed);
    }

    /// Whether nothing is left.
    pub fn is_used_up(&self) -> bool {
        self.left() == 0
    }

    fn left(&self) -> u64 {
        self.0.load(Relaxed)
    }

    fn use_up(&self, positions: u64) {
        // What has been withdrawn meanwhile stays so.
        self.0
            .fetch_update(Relaxed, Relaxed, |left| {
                Some(left.saturating_sub(positions))
            })
            .expect("an update is never refused");
    }
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
        }
    }

    /// The same for each value, and no more than an allowance for all of them.
    #[must_use]
    pub const fn within(self, allowance: &'a Allowance) -> Self {
        Budget {
            allowance: Some(allowance),
            reserve: 0,
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
        let left = allowance.left();
        let share = left.saturating_sub(self.reserve) / (parts as u64).max(1);
        Budget {
            reserve: left.saturating_sub(share),
            ..self
        }
    }

    /// How many positions may be looked at for one value, if it is asked for now.
    pub fn most_positions(self) -> u64 {
        let allowed = self.allowance.map(Allowance::left);
        allowed.map_or(self.positions, |left| {
            self.positions.min(left.saturating_sub(self.reserve))
        })
    }

    /// Whether there was an allowance, and nothing is left of it.
    pub fn is_used_up(self) -> bool {
        self.allowance.is_some_and(Allowance::is_used_up)
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
