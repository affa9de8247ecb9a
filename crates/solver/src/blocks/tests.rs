//! A table is read as it was written, and damage is never taken for a value.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::*;
use crate::Progress;

/// Blocks of 10 to 109 places. In each the second half follows from the first, and every third block from the
/// rules alone.
struct Halves {
    starts: Vec<usize>,
}

impl Halves {
    fn new(blocks: usize) -> Self {
        let mut starts = vec![0];
        for block in 0..blocks {
            starts.push(starts[block] + 2 * (5 + block % 50));
        }
        Halves { starts }
    }

    fn table(&self) -> Vec<u8> {
        let mut table = Vec::new();
        let mut state = 1_u32;
        for block in 0..self.blocks() {
            let half = self.range(block).len() / 2;
            let first: Vec<u8> = (0..half)
                .map(|n| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    match state >> 28 {
                        _ if !self.is_coded(block) => n as u8,
                        0..12 => 4,
                        12..15 => 127,
                        // Bytes that are too rare for a code of their own.
                        _ => (state >> 16) as u8,
                    }
                })
                .collect();
            table.extend(&first);
            table.extend(first.iter().map(|byte| 255 - byte));
        }
        table
    }
}

impl Layout for Halves {
    fn blocks(&self) -> usize {
        self.starts.len() - 1
    }

    fn range(&self, block: usize) -> Range<usize> {
        self.starts[block]..self.starts[block + 1]
    }

    fn find(&self, place: usize) -> usize {
        self.starts.partition_point(|start| *start <= place) - 1
    }

    fn contexts(&self) -> usize {
        256
    }

    fn is_coded(&self, block: usize) -> bool {
        !block.is_multiple_of(3)
    }

    fn code(&self, block: usize, bytes: &mut [u8], coder: &mut dyn Coder) {
        let (first, second) = bytes.split_at_mut(self.range(block).len() / 2);
        let mut before = 0;
        for (n, byte) in first.iter_mut().enumerate() {
            if self.is_coded(block) {
                coder.code(before, byte);
                before = usize::from(*byte);
            } else {
                *byte = n as u8;
            }
        }
        for (byte, first) in second.iter_mut().zip(first) {
            *byte = 255 - *first;
        }
    }
}

fn written(layout: &dyn Layout, table: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    write(
        layout,
        &of_table(layout, table),
        &mut out,
        &Progress::default(),
    )
    .expect("memory takes all");
    out
}

#[test]
fn a_table_is_read_as_it_was_written_byte_by_byte_and_block_by_block() {
    for blocks in [1, 2, 31, 32, 33, 5000] {
        let layout = Arc::new(Halves::new(blocks));
        let table = layout.table();
        let file = written(&*layout, &table);
        let read = Blocks::open(layout.clone(), Arc::new(file)).expect("whole");
        for block in 0..blocks {
            let bytes = read.block(block).expect("whole");
            assert_eq!(bytes, table[layout.range(block)], "block {block}");
        }
        // Backwards, so that neighbours push each other out of the cache.
        for place in (0..table.len()).rev() {
            assert_eq!(read.byte(place).expect("whole"), table[place], "{place}");
        }
    }
}

#[test]
fn a_plain_table_of_any_length_is_read_as_it_was_written_and_is_small_if_it_is_dull() {
    for len in [0, 1, 1023, 1024, 1025, 100_000] {
        let layout = Plain { len };
        let table: Vec<u8> = (0..len).map(|n| (n / 300) as u8).collect();
        let file = written(&layout, &table);
        assert!(file.len() < len / 10 + 100, "{len}: {}", file.len());
        let values =
            Blocks::open(Arc::new(layout), Arc::new(file)).map(|it| Values::kept(it, None));
        let values = values.expect("whole");
        assert_eq!(values.len(), len);
        for (place, byte) in table.into_iter().enumerate() {
            assert_eq!(values.byte(place), Some(byte));
        }
    }
}

#[test]
fn what_follows_from_the_rules_takes_no_place() {
    let layout = Halves::new(3000);
    let table = layout.table();
    // 2000 blocks, 3 bytes for the number that is left, 1 for the length, and 30 symbols of 1.4 bits.
    let len = written(&layout, &table).len();
    assert!(len < 2000 * 12, "{len} bytes");
}

