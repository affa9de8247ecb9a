//! The bytes of a table, in memory or in a compressed one.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::Blocks;
use crate::{Compute, Progress};

/// The bytes of a table.
pub enum Values {
    /// All of them, in memory.
    Whole(Vec<u8>),
    /// A compressed table.
    Kept(Kept),
}

/// A compressed table, and what takes its place if it is damaged.
pub struct Kept {
    blocks: Blocks,
    compute: Option<Compute>,
    anew: OnceLock<Option<Vec<u8>>>,
}

impl From<Vec<u8>> for Values {
    fn from(bytes: Vec<u8>) -> Self {
        Values::Whole(bytes)
    }
}

impl Values {
    /// A compressed table. If anything in it turns out to be damaged it is computed anew, if it can be; else what cannot be
    /// read is not known.
    pub fn kept(blocks: Blocks, compute: Option<Compute>) -> Self {
        Values::Kept(Kept {
            blocks,
            compute,
            anew: OnceLock::new(),
        })
    }

    /// How many bytes the table has.
    pub fn len(&self) -> usize {
        match self {
            Values::Whole(bytes) => bytes.len(),
            Values::Kept(kept) => super::len(kept.blocks.layout()),
        }
    }

    /// Whether the table has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether all of them are in memory, those too that a [layout](super::Layout) leaves out.
    pub fn is_whole(&self) -> bool {
        matches!(self, Values::Whole(_))
    }

    /// The byte of a place. `None` if it is damaged and cannot be computed anew.
    #[inline]
    pub fn byte(&self, place: usize) -> Option<u8> {
        match self {
            Values::Whole(bytes) => Some(bytes[place]),
            Values::Kept(kept) => kept.byte(place),
        }
    }

    /// All bytes. `None` as with [`byte`](Values::byte).
    pub fn all(&self) -> Option<Cow<'_, [u8]>> {
        match self {
            Values::Whole(bytes) => Some(Cow::Borrowed(bytes)),
            Values::Kept(kept) => kept.all(),
        }
    }

    /// The bytes of the block that begins at a place and has so many. `None` as with [`byte`](Values::byte).
    pub fn block(&self, start: usize, len: usize) -> Option<Cow<'_, [u8]>> {
        match self {
            Values::Whole(bytes) => Some(Cow::Borrowed(&bytes[start..start + len])),
            Values::Kept(kept) => kept.block(start, len),
        }
    }
}

impl Kept {
    fn byte(&self, place: usize) -> Option<u8> {
        if self.anew.get().is_none()
            && let Ok(byte) = self.blocks.byte(place)
        {
            return Some(byte);
        }
        Some(self.anew()?[place])
    }

    fn block(&self, start: usize, len: usize) -> Option<Cow<'_, [u8]>> {
        if self.anew.get().is_none() {
            let block = self.blocks.layout().find(start);
            if let Ok(bytes) = self.blocks.block(block) {
                return Some(Cow::Owned(bytes));
            }
        }
        Some(Cow::Borrowed(&self.anew()?[start..start + len]))
    }

    fn all(&self) -> Option<Cow<'_, [u8]>> {
        if self.anew.get().is_none()
            && let Ok(bytes) = self.blocks.all()
        {
            return Some(Cow::Owned(bytes));
        }
        Some(Cow::Borrowed(self.anew()?))
    }

    /// The whole table, computed when it is first found to be damaged.
    fn anew(&self) -> Option<&[u8]> {
        let compute = self.compute?;
        let anew = self.anew.get_or_init(|| {
            let table = compute(&Progress::default())?;
            self.blocks.source().mend(&table);
            Some(table)
        });
        anew.as_deref()
    }
}
