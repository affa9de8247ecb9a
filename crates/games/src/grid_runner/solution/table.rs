//! The oracle of a solved board.
//!
//! The table of a small board is one part with all layers. That of a large board has a part for each layer except the one
//! with all barriers placed: most positions are in that layer, and solving a block of it takes microseconds.

use std::borrow::Cow;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use quintet_rules::{Player, Position};
use quintet_solver::blocks::{BlockSource, Blocks, TableBytes};
use quintet_solver::search::SearchOracle;
use quintet_solver::{self as solver, Budget, Census, Oracle, Progress, Value, Visitor};

use super::check::check;
use super::frame::{Frame, Side};
use super::index::{Block, Index, MOST, block_count};
use super::pairs::{Pairs, pack};
use super::slice::race;
use super::solve::{Layers, survey};
use crate::grid_runner::Runners;

/// The values of a board. A damaged part that cannot be computed again is discarded, and its positions are searched.
pub(super) struct BlockTable {
    frame: Frame,
    /// The parts in order, with most barriers placed first.
    parts: Vec<Part>,
    is_damaged: AtomicBool,
}

struct Part {
    /// The numbers of barriers placed.
    layers: RangeInclusive<usize>,
    source: Option<Arc<dyn BlockSource>>,
    /// Set on first use. `None` if the source cannot be opened.
    opened: OnceLock<Option<(Arc<Index>, TableBytes)>>,
}

impl Part {
    fn open(&self, frame: &Frame) -> Option<&(Arc<Index>, TableBytes)> {
        let open = || {
            let index = Arc::new(Index::new(frame, self.layers.clone()));
            let blocks = Blocks::open(index.clone(), self.source.clone()?)?;
            Some((index, TableBytes::compressed(blocks, None)))
        };
        self.opened.get_or_init(open).as_ref()
    }
}

impl BlockTable {
    /// Makes the oracle of a small board.
    pub(super) fn small(index: Arc<Index>, values: TableBytes) -> Self {
        let frame = index.frame;
        let part = Part {
            layers: 0..=MOST,
            source: None,
            opened: Some((index, values)).into(),
        };
        BlockTable {
            frame,
            parts: vec![part],
            is_damaged: AtomicBool::new(false),
        }
    }

    /// Makes the oracle of a large board. `None` if a part is missing.
    pub(super) fn large(frame: &Frame, sources: Vec<Arc<dyn BlockSource>>) -> Option<Self> {
        let part = |(placed, source)| Part {
            layers: placed..=placed,
            source: Some(source),
            opened: OnceLock::new(),
        };
        (sources.len() == MOST).then(|| BlockTable {
            frame: *frame,
            parts: (0..MOST).rev().zip(sources).map(part).collect(),
            is_damaged: AtomicBool::new(false),
        })
    }

    fn is_small(&self) -> bool {
        self.parts.len() == 1
    }

    /// Returns the value of an unfinished position. `None` if the game has no such position, or its part is damaged.
    pub(super) fn look_up<const R: usize, const C: usize>(
        &self,
        position: &Runners<R, C>,
    ) -> Option<Value> {
        let placed = position.barriers().len() as usize;
        let left = Player::BOTH.map(|player| position.barriers_left(player));
        if placed + usize::from(left[0] + left[1]) != MOST {
            return None;
        }
        let byte = if let Some(part) = self.parts.iter().find(|part| part.layers.contains(&placed))
        {
            let byte = match part.open(&self.frame) {
                Some((index, values)) => {
                    let (block, place) = index.place(position)?;
                    values.byte(place, || block.number())
                }
                None => None,
            };
            byte.or_else(|| self.discard(part))?
        } else {
            let pairs = Pairs::of(&self.frame, self.frame.barriers(position));
            let runners = self.frame.runners(position);
            pairs.index(runners)?;
            let mut values = [[0; _]; 2];
            race(&self.frame, pairs, &mut values);
            values[position.to_move() as Side][self.frame.place(runners)]
        };
        Some(Value::from_byte(byte))
    }

    /// Discards a damaged part, unless one has been discarded. Returns `None` in place of its values.
    fn discard<T>(&self, part: &Part) -> Option<T> {
        if !self.is_damaged.swap(true, Relaxed)
            && let Some(source) = &part.source
        {
            source.discard();
        }
        None
    }

