//! How the oracle of a game is made.

use std::io;
use std::sync::Arc;

use quintet_rules::Position;

use crate::blocks::{self, Blocks, Layout, Source, Values};
use crate::search::{ByRules, Keyed, SearchOracle};
use crate::{Large, Oracle, Progress};

/// Computes a table. `None` if the computation was cancelled.
pub type Compute = fn(&Progress) -> Option<Vec<u8>>;

/// Writes a table that was computed, compressed.
pub type WriteTable = Arc<dyn Fn(&[u8], &mut dyn io::Write) -> io::Result<()> + Send + Sync>;

/// A table that is there.
pub enum Stored {
    /// Computed: all its bytes.
    Whole(Vec<u8>),
    /// Compressed and kept somewhere.
    Kept(Arc<dyn Source>),
}

/// How the oracle of a game is made: at once, from a table that is worth keeping, or from one that is only built when somebody
/// asks for it.
///
/// `O` is what the oracle is used as, such as `dyn Oracle<P>`.
///
/// ```
/// use quintet_solver::heap::Heap;
/// use quintet_solver::{Oracle, Progress, Solution};
///
/// // A game that is only searched needs nothing but its rules.
/// let solution: Solution<dyn Oracle<Heap>> = Solution::search();
/// let oracle = solution.oracle(&Progress::default()).expect("never cancelled");
/// assert!(!oracle.is_solved());
/// ```
pub enum Solution<O: ?Sized> {
    /// In milliseconds, without a table that would be worth keeping.
    Direct(Box<dyn Fn() -> Box<O>>),
    /// From a table that takes noticeable time to compute.
    Table {
        /// Changes with the layout of the table.
        version: u32,
        /// Computes the table.
        compute: Compute,
        /// Writes a computed table, to be kept.
        write: WriteTable,
        /// The oracle that uses a table. `None` if the bytes cannot be one.
        open: Box<dyn Fn(Stored) -> Option<Box<O>>>,
    },
    /// From a table that is too large to be built unasked, and without it by search.
    Large(Large<O>),
}

impl<O: ?Sized + 'static> Solution<O> {
    /// The oracle, computed now; without the table, if that is large. `None` if the computation was cancelled.
    pub fn oracle(&self, progress: &Progress) -> Option<Box<O>> {
        match self {
            Solution::Direct(make) => Some(make()),
            Solution::Table { compute, open, .. } => {
                let oracle = open(Stored::Whole(compute(progress)?));
                Some(oracle.expect("a computed table can be opened"))
            }
            Solution::Large(large) => Some((large.search)()),
        }
    }

    /// The version of the table, if there is one that is computed when it is needed.
    pub fn table_version(&self) -> Option<u32> {
        match self {
            Solution::Direct(_) | Solution::Large(_) => None,
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
                write,
                open,
            } => Solution::Table {
                version,
                compute,
                write,
                open: Box::new(move |table| open(table).map(wrap)),
            },
            Solution::Large(large) => Solution::Large(large.map(wrap)),
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
        Self::direct(|| SearchOracle(ByRules))
    }

    /// An oracle that uses a table, which is kept as the layout says.
    pub fn table<L: Layout + 'static, T: Oracle<P> + 'static>(
        version: u32,
        compute: Compute,
        layout: fn() -> L,
        open: fn(Arc<L>, Values) -> T,
    ) -> Self {
        Solution::Table {
            version,
            compute,
            write: Arc::new(move |table, out| {
                let layout = layout();
                let fill = blocks::of_table(&layout, table);
                blocks::write(&layout, &fill, out, &Progress::default())
            }),
            open: Box::new(move |table| {
                let layout = Arc::new(layout());
                let values = match table {
                    Stored::Whole(bytes) => {
                        let is_fit = bytes.len() == blocks::len(&*layout);
                        is_fit.then_some(Values::Whole(bytes))?
                    }
                    Stored::Kept(source) => {
                        let blocks = Blocks::open(layout.clone(), source)?;
                        Values::kept(blocks, Some(compute))
                    }
                };
                Some(Box::new(open(layout, values)))
            }),
        }
    }
}
