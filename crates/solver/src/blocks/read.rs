//! Reading a compressed table, block by block.

use std::sync::{Arc, Mutex, PoisonError};
use std::{fmt, io};

use super::codes::{Codes, read_number};
use super::directory::Directory;
use super::entropy::Reader;
use super::{BLOCKS_IN_A_PAGE, Layout, Source};

/// The memory for decoded blocks is at most about this.
const CACHE: usize = 32 << 20;

/// A compressed table. Blocks that were read last are kept decoded.
pub struct Blocks {
    layout: Arc<dyn Layout>,
    source: Arc<dyn Source>,
    codes: Codes,
    directory: Directory,
    /// A block can be decoded in one slot only: that of its number, modulo how many there are.
    slots: Vec<Mutex<Option<Decoded>>>,
}

/// A block that was read.
struct Decoded {
    block: usize,
    bytes: Box<[u8]>,
}

/// A block is not what was written.
#[derive(Debug)]
pub struct Damaged;

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a block of the table is damaged")
    }
}

impl std::error::Error for Damaged {}

impl From<io::Error> for Damaged {
    fn from(_: io::Error) -> Self {
        Damaged
    }
}

impl Blocks {
    /// Reads the end of a table: where its pages are, and its codes. `None` if that is not what was written for
    /// this layout.
    pub fn open(layout: Arc<dyn Layout>, source: Arc<dyn Source>) -> Option<Self> {
        let directory = Directory::read(&*source)?;
        if directory.blocks != layout.blocks() {
            return None;
        }
        let codes = Codes::read(&directory.codes, layout.contexts())?;
        // Blocks differ by a small factor only, so the first few tell how many can be kept decoded.
        let some = 0..layout.blocks().min(64);
        let longest = some.map(|block| layout.range(block).len()).max();
        let slots = (CACHE / longest.unwrap_or(1).max(1)).clamp(1, layout.blocks().max(1));
        Some(Blocks {
            layout,
            source,
            codes,
            directory,
            slots: std::iter::repeat_with(Mutex::default).take(slots).collect(),
        })
    }

    /// How the table is cut.
    pub fn layout(&self) -> &dyn Layout {
        &*self.layout
    }

    /// Where the table is read from.
    pub fn source(&self) -> &dyn Source {
        &*self.source
    }

    /// The byte of a place.
    pub fn byte(&self, place: usize) -> Result<u8, Damaged> {
        let block = self.layout.find(place);
        let at = place - self.layout.range(block).start;
        let slot = &self.slots[block % self.slots.len()];
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(decoded) = &*slot
            && decoded.block == block
        {
            return Ok(decoded.bytes[at]);
        }
        let bytes = self.block(block)?.into_boxed_slice();
        let byte = bytes[at];
        *slot = Some(Decoded { block, bytes });
        Ok(byte)
    }

    /// All bytes of a block, decoded now.
    pub fn block(&self, block: usize) -> Result<Vec<u8>, Damaged> {
        let mut bytes = vec![0; self.layout.range(block).len()];
        let mut page = Vec::new();
        let coded = if self.layout.is_coded(block) {
            self.coded(block, &mut page)?
        } else {
            &[]
        };
        let mut reader = Reader::new(&self.codes, coded);
        self.layout.code(block, &mut bytes, &mut reader);
        reader.is_done().then_some(bytes).ok_or(Damaged)
    }

    /// What is kept of a block, found in its page.
    fn coded<'a>(&self, block: usize, page: &'a mut Vec<u8>) -> Result<&'a [u8], Damaged> {
        let number = block / BLOCKS_IN_A_PAGE;
        let mut content = self.directory.page(&*self.source, number, page)?;
        if content.is_empty() {
            return Ok(content);
        }
        let first = number * BLOCKS_IN_A_PAGE;
        let last = self.layout.blocks().min(first + BLOCKS_IN_A_PAGE);
        let mut place = (0, 0);
        let mut end = 0;
        for other in first..last {
            let len = read_number(&mut content).ok_or(Damaged)?;
            if other == block {
                place = (end, len);
            }
            end += len;
        }
        content
            .get(place.0..place.0 + place.1)
            .filter(|_| end == content.len())
            .ok_or(Damaged)
    }
}
