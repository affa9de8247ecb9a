//! Reading of compressed tables.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::codes::{Codes, read_number};
use super::entropy::Reader;
use super::{BLOCKS_PER_PAGE, BlockSource, TAIL, TableLayout, checksum, page_checksum};
use crate::for_each;

/// Approximate limit of the memory for decoded blocks, in bytes.
const CACHE: usize = 32 << 20;

/// Approximate overhead of a cached block, in bytes.
const SLOT: usize = 64;

/// A compressed table, with a cache of decoded blocks.
pub struct Blocks {
    layout: Arc<dyn TableLayout>,
    source: Arc<dyn BlockSource>,
    codes: Codes,
    directory: Directory,
    /// The blocks of a page are cached in the set with the page's number, modulo the number of sets. Sets are allocated on
    /// demand, so that a table with many blocks opens as fast as others.
    cache: Vec<OnceLock<Box<CacheSet>>>,
}

/// A slot for each block of a page.
type CacheSet = [Mutex<Option<Decoded>>; BLOCKS_PER_PAGE];

/// A decoded block, or a prefix of it.
struct Decoded {
    block: usize,
    bytes: Box<[u8]>,
}

impl Blocks {
    /// Reads the directory and the codes of a table. `None` if they are corrupt or belong to another layout.
    pub fn open(layout: Arc<dyn TableLayout>, source: Arc<dyn BlockSource>) -> Option<Self> {
        let directory = Directory::read(&*source)?;
        if directory.blocks != layout.blocks() {
            return None;
        }
        let codes = Codes::read(&directory.codes, layout.contexts())?;
        // The lengths of blocks differ by a small factor, so a few of them determine the capacity of the cache.
        let some = 0..layout.blocks().min(64);
        let longest = some.map(|block| layout.range(block).len()).max();
        let set = (longest.unwrap_or(0) + SLOT) * BLOCKS_PER_PAGE;
        let pages = layout.blocks().div_ceil(BLOCKS_PER_PAGE);
        let sets = (CACHE / set).clamp(1, pages.max(1));
        Some(Blocks {
            layout,
            source,
            codes,
            directory,
            cache: std::iter::repeat_with(OnceLock::new).take(sets).collect(),
        })
    }

    /// Returns the layout of the table.
    pub fn layout(&self) -> &dyn TableLayout {
        &*self.layout
    }

    /// Returns the source of the table.
    pub fn source(&self) -> &dyn BlockSource {
        &*self.source
    }

    /// Returns the byte at this index, which is in this block. `None` if the data is corrupt or cannot be read.
    pub fn byte(&self, index: usize, block: usize) -> Option<u8> {
        let offset = index - self.layout.range(block).start;
        let set = &self.cache[block / BLOCKS_PER_PAGE % self.cache.len()];
        let set = set.get_or_init(|| Box::new(std::array::from_fn(|_| Mutex::default())));
        let slot = &set[block % BLOCKS_PER_PAGE];
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let decoded = slot.as_ref().filter(|decoded| decoded.block == block);
        if let Some(byte) = decoded.and_then(|decoded| decoded.bytes.get(offset)) {
            return Some(*byte);
        }
        if let Some(byte) = self.layout.derived(index) {
            return Some(byte);
        }
        // The second lookup in a block suggests that more will follow.
        let bytes = if decoded.is_none() && self.layout.allows_prefix() {
            self.decode(block, offset + 1)?
        } else {
            self.block(block)?
        };
        let bytes = bytes.into_boxed_slice();
        let byte = bytes[offset];
        *slot = Some(Decoded { block, bytes });
        Some(byte)
    }

    /// Decodes a block. `None` as for [`byte`](Blocks::byte).
    pub fn block(&self, block: usize) -> Option<Vec<u8>> {
        self.decode(block, self.layout.range(block).len())
    }

    /// Decodes all blocks, on all cores. `None` as for [`byte`](Blocks::byte).
    pub fn all(&self) -> Option<Vec<u8>> {
        let mut bytes = vec![0; super::len(self.layout())];
        let mut pages = Vec::new();
        let mut rest = &mut bytes[..];
        for first in (0..self.layout.blocks()).step_by(BLOCKS_PER_PAGE) {
            let blocks = first..self.layout.blocks().min(first + BLOCKS_PER_PAGE);
            let len = self.layout.range(blocks.end - 1).end - self.layout.range(first).start;
            let (own, others) = rest.split_at_mut(len);
            pages.push((blocks, own));
            rest = others;
        }
        let is_corrupt = AtomicBool::new(false);
        for_each(
            pages,
            || (),
            |(blocks, mut bytes), ()| {
                for block in blocks {
                    let (own, others) = bytes.split_at_mut(self.layout.range(block).len());
                    match self.block(block) {
                        Some(read) => own.copy_from_slice(&read),
                        None => is_corrupt.store(true, Relaxed),
                    }
                    bytes = others;
                }
            },
        );
        (!is_corrupt.into_inner()).then_some(bytes)
    }

