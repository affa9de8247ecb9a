//! A solved board: its values looked up, counted, listed and checked.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use quintet_rules::Position;
use quintet_solver::blocks::TableBytes;
use quintet_solver::{self as solver, Budget, Census, Oracle, Progress, Value, Visitor};

use super::check::check;
use super::exits::Solved;
use super::frame::Frame;
use super::index::{Block, Index, MOST};
use super::solve::survey;
use crate::grid_runner::Runners;

pub(super) struct Table {
    pub(super) index: Arc<Index>,
    pub(super) values: TableBytes,
}

impl Table {
    pub(super) fn new(index: Arc<Index>, values: TableBytes) -> Self {
        Table { index, values }
    }

    /// Returns the bytes of a block. `None` if they are damaged and cannot be computed again.
    fn bytes(&self, block: &Block) -> Option<Cow<'_, [u8]>> {
        self.values.block(block.start, block.range().len())
    }

    /// Counts every position, symmetric images included. `None` if a block is damaged and cannot be computed again, or
    /// the work was cancelled.
    pub(super) fn count<const R: usize, const C: usize>(
        &self,
        progress: &Progress,
    ) -> Option<Census<Runners<R, C>>> {
        let bytes = |block: &Block| self.bytes(block);
        count(&self.index.frame, &self.index.blocks, bytes, progress)
    }
}

/// Counts the positions of some blocks. The longest win is the first in the order of the table.
pub(super) fn count<'a, const R: usize, const C: usize>(
    frame: &Frame,
    blocks: &[Block],
    bytes: impl Fn(&Block) -> Option<Cow<'a, [u8]>> + Sync,
    progress: &Progress,
) -> Option<Census<Runners<R, C>>> {
    let counts = survey(blocks, progress, |mut census: Census<_>, block| {
        let (bytes, images) = (bytes(block)?, block.images(frame));
        let mut counts = [0; 256];
        for byte in &*bytes {
            counts[usize::from(*byte)] += images;
        }
        for (byte, count) in (0..=u8::MAX).zip(counts).filter(|(_, count)| *count > 0) {
            census.add(Value::from_byte(byte), count, || {
                let mut places = block.places().zip(&*bytes);
                let first = places.find(|(_, other)| **other == byte);
                let ((runners, to_move), _) = first.expect("the byte has been counted");
                frame.position(block, runners, to_move)
            });
        }
        Some(census)
    });
    Some(counts?.into_iter().fold(Census::default(), Census::merge))
}

impl<const R: usize, const C: usize> Oracle<Runners<R, C>> for Table {
    fn is_solved(&self) -> bool {
        true
    }

    fn value(&self, position: &Runners<R, C>, _: Budget) -> Option<Value> {
        if position.outcome().is_some() {
            return Some(Value::loss(0));
        }
        let byte = self.values.byte(self.index.place(position)?);
        byte.map(Value::from_byte)
    }

    fn table(&self) -> Option<&dyn solver::Table<Runners<R, C>>> {
        Some(self)
    }
}

impl<const R: usize, const C: usize> solver::Table<Runners<R, C>> for Table {
    fn census(&self, progress: &Progress) -> Option<Census<Runners<R, C>>> {
        self.count(progress)
    }

    fn visit(&self, show: &mut Visitor<Runners<R, C>>) -> ControlFlow<()> {
        let frame = &self.index.frame;
        for block in &self.index.blocks {
            let images = block.images(frame);
            let bytes = self.bytes(block).expect("damage is computed again");
            for ((runners, to_move), byte) in block.places().zip(&*bytes) {
                let position = frame.position(block, runners, to_move);
                show(&position, Value::from_byte(*byte), images)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, Runners<R, C>>> {
        let bytes = self.values.all().expect("damage is computed again");
        let solved = Solved {
            index: &self.index,
            bytes: &bytes,
        };
        progress.expect(self.index.blocks.len() as u64);
        for placed in (0..=MOST).rev() {
            if let Err(wrong) = check(solved, solved, placed, progress)? {
                return Some(Err(wrong));
            }
        }
        Some(Ok(self.index.len() as u64))
    }
}
