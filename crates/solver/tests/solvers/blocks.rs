//! Compressed tables round-trip, and corrupt data is never used.

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use quintet_rules::{Random, Wyrand};
use quintet_solver::Progress;
use quintet_solver::blocks::{
    BlockSource, Blocks, Coder, Sequential, TableBytes, TableLayout, checksum, is_complete,
    is_intact, write,
};

const BLOCKS_PER_PAGE: usize = 32;

/// Blocks of 10 to 109 bytes. The second half of each follows from the first, and every third block from the rules.
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
        let mut random = Wyrand::new(1);
        for block in 0..self.blocks() {
            let half = self.range(block).len() / 2;
            let first: Vec<u8> = (0..half)
                .map(|n| match random.below(16) {
                    _ if !self.is_coded(block) => n as u8,
                    0..12 => 4,
                    12..15 => 127,
                    // Bytes that are too rare for a code of their own.
                    _ => random.bits() as u8,
                })
                .collect();
            table.extend(&first);
            table.extend(first.iter().map(|byte| 255 - byte));
        }
        table
    }
}

impl Halves {
    fn block_of(&self, index: usize) -> usize {
        self.starts.partition_point(|start| *start <= index) - 1
    }
}

impl TableLayout for Halves {
    fn blocks(&self) -> usize {
        self.starts.len() - 1
    }

    fn range(&self, block: usize) -> Range<usize> {
        self.starts[block]..self.starts[block + 1]
    }

    fn contexts(&self) -> usize {
        256
    }

    fn is_coded(&self, block: usize) -> bool {
        !block.is_multiple_of(3)
    }

    fn code(&self, block: usize, bytes: &mut [u8], coder: &mut dyn Coder) {
        let (first, second) = bytes.split_at_mut(self.range(block).len() / 2);
        let mut previous = 0;
        for (n, byte) in first.iter_mut().enumerate() {
            if self.is_coded(block) {
                coder.code(previous, byte);
                previous = usize::from(*byte);
            } else {
                *byte = n as u8;
            }
        }
        for (byte, first) in second.iter_mut().zip(first) {
            *byte = 255 - *first;
        }
    }
}

fn compressed(layout: &dyn TableLayout, table: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    write(layout, table, &mut out, &Progress::default()).expect("written to memory");
    out
}

#[test]
fn every_byte_and_every_block_round_trips() {
    for blocks in [1, 2, 31, 32, 33, 5000] {
        let layout = Arc::new(Halves::new(blocks));
        let table = layout.table();
        let file = compressed(&*layout, &table);
        let read = Blocks::open(layout.clone(), Arc::new(file)).expect("intact");
        for block in 0..blocks {
            let bytes = read.block(block).expect("intact");
            assert_eq!(bytes, table[layout.range(block)], "block {block}");
        }
        // Backwards, so that neighbors evict each other from the cache.
        for index in (0..table.len()).rev() {
            let byte = read.byte(index, layout.block_of(index));
            assert_eq!(byte.expect("intact"), table[index], "{index}");
        }
    }
}

#[test]
fn sequential_tables_of_any_length_round_trip_and_compress_well() {
    for len in [0, 1, 1023, 1024, 1025, 100_000] {
        let layout = Sequential { len };
        let table: Vec<u8> = (0..len).map(|n| (n / 300) as u8).collect();
        let file = compressed(&layout, &table);
        assert!(file.len() < len / 10 + 100, "{len}: {}", file.len());
        let blocks = Blocks::open(Arc::new(layout), Arc::new(file)).expect("intact");
        let bytes = TableBytes::compressed(blocks, None);
        assert_eq!(bytes.all().as_deref(), Some(&table[..]));
        for (index, byte) in table.iter().enumerate() {
            let block = || Sequential::block_of(index);
            assert_eq!(bytes.byte(index, block), Some(*byte));
        }
        bytes.decompress();
        for (index, byte) in table.iter().enumerate() {
            let block = || panic!("a decompressed table needs no block");
            assert_eq!(bytes.byte(index, block), Some(*byte));
        }
    }
}

#[test]
fn redundant_bytes_take_no_space() {
    let layout = Halves::new(3000);
    let table = layout.table();
    // 2000 blocks: 3 bytes for the final number, 1 for the length, and 30 symbols of 1.4 bits.
    let len = compressed(&layout, &table).len();
    assert!(len < 2000 * 12, "{len} bytes");
}

#[test]
fn no_corrupt_byte_is_trusted() {
    let layout = Arc::new(Halves::new(100));
    let table = layout.table();
    let file = compressed(&*layout, &table);
    assert!(is_intact(&file));
    let mut rejected = 0;
    for at in 0..file.len() {
        let mut corrupt = file.clone();
        corrupt[at] ^= 1 << (at % 8);
        assert!(!is_intact(&corrupt), "byte {at}");
        let Some(read) = Blocks::open(layout.clone(), Arc::new(corrupt)) else {
            rejected += 1;
            continue;
        };
        let mut unreadable = 0;
        for block in 0..layout.blocks() {
            match read.block(block) {
                Some(bytes) => assert_eq!(bytes, table[layout.range(block)], "byte {at}"),
                None => unreadable += 1,
            }
        }
        assert!(
            (1..=BLOCKS_PER_PAGE).contains(&unreadable),
            "byte {at}: {unreadable} blocks"
        );
    }
    assert!(rejected > 24, "at least the fields after the codes");
    for length in 0..file.len() {
        let truncated = file[..length].to_vec();
        assert!(!is_complete(&truncated), "{length} bytes");
        let opened = Blocks::open(layout.clone(), Arc::new(truncated));
        assert!(opened.is_none(), "{length} bytes");
    }
    assert!(is_complete(&file));
    let longer = [&file[..], &[0]].concat();
    assert!(Blocks::open(layout, Arc::new(longer)).is_none());
    let other_layout = Arc::new(Halves::new(99));
    assert!(Blocks::open(other_layout, Arc::new(file)).is_none());
}

