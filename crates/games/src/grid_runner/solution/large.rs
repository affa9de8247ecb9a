//! Tables of boards with six and seven rows, built only on request.
//!
//! A table has one part for each number of barriers on the board, from one less than all down to none. Solving a layer
//! takes only the one with one barrier more. Most positions have all barriers placed. They are in no part: such a block
//! is solved in some microseconds whenever it is needed.
//!
//! ```text
//!     6 barriers       5 barriers      4 barriers      ...      0 barriers
//!     in memory  --->  part 0    --->  part 1    --->  ...      part 5
//! ```

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

use quintet_rules::{Player, Position};
use quintet_solver::blocks::{self, BlockSource, Blocks, TableBytes};
use quintet_solver::search::SearchOracle;
use quintet_solver::{
    self as solver, Budget, Census, Cost, LargeSolution, Oracle, Progress, TableBuilder, Value,
    Visitor,
};

use super::check::check;
use super::exits::Solved;
use super::frame::{Frame, Side, WIDE};
use super::index::{Block, Index, MOST, choose, left_after};
use super::pairs::{Pairs, pack};
use super::slice::race;
use super::solve::solve_layer;
use super::table::{Table, count};
use crate::grid_runner::Runners;

const PARTS: usize = MOST;

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
            parts: PARTS,
            seconds,
            bytes,
            memory,
        },
        search: Box::new(|| Box::new(SearchOracle::plain())),
        build: || Box::new(Builder::new(R)),
        open: Box::new(|parts| Some(Box::new(LargeTable::open(R, parts)?))),
    }
}

/// Returns the number of barriers placed in the positions of a part.
fn placed_in(part: usize) -> usize {
    PARTS - 1 - part
}

/// Returns the part of the positions with so many barriers placed.
fn part_of(placed: usize) -> usize {
    PARTS - 1 - placed
}

/// Makes the index of one layer.
fn layer_index(frame: &Frame, placed: usize) -> Index {
    Index::new(frame, placed..=placed)
}

/// Estimates how many blocks a layer has.
fn estimated_blocks(frame: &Frame, placed: usize) -> u64 {
    let sets = choose(frame.buildable.count_ones() as usize, placed) as u64;
    let images = |[one, two]: [u8; 2]| if one == two { 4 } else { 2 };
    left_after(placed).map(|left| sets / images(left)).sum()
}

/// All values of one layer, in memory.
struct Layer {
    placed: usize,
    index: Index,
    bytes: Vec<u8>,
}

impl Layer {
    /// Solves a layer; `beyond` has the one with one barrier more.
    fn solve(frame: &Frame, placed: usize, beyond: Option<&Layer>, progress: &Progress) -> Self {
        let index = layer_index(frame, placed);
        let mut bytes = vec![0; index.len()];
        let nothing = Solved {
            index: &index,
            bytes: &[],
        };
        let (solved, work) = beyond.map_or((nothing, 1), |beyond| (beyond.solved(), SOLVING));
        solve_layer::<u64>(&index.blocks, solved, &mut bytes, work, progress);
        Layer {
            placed,
            index,
            bytes,
        }
    }

    /// Reads all of a part. `None` if it is damaged.
    fn read(frame: &Frame, part: usize, source: Arc<dyn BlockSource>) -> Option<Self> {
        let placed = placed_in(part);
        let index = Arc::new(layer_index(frame, placed));
        let bytes = Blocks::open(index.clone(), source)?.all().ok()?;
        let index = Arc::into_inner(index).expect("the blocks have been dropped");
        Some(Layer {
            placed,
            index,
            bytes,
        })
    }

    fn solved(&self) -> Solved<'_> {
        Solved {
            index: &self.index,
            bytes: &self.bytes,
        }
    }
}

/// Solves and writes layer after layer.
struct Builder {
    frame: Frame,
    /// The layer that was solved last.
    last: Option<Layer>,
    is_begun: bool,
}

/// Solving a block with its exits takes about this many times as long as solving one without, or as writing it.
const SOLVING: u64 = 3;

impl Builder {
    fn new(side: usize) -> Self {
        Builder {
            frame: Frame::new(side, WIDE),
            last: None,
            is_begun: false,
        }
    }

    /// Estimates the work that a layer takes.
    fn work(&self, placed: usize) -> u64 {
        let each = if placed == MOST { 1 } else { SOLVING + 1 };
        each * estimated_blocks(&self.frame, placed)
    }

    /// Returns a layer as it was solved or written before.
    fn layer(
        &mut self,
        placed: usize,
        before: &[Arc<dyn BlockSource>],
        progress: &Progress,
    ) -> io::Result<Layer> {
        if let Some(layer) = self.last.take().filter(|layer| layer.placed == placed) {
            return Ok(layer);
        }
        if placed == MOST {
            return Ok(Layer::solve(&self.frame, placed, None, progress));
        }
        let part = part_of(placed);
        let read = Layer::read(&self.frame, part, Arc::clone(&before[part]));
        read.ok_or_else(|| io::ErrorKind::InvalidData.into())
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
        let placed = placed_in(part);
        if !self.is_begun {
            self.is_begun = true;
            progress.expect((0..=MOST).map(|placed| self.work(placed)).sum());
            if part > 0 {
                progress.advance((placed + 1..=MOST).map(|placed| self.work(placed)).sum());
            }
        }
        let beyond = self.layer(placed + 1, before, progress)?;
        let layer = Layer::solve(&self.frame, placed, Some(&beyond), progress);
        drop(beyond);
        if progress.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        blocks::write(&layer.index, &layer.bytes, out, progress)?;
        self.last = Some(layer);
        Ok(())
    }
}

