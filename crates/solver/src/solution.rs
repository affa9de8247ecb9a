//! Construction of a game's oracle.

use std::io;
use std::sync::Arc;

use quintet_rules::Position;

use crate::blocks::{self, BlockSource, Blocks, TableBytes, TableLayout};
use crate::search::{KeyedPosition, SearchOracle};
use crate::{Oracle, Progress};

/// Computes the bytes of a table. `None` if the computation was cancelled.
pub type Compute = fn(&Progress) -> Option<Vec<u8>>;

/// Writes a computed table, compressed.
pub type WriteTable = Arc<dyn Fn(&[u8], &mut dyn io::Write) -> io::Result<()> + Send + Sync>;

/// Makes an oracle from the parts of a table. `None` if they are not the complete table.
pub type OpenParts<O> = Box<dyn Fn(Vec<Arc<dyn BlockSource>>) -> Option<Box<O>>>;

/// The origin of a table's bytes.
pub enum TableSource {
    /// All bytes, computed and uncompressed.
    Computed(Vec<u8>),
    /// Compressed blocks, in a file or elsewhere.
    Compressed(Arc<dyn BlockSource>),
}

/// Method of making the oracle of a game. `O` is the type of the oracle, such as `dyn Oracle<P>`.
pub enum Solution<O: ?Sized> {
    /// In milliseconds, without a table worth storing.
    Direct(Box<dyn Fn() -> Box<O>>),
    /// From a table that takes noticeable time to compute.
    Table {
        /// Changes whenever the layout of the table changes.
        version: u32,
        /// Computes the table.
        compute: Compute,
        /// Compresses a computed table.
        write: WriteTable,
        /// Makes the oracle. `None` if the bytes are not a valid table.
        open: Box<dyn Fn(TableSource) -> Option<Box<O>>>,
    },
    /// From a table that is too large to be built without a request, or by search until then.
    Large(LargeSolution<O>),
}

/// A table that takes minutes or much space, and is therefore built only on request.
///
/// It is stored in several parts, so an interrupted build resumes with the first missing part.
pub struct LargeSolution<O: ?Sized> {
    /// Changes whenever the layout of the table changes.
    pub version: u32,
    /// The estimated cost of building the table.
    pub cost: Cost,
    /// Makes an oracle without the table.
    pub search: Box<dyn Fn() -> Box<O>>,
    /// Starts building.
    pub build: fn() -> Box<dyn TableBuilder>,
    /// Makes the oracle from all parts, in their order.
    pub open: OpenParts<O>,
}

/// The estimated cost of building a large table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Number of parts.
    pub parts: usize,
    /// Seconds on two cores.
    pub seconds: u64,
    /// Bytes of storage.
    pub bytes: u64,
    /// Bytes of memory used while building.
    pub memory: u64,
}

/// Builds a large table part by part.
pub trait TableBuilder {
    /// Writes a part, compressed, given all previous parts. An implementation may retain parts that it has written, and reads
    /// the others from `previous`.
    ///
    /// The progress covers the whole table, including existing parts. A cancelled build returns
    /// [`Interrupted`](io::ErrorKind::Interrupted).
    fn write(
        &mut self,
        part: usize,
        previous: &[Arc<dyn BlockSource>],
        out: &mut dyn io::Write,
        progress: &Progress,
    ) -> io::Result<()>;
}

impl<O: ?Sized + 'static> Solution<O> {
    /// Makes the oracle, without a large table. `None` if the computation was cancelled.
    pub fn oracle(&self, progress: &Progress) -> Option<Box<O>> {
        match self {
            Solution::Direct(make) => Some(make()),
            Solution::Table { compute, open, .. } => {
                let oracle = open(TableSource::Computed(compute(progress)?));
                Some(oracle.expect("a computed table can be opened"))
            }
            Solution::Large(large) => Some((large.search)()),
        }
    }

    /// Returns the version of the table, if the oracle needs one.
    pub fn table_version(&self) -> Option<u32> {
        match self {
            Solution::Direct(_) | Solution::Large(_) => None,
            Solution::Table { version, .. } => Some(*version),
        }
    }

    /// Converts the type of the oracle.
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
            Solution::Large(LargeSolution {
                version,
                cost,
                search,
                build,
                open,
            }) => Solution::Large(LargeSolution {
                version,
                cost,
                search: Box::new(move || wrap(search())),
                build,
                open: Box::new(move |parts| open(parts).map(wrap)),
            }),
        }
    }
}

impl<P: Position> Solution<dyn Oracle<P>> {
    /// Returns an oracle that is made in milliseconds.
    pub fn direct<T: Oracle<P> + 'static>(make: fn() -> T) -> Self {
        Solution::Direct(Box::new(move || Box::new(make())))
    }

    /// Returns an oracle that searches using only the rules.
    pub fn search() -> Self
    where
        P: KeyedPosition,
    {
        Self::direct(SearchOracle::plain)
    }

    /// Returns an oracle that reads a table with this layout.
    pub fn table<L: TableLayout + 'static, T: Oracle<P> + 'static>(
        version: u32,
        compute: Compute,
        layout: fn() -> L,
        open: fn(Arc<L>, TableBytes) -> T,
    ) -> Self {
        Solution::Table {
            version,
            compute,
            write: Arc::new(move |table, out| {
                blocks::write(&layout(), table, out, &Progress::default())
            }),
            open: Box::new(move |source| {
                let layout = Arc::new(layout());
                let bytes = match source {
                    TableSource::Computed(bytes) => {
                        let is_complete = bytes.len() == blocks::len(&*layout);
                        is_complete.then(|| bytes.into())?
                    }
                    TableSource::Compressed(source) => {
                        let blocks = Blocks::open(layout.clone(), source)?;
                        TableBytes::compressed(blocks, Some(compute))
                    }
                };
                Some(Box::new(open(layout, bytes)))
            }),
        }
    }
}