#[test]
fn no_damaged_byte_is_ever_trusted() {
    let layout = Arc::new(Halves::new(100));
    let table = layout.table();
    let file = written(&*layout, &table);
    check(&file).expect("whole");
    let mut refused = 0;
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(check(&damaged).is_err(), "byte {at}");
        let Some(read) = Blocks::open(layout.clone(), Arc::new(damaged)) else {
            refused += 1;
            continue;
        };
        let mut unread = 0;
        for block in 0..layout.blocks() {
            match read.block(block) {
                Ok(bytes) => assert_eq!(bytes, table[layout.range(block)], "byte {at}"),
                Err(Damaged) => unread += 1,
            }
        }
        assert!(
            (1..=BLOCKS_IN_A_PAGE).contains(&unread),
            "byte {at}: {unread} blocks"
        );
    }
    assert!(refused > TAIL);
    for length in 0..file.len() {
        let cut = file[..length].to_vec();
        assert!(
            Blocks::open(layout.clone(), Arc::new(cut)).is_none(),
            "{length} bytes"
        );
    }
    let longer = [&file[..], &[0]].concat();
    assert!(Blocks::open(layout, Arc::new(longer)).is_none());
    assert!(
        Blocks::open(Arc::new(Halves::new(99)), Arc::new(file)).is_none(),
        "another layout"
    );
}

#[test]
fn a_table_that_is_cut_off_has_no_end() {
    let layout = Halves::new(100);
    let whole = written(&layout, &layout.table());
    assert!(has_end(&whole));
    for length in 0..whole.len() {
        assert!(!has_end(&whole[..length].to_vec()), "{length} bytes");
    }
}

#[test]
fn a_page_in_the_place_of_another_is_refused() {
    assert_ne!(page_sum(0, b"same"), page_sum(1, b"same"));
}

/// The table of the game that is computed anew in the test below.
fn compute(progress: &Progress) -> Option<Vec<u8>> {
    (!progress.is_cancelled()).then(|| Halves::new(100).table())
}

/// Bytes that notice being mended.
struct Noticing {
    bytes: Vec<u8>,
    mended: Arc<AtomicUsize>,
}

impl Source for Noticing {
    fn size(&self) -> std::io::Result<u64> {
        self.bytes.size()
    }

    fn read_at(&self, place: u64, buffer: &mut [u8]) -> std::io::Result<()> {
        self.bytes.read_at(place, buffer)
    }

    fn mend(&self, table: &[u8]) {
        assert_eq!(table, Halves::new(100).table());
        self.mended.fetch_add(1, Relaxed);
    }
}

#[test]
fn a_damaged_table_is_computed_anew_once_if_it_can_be_and_else_its_values_are_not_known() {
    let layout = Arc::new(Halves::new(100));
    let table = layout.table();
    let mut bytes = written(&*layout, &table);
    bytes[20] ^= 1;
    let mended = Arc::new(AtomicUsize::new(0));
    let open = |compute| {
        let source = Arc::new(Noticing {
            bytes: bytes.clone(),
            mended: Arc::clone(&mended),
        });
        Values::kept(
            Blocks::open(layout.clone(), source).expect("its end is whole"),
            compute,
        )
    };
    let without = open(None);
    let last = layout.range(layout.blocks() - 1);
    assert_eq!(without.byte(layout.range(1).start), None);
    assert_eq!(without.block(layout.range(1).start, 12), None);
    assert_eq!(without.byte(last.start), Some(table[last.start]));
    assert_eq!(mended.load(Relaxed), 0);

    let with = open(Some(compute));
    for (place, byte) in table.iter().enumerate() {
        assert_eq!(with.byte(place), Some(*byte));
    }
    assert_eq!(
        with.block(last.start, last.len()).as_deref(),
        Some(&table[last])
    );
    assert_eq!(mended.load(Relaxed), 1);
}

#[test]
fn writing_can_be_cancelled() {
    let layout = Halves::new(100);
    let table = layout.table();
    let progress = Progress::default();
    progress.cancel();
    let error = write(
        &layout,
        &of_table(&layout, &table),
        &mut Vec::new(),
        &progress,
    )
    .expect_err("cancelled");
    assert_eq!(error.kind(), std::io::ErrorKind::Interrupted);
}