/// A table that has been built. Once a part turns out to be damaged, the table is not whole any more: the positions of
/// that part are searched, and the source is discarded.
struct LargeTable {
    frame: Frame,
    sources: Vec<Arc<dyn BlockSource>>,
    /// Each is opened when a position of it is first needed.
    parts: Vec<Part>,
    is_damaged: AtomicBool,
}

/// The table of a part; `None` if its end is damaged.
type Part = LazyLock<Option<Table>, Box<dyn FnOnce() -> Option<Table> + Send>>;

impl LargeTable {
    /// Returns `None` if parts are missing.
    fn open(side: usize, sources: Vec<Arc<dyn BlockSource>>) -> Option<Self> {
        let frame = Frame::new(side, WIDE);
        let open = |(part, source): (usize, &Arc<dyn BlockSource>)| -> Part {
            let source = Arc::clone(source);
            LazyLock::new(Box::new(move || {
                let index = Arc::new(layer_index(&frame, placed_in(part)));
                let blocks = Blocks::open(index.clone(), source)?;
                Some(Table::new(index, TableBytes::compressed(blocks, None)))
            }))
        };
        (sources.len() == PARTS).then(|| LargeTable {
            parts: sources.iter().enumerate().map(open).collect(),
            frame,
            sources,
            is_damaged: AtomicBool::new(false),
        })
    }

    /// Returns the value of an unfinished position. `None` if it is not one of the game, or its part is damaged.
    fn look_up<const R: usize, const C: usize>(&self, position: &Runners<R, C>) -> Option<Value> {
        let placed = position.barriers().len() as usize;
        let left = Player::BOTH.map(|player| position.barriers_left(player));
        if placed + usize::from(left[0] + left[1]) != MOST {
            return None;
        }
        if placed == MOST {
            let pairs = Pairs::of(&self.frame, self.frame.barriers(position));
            let runners = self.frame.runners(position);
            pairs.index(runners)?;
            let mut values = [[0; _]; 2];
            race(&self.frame, pairs, &mut values);
            let byte = values[position.to_move() as Side][self.frame.place(runners)];
            return Some(Value::from_byte(byte));
        }
        let part = part_of(placed);
        let byte = match &*self.parts[part] {
            Some(table) => table.values.byte(table.index.place(position)?),
            None => None,
        };
        if byte.is_none() {
            self.discard(part);
        }
        byte.map(Value::from_byte)
    }

    /// Discards a damaged part.
    fn discard(&self, part: usize) {
        if !self.is_damaged.swap(true, Relaxed) {
            self.sources[part].discard();
        }
    }

    /// Announces that every block will be looked at.
    fn expect_blocks(&self, progress: &Progress) {
        let blocks = (0..=MOST).map(|placed| estimated_blocks(&self.frame, placed));
        progress.expect(blocks.sum());
    }
}

impl<const R: usize, const C: usize> Oracle<Runners<R, C>> for LargeTable {
    fn is_solved(&self) -> bool {
        !self.is_damaged.load(Relaxed)
    }

    fn value(&self, position: &Runners<R, C>, budget: Budget) -> Option<Value> {
        if position.outcome().is_some() {
            return Some(Value::loss(0));
        }
        let value = self.look_up(position);
        value.or_else(|| SearchOracle::plain().value(position, budget))
    }

    fn table(&self) -> Option<&dyn solver::Table<Runners<R, C>>> {
        Some(self)
    }
}

impl<const R: usize, const C: usize> solver::Table<Runners<R, C>> for LargeTable {
    /// There are billions of positions.
    fn is_enumerable(&self) -> bool {
        false
    }

    fn visit(&self, _: &mut Visitor<Runners<R, C>>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn census(&self, progress: &Progress) -> Option<Census<Runners<R, C>>> {
        self.expect_blocks(progress);
        let last = layer_index(&self.frame, MOST);
        let solved = |block: &Block| {
            let (mut values, mut bytes) = ([[0; _]; 2], vec![0; block.range().len()]);
            race(&self.frame, block.pairs, &mut values);
            pack(&self.frame, block.pairs, &values, &mut bytes);
            Some(Cow::Owned(bytes))
        };
        let mut census = count(&self.frame, &last.blocks, solved, progress)?;
        drop(last);
        for (part, table) in self.parts.iter().enumerate() {
            let counted = table.as_ref().and_then(|table| table.count(progress));
            if counted.is_none() && !progress.is_cancelled() {
                self.discard(part);
            }
            census = census.merge(counted?);
        }
        Some(census)
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, Runners<R, C>>> {
        self.expect_blocks(progress);
        let mut beyond = Layer::solve(&self.frame, MOST, None, &Progress::default());
        let mut checked = beyond.bytes.len() as u64;
        if let Err(wrong) = check(beyond.solved(), beyond.solved(), MOST, progress)? {
            return Some(Err(wrong));
        }
        for (part, source) in self.sources.iter().enumerate() {
            let Some(layer) = Layer::read(&self.frame, part, Arc::clone(source)) else {
                self.discard(part);
                return None;
            };
            if let Err(wrong) = check(layer.solved(), beyond.solved(), layer.placed, progress)? {
                return Some(Err(wrong));
            }
            checked += layer.bytes.len() as u64;
            beyond = layer;
        }
        Some(Ok(checked))
    }
}

#[cfg(test)]
mod tests;
