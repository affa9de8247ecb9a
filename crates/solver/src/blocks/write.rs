//! Writing a compressed table.

use std::io::{self, Write};
use std::sync::Mutex;

use super::codes::{Codes, Learner, write_number};
use super::entropy::Writer;
use super::{BLOCKS_IN_A_PAGE, Layout, checksum, page_sum};
use crate::{Progress, share_out};

/// From so many blocks, spread over the table, the codes are learnt.
const LEARNT_FROM: usize = 4096;

/// So many pages are made at the same time, on all cores, before they are written.
const PAGES_AT_ONCE: usize = 512;

/// What [`write()`] is given of a table that is in memory.
pub fn of_table(layout: &dyn Layout, table: &[u8]) -> impl Fn(usize, &mut [u8]) + Sync {
    move |block, bytes| bytes.copy_from_slice(&table[layout.range(block)])
}

/// Writes a table. `fill` writes the bytes of a block into a slice of its length; it is asked once or twice for each.
///
/// The progress advances by the number of blocks. Work that is cancelled ends with
/// [`Interrupted`](io::ErrorKind::Interrupted).
pub fn write(
    layout: &dyn Layout,
    fill: &(dyn Fn(usize, &mut [u8]) + Sync),
    out: &mut dyn Write,
    progress: &Progress,
) -> io::Result<()> {
    let codes = learn(layout, fill);
    let pages = layout.blocks().div_ceil(BLOCKS_IN_A_PAGE);
    let mut end = 0_u64;
    let mut rest = end.to_le_bytes().to_vec();
    for first in (0..pages).step_by(PAGES_AT_ONCE) {
        if progress.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let last = pages.min(first + PAGES_AT_ONCE);
        let made: Vec<_> = (first..last).map(|_| Mutex::new(Vec::new())).collect();
        share_out(
            (first..last).zip(&made).collect(),
            || (),
            |(number, made), ()| {
                let page = page(layout, fill, &codes, number, progress);
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

fn learn(layout: &dyn Layout, fill: &(dyn Fn(usize, &mut [u8]) + Sync)) -> Codes {
    let coded: Vec<usize> = (0..layout.blocks())
        .filter(|block| layout.is_coded(*block))
        .collect();
    let mut learner = Learner::new(layout.contexts());
    let step = (coded.len() / LEARNT_FROM).max(1);
    for block in coded.into_iter().step_by(step) {
        let mut bytes = vec![0; layout.range(block).len()];
        fill(block, &mut bytes);
        layout.code(block, &mut bytes, &mut learner);
    }
    learner.codes()
}

/// The bytes of a page; none if none of its blocks has any.
fn page(
    layout: &dyn Layout,
    fill: &(dyn Fn(usize, &mut [u8]) + Sync),
    codes: &Codes,
    number: usize,
    progress: &Progress,
) -> Vec<u8> {
    let first = number * BLOCKS_IN_A_PAGE;
    let last = layout.blocks().min(first + BLOCKS_IN_A_PAGE);
    let mut bytes = Vec::new();
    let block = |block: usize| {
        if !layout.is_coded(block) {
            return Vec::new();
        }
        let mut writer = Writer::new(codes);
        bytes.clear();
        bytes.resize(layout.range(block).len(), 0);
        fill(block, &mut bytes);
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
    [&page_sum(number, &content), &content[..]].concat()
}
