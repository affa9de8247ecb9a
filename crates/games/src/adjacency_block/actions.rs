//! Moves as numbers: the cell from 0.

use quintet_rules::{Cell, Player};

use super::AdjacencyBlock;
use crate::actions::{ActionSet, Actions, Parts, Plane};
use crate::snort::Snort;

impl<const N: usize> Actions for AdjacencyBlock<N> {
    const ACTIONS: usize = N;
    const PLANES: &'static [&'static str] = Snort::<1, N>::PLANES;
    const PARTS: usize = Snort::<1, N>::PARTS;

    #[inline]
    fn parts(position: &Snort<1, N>) -> Parts {
        position.parts()
    }

    #[inline]
    fn from_parts(parts: &Parts) -> Snort<1, N> {
        Snort::from_parts(parts)
    }

    #[inline]
    fn number(_: &Snort<1, N>, cell: Cell<1, N>) -> usize {
        cell.index()
    }

    #[inline]
    fn numbered(_: &Snort<1, N>, number: usize) -> Option<Cell<1, N>> {
        Cell::new(number)
    }

    #[inline]
    fn take(position: &Snort<1, N>, number: usize) -> Snort<1, N> {
        position.take(number)
    }

    #[inline]
    fn legal(position: &Snort<1, N>) -> ActionSet {
        position.actions()
    }

    #[inline]
    fn observe(position: &Snort<1, N>, viewer: Player, show: impl FnMut(Plane)) {
        position.observe(viewer, show);
    }
}
