//! Tables that are too large to be built unasked.

use std::io;
use std::sync::Arc;

use crate::Progress;
use crate::blocks::Source;

/// How the oracle of a game is made for which a table could be built, in minutes or with much space.
///
/// The table has several parts. Each is kept by itself, so that a build that is interrupted goes on with the first
/// part that is missing.
pub struct Large<O: ?Sized> {
    /// Changes with the layout of the table.
    pub version: u32,
    /// What building takes.
    pub cost: Cost,
    /// The oracle without the table.
    pub search: Box<dyn Fn() -> Box<O>>,
    /// Begins to build.
    pub build: fn() -> Box<dyn Build>,
    /// The oracle with the table, from all its parts in their order. `None` if they are not the whole table.
    pub open: OpenParts<O>,
}

/// Makes an oracle from the parts of a table.
pub type OpenParts<O> = Box<dyn Fn(Vec<Arc<dyn Source>>) -> Option<Box<O>>>;

/// What building a table takes, about: measured, or counted before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// How many parts it has.
    pub parts: usize,
    /// Seconds on two cores.
    pub seconds: u64,
    /// What is kept, in bytes.
    pub bytes: u64,
    /// The memory that is used while it is built, in bytes.
    pub memory: u64,
}

/// The building of a large table, part by part.
pub trait Build {
    /// Writes a part, compressed, when those before it are there. What it needs of them it may have kept in memory, if it has
    /// written them itself; else it reads them.
    ///
    /// The progress is that of the whole table, beginning with the parts that are there. Work that is cancelled ends with
    /// [`Interrupted`](io::ErrorKind::Interrupted).
    fn write(
        &mut self,
        part: usize,
        before: &[Arc<dyn Source>],
        out: &mut dyn io::Write,
        progress: &Progress,
    ) -> io::Result<()>;
}

impl<O: ?Sized + 'static> Large<O> {
    /// The same, its oracles used as something else.
    pub(crate) fn map<Q: ?Sized + 'static>(self, wrap: fn(Box<O>) -> Box<Q>) -> Large<Q> {
        let (search, open) = (self.search, self.open);
        Large {
            version: self.version,
            cost: self.cost,
            search: Box::new(move || wrap(search())),
            build: self.build,
            open: Box::new(move |parts| open(parts).map(wrap)),
        }
    }
}
