//! The board of Gridlock as data: what is drawn and what is touched.

use quintet_rules::Cell;

use crate::game::{Board, Notation};
use crate::gridlock::Gridlock;
use crate::markers::Markers;
use crate::scene::{Labels, Scene};
use crate::snort::{Snort, SnortRefusal};

impl<const R: usize, const C: usize> Board for Gridlock<R, C> {
    fn scene(position: &Snort<R, C>) -> Scene {
        Scene {
            idea: position.idea(),
            ..Scene::of(Labels::Numbers, Self::write_move, |cell| {
                position.token(cell)
            })
        }
    }

    fn steps(_: &Snort<R, C>) -> &'static [&'static str] {
        &["Choose a cell for your marker."]
    }

    fn marks(cell: Cell<R, C>) -> Vec<usize> {
        vec![cell.index()]
    }

    fn meant(_: &Snort<R, C>, touched: &[usize]) -> Option<Cell<R, C>> {
        Snort::meant(touched)
    }

    fn culprits(position: &Snort<R, C>, cell: Cell<R, C>, refusal: &SnortRefusal) -> Vec<usize> {
        position.culprits(cell, *refusal)
    }

    fn winning(position: &Snort<R, C>) -> Vec<usize> {
        position.closing().iter().map(Cell::index).collect()
    }
}
