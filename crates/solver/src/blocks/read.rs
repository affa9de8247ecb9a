//! Reading a compressed table, block by block.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::{fmt, io};

use super::codes::{Codes, read_number};
use super::directory::Directory;
use super::entropy::Reader;
use super::{BLOCKS_IN_A_PAGE, Layout, Source};
use crate::share_out;

/// The memory for decoded blocks is at most about this.
const CACHE: usize = 32 << 20;

/// What a decoded block takes beside its bytes, about.
const SLOT: usize = 64;

/// A compressed table. Blocks that were read last are kept decoded.
pub struct Blocks {
    layout: Arc<dyn Layout>,
    source: Arc<dyn Source>,
    codes: Codes,
    directory: Directory,
    /// A block has its place on one shelf only: that of its page, modulo how many there are. A shelf is made when it is
    /// first needed, so that opening a table of many blocks takes no longer.
    shelves: Vec<OnceLock<Box<Shelf>>>,
}

/// A slot for each block of a page.
type Shelf = [Mutex<Option<Decoded>>; BLOCKS_IN_A_PAGE];

/// A block that was read, or its first bytes.
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
        let shelf = (longest.unwrap_or(0) + SLOT) * BLOCKS_IN_A_PAGE;
        let pages = layout.blocks().div_ceil(BLOCKS_IN_A_PAGE);
        let shelves = (CACHE / shelf).clamp(1, pages.max(1));
        Some(Blocks {
            layout,
            source,
            codes,
            directory,
            shelves: std::iter::repeat_with(OnceLock::new)
                .take(shelves)
                .collect(),
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
        let slots = &self.shelves[block / BLOCKS_IN_A_PAGE % self.shelves.len()];
        let slots = slots.get_or_init(|| Box::new(std::array::from_fn(|_| Mutex::default())));
        let slot = &slots[block % BLOCKS_IN_A_PAGE];
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let decoded = slot.as_ref().filter(|decoded| decoded.block == block);
        if let Some(byte) = decoded.and_then(|decoded| decoded.bytes.get(at)) {
            return Ok(*byte);
        }
        if let Some(byte) = self.layout.told(place) {
            return Ok(byte);
        }
        // Who asks for a second byte will ask for others.
        let bytes = if decoded.is_none() && self.layout.is_in_order() {
            self.decode(block, at + 1)?
        } else {
            self.block(block)?
        };
        let bytes = bytes.into_boxed_slice();
        let byte = bytes[at];
        *slot = Some(Decoded { block, bytes });
        Ok(byte)
    }

    /// All bytes of a block, decoded now.
    pub fn block(&self, block: usize) -> Result<Vec<u8>, Damaged> {
        self.decode(block, self.layout.range(block).len())
    }

    /// All bytes of the table, decoded now, on all cores.
    pub fn all(&self) -> Result<Vec<u8>, Damaged> {
        let mut bytes = vec![0; super::len(self.layout())];
        let mut pages = Vec::new();
        let mut rest = &mut bytes[..];
        for first in (0..self.layout.blocks()).step_by(BLOCKS_IN_A_PAGE) {
            let blocks = first..self.layout.blocks().min(first + BLOCKS_IN_A_PAGE);
            let len = self.layout.range(blocks.end - 1).end - self.layout.range(first).start;
            let (own, others) = rest.split_at_mut(len);
            pages.push((blocks, own));
            rest = others;
        }
        let is_damaged = AtomicBool::new(false);
        share_out(
            pages,
            || (),
            |(blocks, mut bytes), ()| {
                for block in blocks {
                    let (own, others) = bytes.split_at_mut(self.layout.range(block).len());
                    match self.block(block) {
                        Ok(read) => own.copy_from_slice(&read),
                        Err(Damaged) => is_damaged.store(true, Relaxed),
                    }
                    bytes = others;
                }
            },
        );
        if is_damaged.into_inner() {
            Err(Damaged)
        } else {
            Ok(bytes)
        }
    }

    /// So many bytes of a block, from the first on.
    fn decode(&self, block: usize, len: usize) -> Result<Vec<u8>, Damaged> {
        let mut bytes = vec![0; len];
        let mut page = Vec::new();
        let coded = if self.layout.is_coded(block) {
            self.coded(block, &mut page)?
        } else {
            &[]
        };
        let mut reader = Reader::new(&self.codes, coded);
        self.layout.code(block, &mut bytes, &mut reader);
        let is_right = if len < self.layout.range(block).len() {
            !reader.has_ended()
        } else {
            reader.is_done()
        };
        is_right.then_some(bytes).ok_or(Damaged)
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
