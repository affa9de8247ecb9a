//! All values of one layer, in memory.

use std::sync::Arc;

use quintet_solver::Progress;
use quintet_solver::blocks::{Blocks, Source};

use super::super::exits::Known;
use super::super::index::Index;
use super::super::scope::Scope;
use super::super::sets::Sets;
use super::super::table::solve_layer;
use super::layout;

/// A layer in memory.
pub(super) struct Layer {
    pub(super) index: Index<u64>,
    pub(super) bytes: Vec<u8>,
}

impl Layer {
    /// The layer with all barriers placed: nothing has to be known to solve it.
    pub(super) fn last(scope: Scope<u64>, progress: &Progress) -> Self {
        let placed = scope.most();
        let index = Index::of_layers(scope, placed..=placed);
        let mut bytes = vec![0; index.len()];
        let known = Known {
            index: &index,
            bytes: &[],
        };
        solve_layer(&index, placed, known, &mut bytes, 1, progress);
        Layer { index, bytes }
    }

    /// All of a part that was written. `None` if it is damaged.
    pub(super) fn read(scope: Scope<u64>, part: usize, source: Arc<dyn Source>) -> Option<Self> {
        let layout = Arc::new(layout(scope, part));
        let bytes = Blocks::open(layout.clone(), source)?.all().ok()?;
        let layout = Arc::into_inner(layout).expect("nobody else uses it any more");
        Some(Layer {
            index: layout.index,
            bytes,
        })
    }

    pub(super) fn known(&self) -> Known<'_, u64> {
        Known {
            index: &self.index,
            bytes: &self.bytes,
        }
    }
}

/// About how many blocks a layer has.
pub(super) fn blocks_about(scope: Scope<u64>, placed: usize) -> u64 {
    let sets = Sets::new(scope.buildable(), placed).count() as u64;
    let images = |[one, two]: [u8; 2]| if one == two { 4 } else { 2 };
    let regions = scope.left_after(placed);
    regions.map(|left| sets / images(left)).sum()
}
