//! The tables of boards that are too large to be built unasked.
//!
//! A table has one part for each number of barriers on the board, from one less than all down to none. To solve a layer
//! takes no other than the one with one more barrier. The positions without barriers in hand are most of
//! all, and in no part: such a block is solved whenever it is asked for, in some microseconds.
//!
//! ```text
//!     6 barriers       5 barriers      4 barriers      ...      0 barriers
//!     in memory  --->  part 0    --->  part 1    --->  ...      part 5
//! ```

use std::io;
use std::sync::{Arc, LazyLock, OnceLock};

use quintet_rules::Position;
use quintet_solver::blocks::{self, Blocks, Layout, Source, Values};
use quintet_solver::search::Seeker;
use quintet_solver::{Budget, Build, Census, Cost, Large, Oracle, Progress, Value, share_out};

use super::exits::Known;
use super::index::Index;
use super::kept::{KeptBlocks, race};
use super::pairs::{Pairs, spread_index};
use super::placement::Placement;
use super::scope::Scope;
use super::sets::Sets;
use super::table::{Table, solve_layer};
use super::word::Word;
use crate::grid_runner::Runners;

/// A table for a board with so many rows, and what it takes.
pub(super) fn large<const R: usize, const C: usize>() -> Large<dyn Oracle<Runners<R, C>>> {
    Large {
        version: 1,
        cost: cost(R),
        search: Box::new(|| Box::new(Seeker::default())),
        build: || Box::new(Builder::new(R)),
        open: Box::new(|parts| Some(Box::new(LargeTable::open(R, parts)?))),
    }
}

/// Bytes and memory are measured, seconds are about what the processor time of a busy machine says.
fn cost(side: usize) -> Cost {
    let (seconds, bytes, memory) = if side <= 6 {
        (20, 23_000_000, 800_000_000)
    } else {
        (200, 240_000_000, 12_000_000_000)
    };
    Cost {
        parts: parts(),
        seconds,
        bytes,
        memory,
    }
}

/// How many parts a table has.
fn parts() -> usize {
    Scope::<u64>::whole(u64::LARGEST).most()
}

/// How many barriers are placed in the positions of a part.
fn placed_in(part: usize) -> usize {
    parts() - 1 - part
}

/// The blocks of a part.
fn layout(scope: Scope<u64>, part: usize) -> KeptBlocks<u64> {
    let placed = placed_in(part);
    KeptBlocks::new(Index::of_layers(scope, placed..=placed))
}

/// Solves layer after layer.
struct Builder {
    scope: Scope<u64>,
    /// The layer that was solved last, and how many barriers are placed in it.
    last: Option<(usize, Layer)>,
    is_begun: bool,
}

/// A layer in memory.
struct Layer {
    index: Index<u64>,
    bytes: Vec<u8>,
}

/// Solving a block with its ways out takes about so many times as long as one without, or as writing it.
const SOLVING: u64 = 6;

impl Builder {
    fn new(side: usize) -> Self {
        Builder {
            scope: Scope::whole(side),
            last: None,
            is_begun: false,
        }
    }

    /// About how much work a layer is.
    fn work(&self, placed: usize) -> u64 {
        let sets = Sets::new(self.scope.buildable(), placed).count() as u64;
        let images = |[one, two]: [u8; 2]| if one == two { 4 } else { 2 };
        let blocks = self
            .scope
            .left_after(placed)
            .map(|left| sets / images(left));
        let each = if placed == self.scope.most() {
            1
        } else {
            SOLVING + 1
        };
        each * blocks.sum::<u64>()
    }

    /// The layer with so many barriers placed, as it was solved, or as it was written before.
    fn layer(
        &mut self,
        placed: usize,
        before: &[Arc<dyn Source>],
        progress: &Progress,
    ) -> io::Result<Layer> {
        if let Some((_, layer)) = self.last.take().filter(|(last, _)| *last == placed) {
            return Ok(layer);
        }
        if placed == self.scope.most() {
            let index = Index::of_layers(self.scope, placed..=placed);
            let mut bytes = vec![0; index.len()];
            // No barrier is left, so nothing has to be known.
            let known = Known {
                index: &index,
                bytes: &[],
            };
            solve_layer(&index, placed, known, &mut bytes, 1, progress);
            return Ok(Layer { index, bytes });
        }
        let part = self.scope.most() - 1 - placed;
        read(layout(self.scope, part), Arc::clone(&before[part]))
    }
}

