//! Solving layer after layer, with the blocks of a layer shared out to all cores.

use std::borrow::Cow;
use std::sync::Arc;

use quintet_solver::{Progress, for_each};

use super::exits::{Scratch, collect};
use super::frame::Frame;
use super::index::{Block, Index, MOST};
use super::pairs::pack;
use super::slice::{Word, solve};

/// The blocks that a thread takes at a time: few enough that all threads finish together, enough to take them rarely.
const AT_A_TIME: usize = 32;

/// The progress of solving a block with exits. Solving one without, and writing one, takes about a third of the time.
pub(super) const SOLVING: u64 = 3;

/// Solved layers with their index.
pub(super) struct Layers<'a> {
    pub(super) index: Arc<Index>,
    pub(super) bytes: Cow<'a, [u8]>,
}

impl Layers<'static> {
    /// Solves the layer with `placed` barriers on a large board, given the layer with one more.
    pub(super) fn solve(
        frame: &Frame,
        placed: usize,
        beyond: Option<&Layers>,
        progress: &Progress,
    ) -> Self {
        let index = Arc::new(Index::new(frame, placed..=placed));
        let mut bytes = vec![0; index.len()];
        let none = Layers::new(&index, &[]);
        let work = if beyond.is_some() { SOLVING } else { 1 };
        solve_layer::<u64>(
            &index.blocks,
            beyond.unwrap_or(&none),
            &mut bytes,
            work,
            progress,
        );
        Layers::new(&index, bytes)
    }
}

impl<'a> Layers<'a> {
    pub(super) fn new(index: &Arc<Index>, bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        Layers {
            index: Arc::clone(index),
            bytes: bytes.into(),
        }
    }
}

/// Computes the table of a board with `side` rows. `None` if the work was cancelled.
pub(super) fn compute<W: Word>(side: usize, progress: &Progress) -> Option<Vec<u8>> {
    let index = Arc::new(Index::new(&Frame::new(side, W::STRIDE), 0..=MOST));
    progress.expect(index.blocks.len() as u64);
    let mut table = vec![0; index.len()];
    for blocks in (0..=MOST).rev().map(|placed| index.layer(placed)) {
        // A barrier leads to the layer with one more, which comes before.
        let start = blocks.first().map_or(0, |first| first.start);
        let (bytes, rest) = table.split_at_mut(start);
        solve_layer::<W>(blocks, &Layers::new(&index, &*bytes), rest, 1, progress);
    }
    (!progress.is_cancelled()).then_some(table)
}

/// Solves the blocks of a layer into the first of `bytes`, given the layer `beyond` with one more barrier. Each block
/// advances the progress by `work`.
fn solve_layer<W: Word>(
    blocks: &[Block],
    beyond: &Layers,
    mut bytes: &mut [u8],
    work: u64,
    progress: &Progress,
) {
    let frame = &beyond.index.frame;
    let mut parts = Vec::new();
    for part in blocks.chunks(AT_A_TIME) {
        let len = part.iter().map(|block| block.range().len()).sum();
        let (own, others) = bytes.split_at_mut(len);
        parts.push((part, own));
        bytes = others;
    }
    for_each(
        parts,
        Scratch::<W>::default,
        |(blocks, mut bytes), scratch| {
            if progress.is_cancelled() {
                return;
            }
            for block in blocks {
                let (own, others) = bytes.split_at_mut(block.range().len());
                for side in [0, 1] {
                    collect(beyond, block, side, scratch);
                }
                solve(frame, block.pairs, &scratch.exits, &mut scratch.values);
                pack(frame, block.pairs, &scratch.values, own);
                bytes = others;
            }
            progress.advance(blocks.len() as u64 * work);
        },
    );
}

/// Folds over blocks in order, on all cores. Returns the results of runs of neighbors, or `None` if the work was cancelled
/// or `add` failed.
pub(super) fn survey<T: Default + Send>(
    blocks: &[Block],
    progress: &Progress,
    add: impl Fn(T, &Block) -> Option<T> + Sync,
) -> Option<Vec<T>> {
    let mut results = Vec::new();
    results.resize_with(blocks.len().div_ceil(AT_A_TIME), || None);
    for_each(
        blocks.chunks(AT_A_TIME).zip(&mut results).collect(),
        || (),
        |(blocks, result), ()| {
            if !progress.is_cancelled() {
                *result = blocks.iter().try_fold(T::default(), &add);
                progress.advance(blocks.len() as u64);
            }
        },
    );
    results.into_iter().collect()
}
