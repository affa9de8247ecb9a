//! The oracle of small boards.

use std::ops::ControlFlow;
use std::sync::{PoisonError, RwLock};

use quintet_rules::Symmetries;
use quintet_solver::{Budget, Oracle, Progress, Table, Value, Visitor, collect, is_consistent};

use super::contest::Balance;
use super::enumeration::{PARTS, enumerate};
use super::leads::LeadTable;
use crate::gridlock::Snort;

/// Oracle for every position of a board. Each contest is solved when it is first needed.
pub(super) struct SolvedOracle<const R: usize, const C: usize> {
    symmetries: Symmetries<R, C>,
    leads: RwLock<LeadTable>,
}

/// Boards with up to this many cells are solved in a few milliseconds.
const TABULATED: usize = 16;

/// Boards with more cells have too many positions to enumerate: a row of thirty has a hundred billion.
const ENUMERABLE: usize = 25;

impl<const R: usize, const C: usize> SolvedOracle<R, C> {
    pub(super) fn new() -> Self {
        SolvedOracle {
            symmetries: Symmetries::new(),
            leads: RwLock::default(),
        }
    }

    fn exact_value(&self, position: &Snort<R, C>) -> Value {
        let mut balance = Balance::of(position);
        balance.contest = balance.contest.canonical(&self.symmetries);
        // A thread that panicked has left no incomplete list: a list is entered when it is complete.
        let leads = self.leads.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = leads.value(&balance) {
            return value;
        }
        drop(leads);
        let mut leads = self.leads.write().unwrap_or_else(PoisonError::into_inner);
        leads.solve(&self.symmetries, balance.contest);
        leads.value(&balance).expect("the contest has been solved")
    }
}

impl<const R: usize, const C: usize> Oracle<Snort<R, C>> for SolvedOracle<R, C> {
    fn is_solved(&self) -> bool {
        true
    }

    /// On a large board, the contest may have to be solved first.
    fn is_tabulated(&self, _: &Snort<R, C>) -> bool {
        R * C <= TABULATED
    }

    fn value(&self, position: &Snort<R, C>, _: Budget) -> Option<Value> {
        Some(self.exact_value(position))
    }

    fn table(&self) -> Option<&dyn Table<Snort<R, C>>> {
        if R * C <= ENUMERABLE {
            Some(self)
        } else {
            None
        }
    }
}

impl<const R: usize, const C: usize> Table<Snort<R, C>> for SolvedOracle<R, C> {
    /// Visits the positions in the order of their sets of markers.
    fn visit(&self, progress: &Progress, show: &mut Visitor<Snort<R, C>>) -> ControlFlow<()> {
        progress.try_for_each(PARTS, |part| {
            enumerate(&self.symmetries, part, &mut |position, images| match self
                .exact_value(position)
            {
                Value::Loss(Some(0)) => ControlFlow::Continue(()),
                value => show(position, value, images),
            })
        })
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, Snort<R, C>>> {
        progress.expect(PARTS as u64);
        let value = |next: &_| Some(self.exact_value(next));
        let checked = collect(PARTS, |part, checked| {
            let mut count = 0;
            let mut wrong = None;
            let _ = enumerate(&self.symmetries, part, &mut |position, _| {
                if progress.is_cancelled() {
                    return ControlFlow::Break(());
                }
                count += 1;
                if is_consistent(position, self.exact_value(position), value) {
                    return ControlFlow::Continue(());
                }
                wrong = Some(*position);
                ControlFlow::Break(())
            });
            checked.push(wrong.map_or(Ok(count), Err));
            progress.advance(1);
        });
        (!progress.is_cancelled()).then(|| checked.into_iter().sum())
    }
}