/// 64 equal blocks, which make two pages.
struct Equal;

impl TableLayout for Equal {
    fn blocks(&self) -> usize {
        2 * BLOCKS_PER_PAGE
    }

    fn range(&self, block: usize) -> Range<usize> {
        4 * block..4 * block + 4
    }

    fn contexts(&self) -> usize {
        1
    }

    fn code(&self, _: usize, bytes: &mut [u8], coder: &mut dyn Coder) {
        for byte in bytes {
            coder.code(0, byte);
        }
    }
}

#[test]
fn exchanged_pages_are_rejected() {
    let mut file = compressed(&Equal, &[1, 2, 3, 4].repeat(2 * BLOCKS_PER_PAGE));
    // The pages have the same content, and differ only in their checksums.
    let number = |at: usize| {
        let bytes = file[at..at + 8].try_into().expect("eight bytes");
        u64::from_le_bytes(bytes) as usize
    };
    let codes = number(file.len() - 16);
    let page_starts = file.len() - 24 - codes - 3 * 8;
    let len = number(page_starts + 8);
    assert_eq!(number(page_starts + 16), 2 * len);
    let (first, second) = file[..2 * len].split_at_mut(len);
    assert_ne!(first, second);
    first.swap_with_slice(second);
    let read = Blocks::open(Arc::new(Equal), Arc::new(file)).expect("the directory is intact");
    assert!((0..Equal.blocks()).all(|block| read.block(block).is_none()));
}

/// The computation of a corrupt table.
fn compute(progress: &Progress) -> Option<Vec<u8>> {
    (!progress.is_cancelled()).then(|| Halves::new(100).table())
}

/// A source that counts its repairs.
struct CountingSource {
    bytes: Vec<u8>,
    repairs: Arc<AtomicUsize>,
}

impl BlockSource for CountingSource {
    fn size(&self) -> io::Result<u64> {
        self.bytes.size()
    }

    fn read_at(&self, position: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.bytes.read_at(position, buffer)
    }

    fn repair(&self, table: &[u8]) {
        assert_eq!(table, Halves::new(100).table());
        self.repairs.fetch_add(1, Relaxed);
    }
}

#[test]
fn a_corrupt_table_is_computed_once_or_its_bytes_are_missing() {
    let layout = Arc::new(Halves::new(100));
    let table = layout.table();
    let mut bytes = compressed(&*layout, &table);
    bytes[20] ^= 1;
    let repairs = Arc::new(AtomicUsize::new(0));
    let open = |compute| {
        let source = Arc::new(CountingSource {
            bytes: bytes.clone(),
            repairs: Arc::clone(&repairs),
        });
        let blocks = Blocks::open(layout.clone(), source).expect("the directory is intact");
        TableBytes::compressed(blocks, compute)
    };
    let number = layout.blocks() - 1;
    let (first, last) = (layout.range(1), layout.range(number));
    let unrepaired = open(None);
    assert_eq!(unrepaired.byte(first.start, || 1), None);
    assert_eq!(unrepaired.block(1, first), None);
    assert_eq!(unrepaired.all(), None);
    let byte = unrepaired.byte(last.start, || number);
    assert_eq!(byte, Some(table[last.start]));
    assert_eq!(repairs.load(Relaxed), 0);

    for decompresses in [false, true] {
        let repaired = open(Some(compute));
        if decompresses {
            repaired.decompress();
        }
        for (index, byte) in table.iter().enumerate() {
            let block = || layout.block_of(index);
            assert_eq!(repaired.byte(index, block), Some(*byte));
        }
        let block = repaired.block(number, last.clone());
        assert_eq!(block.as_deref(), Some(&table[last.clone()]));
        assert_eq!(repaired.all().as_deref(), Some(&table[..]));
        assert_eq!(repairs.load(Relaxed), 1 + usize::from(decompresses));
    }
}

#[test]
fn writing_can_be_cancelled() {
    let layout = Halves::new(100);
    let progress = Progress::default();
    progress.cancel();
    let error = write(&layout, &layout.table(), &mut Vec::new(), &progress);
    let error = error.expect_err("cancelled");
    assert_eq!(error.kind(), io::ErrorKind::Interrupted);
}

#[test]
fn a_checksum_depends_on_every_byte_and_the_length() {
    let bytes: Vec<u8> = (0..100).collect();
    let sum = checksum(&bytes);
    for at in 0..bytes.len() {
        let mut corrupt = bytes.clone();
        corrupt[at] ^= 1;
        assert_ne!(checksum(&corrupt), sum, "byte {at}");
    }
    assert_ne!(checksum(&bytes[..99]), sum);
    assert_ne!(checksum(&[0; 32]), checksum(&[0; 64]));
}