    /// Returns the layers of each part, those of a large board after the layer without a part. `None` for a damaged part.
    fn layers(&self) -> impl Iterator<Item = Option<Layers<'_>>> {
        let last = (!self.is_small())
            .then(|| Some(Layers::solve(&self.frame, MOST, None, &Progress::default())));
        let parts = self.parts.iter().map(|part| {
            let layers = part
                .open(&self.frame)
                .and_then(|(index, values)| Some(Layers::new(index, values.all()?)));
            layers.or_else(|| self.discard(part))
        });
        last.into_iter().chain(parts)
    }

    /// Announces the work on all blocks. The number of those in parts that are not open is an estimate.
    fn expect_blocks(&self, progress: &Progress) {
        let estimate = || (0..=MOST).map(|placed| block_count(&self.frame, placed));
        let opened = self.parts[0].opened.get().and_then(Option::as_ref);
        progress.expect(match opened.filter(|_| self.is_small()) {
            Some((index, _)) => index.blocks.len() as u64,
            None => estimate().sum(),
        });
    }
}

impl<const R: usize, const C: usize> Oracle<Runners<R, C>> for BlockTable {
    fn is_solved(&self) -> bool {
        !self.is_damaged.load(Relaxed)
    }

    fn value(&self, position: &Runners<R, C>, budget: Budget) -> Option<Value> {
        if position.is_over() {
            return Some(Value::loss(0));
        }
        let value = self.look_up(position);
        value.or_else(|| SearchOracle::plain().value(position, budget))
    }

    fn decompress(&self) {
        if let [part] = &*self.parts
            && let Some((_, values)) = part.open(&self.frame)
        {
            values.decompress();
        }
    }

    fn table(&self) -> Option<&dyn solver::Table<Runners<R, C>>> {
        Some(self)
    }
}

impl<const R: usize, const C: usize> solver::Table<Runners<R, C>> for BlockTable {
    /// A large board has billions of positions.
    fn is_enumerable(&self) -> bool {
        self.is_small()
    }

    fn visit(&self, progress: &Progress, show: &mut Visitor<Runners<R, C>>) -> ControlFlow<()> {
        let [part] = &*self.parts else {
            return ControlFlow::Continue(());
        };
        let (index, values) = part.open(&self.frame).expect("open from the start");
        progress.try_for_each(index.blocks.len(), |number| {
            let block = &index.blocks[number];
            let images = block.images(&self.frame);
            let bytes = values.block(block.number(), block.range());
            let bytes = bytes.expect("a damaged table is computed again");
            let mut positions = block.places().zip(&*bytes);
            positions.try_for_each(|((runners, to_move), byte)| {
                let position = self.frame.position(block, runners, to_move);
                show(&position, Value::from_byte(*byte), images)
            })
        })
    }

    fn census(&self, progress: &Progress) -> Option<Census<Runners<R, C>>> {
        self.expect_blocks(progress);
        let mut census = Census::default();
        if !self.is_small() {
            let bytes = |block: &Block| {
                let (mut values, mut bytes) = ([[0; _]; 2], vec![0; block.range().len()]);
                race(&self.frame, block.pairs, &mut values);
                pack(&self.frame, block.pairs, &values, &mut bytes);
                Some(Cow::Owned(bytes))
            };
            census = count(&Index::new(&self.frame, MOST..=MOST), bytes, progress)?;
        }
        for part in &self.parts {
            let counted = part.open(&self.frame).and_then(|(index, values)| {
                let bytes = |block: &Block| values.block(block.number(), block.range());
                count(index, bytes, progress)
            });
            if counted.is_none() && !progress.is_cancelled() {
                return self.discard(part);
            }
            census = census.merge(counted?);
        }
        Some(census)
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, Runners<R, C>>> {
        self.expect_blocks(progress);
        let mut checked = 0;
        let mut before: Option<Layers> = None;
        for layers in self.layers() {
            let layers = layers?;
            let beyond = before.as_ref().unwrap_or(&layers);
            for placed in (0..=MOST).rev() {
                if let Err(wrong) = check(&layers, beyond, placed, progress)? {
                    return Some(Err(wrong));
                }
            }
            checked += layers.bytes.len() as u64;
            before = Some(layers);
        }
        Some(Ok(checked))
    }
}

/// Counts the positions of all blocks, symmetric images included. The longest win is the first in the order of the table.
/// `None` if the work was cancelled or a block is damaged.
fn count<'a, const R: usize, const C: usize>(
    index: &Index,
    bytes: impl Fn(&Block) -> Option<Cow<'a, [u8]>> + Sync,
    progress: &Progress,
) -> Option<Census<Runners<R, C>>> {
    let frame = &index.frame;
    let counts = survey(&index.blocks, progress, |mut census: Census<_>, block| {
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
