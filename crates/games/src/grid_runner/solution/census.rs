//! The count of all positions of a table by their values.

use std::ops::ControlFlow;

use quintet_solver::{Census, Progress, Show, Value};

use super::index::Block;
use super::pairs::Pairs;
use super::placement::Placement;
use super::table::Table;
use super::word::Word;
use crate::grid_runner::Runners;

impl<W: Word> Table<W> {
    /// Counts every position, symmetric images included. The longest win is the first in the order
    /// of the table.
    ///
    /// `None` if any block is damaged and cannot be computed anew, or the work was cancelled.
    pub(super) fn count<const R: usize, const C: usize>(
        &self,
        progress: &Progress,
    ) -> Option<Census<Runners<R, C>>> {
        let frame = &self.index().scope.frame;
        let counts = self.survey(progress, |block, pairs, bytes, census: &mut Census<_>| {
            let images = block.images(frame);
            let mut counts = [0; 256];
            for byte in bytes {
                counts[*byte as usize] += images;
            }
            for (byte, count) in (0..=u8::MAX).zip(counts) {
                if count > 0 {
                    census.add(Value::from_byte(byte), count, || {
                        first_with(byte, block, pairs, bytes).position(frame)
                    });
                }
            }
        });
        Some(counts?.into_iter().fold(Census::default(), Census::and))
    }
}

impl<W: Word> Table<W> {
    /// Shows every position in the order of the table.
    pub(super) fn show<const R: usize, const C: usize>(
        &self,
        show: &mut Show<Runners<R, C>>,
    ) -> ControlFlow<()> {
        let frame = &self.index().scope.frame;
        for block in self.blocks() {
            let (pairs, images) = (Pairs::of(frame, block.barriers), block.images(frame));
            let bytes = self
                .bytes(block, pairs)
                .expect("what is damaged is computed anew");
            for (to_move, bytes) in bytes.chunks_exact(pairs.len()).enumerate() {
                for (runners, byte) in pairs.all().zip(bytes) {
                    let placement = Placement {
                        barriers: block.barriers,
                        left: block.left,
                        runners,
                        to_move,
                    };
                    show(&placement.position(frame), Value::from_byte(*byte), images)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The first position of a block with this byte, which there must be.
fn first_with<W: Word>(byte: u8, block: &Block<W>, pairs: Pairs<W>, bytes: &[u8]) -> Placement<W> {
    let place = bytes.iter().position(|other| *other == byte);
    let place = place.expect("the byte has been counted");
    let number = place % pairs.len();
    Placement {
        barriers: block.barriers,
        left: block.left,
        runners: pairs.all().nth(number).expect("as many pairs as bytes"),
        to_move: place / pairs.len(),
    }
}
