//! Building a table, layer after layer.

use std::io;
use std::sync::Arc;

use quintet_solver::blocks::{self, Source};
use quintet_solver::{Build, Progress};

use super::super::scope::Scope;
use super::super::table::solve_layer;
use super::layer::{Layer, blocks_about};
use super::{layout, placed_in};

/// Solves layer after layer.
pub(super) struct Builder {
    scope: Scope<u64>,
    /// The layer that was solved last, and how many barriers are placed in it.
    last: Option<(usize, Layer)>,
    is_begun: bool,
}

/// Solving a block with its ways out takes about so many times as long as one without, or as writing it.
const SOLVING: u64 = 3;

impl Builder {
    pub(super) fn new(side: usize) -> Self {
        Builder {
            scope: Scope::whole(side),
            last: None,
            is_begun: false,
        }
    }

    /// About how much work a layer is.
    fn work(&self, placed: usize) -> u64 {
        let each = if placed == self.scope.most() {
            1
        } else {
            SOLVING + 1
        };
        each * blocks_about(self.scope, placed)
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
            return Ok(Layer::last(self.scope, progress));
        }
        let part = self.scope.most() - 1 - placed;
        let read = Layer::read(self.scope, part, Arc::clone(&before[part]));
        read.ok_or_else(|| io::ErrorKind::InvalidData.into())
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
        solve_layer(
            &layout.index,
            placed,
            known.known(),
            &mut bytes,
            SOLVING,
            progress,
        );
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
