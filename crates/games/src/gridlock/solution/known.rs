//! An oracle that knows every position by its contest.

use std::ops::ControlFlow;
use std::sync::{PoisonError, RwLock};

use quintet_rules::Symmetries;
use quintet_solver::{Budget, Oracle, Progress, Table, Value, Visitor, collect, is_consistent};

use super::leads::{Contested, Leads};
use super::listing::{all, list};
use crate::gridlock::Snort;

/// Every position of a board, each contest settled when it is first asked for.
pub(crate) struct Known<B> {
    board: B,
    leads: RwLock<Leads>,
}

/// Boards of so many cells are settled in a few milliseconds.
const FEW: usize = 16;

/// Boards of more cells have too many positions to list them: a row of thirty has a hundred thousand millions.
const LISTED: usize = 25;

impl<B> Known<B> {
    pub(crate) fn new(board: B) -> Self {
        Known {
            board,
            leads: RwLock::default(),
        }
    }
}

impl<const R: usize, const C: usize, B: Contested<Position = Snort<R, C>>> Known<B> {
    fn known(&self, position: &Snort<R, C>) -> Value {
        let parts = self.board.parts(position);
        // What a thread that panicked has left is true: a list is entered when it is complete.
        let known = self.leads.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = known.value(&parts) {
            return value;
        }
        drop(known);
        let mut leads = self.leads.write().unwrap_or_else(PoisonError::into_inner);
        leads.settle(&self.board, parts.contest);
        leads.value(&parts).expect("the contest has been settled")
    }
}

impl<const R: usize, const C: usize, B: Contested<Position = Snort<R, C>>> Oracle<Snort<R, C>>
    for Known<B>
{
    fn is_solved(&self) -> bool {
        true
    }

    /// On a large board, what is looked up may first have to be worked out.
    fn is_tabulated(&self, _: &Snort<R, C>) -> bool {
        R * C <= FEW
    }

    fn value(&self, position: &Snort<R, C>, _: Budget) -> Option<Value> {
        Some(self.known(position))
    }

    fn table(&self) -> Option<&dyn Table<Snort<R, C>>> {
        if R * C <= LISTED { Some(self) } else { None }
    }
}

impl<const R: usize, const C: usize, B: Contested<Position = Snort<R, C>>> Table<Snort<R, C>>
    for Known<B>
{
    /// Positions come in the order of their sets of markers.
    fn visit(&self, show: &mut Visitor<Snort<R, C>>) -> ControlFlow<()> {
        list(
            &Symmetries::new(),
            all::<R, C>(),
            &mut |position, images| match self.known(position) {
                Value::Loss(Some(0)) => ControlFlow::Continue(()),
                value => show(position, value, images),
            },
        )
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, Snort<R, C>>> {
        /// Parts of the work, so that all cores have some.
        const PARTS: u64 = 256;
        progress.expect(PARTS);
        let symmetries = Symmetries::new();
        let (all, value) = (all::<R, C>().end, |next: &_| Some(self.known(next)));
        let checked = collect(PARTS as usize, |part, checked| {
            let from = |part: u64| all * part / PARTS;
            let own = from(part as u64)..from(part as u64 + 1);
            let mut count = 0;
            let mut wrong = None;
            let _ = list(&symmetries, own, &mut |position, _| {
                if progress.is_cancelled() {
                    return ControlFlow::Break(());
                }
                count += 1;
                if is_consistent(position, self.known(position), value) {
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
