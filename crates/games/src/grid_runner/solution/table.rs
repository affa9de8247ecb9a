//! The values of all positions of a board that is known whole.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[cfg(not(target_family = "wasm"))]
use multiversion::multiversion;
use quintet_solver::blocks::Values;
use quintet_solver::slices;
use quintet_solver::{Progress, Value, share_out};

use super::check::check;
use super::exits::{self, Known, Ways};
use super::index::{Block, Index};
use super::kept::KeptBlocks;
use super::pairs::Pairs;
use super::placement::Placement;
use super::scope::Scope;
use super::slice::BarrierSlice;
use super::word::Word;
use crate::grid_runner::Runners;

/// Small enough that the cores finish together, large enough that taking a part costs nothing.
pub(super) const BLOCKS_IN_A_PART: usize = 32;

pub(super) struct Table<W: Word> {
    layout: Arc<KeptBlocks<W>>,
    bytes: Values,
}

impl<W: Word> Table<W> {
    pub(super) fn new(layout: Arc<KeptBlocks<W>>, bytes: Values) -> Self {
        Table { layout, bytes }
    }

    pub(super) fn index(&self) -> &Index<W> {
        &self.layout.index
    }

    /// All blocks, in the order of the table.
    pub(super) fn blocks(&self) -> &[Block<W>] {
        &self.layout.blocks
    }

    /// The bytes of a block. `None` if they are damaged and cannot be computed anew.
    pub(super) fn bytes(&self, block: &Block<W>, pairs: Pairs<W>) -> Option<Cow<'_, [u8]>> {
        self.bytes.block(block.start, 2 * pairs.len())
    }

    /// The value of any unfinished position, reachable or not; `None` if it is none of this game:
    /// another number of barriers, or a runner without a path to its goal; or if it is damaged and cannot be
    /// computed anew.
    pub(super) fn look_up(&self, position: &Placement<W>) -> Option<Value> {
        let index = self.index();
        let found = index.find(position.barriers, position.left)?;
        let place = found.place(&index.scope.frame, position.runners, position.to_move)?;
        self.bytes.byte(place).map(Value::from_byte)
    }

    /// Checks every value by the plain rules. How many were checked, or a position whose value is wrong. `None` if the work was
    /// cancelled.
    pub(super) fn check<const R: usize, const C: usize>(
        &self,
        progress: &Progress,
    ) -> Option<Result<u64, Runners<R, C>>> {
        let bytes = self.bytes.all().expect("what is damaged is computed anew");
        let known = Known {
            index: self.index(),
            bytes: &bytes,
        };
        progress.expect(self.blocks().len() as u64);
        for (placed, _) in self.index().layers() {
            if let Err(wrong) = check(known, known, placed, progress)? {
                return Some(Err(wrong));
            }
        }
        Some(Ok(self.index().len() as u64))
    }

    /// Shows every block with its pairs and its bytes, on all cores. Neighbours share one finding;
    /// the findings come in the order of the table. `None` if any block is damaged and cannot be computed anew, or the
    /// work was cancelled.
    ///
    /// Each block advances the progress by 1.
    pub(super) fn survey<T: Default + Send>(
        &self,
        progress: &Progress,
        look: impl Fn(&Block<W>, Pairs<W>, &[u8], &mut T) + Sync,
    ) -> Option<Vec<T>> {
        let blocks = self.blocks();
        let mut findings = Vec::new();
        findings.resize_with(blocks.len().div_ceil(BLOCKS_IN_A_PART), T::default);
        let parts = blocks.chunks(BLOCKS_IN_A_PART).zip(&mut findings);
        let is_damaged = AtomicBool::new(false);
        share_out(
            parts.collect(),
            || (),
            |(blocks, finding), ()| {
                for block in blocks {
                    if progress.is_cancelled() {
                        return;
                    }
                    let pairs = Pairs::of(&self.index().scope.frame, block.barriers);
                    match self.bytes(block, pairs) {
                        Some(bytes) => look(block, pairs, &bytes, finding),
                        None => is_damaged.store(true, Relaxed),
                    }
                }
                progress.advance(blocks.len() as u64);
            },
        );
        let is_done = !progress.is_cancelled() && !is_damaged.into_inner();
        is_done.then_some(findings)
    }
}

/// The bytes of the table. `None` if the work was cancelled.
pub(super) fn compute<W: Word>(scope: Scope<W>, progress: &Progress) -> Option<Vec<u8>> {
    let index = Index::new(scope);
    let blocks = index
        .layers()
        .map(|(placed, _)| index.blocks(placed).count());
    progress.expect(blocks.sum::<usize>() as u64);
    let mut bytes = vec![0; index.len()];
    // A barrier leads to the layer with one more, which comes before.
    for (placed, layer) in index.layers() {
        let (known, unknown) = bytes.split_at_mut(layer.start);
        let known = Known {
            index: &index,
            bytes: known,
        };
        let unknown = &mut unknown[..layer.len()];
        solve_layer(&index, placed, known, unknown, 1, progress);
    }
    (!progress.is_cancelled()).then_some(bytes)
}

/// Fills the bytes of the layer with so many barriers placed. Each block advances the progress by `work`.
pub(super) fn solve_layer<W: Word>(
    index: &Index<W>,
    placed: usize,
    known: Known<'_, W>,
    mut unknown: &mut [u8],
    work: u64,
    progress: &Progress,
) {
    let blocks: Vec<Block<W>> = index.blocks(placed).collect();
    let mut parts = Vec::new();
    for part in blocks.chunks(BLOCKS_IN_A_PART) {
        let (first, last) = (&part[0], &part[part.len() - 1]);
        let last_len = 2 * Pairs::of(&index.scope.frame, last.barriers).len();
        let (own, others) = unknown.split_at_mut(last.start + last_len - first.start);
        parts.push((part, own));
        unknown = others;
    }
    share_out(parts, Ways::default, |(blocks, mut bytes), ways| {
        if progress.is_cancelled() {
            return;
        }
        for block in blocks {
            let pairs = Pairs::of(&index.scope.frame, block.barriers);
            let (own, others) = bytes.split_at_mut(2 * pairs.len());
            solve_block(known, block, pairs, ways, own);
            bytes = others;
        }
        progress.advance(blocks.len() as u64 * work);
    });
}

/// Compiled a second time for processors with AVX2, which treat twice as many positions at a time.
#[cfg_attr(
    not(target_family = "wasm"),
    multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))
)]
fn solve_block<W: Word>(
    known: Known<'_, W>,
    block: &Block<W>,
    pairs: Pairs<W>,
    ways: &mut Ways<W>,
    bytes: &mut [u8],
) {
    for side in [0, 1] {
        exits::collect(known, block, pairs, side, ways);
    }
    let slice = BarrierSlice::new(&known.index.scope.frame, pairs);
    let mut values = [W::spread(Value::Endless.to_byte()); 2];
    slices::solve(&slice, &ways.exits, |side, value, set| {
        set.write(value.to_byte(), &mut values[side]);
    });
    let (with_one, with_two) = bytes.split_at_mut(pairs.len());
    pairs.pack(&values[0], with_one);
    pairs.pack(&values[1], with_two);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_any_width_give_the_same_table() {
        for side in 2..=5 {
            let [narrow, wide] = [
                compute(Scope::<u32>::whole(side), &Progress::default()),
                compute(Scope::<u64>::whole(side), &Progress::default()),
            ];
            assert!(narrow.is_some());
            assert!(narrow == wide, "{side}x{side}");
        }
    }
}