impl Build for Builder {
    fn write(
        &mut self,
        part: usize,
        before: &[Arc<dyn Source>],
        out: &mut dyn io::Write,
        progress: &Progress,
    ) -> io::Result<()> {
        let most = self.scope.most();
        if !self.is_begun {
            self.is_begun = true;
            progress.expect((0..=most).map(|placed| self.work(placed)).sum());
            if part > 0 {
                let there = placed_in(part) + 1..=most;
                progress.advance(there.map(|placed| self.work(placed)).sum());
            }
        }
        let placed = placed_in(part);
        let known = self.layer(placed + 1, before, progress)?;
        let layout = layout(self.scope, part);
        let mut bytes = vec![0; layout.index.len()];
        let beyond = Known {
            index: &known.index,
            bytes: &known.bytes,
        };
        solve_layer(&layout.index, placed, beyond, &mut bytes, SOLVING, progress);
        drop(known);
        if progress.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        {
            let fill = blocks::of_table(&layout, &bytes);
            blocks::write(&layout, &fill, out, progress)?;
        }
        let index = layout.index;
        self.last = Some((placed, Layer { index, bytes }));
        Ok(())
    }
}

/// All of a part that was written before.
fn read(layout: KeptBlocks<u64>, source: Arc<dyn Source>) -> io::Result<Layer> {
    const BLOCKS_AT_ONCE: usize = 64;
    let layout = Arc::new(layout);
    let damaged = || io::Error::from(io::ErrorKind::InvalidData);
    let kept = Blocks::open(layout.clone(), source).ok_or_else(damaged)?;
    let mut bytes = vec![0; layout.index.len()];
    let is_damaged = OnceLock::new();
    let mut parts = Vec::new();
    let mut rest = &mut bytes[..];
    for first in (0..layout.blocks()).step_by(BLOCKS_AT_ONCE) {
        let blocks = first..layout.blocks().min(first + BLOCKS_AT_ONCE);
        let len = layout.range(blocks.end - 1).end - layout.range(first).start;
        let (own, others) = rest.split_at_mut(len);
        parts.push((blocks, own));
        rest = others;
    }
    share_out(
        parts,
        || (),
        |(blocks, mut bytes), ()| {
            for block in blocks {
                let (own, others) = bytes.split_at_mut(layout.range(block).len());
                match kept.block(block) {
                    Ok(read) => own.copy_from_slice(&read),
                    Err(_) => drop(is_damaged.set(())),
                }
                bytes = others;
            }
        },
    );
    if is_damaged.get().is_some() {
        return Err(damaged());
    }
    drop(kept);
    let layout = Arc::into_inner(layout).expect("nobody else uses it any more");
    Ok(Layer {
        index: layout.index,
        bytes,
    })
}

/// The values of a board whose table has been built.
struct LargeTable {
    scope: Scope<u64>,
    /// Each is opened when a position of it is first asked for.
    parts: Vec<Part>,
}

/// A part that is there; `None` once it has turned out not to be what was written.
type Part = LazyLock<Option<Table<u64>>, Box<dyn FnOnce() -> Option<Table<u64>> + Send>>;

impl LargeTable {
    /// `None` if parts are missing.
    fn open(side: usize, sources: Vec<Arc<dyn Source>>) -> Option<Self> {
        let scope = Scope::whole(side);
        let open = |(part, source)| -> Part {
            LazyLock::new(Box::new(move || {
                let layout = Arc::new(layout(scope, part));
                let blocks = Blocks::open(layout.clone(), source)?;
                Some(Table::new(layout, Values::kept(blocks, None)))
            }))
        };
        (sources.len() == parts()).then(|| LargeTable {
            scope,
            parts: sources.into_iter().enumerate().map(open).collect(),
        })
    }

    /// `None` if it is no position of the game, or what is kept of it is damaged.
    fn look_up(&self, position: &Placement<u64>) -> Option<Value> {
        if !self.scope.contains(position.barriers, position.left) {
            return None;
        }
        let Some(part) =
            (self.scope.most() - 1).checked_sub(position.barriers.count_ones() as usize)
        else {
            let pairs = Pairs::of(&self.scope.frame, position.barriers);
            pairs.index(position.runners)?;
            let values = race(&self.scope.frame, pairs)[position.to_move];
            return Some(Value::from_byte(
                values[spread_index::<u64>(position.runners)],
            ));
        };
        self.parts[part].as_ref()?.look_up(position)
    }
}

#[cfg(test)]
impl LargeTable {
    /// Counts every position, symmetric images included: minutes for the largest board.
    fn count<const R: usize, const C: usize>(&self) -> Census<Runners<R, C>> {
        let most = self.scope.most();
        let last = Arc::new(KeptBlocks::new(Index::of_layers(self.scope, most..=most)));
        let mut nothing = Vec::new();
        blocks::write(&*last, &|_, _| (), &mut nothing, &Progress::default())
            .expect("nothing of these blocks is kept, and memory takes it");
        let opened = Blocks::open(last.clone(), Arc::new(nothing)).expect("just written");
        let last = Table::new(last, Values::kept(opened, None)).count();
        let parts = self.parts.iter().map(|part| {
            let table = part.as_ref().expect("not damaged");
            table.count()
        });
        parts.fold(last, Census::and)
    }
}

impl<const R: usize, const C: usize> Oracle<Runners<R, C>> for LargeTable {
    fn is_whole(&self) -> bool {
        true
    }

