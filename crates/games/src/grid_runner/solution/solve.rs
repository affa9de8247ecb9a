//! Solving: layer after layer, each block by itself on any core.

use quintet_solver::{Progress, for_each};

use super::exits::{Scratch, Solved, collect};
use super::frame::Frame;
use super::index::{Block, Index, MOST};
use super::pairs::pack;
use super::slice::{Word, solve};

/// Blocks that a thread takes at a time: few enough that the threads finish together, enough that taking them costs
/// nothing.
const AT_A_TIME: usize = 32;

/// Computes the table of a board with `side` rows. `None` if the work was cancelled.
pub(super) fn compute<W: Word>(side: usize, progress: &Progress) -> Option<Vec<u8>> {
    let index = &Index::new(&Frame::new(side, W::STRIDE), 0..=MOST);
    progress.expect(index.blocks.len() as u64);
    let mut table = vec![0; index.len()];
    for blocks in (0..=MOST).rev().map(|placed| index.layer(placed)) {
        // A barrier leads to the layer with one more, which comes before.
        let start = blocks.first().map_or(0, |first| first.start);
        let (bytes, rest) = table.split_at_mut(start);
        solve_layer::<W>(blocks, Solved { index, bytes }, rest, 1, progress);
    }
    (!progress.is_cancelled()).then_some(table)
}

/// Solves the blocks of a layer, whose bytes come first in `bytes`; `solved` has the layer with one barrier more. Each
/// block advances the progress by `work`.
pub(super) fn solve_layer<W: Word>(
    blocks: &[Block],
    solved: Solved<'_>,
    mut bytes: &mut [u8],
    work: u64,
    progress: &Progress,
) {
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
                    collect(solved, block, side, scratch);
                }
                let frame = &solved.index.frame;
                solve(frame, block.pairs, &scratch.exits, &mut scratch.values);
                pack(frame, block.pairs, &scratch.values, own);
                bytes = others;
            }
            progress.advance(blocks.len() as u64 * work);
        },
    );
}

/// Folds over the blocks in order, on all cores: returns a result for every few neighbours. `None` if the work was
/// cancelled or `add` failed. Each block advances the progress by 1.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_both_widths_give_the_same_table() {
        for side in 2..=5 {
            let narrow = compute::<u32>(side, &Progress::default());
            assert!(narrow.is_some());
            let wide = compute::<u64>(side, &Progress::default());
            assert!(narrow == wide, "{side}x{side}");
        }
    }
}
