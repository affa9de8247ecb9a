//! A layout for a table of which nothing is known.

use std::ops::Range;

use super::{Coder, Layout};

/// A table of so many bytes, of which nothing is known but that neighbours are alike.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// The length of the table.
    pub len: usize,
}

/// Decoded in some microseconds.
const LEN: usize = 1024;

impl Layout for Plain {
    fn blocks(&self) -> usize {
        self.len.div_ceil(LEN)
    }

    fn range(&self, block: usize) -> Range<usize> {
        block * LEN..self.len.min((block + 1) * LEN)
    }

    fn find(&self, place: usize) -> usize {
        place / LEN
    }

    fn contexts(&self) -> usize {
        256
    }

    fn is_in_order(&self) -> bool {
        true
    }

    fn code(&self, _: usize, bytes: &mut [u8], coder: &mut dyn Coder) {
        let mut before = 0;
        for byte in bytes {
            coder.code(before, byte);
            before = usize::from(*byte);
        }
    }
}
