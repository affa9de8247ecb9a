//! How much may be searched where no table answers.

/// The most work that the search for one value may cost.
///
/// It is counted in positions looked at, so the same question with the same budget always has the
/// same answer, on any machine.
///
/// ```
/// use quintet_solver::Budget;
///
/// let budget = Budget::positions(100_000);
/// assert_eq!(budget.most_positions(), 100_000);
/// assert_eq!(budget.min(Budget::NONE), Budget::NONE);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    positions: u64,
}

impl Budget {
    /// Nothing is searched: what is in a table is looked up.
    pub const NONE: Budget = Budget::positions(0);

    /// The search goes on until the value is found, however long that takes.
    pub const UNBOUNDED: Budget = Budget::positions(u64::MAX);

    /// At most so many positions are looked at for each value.
    pub const fn positions(positions: u64) -> Self {
        Budget { positions }
    }

    /// How many positions may be looked at for each value.
    pub const fn most_positions(self) -> u64 {
        self.positions
    }

    /// The smaller of two budgets.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Budget::positions(self.positions.min(other.positions))
    }
}
