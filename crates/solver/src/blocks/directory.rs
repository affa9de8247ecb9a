//! The end of a compressed table: where its pages are.

use super::{BLOCKS_IN_A_PAGE, Damaged, Source, TAIL, checksum, page_sum};

/// What stands after the pages.
pub(super) struct Directory {
    pub(super) blocks: usize,
    /// Where each page begins, and where the last one ends.
    pages: Vec<u64>,
    pub(super) codes: Vec<u8>,
}

/// What the last bytes of a table say.
struct Tail {
    blocks: u64,
    /// How many bytes tell where the pages are, and where the first of these bytes is.
    pages_len: u64,
    start: u64,
    size: u64,
}

impl Tail {
    fn read(source: &dyn Source) -> Option<Self> {
        let size = source.size().ok()?;
        let tail_start = size.checked_sub(TAIL as u64)?;
        let mut tail = [0; TAIL];
        source.read_at(tail_start, &mut tail).ok()?;
        let [blocks, codes_len, _] = *tail.as_chunks::<8>().0 else {
            return None;
        };
        let blocks = u64::from_le_bytes(blocks);
        let pages = blocks.div_ceil(BLOCKS_IN_A_PAGE as u64) + 1;
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

/// Whether a table has an end, which says where its last page ends: one that was cut off has none. Next to nothing of
/// it is read.
pub fn has_end(source: &dyn Source) -> bool {
    Tail::read(source).is_some_and(|tail| {
        let mut last = [0; 8];
        let read = source.read_at(tail.start + tail.pages_len - 8, &mut last);
        read.is_ok() && u64::from_le_bytes(last) == tail.start
    })
}

impl Directory {
    /// `None` if it is not what was written.
    pub(super) fn read(source: &dyn Source) -> Option<Self> {
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
        let is_whole = pages.is_sorted() && *pages.last()? == start;
        is_whole.then_some(Directory {
            blocks: usize::try_from(blocks).ok()?,
            pages,
            codes: codes.to_vec(),
        })
    }

    /// What is in a page, read into a buffer.
    pub(super) fn page<'a>(
        &self,
        source: &dyn Source,
        number: usize,
        buffer: &'a mut Vec<u8>,
    ) -> Result<&'a [u8], Damaged> {
        let start = self.pages[number];
        let len = self.pages[number + 1] - start;
        if len == 0 {
            return Ok(&[]);
        }
        buffer.resize(usize::try_from(len).map_err(|_| Damaged)?, 0);
        source.read_at(start, buffer)?;
        let (sum, content) = buffer.split_first_chunk::<4>().ok_or(Damaged)?;
        if page_sum(number, content) == *sum {
            Ok(content)
        } else {
            Err(Damaged)
        }
    }
}

/// Reads a whole table and compares every checksum.
pub fn check(source: &dyn Source) -> Result<(), Damaged> {
    let directory = Directory::read(source).ok_or(Damaged)?;
    let mut buffer = Vec::new();
    (0..directory.pages.len() - 1)
        .try_for_each(|number| directory.page(source, number, &mut buffer).map(drop))
}