    /// Decodes the first `len` bytes of a block.
    fn decode(&self, block: usize, len: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; len];
        let mut page = Vec::new();
        let coded = if self.layout.is_coded(block) {
            self.coded(block, &mut page)?
        } else {
            &[]
        };
        let mut reader = Reader::new(&self.codes, coded);
        self.layout.code(block, &mut bytes, &mut reader);
        let is_valid = if len < self.layout.range(block).len() {
            !reader.is_overrun()
        } else {
            reader.is_done()
        };
        is_valid.then_some(bytes)
    }

    /// Reads the codes of a block.
    fn coded<'a>(&self, block: usize, page: &'a mut Vec<u8>) -> Option<&'a [u8]> {
        let number = block / BLOCKS_PER_PAGE;
        let mut content = self.directory.page(&*self.source, number, page)?;
        if content.is_empty() {
            return Some(content);
        }
        let first = number * BLOCKS_PER_PAGE;
        let last = self.layout.blocks().min(first + BLOCKS_PER_PAGE);
        let mut range = 0..0;
        let mut end = 0;
        for other in first..last {
            let len = read_number(&mut content)?;
            if other == block {
                range = end..end + len;
            }
            end += len;
        }
        content.get(range).filter(|_| end == content.len())
    }
}

/// The part of a table after its pages.
struct Directory {
    blocks: usize,
    /// The start of each page, and the end of the last one.
    pages: Vec<u64>,
    codes: Vec<u8>,
}

/// The last bytes of a table.
struct Tail {
    blocks: u64,
    /// Length of the list of page starts.
    pages_len: u64,
    /// Start of the directory, where that list begins.
    start: u64,
    size: u64,
}

impl Tail {
    fn read(source: &dyn BlockSource) -> Option<Self> {
        let size = source.size().ok()?;
        let tail_start = size.checked_sub(TAIL as u64)?;
        let mut tail = [0; TAIL];
        source.read_at(tail_start, &mut tail).ok()?;
        let [blocks, codes_len, _] = *tail.as_chunks::<8>().0 else {
            return None;
        };
        let blocks = u64::from_le_bytes(blocks);
        let pages = blocks.div_ceil(BLOCKS_PER_PAGE as u64) + 1;
        let pages_len = pages.checked_mul(8)?;
        let start = tail_start
            .checked_sub(u64::from_le_bytes(codes_len))?
            .checked_sub(pages_len)?;
        Some(Tail {
            blocks,
            pages_len,
            start,
            size,
        })
    }
}

/// Returns false if a table is truncated. Reads only a few bytes.
pub fn is_complete(source: &dyn BlockSource) -> bool {
    Tail::read(source).is_some_and(|tail| {
        let mut last = [0; 8];
        let read = source.read_at(tail.start + tail.pages_len - 8, &mut last);
        read.is_ok() && u64::from_le_bytes(last) == tail.start
    })
}

impl Directory {
    /// Returns `None` if the directory is corrupt.
    fn read(source: &dyn BlockSource) -> Option<Self> {
        let Tail {
            blocks,
            pages_len,
            start,
            size,
        } = Tail::read(source)?;
        let mut rest = vec![0; usize::try_from(size - start).ok()?];
        source.read_at(start, &mut rest).ok()?;
        let (summed, sum) = rest.split_last_chunk()?;
        if checksum(summed).to_le_bytes() != *sum {
            return None;
        }
        let (pages, codes) =
            summed[..summed.len() - (TAIL - 8)].split_at(usize::try_from(pages_len).ok()?);
        let pages: Vec<_> = pages
            .as_chunks()
            .0
            .iter()
            .map(|place| u64::from_le_bytes(*place))
            .collect();
        let is_valid = pages.is_sorted() && *pages.last()? == start;
        is_valid.then_some(Directory {
            blocks: usize::try_from(blocks).ok()?,
            pages,
            codes: codes.to_vec(),
        })
    }

    /// Reads the content of a page into a buffer. `None` if it is corrupt.
    fn page<'a>(
        &self,
        source: &dyn BlockSource,
        number: usize,
        buffer: &'a mut Vec<u8>,
    ) -> Option<&'a [u8]> {
        let start = self.pages[number];
        let len = self.pages[number + 1] - start;
        if len == 0 {
            return Some(&[]);
        }
        buffer.resize(usize::try_from(len).ok()?, 0);
        source.read_at(start, buffer).ok()?;
        let (sum, content) = buffer.split_first_chunk::<4>()?;
        (page_checksum(number, content) == *sum).then_some(content)
    }
}

/// Reads a whole table and returns true if every checksum is right.
pub fn is_intact(source: &dyn BlockSource) -> bool {
    let mut buffer = Vec::new();
    Directory::read(source).is_some_and(|directory| {
        let mut pages = 0..directory.pages.len() - 1;
        pages.all(|number| directory.page(source, number, &mut buffer).is_some())
    })
}
