//! Writing of compressed tables.

use std::io::{self, Write};
use std::sync::Mutex;

use super::codes::{Codes, Histogram, write_number};
use super::entropy::Writer;
use super::{BLOCKS_PER_PAGE, TableLayout, checksum, page_checksum};
use crate::{Progress, for_each};

/// Number of blocks, evenly distributed over the table, that determine the codes.
const SAMPLE: usize = 4096;

/// Number of pages that are compressed in parallel before they are written.
const PAGES_AT_ONCE: usize = 512;

/// Compresses a table.
///
/// The progress advances by the number of blocks. A cancelled call returns [`Interrupted`](io::ErrorKind::Interrupted).
pub fn write(
    layout: &dyn TableLayout,
    table: &[u8],
    out: &mut dyn Write,
    progress: &Progress,
) -> io::Result<()> {
    let codes = codes_of(layout, table);
    let pages = layout.blocks().div_ceil(BLOCKS_PER_PAGE);
    let mut end = 0_u64;
    let mut rest = end.to_le_bytes().to_vec();
    for first in (0..pages).step_by(PAGES_AT_ONCE) {
        if progress.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let last = pages.min(first + PAGES_AT_ONCE);
        let made: Vec<_> = (first..last).map(|_| Mutex::new(Vec::new())).collect();
        for_each(
            (first..last).zip(&made).collect(),
            || (),
            |(number, made), ()| {
                let page = page(layout, table, &codes, number, progress);
                *made.lock().expect("only this thread has it") = page;
            },
        );
        for page in made {
            let page = page.into_inner().expect("no thread panicked");
            out.write_all(&page)?;
            end += page.len() as u64;
            rest.extend_from_slice(&end.to_le_bytes());
        }
    }
    let codes = codes.write();
    rest.extend_from_slice(&codes);
    rest.extend_from_slice(&(layout.blocks() as u64).to_le_bytes());
    rest.extend_from_slice(&(codes.len() as u64).to_le_bytes());
    let sum = checksum(&rest);
    rest.extend_from_slice(&sum.to_le_bytes());
    out.write_all(&rest)
}

fn codes_of(layout: &dyn TableLayout, table: &[u8]) -> Codes {
    let coded: Vec<usize> = (0..layout.blocks())
        .filter(|block| layout.is_coded(*block))
        .collect();
    let mut histogram = Histogram::new(layout.contexts());
    let step = (coded.len() / SAMPLE).max(1);
    for block in coded.into_iter().step_by(step) {
        let mut bytes = table[layout.range(block)].to_vec();
        layout.code(block, &mut bytes, &mut histogram);
    }
    histogram.codes()
}

/// Returns the bytes of a page; empty if all its blocks are.
fn page(
    layout: &dyn TableLayout,
    table: &[u8],
    codes: &Codes,
    number: usize,
    progress: &Progress,
) -> Vec<u8> {
    let first = number * BLOCKS_PER_PAGE;
    let last = layout.blocks().min(first + BLOCKS_PER_PAGE);
    let mut bytes = Vec::new();
    let block = |block: usize| {
        if !layout.is_coded(block) {
            return Vec::new();
        }
        let mut writer = Writer::new(codes);
        bytes.clear();
        bytes.extend_from_slice(&table[layout.range(block)]);
        layout.code(block, &mut bytes, &mut writer);
        writer.finish()
    };
    let blocks: Vec<_> = (first..last).map(block).collect();
    progress.advance((last - first) as u64);
    if blocks.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let mut content = Vec::new();
    for block in &blocks {
        write_number(block.len(), &mut content);
    }
    content.extend(blocks.into_iter().flatten());
    [&page_checksum(number, &content), &content[..]].concat()
}
