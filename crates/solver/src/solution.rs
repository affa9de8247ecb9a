//! How the oracle of a game is made.

use quintet_rules::Position;

use crate::search::{Keyed, Seeker};
use crate::{Oracle, Progress};

/// Computes a table. `None` if the computation was cancelled.
pub type Compute = fn(&Progress) -> Option<Vec<u8>>;

/// How the oracle of a game is made: at once, or from a table that is worth keeping.
///
/// `O` is what the oracle is used as, such as `dyn Oracle<P>`.
///
/// ```
/// use quintet_solver::{Oracle, Progress, Solution};
/// # use quintet_rules::{Outcome, Player, Position};
/// # use quintet_solver::search::Keyed;
/// # #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// # struct Heap {
/// #     stones: u8,
/// #     to_move: Player,
/// # }
/// # impl Position for Heap {
/// #     type Move = u8;
/// #     type Refusal = &'static str;
/// #     fn to_move(&self) -> Player {
/// #         self.to_move
/// #     }
/// #     fn outcome(&self) -> Option<Outcome> {
/// #         let winner = self.to_move.other();
/// #         (self.stones == 0).then_some(Outcome { winner })
/// #     }
/// #     fn moves(&self) -> impl Iterator<Item = u8> {
/// #         1..=self.stones.min(2)
/// #     }
/// #     fn check(&self, taken: u8) -> Result<(), &'static str> {
/// #         match taken {
/// #             1 | 2 if taken <= self.stones => Ok(()),
/// #             1 | 2 => Err("there are not so many stones"),
/// #             _ => Err("one or two are taken"),
/// #         }
/// #     }
/// #     fn play_unchecked(&self, taken: u8) -> Self {
/// #         Heap {
/// #             stones: self.stones - taken,
/// #             to_move: self.to_move.other(),
/// #         }
/// #     }
/// # }
/// # impl Keyed for Heap {
/// #     const ENDS: bool = true;
/// #     fn key(&self) -> u128 {
/// #         self.stones.into()
/// #     }
/// # }
///
/// // A game that is only searched needs nothing but its rules.
/// let solution: Solution<dyn Oracle<Heap>> = Solution::search();
/// let oracle = solution.oracle(&Progress::default()).expect("never cancelled");
/// assert!(!oracle.is_whole());
/// ```
pub enum Solution<O: ?Sized> {
    /// In milliseconds, without a table that would be worth keeping.
    Direct(Box<dyn Fn() -> Box<O>>),
    /// From a table that takes noticeable time to compute.
    Table {
        /// Changes with the layout of the table.
        version: u32,
        /// Computes the table. `None` if the computation was cancelled.
        compute: Compute,
        /// The oracle that uses a computed table. `None` if the bytes cannot be one.
        open: Box<dyn Fn(Vec<u8>) -> Option<Box<O>>>,
    },
}

impl<O: ?Sized + 'static> Solution<O> {
    /// The oracle, computed now. `None` if the computation was cancelled.
    pub fn oracle(&self, progress: &Progress) -> Option<Box<O>> {
        match self {
            Solution::Direct(make) => Some(make()),
            Solution::Table { compute, open, .. } => {
                let oracle = open(compute(progress)?);
                Some(oracle.expect("a computed table can be opened"))
            }
        }
    }

    /// The version of the table, if there is one.
    pub fn table_version(&self) -> Option<u32> {
        match self {
            Solution::Direct(_) => None,
            Solution::Table { version, .. } => Some(*version),
        }
    }

    /// The same solution, its oracle used as something else.
    pub fn map<Q: ?Sized + 'static>(self, wrap: fn(Box<O>) -> Box<Q>) -> Solution<Q> {
        match self {
            Solution::Direct(make) => Solution::Direct(Box::new(move || wrap(make()))),
            Solution::Table {
                version,
                compute,
                open,
            } => Solution::Table {
                version,
                compute,
                open: Box::new(move |table| open(table).map(wrap)),
            },
        }
    }
}

impl<P: Position> Solution<dyn Oracle<P>> {
    /// An oracle that is made in milliseconds.
    pub fn direct<T: Oracle<P> + 'static>(make: fn() -> T) -> Self {
        Solution::Direct(Box::new(move || Box::new(make())))
    }

    /// An oracle that searches with nothing but the rules.
    pub fn search() -> Self
    where
        P: Keyed,
    {
        Self::direct(Seeker::<P>::default)
    }

    /// An oracle that uses a table.
    pub fn table<T: Oracle<P> + 'static>(
        version: u32,
        compute: Compute,
        open: fn(Vec<u8>) -> Option<T>,
    ) -> Self {
        Solution::Table {
            version,
            compute,
            open: Box::new(move |table| Some(Box::new(open(table)?))),
        }
    }
}
