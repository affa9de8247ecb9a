//! The values of all positions of a board that is known whole.

use std::borrow::Cow;
use std::sync::Arc;

use quintet_solver::blocks::Values;
use quintet_solver::slices::{self, Exits};
use quintet_solver::{Progress, Value, share_out};

use super::exits;
use super::frame::LARGEST;
use super::index::{Block, Index};
use super::kept::KeptBlocks;
use super::pairs::{Pairs, Spread};
use super::placement::Placement;
use super::slice::{BarrierSlice, PairSet};

/// Small enough that the cores finish together, large enough that taking a part costs nothing.
const BLOCKS_IN_A_PART: usize = 32;

pub(super) struct Table<const N: usize> {
    layout: Arc<KeptBlocks<N>>,
    bytes: Values,
}

impl<const N: usize> Table<N> {
    pub(super) fn new(layout: Arc<KeptBlocks<N>>, bytes: Values) -> Self {
        Table { layout, bytes }
    }

    pub(super) fn index(&self) -> &Index<N> {
        &self.layout.index
    }

    /// All blocks, in the order of the table.
    pub(super) fn blocks(&self) -> &[Block] {
        &self.layout.blocks
    }

    /// The bytes of a block.
    pub(super) fn bytes(&self, block: &Block, pairs: Pairs) -> Cow<'_, [u8]> {
        let bytes = self.bytes.block(block.start, 2 * pairs.len());
        bytes.expect("what is damaged is computed anew")
    }

    /// The value of any unfinished position, reachable or not; `None` if it is none of this game:
    /// another number of barriers, or a runner without a path to its goal.
    pub(super) fn look_up(&self, position: &Placement) -> Option<Value> {
        let found = self.index().find(position.barriers, position.left)?;
        let place = found.place::<N>(position.runners, position.to_move)?;
        Some(self.value_at(place))
    }

    #[inline]
    pub(super) fn value_at(&self, place: usize) -> Value {
        let byte = self.bytes.byte(place);
        Value::from_byte(byte.expect("what is damaged is computed anew"))
    }

    /// Shows every block with its pairs and its bytes, on all cores. Neighbours share one finding;
    /// the findings come in the order of the table.
    pub(super) fn survey<T: Default + Send>(
        &self,
        look: impl Fn(&Block, Pairs, &[u8], &mut T) + Sync,
    ) -> Vec<T> {
        let blocks = self.blocks();
        let mut findings = Vec::new();
        findings.resize_with(blocks.len().div_ceil(BLOCKS_IN_A_PART), T::default);
        let parts = blocks.chunks(BLOCKS_IN_A_PART).zip(&mut findings);
        share_out(
            parts.collect(),
            || (),
            |(blocks, finding), ()| {
                for block in blocks {
                    let pairs = Pairs::of::<N>(block.barriers);
                    look(block, pairs, &self.bytes(block, pairs), finding);
                }
            },
        );
        findings
    }
}

/// The bytes of the table of the largest board.
///
/// A generic function is compiled in `quintet-catalogue`, which is to be small in the module for the browser; this one
/// is compiled here, to be fast.
pub(super) fn compute_largest(progress: &Progress) -> Option<Vec<u8>> {
    compute::<LARGEST>(progress)
}

/// The bytes of the table. `None` if the work was cancelled.
pub(super) fn compute<const N: usize>(progress: &Progress) -> Option<Vec<u8>> {
    let index = Index::<N>::new();
    let blocks = index
        .layers()
        .map(|(barriers, _)| index.blocks(barriers).count());
    progress.expect(blocks.sum::<usize>() as u64);
    let mut bytes = vec![0; index.len()];
    // A barrier leads to the layer with one more, which comes before.
    for (barriers, layer) in index.layers() {
        let (known, unknown) = bytes.split_at_mut(layer.start);
        solve_layer(
            &index,
            barriers,
            known,
            &mut unknown[..layer.len()],
            progress,
        );
    }
    (!progress.is_cancelled()).then_some(bytes)
}

fn solve_layer<const N: usize>(
    index: &Index<N>,
    barriers: usize,
    known: &[u8],
    mut unknown: &mut [u8],
    progress: &Progress,
) {
    let blocks: Vec<Block> = index.blocks(barriers).collect();
    let mut parts = Vec::new();
    for part in blocks.chunks(BLOCKS_IN_A_PART) {
        let (first, last) = (&part[0], &part[part.len() - 1]);
        let len = last.start + 2 * Pairs::of::<N>(last.barriers).len() - first.start;
        let (own, others) = unknown.split_at_mut(len);
        parts.push((part, own));
        unknown = others;
    }
    let scratch = <[Exits<PairSet>; 2]>::default;
    share_out(parts, scratch, |(blocks, mut bytes), exits| {
        if progress.is_cancelled() {
            return;
        }
        for block in blocks {
            let pairs = Pairs::of::<N>(block.barriers);
            let (own, others) = bytes.split_at_mut(2 * pairs.len());
            solve_block(index, known, block, pairs, exits, own);
            bytes = others;
        }
        progress.advance(blocks.len() as u64);
    });
}

fn solve_block<const N: usize>(
    index: &Index<N>,
    known: &[u8],
    block: &Block,
    pairs: Pairs,
    exits: &mut [Exits<PairSet>; 2],
    bytes: &mut [u8],
) {
    for side in [0, 1] {
        exits::collect(index, known, block, pairs, side, &mut exits[side]);
    }
    let slice = BarrierSlice::new::<N>(pairs);
    let mut values: [Spread; 2] = [[Value::Endless.to_byte(); _]; 2];
    slices::solve(&slice, exits, |side, value, set| {
        set.write(value.to_byte(), &mut values[side]);
    });
    let (with_one, with_two) = bytes.split_at_mut(pairs.len());
    pairs.pack(&values[0], with_one);
    pairs.pack(&values[1], with_two);
}