    fn value(&self, position: &Runners<R, C>, budget: Budget) -> Option<Value> {
        if position.outcome().is_some() {
            return Some(Value::Loss(0));
        }
        let known = self.look_up(&Placement::of(&self.scope.frame, position));
        known.or_else(|| Seeker::default().value(position, budget))
    }

    /// They are billions.
    fn is_listed(&self) -> bool {
        false
    }

    fn census(&self) -> Option<Census<Runners<R, C>>> {
        None
    }

    fn verify(&self) -> Option<Result<u64, Runners<R, C>>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use quintet_rules::Player;

    use super::*;
    use crate::game::Rules;
    use crate::grid_runner::GridRunner;
    use crate::grid_runner::solution::table::compute;

    /// All parts of the table of a board, in memory.
    fn built(side: usize) -> Vec<Arc<dyn Source>> {
        let progress = Progress::default();
        let mut builder = Builder::new(side);
        let mut kept: Vec<Arc<dyn Source>> = Vec::new();
        for part in 0..parts() {
            let mut out = Vec::new();
            let written = builder.write(part, &kept, &mut out, &progress);
            written.expect("memory takes all");
            kept.push(Arc::new(out));
        }
        kept
    }

    fn bytes(source: &dyn Source) -> Vec<u8> {
        let mut bytes = vec![0; source.size().expect("in memory") as usize];
        source.read_at(0, &mut bytes).expect("in memory");
        bytes
    }

    #[test]
    fn a_table_in_parts_has_the_values_of_one_in_a_piece() {
        for side in 2..=4 {
            let scope = Scope::<u64>::whole(side);
            let whole = compute(scope, &Progress::default()).expect("never cancelled");
            let whole = Table::new(Arc::new(KeptBlocks::new(Index::new(scope))), whole.into());
            let parts = LargeTable::open(side, built(side)).expect("all parts");
            for block in whole.blocks() {
                for runners in Pairs::of(&scope.frame, block.barriers).all() {
                    for to_move in [0, 1] {
                        let placement = Placement {
                            barriers: block.barriers,
                            left: block.left,
                            runners,
                            to_move,
                        };
                        let value = parts.look_up(&placement);
                        assert!(value.is_some(), "{placement:?}");
                        assert_eq!(value, whole.look_up(&placement), "{placement:?}");
                    }
                }
            }
            assert_eq!(parts.count::<4, 4>().total(), whole.count::<4, 4>().total());
        }
    }

    #[test]
    fn a_build_goes_on_with_the_first_part_that_is_missing() {
        let all = built(4);
        for missing in 0..parts() {
            let mut out = Vec::new();
            let progress = Progress::default();
            let written = Builder::new(4).write(missing, &all[..missing], &mut out, &progress);
            written.expect("memory takes all");
            assert!(out == bytes(&*all[missing]), "part {missing}");
        }
        let damaged: Vec<Arc<dyn Source>> = vec![Arc::new(vec![0; 100])];
        let written = Builder::new(4).write(1, &damaged, &mut Vec::new(), &Progress::default());
        assert!(written.is_err());
    }

    #[test]
    fn a_build_that_is_cancelled_ends_without_a_part() {
        let progress = Progress::default();
        progress.cancel();
        let mut out = Vec::new();
        let written = Builder::new(4).write(0, &[], &mut out, &progress);
        let error = written.expect_err("cancelled");
        assert_eq!(error.kind(), io::ErrorKind::Interrupted);
        assert!(out.is_empty());
    }

    #[test]
    fn what_is_damaged_is_searched() {
        let mut parts = built(3);
        let start = GridRunner::<3, 3>::start(Player::One);
        let value = |parts: Vec<Arc<dyn Source>>| {
            let table = LargeTable::open(3, parts).expect("all parts");
            table.value(&start, Budget::positions(1_000_000))
        };
        let expected = value(parts.clone());
        assert!(expected.is_some());
        *parts.last_mut().expect("parts") = Arc::new(vec![0; 100]);
        assert_eq!(value(parts), expected);
        assert!(LargeTable::open(3, Vec::new()).is_none());
    }

    fn counted<const N: usize>() -> (Option<Value>, [u64; 3], u8) {
        let table = LargeTable::open(N, built(N)).expect("all parts");
        let start = GridRunner::<N, N>::start(Player::One);
        let census = table.count::<N, N>();
        let (longest, _) = census.longest_win.expect("some are won");
        let counts = [census.won, census.lost, census.endless];
        (table.value(&start, Budget::NONE), counts, longest)
    }

    #[test]
    #[ignore = "half a minute of processor time, optimised"]
    fn larger_boards_have_these_values_6x6() {
        let counts = [1_783_205_070, 1_289_558_026, 141_896_032];
        assert_eq!(counted::<6>(), (Some(Value::Loss(30)), counts, 53));
    }

    #[test]
    #[ignore = "minutes, and 12 GB of memory"]
    fn larger_boards_have_these_values_7x7() {
        let counts = [25_652_106_200, 19_363_228_344, 3_613_473_014];
        assert_eq!(counted::<7>(), (Some(Value::Loss(34)), counts, 67));
    }
}
