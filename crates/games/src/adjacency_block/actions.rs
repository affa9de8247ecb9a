//! Moves as numbers: the cell from 0.

use quintet_rules::{Cell, Player};

use super::AdjacencyBlock;
use crate::actions::{ActionSet, Actions, Plane};
#[cfg(feature = "batch")]
use crate::batch::{AnyBatch, Settings};
#[cfg(feature = "batch")]
use crate::snort;
use crate::snort::Snort;

impl<const N: usize> Actions for AdjacencyBlock<N> {
    const ACTIONS: usize = N;
    const PLANES: &'static [&'static str] = Snort::<1, N>::PLANES;

    #[inline]
    fn number(_: &Snort<1, N>, cell: Cell<1, N>) -> usize {
        cell.index()
    }

    #[inline]
    fn numbered(_: &Snort<1, N>, number: usize) -> Option<Cell<1, N>> {
        Cell::new(number)
    }

    #[inline]
    fn legal(position: &Snort<1, N>) -> ActionSet {
        position.actions()
    }

    #[cfg(feature = "batch")]
    fn batch(settings: &Settings) -> Box<dyn AnyBatch> {
        snort::batch::<Self, 1, N>(settings)
    }

    #[inline]
    fn observe(position: &Snort<1, N>, viewer: Player, show: impl FnMut(Plane)) {
        position.observe(viewer, show);
    }
}
