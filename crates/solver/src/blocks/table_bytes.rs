//! The bytes of a table, in memory or compressed.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use super::Blocks;
use crate::{Compute, Progress};

/// The bytes of a table, in memory or compressed. If a compressed table turns out to be corrupt, it is computed again.
pub struct TableBytes {
    blocks: Option<Blocks>,
    compute: Option<Compute>,
    /// All bytes: from the start without blocks, or computed when the blocks are found to be corrupt.
    computed: OnceLock<Option<Vec<u8>>>,
    /// All bytes of the blocks, once they have been decompressed; `None` if they are corrupt.
    decompressed: OnceLock<Option<Vec<u8>>>,
}

impl From<Vec<u8>> for TableBytes {
    fn from(bytes: Vec<u8>) -> Self {
        TableBytes {
            blocks: None,
            compute: None,
            computed: OnceLock::from(Some(bytes)),
            decompressed: OnceLock::new(),
        }
    }
}

impl TableBytes {
    /// Returns a compressed table. If it cannot be computed again, its corrupt bytes are missing.
    pub fn compressed(blocks: Blocks, compute: Option<Compute>) -> Self {
        TableBytes {
            blocks: Some(blocks),
            compute,
            computed: OnceLock::new(),
            decompressed: OnceLock::new(),
        }
    }

    /// Returns true if the table is compressed, so that bytes may be omitted by its [layout](super::TableLayout).
    pub fn is_compressed(&self) -> bool {
        self.blocks.is_some()
    }

    /// Decompresses the whole table, so that later lookups take less time.
    pub fn decompress(&self) {
        if let Some(blocks) = self.intact() {
            self.decompressed.get_or_init(|| blocks.all());
        }
    }

    /// Returns the byte at this index, given its block. `None` if it is corrupt and cannot be computed again.
    #[inline]
    pub fn byte(&self, index: usize, block: impl FnOnce() -> usize) -> Option<u8> {
        if let Some(Some(bytes)) = self.decompressed.get() {
            return Some(bytes[index]);
        }
        let decode = |blocks: &Blocks| blocks.byte(index, block());
        if let Some(byte) = self.intact().and_then(decode) {
            return Some(byte);
        }
        Some(self.computed()?[index])
    }

    /// Returns the bytes of a block, which are in this range. `None` as for [`byte`](TableBytes::byte).
    pub fn block(&self, block: usize, range: Range<usize>) -> Option<Cow<'_, [u8]>> {
        let decode = |blocks: &Blocks| blocks.block(block);
        if let Some(bytes) = self.intact().and_then(decode) {
            return Some(Cow::Owned(bytes));
        }
        Some(Cow::Borrowed(&self.computed()?[range]))
    }

    /// Returns all bytes. `None` as for [`byte`](TableBytes::byte).
    pub fn all(&self) -> Option<Cow<'_, [u8]>> {
        if let Some(bytes) = self.intact().and_then(Blocks::all) {
            return Some(Cow::Owned(bytes));
        }
        Some(Cow::Borrowed(self.computed()?))
    }

    /// Returns the blocks, unless they have been found to be corrupt and all bytes computed instead.
    #[inline]
    fn intact(&self) -> Option<&Blocks> {
        let is_computed = self.computed.get().is_some();
        self.blocks.as_ref().filter(|_| !is_computed)
    }

    /// Returns all bytes, and computes them if necessary.
    fn computed(&self) -> Option<&[u8]> {
        if let Some((blocks, compute)) = self.blocks.as_ref().zip(self.compute) {
            let compute = || {
                let table = compute(&Progress::default())?;
                blocks.source().repair(&table);
                Some(table)
            };
            return self.computed.get_or_init(compute).as_deref();
        }
        self.computed.get()?.as_deref()
    }
}
