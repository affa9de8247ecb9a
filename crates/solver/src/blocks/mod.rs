//! Tables of values, compressed in blocks that are read one at a time.
//!
//! A table has one byte for each place ([`Value::to_byte`](crate::Value::to_byte)). Its game cuts it into blocks and says, in a
//! [`Layout`], which bytes of a block follow from the rules or from other bytes of the block, and what the others
//! are likely to be, given what is known so far. Those others are written with short codes: as many bits as
//! the byte is surprising.
//!
//! ```text
//!     | page | page | page ...     32 blocks each, with a checksum
//!     | where each page begins     8 bytes each, and where the last one ends
//!     | codes                      how often each byte was seen in each context
//!     | blocks (8) | length of the codes (8) | checksum of all but the pages (8)
//!
//!     page     checksum (4) | length of each block (1 or 2) ... | block | block ...
//! ```
//!
//! To open a table is to read its end. To read a value is to read one page and to decode one block. What does
//! not have its checksum is refused.

mod checksum;
mod codes;
mod directory;
mod entropy;
mod plain;
mod read;
mod source;
mod values;
mod write;

use std::ops::Range;

pub use checksum::checksum;
pub use directory::{check, has_end};
pub use plain::Plain;
pub use read::{Blocks, Damaged};
pub use source::Source;
pub use values::Values;
pub use write::{of_table, write};

/// How a game cuts a table into blocks, and what it knows about the bytes of a block.
pub trait Layout: Send + Sync {
    /// How many blocks there are. Together they are the table, one after the other.
    fn blocks(&self) -> usize;

    /// The places of a block.
    fn range(&self, block: usize) -> Range<usize>;

    /// The block that has a place.
    fn find(&self, place: usize) -> usize;

    /// How many contexts there are.
    fn contexts(&self) -> usize;

    /// Whether any byte of a block is ever [coded](Coder::code). If not, nothing is kept of it.
    fn is_coded(&self, _block: usize) -> bool {
        true
    }

    /// The byte of a place that the rules alone tell in less time than it takes to decode its block: nothing is read then.
    fn told(&self, _place: usize) -> Option<u8> {
        None
    }

    /// Whether [`code`](Layout::code) also takes the first bytes of a block alone: then no more are decoded than are asked for.
    fn is_in_order(&self) -> bool {
        false
    }

    /// Goes through the bytes of a block in a fixed order. Those that follow from the rules, or from bytes that it has
    /// been through, are set; each other is [coded](Coder::code) in a context that is found in the same way. What nobody
    /// asks for may be left out.
    ///
    /// While a table is written the bytes are there and stay as they are; while it is read they are all 0 at
    /// first and become the same. So a context must not depend on a byte that the walk has not been through.
    fn code(&self, block: usize, bytes: &mut [u8], coder: &mut dyn Coder);
}

/// How many bytes the table has.
pub fn len<L: Layout + ?Sized>(layout: &L) -> usize {
    let last = layout.blocks().checked_sub(1);
    last.map_or(0, |last| layout.range(last).end)
}

/// What happens to the bytes that are not known by themselves: they are counted, written or read.
pub trait Coder {
    /// Counts or writes the byte, or reads it.
    fn code(&mut self, context: usize, byte: &mut u8);
}

/// Blocks that share one checksum.
const BLOCKS_IN_A_PAGE: usize = 32;

/// The bytes after the codes.
const TAIL: usize = 24;

/// The sum that stands before a page: another number of the page is another sum.
fn page_sum(page: usize, content: &[u8]) -> [u8; 4] {
    let sum = checksum(content) ^ (page as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((sum >> 32) as u32 ^ sum as u32).to_le_bytes()
}

#[cfg(test)]
mod tests;
