//! Compressed tables of values, stored in blocks that are decoded individually.
//!
//! A table has one byte for each position ([`Value::to_byte`](crate::Value::to_byte)). A game divides it into blocks, and its
//! [`TableLayout`] states which bytes of a block follow from the rules or from other bytes of the block. Each remaining byte has a
//! context, and its code is as short as the byte is probable in that context.
//!
//! ```text
//!     | page | page | page ...     32 blocks each, with a checksum
//!     | start of each page         8 bytes each, and the end of the last one
//!     | codes                      frequency of each byte in each context
//!     | number of blocks (8) | length of the codes (8) | checksum of everything but the pages (8)
//!
//!     page     checksum (4) | length of each block (1 or 2) ... | block | block ...
//! ```
//!
//! Opening a table reads the part after the pages. Looking up a value reads one page and decodes one block. Data with a wrong
//! checksum is rejected.

mod codes;
mod entropy;
mod read;
mod table_bytes;
mod write;

use std::io;
use std::ops::Range;

pub use read::{Blocks, is_complete, is_intact};
pub use table_bytes::TableBytes;
pub use write::write;

/// The division of a table into blocks, and the redundancy of their bytes.
pub trait TableLayout: Send + Sync {
    /// Returns the number of blocks. Their concatenation is the table.
    fn blocks(&self) -> usize;

    /// Returns the range of a block in the table.
    fn range(&self, block: usize) -> Range<usize>;

    /// Returns the number of contexts.
    fn contexts(&self) -> usize;

    /// Returns false if all bytes of a block are redundant, so that it takes no space.
    fn is_coded(&self, _block: usize) -> bool {
        true
    }

    /// Returns the byte at this index if it follows from the rules alone, in less time than decoding takes.
    fn derived(&self, _index: usize) -> Option<u8> {
        None
    }

    /// Returns true if [`code`](TableLayout::code) also accepts a prefix of a block, so that only a prefix has to be decoded.
    fn allows_prefix(&self) -> bool {
        false
    }

    /// Visits the bytes of a block in a fixed order. Sets each byte that follows from the rules or from bytes visited before,
    /// and [codes](Coder::code) each other byte in a context that depends on the same. Bytes that are never looked up may be
    /// omitted.
    ///
    /// When a table is written, the bytes are given and do not change. When it is read, all are 0 at first. So contexts must
    /// not depend on bytes that have not been visited.
    fn code(&self, block: usize, bytes: &mut [u8], coder: &mut dyn Coder);
}

/// Returns the number of bytes of a table.
pub fn len<L: TableLayout + ?Sized>(layout: &L) -> usize {
    let last = layout.blocks().checked_sub(1);
    last.map_or(0, |last| layout.range(last).end)
}

/// Processes the bytes that are not redundant.
pub trait Coder {
    /// Counts or writes the byte, or reads it.
    fn code(&mut self, context: usize, byte: &mut u8);
}

/// The bytes of a compressed table, in a file or in memory.
pub trait BlockSource: Send + Sync {
    /// Returns the number of bytes.
    fn size(&self) -> io::Result<u64>;

    /// Fills the buffer with the bytes from this position.
    fn read_at(&self, position: u64, buffer: &mut [u8]) -> io::Result<()>;

    /// Replaces a corrupt table, given all its values after they have been computed again.
    fn repair(&self, _table: &[u8]) {}

    /// Discards a corrupt table that cannot be computed again at once, so that a later build replaces it.
    fn discard(&self) {}
}

impl BlockSource for Vec<u8> {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, position: u64, buffer: &mut [u8]) -> io::Result<()> {
        let found = usize::try_from(position)
            .ok()
            .and_then(|position| self.get(position..)?.get(..buffer.len()))
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(found);
        Ok(())
    }
}

/// A layout for tables without known structure: the context of each byte is the previous one.
#[derive(Clone, Copy, Debug)]
pub struct Sequential {
    /// The length of the table.
    pub len: usize,
}

/// Bytes of a [`Sequential`] block, which is decoded in a few microseconds.
const SEQUENTIAL_BLOCK: usize = 1024;

impl Sequential {
    /// Returns the block that contains the byte at this index.
    pub const fn block_of(index: usize) -> usize {
        index / SEQUENTIAL_BLOCK
    }
}

impl TableLayout for Sequential {
    fn blocks(&self) -> usize {
        self.len.div_ceil(SEQUENTIAL_BLOCK)
    }

    fn range(&self, block: usize) -> Range<usize> {
        let start = block * SEQUENTIAL_BLOCK;
        start..self.len.min(start + SEQUENTIAL_BLOCK)
    }

    fn contexts(&self) -> usize {
        256
    }

    fn allows_prefix(&self) -> bool {
        true
    }

    fn code(&self, _: usize, bytes: &mut [u8], coder: &mut dyn Coder) {
        let mut previous = 0;
        for byte in bytes {
            coder.code(previous, byte);
            previous = usize::from(*byte);
        }
    }
}

/// Blocks of a page, which share a checksum.
const BLOCKS_PER_PAGE: usize = 32;

/// Bytes after the codes.
const TAIL: usize = 24;

/// Returns the checksum of a page, which depends on its number.
fn page_checksum(page: usize, content: &[u8]) -> [u8; 4] {
    let sum = checksum(content) ^ (page as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((sum >> 32) as u32 ^ sum as u32).to_le_bytes()
}

/// Returns a checksum against accidental corruption. It has four lanes, so that 30 MB take only milliseconds.
pub fn checksum(bytes: &[u8]) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(STEP).rotate_left(29);
    let mut lanes = [1, 2, 3, 4];
    let (blocks, rest) = bytes.as_chunks::<32>();
    for block in blocks {
        for (lane, word) in lanes.iter_mut().zip(block.as_chunks::<8>().0) {
            *lane = mix(*lane, u64::from_le_bytes(*word));
        }
    }
    let tail = rest
        .iter()
        .fold(bytes.len() as u64, |sum, byte| mix(sum, u64::from(*byte)));
    lanes.into_iter().fold(tail, mix)
}
