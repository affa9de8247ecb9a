//! Building the table of a board with six or seven rows, on request.
//!
//! The table has one part for each number of barriers on the board, from one less than all down to none. The layer with
//! all barriers placed is in no part: [`table`](super::table) solves its blocks when it needs them.
//!
//! ```text
//!     6 barriers       5 barriers      4 barriers      ...      0 barriers
//!     in memory  --->  part 0    --->  part 1    --->  ...      part 5
//! ```

use std::io;
use std::sync::Arc;

use quintet_solver::blocks::{self, BlockSource, Blocks};
use quintet_solver::search::SearchOracle;
use quintet_solver::{Cost, LargeSolution, Oracle, Progress, TableBuilder};

use super::frame::{Frame, WIDE};
use super::index::{Index, MOST, block_count};
use super::solve::{Layers, SOLVING};
use super::table::BlockTable;
use crate::grid_runner::Runners;

/// Returns how the table of a board is built and opened.
pub(super) fn large<const R: usize, const C: usize>() -> LargeSolution<dyn Oracle<Runners<R, C>>> {
    // Measured on two cores, and rounded up.
    let (seconds, bytes, memory) = if R <= 6 {
        (10, 23_000_000, 800_000_000)
    } else {
        (100, 240_000_000, 12_000_000_000)
    };
    LargeSolution {
        version: 1,
        cost: Cost {
            parts: MOST,
            seconds,
            bytes,
            memory,
        },
        search: Box::new(|| Box::new(SearchOracle::plain())),
        build: || Box::new(Builder::new(R)),
        open: Box::new(|parts| Some(Box::new(BlockTable::large(&Frame::new(R, WIDE), parts)?))),
    }
}

/// Solves and writes the layers one after the other.
pub(super) struct Builder {
    frame: Frame,
    /// The layer that was written last.
    last: Option<Layers<'static>>,
}

impl Builder {
    pub(super) fn new(side: usize) -> Self {
        Builder {
            frame: Frame::new(side, WIDE),
            last: None,
        }
    }

    /// Announces the work on all layers, and reports that those with more than `placed` barriers are done.
    fn announce(&self, placed: usize, progress: &Progress) {
        let work = |placed| {
            let each = if placed == MOST { 1 } else { SOLVING + 1 };
            each * block_count(&self.frame, placed)
        };
        progress.expect((0..=MOST).map(work).sum());
        if placed + 1 < MOST {
            progress.advance((placed + 1..=MOST).map(work).sum());
        }
    }

    /// Solves the layer with all barriers placed, or reads another from its part.
    fn layer(
        &self,
        placed: usize,
        parts: &[Arc<dyn BlockSource>],
        progress: &Progress,
    ) -> io::Result<Layers<'static>> {
        if placed == MOST {
            return Ok(Layers::solve(&self.frame, placed, None, progress));
        }
        let index = Arc::new(Index::new(&self.frame, placed..=placed));
        let source = Arc::clone(&parts[MOST - 1 - placed]);
        let bytes = Blocks::open(index.clone(), source).and_then(|blocks| blocks.all());
        Ok(Layers::new(
            &index,
            bytes.ok_or(io::ErrorKind::InvalidData)?,
        ))
    }
}

impl TableBuilder for Builder {
    fn write(
        &mut self,
        part: usize,
        before: &[Arc<dyn BlockSource>],
        out: &mut dyn io::Write,
        progress: &Progress,
    ) -> io::Result<()> {
        let placed = MOST - 1 - part;
        let last = self.last.take();
        if last.is_none() {
            self.announce(placed, progress);
        }
        let beyond = match last.filter(|last| !last.index.layer(placed + 1).is_empty()) {
            Some(last) => last,
            None => self.layer(placed + 1, before, progress)?,
        };
        let layer = Layers::solve(&self.frame, placed, Some(&beyond), progress);
        drop(beyond);
        if progress.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        blocks::write(&*layer.index, &layer.bytes, out, progress)?;
        self.last = Some(layer);
        Ok(())
    }
}
