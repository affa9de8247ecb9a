//! Moves as numbers: the cell, row by row from 0.

use quintet_rules::{Cell, Player};

use super::Gridlock;
use crate::actions::{ActionSet, Actions, Plane};
#[cfg(feature = "batch")]
use crate::batch::{AnyBatch, Settings};
#[cfg(feature = "batch")]
use crate::snort;
use crate::snort::Snort;

impl<const R: usize, const C: usize> Actions for Gridlock<R, C> {
    const ACTIONS: usize = R * C;
    const PLANES: &'static [&'static str] = Snort::<R, C>::PLANES;

    #[inline]
    fn number(_: &Snort<R, C>, cell: Cell<R, C>) -> usize {
        cell.index()
    }

    #[inline]
    fn numbered(_: &Snort<R, C>, number: usize) -> Option<Cell<R, C>> {
        Cell::new(number)
    }

    #[inline]
    fn legal(position: &Snort<R, C>) -> ActionSet {
        position.actions()
    }

    #[cfg(feature = "batch")]
    fn batch(settings: &Settings) -> Box<dyn AnyBatch> {
        snort::batch::<Self, R, C>(settings)
    }

    #[inline]
    fn observe(position: &Snort<R, C>, viewer: Player, show: impl FnMut(Plane)) {
        position.observe(viewer, show);
    }
}
