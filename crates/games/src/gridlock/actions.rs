//! Moves as numbers: the cell, row by row from 0.

use quintet_rules::{Cell, Player};

use super::Gridlock;
use crate::actions::{ActionSet, Actions, Parts, Plane};
use crate::snort::Snort;

impl<const R: usize, const C: usize> Actions for Gridlock<R, C> {
    const ACTIONS: usize = R * C;
    const PLANES: &'static [&'static str] = Snort::<R, C>::PLANES;
    const PARTS: usize = Snort::<R, C>::PARTS;

    #[inline]
    fn parts(position: &Snort<R, C>) -> Parts {
        position.parts()
    }

    #[inline]
    fn from_parts(parts: &Parts) -> Snort<R, C> {
        Snort::from_parts(parts)
    }

    #[inline]
    fn number(_: &Snort<R, C>, cell: Cell<R, C>) -> usize {
        cell.index()
    }

    #[inline]
    fn numbered(_: &Snort<R, C>, number: usize) -> Option<Cell<R, C>> {
        Cell::new(number)
    }

    #[inline]
    fn take(position: &Snort<R, C>, number: usize) -> Snort<R, C> {
        position.take(number)
    }

    #[inline]
    fn legal(position: &Snort<R, C>) -> ActionSet {
        position.actions()
    }

    #[inline]
    fn observe(position: &Snort<R, C>, viewer: Player, show: impl FnMut(Plane)) {
        position.observe(viewer, show);
    }
}
