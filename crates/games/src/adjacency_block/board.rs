//! The board of Adjacency Block as data: what is drawn and what is touched.

use quintet_rules::Cell;

use crate::adjacency_block::AdjacencyBlock;
use crate::game::{Board, Notation};
use crate::markers::Markers;
use crate::scene::{Labels, Scene};
use crate::snort::{Snort, SnortRefusal};

impl<const N: usize> Board for AdjacencyBlock<N> {
    fn scene(position: &Snort<1, N>) -> Scene {
        Scene {
            idea: position.idea(),
            ..Scene::of(Labels::Columns, Self::write_move, |cell| {
                position.token(cell)
            })
        }
    }

    fn steps(_: &Snort<1, N>) -> &'static [&'static str] {
        &["Choose a cell for your token."]
    }

    fn marks(cell: Cell<1, N>) -> Vec<usize> {
        vec![cell.index()]
    }

    fn meant(_: &Snort<1, N>, touched: &[usize]) -> Option<Cell<1, N>> {
        Snort::meant(touched)
    }

    fn culprits(position: &Snort<1, N>, cell: Cell<1, N>, refusal: &SnortRefusal) -> Vec<usize> {
        position.culprits(cell, *refusal)
    }

    fn winning(position: &Snort<1, N>) -> Vec<usize> {
        position.closing().iter().map(Cell::index).collect()
    }
}
