//! The values of a board whose table has been built.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

use quintet_rules::Position;
use quintet_solver::blocks::{self, Blocks, Source, Values};
use quintet_solver::search::{ByRules, SearchOracle};
use quintet_solver::{self as solver, Budget, Census, Oracle, Progress, Show, Value};

use super::super::check::check;
use super::super::index::Index;
use super::super::kept::{KeptBlocks, race};
use super::super::pairs::{Pairs, spread_index};
use super::super::placement::Placement;
use super::super::scope::Scope;
use super::super::table::Table;
use super::layer::{Layer, blocks_about};
use super::{layout, parts};
use crate::grid_runner::Runners;

/// A table that has been built. As soon as any of it turns out to be damaged, it is not whole any more: who asks for what is damaged
/// gets what a search finds, and the source is told.
pub(super) struct LargeTable {
    scope: Scope<u64>,
    sources: Vec<Arc<dyn Source>>,
    /// Each is opened when a position of it is first asked for.
    parts: Vec<Part>,
    is_damaged: AtomicBool,
}

/// A part that is there; `None` if its end is damaged.
type Part = LazyLock<Option<Table<u64>>, Box<dyn FnOnce() -> Option<Table<u64>> + Send>>;

impl LargeTable {
    /// `None` if parts are missing.
    pub(super) fn open(side: usize, sources: Vec<Arc<dyn Source>>) -> Option<Self> {
        let scope = Scope::whole(side);
        let open = |(part, source): (usize, &Arc<dyn Source>)| -> Part {
            let source = Arc::clone(source);
            LazyLock::new(Box::new(move || {
                let layout = Arc::new(layout(scope, part));
                let blocks = Blocks::open(layout.clone(), source)?;
                Some(Table::new(layout, Values::kept(blocks, None)))
            }))
        };
        (sources.len() == parts()).then(|| LargeTable {
            scope,
            parts: sources.iter().enumerate().map(open).collect(),
            sources,
            is_damaged: AtomicBool::new(false),
        })
    }

    /// `None` if it is no position of the game, or what is kept of it is damaged.
    pub(super) fn look_up(&self, position: &Placement<u64>) -> Option<Value> {
        if !self.scope.contains(position.barriers, position.left) {
            return None;
        }
        let pairs = Pairs::of(&self.scope.frame, position.barriers);
        pairs.index(position.runners)?;
        let Some(part) =
            (self.scope.most() - 1).checked_sub(position.barriers.count_ones() as usize)
        else {
            let values = race(&self.scope.frame, pairs)[position.to_move];
            return Some(Value::from_byte(
                values[spread_index::<u64>(position.runners)],
            ));
        };
        let table = self.parts[part].as_ref();
        let value = table.and_then(|table| table.look_up(position));
        if value.is_none() {
            self.damaged(part);
        }
        value
    }

    /// A part is not what was written.
    fn damaged(&self, part: usize) {
        if !self.is_damaged.swap(true, Relaxed) {
            self.sources[part].discard();
        }
    }

    /// Counts every position, symmetric images included. `None` if a part is damaged, or the work was cancelled.
    pub(super) fn count<const R: usize, const C: usize>(
        &self,
        progress: &Progress,
    ) -> Option<Census<Runners<R, C>>> {
        let most = self.scope.most();
        progress.expect((0..=most).map(|it| blocks_about(self.scope, it)).sum());
        let last = Arc::new(KeptBlocks::new(Index::of_layers(self.scope, most..=most)));
        let mut nothing = Vec::new();
        blocks::write(&*last, &|_, _| (), &mut nothing, &Progress::default())
            .expect("nothing of these blocks is kept, and memory takes it");
        let opened = Blocks::open(last.clone(), Arc::new(nothing)).expect("just written");
        let mut census = Table::new(last, Values::kept(opened, None)).count(progress)?;
        for (part, opened) in self.parts.iter().enumerate() {
            let counted = opened.as_ref().and_then(|table| table.count(progress));
            if counted.is_none() && !progress.is_cancelled() {
                self.damaged(part);
            }
            census = census.and(counted?);
        }
        Some(census)
    }

    /// Checks every value by the plain rules: how many were, or a position that disagrees. `None` as with
    /// [`count`](Self::count).
    fn check<const R: usize, const C: usize>(
        &self,
        progress: &Progress,
    ) -> Option<Result<u64, Runners<R, C>>> {
        let most = self.scope.most();
        progress.expect((0..=most).map(|it| blocks_about(self.scope, it)).sum());
        let mut beyond = Layer::last(self.scope, &Progress::default());
        let mut checked = beyond.index.len() as u64;
        if let Err(wrong) = check(beyond.known(), beyond.known(), most, progress)? {
            return Some(Err(wrong));
        }
        for (part, source) in self.sources.iter().enumerate() {
            let Some(layer) = Layer::read(self.scope, part, Arc::clone(source)) else {
                self.damaged(part);
                return None;
            };
            let placed = most - 1 - part;
            if let Err(wrong) = check(layer.known(), beyond.known(), placed, progress)? {
                return Some(Err(wrong));
            }
            checked += layer.index.len() as u64;
            beyond = layer;
        }
        Some(Ok(checked))
    }
}

impl<const R: usize, const C: usize> Oracle<Runners<R, C>> for LargeTable {
    fn is_whole(&self) -> bool {
        !self.is_damaged.load(Relaxed)
    }

    fn value(&self, position: &Runners<R, C>, budget: Budget) -> Option<Value> {
        if position.outcome().is_some() {
            return Some(Value::loss(0));
        }
        let known = self.look_up(&Placement::of(&self.scope.frame, position));
        known.or_else(|| SearchOracle(ByRules).value(position, budget))
    }

    fn table(&self) -> Option<&dyn solver::Table<Runners<R, C>>> {
        Some(self)
    }
}

impl<const R: usize, const C: usize> solver::Table<Runners<R, C>> for LargeTable {
    /// They are billions.
    fn is_listed(&self) -> bool {
        false
    }

    fn visit(&self, _: &mut Show<Runners<R, C>>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn census(&self, progress: &Progress) -> Option<Census<Runners<R, C>>> {
        self.count(progress)
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, Runners<R, C>>> {
        self.check(progress)
    }
}
