//! An oracle that searches.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use super::{Keyed, Plain, Search};
use crate::bounds::WideTable;
use crate::{Census, Oracle, Value};

/// Answers by searching with nothing but the rules, and remembers what it has found. One question at a time.
pub struct Seeker<P: Keyed>(Mutex<Search<Plain<P>, WideTable>>);

impl<P: Keyed> Seeker<P> {
    /// The table has 2 to this power entries, 32 MB in all.
    const TABLE_BITS: u32 = 20;
}

impl<P: Keyed> Default for Seeker<P> {
    fn default() -> Self {
        Seeker(Mutex::new(Search::new(WideTable::new(Self::TABLE_BITS))))
    }
}

impl<P: Keyed> fmt::Debug for Seeker<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seeker")
    }
}

impl<P: Keyed> Oracle<P> for Seeker<P> {
    fn is_whole(&self) -> bool {
        false
    }

    fn value(&self, position: &P, nodes: u64) -> Option<Value> {
        // Whatever the table holds is true, also if another question has panicked.
        let mut search = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        search.value(&Plain::default(), *position, nodes)
    }

    fn census(&self) -> Option<Census<P>> {
        None
    }

    fn verify(&self) -> Option<Result<u64, P>> {
        None
    }
}
