//! Tables in parts, damaged tables, and the values of large boards.

use std::io;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use quintet_rules::{Cells, Player};
use quintet_solver::blocks::{self, BlockSource, Blocks};
use quintet_solver::{Budget, Progress, Table as _, TableBuilder, Value};

use super::build::Builder;
use super::solve::compute;
use super::symmetry::{BoardSymmetry, Images};
use super::*;
use crate::game::Rules;

fn write(index: &Index, table: &[u8]) -> Arc<dyn BlockSource> {
    let mut out = Vec::new();
    let written = blocks::write(index, table, &mut out, &Progress::default());
    written.expect("memory takes all");
    Arc::new(out)
}

/// Decodes some layers of a table.
fn read(
    frame: &Frame,
    placed: RangeInclusive<usize>,
    source: &Arc<dyn BlockSource>,
) -> (Arc<Index>, Vec<u8>) {
    let index = Arc::new(Index::new(frame, placed));
    let blocks = Blocks::open(index.clone(), source.clone()).expect("intact");
    (index, blocks.all().expect("intact"))
}

/// Returns the compressed bytes.
fn bytes(source: &dyn BlockSource) -> Vec<u8> {
    let mut bytes = vec![0; source.size().expect("in memory") as usize];
    source.read_at(0, &mut bytes).expect("in memory");
    bytes
}

/// Builds all parts of the table of a board.
fn build(side: usize) -> Vec<Arc<dyn BlockSource>> {
    let mut builder = Builder::new(side);
    let mut parts: Vec<Arc<dyn BlockSource>> = Vec::new();
    for part in 0..MOST {
        let mut out = Vec::new();
        let written = builder.write(part, &parts, &mut out, &Progress::default());
        written.expect("memory takes all");
        parts.push(Arc::new(out));
    }
    parts
}

fn open(side: usize, parts: &[Arc<dyn BlockSource>]) -> BlockTable {
    BlockTable::large(&Frame::new(side, WIDE), parts.to_vec()).expect("all parts")
}

#[test]
fn words_of_both_widths_and_tables_in_parts_have_the_same_values() {
    fn check<const N: usize>() {
        let narrow = compute::<u32>(N, &Progress::default()).expect("not cancelled");
        let wide = compute::<u64>(N, &Progress::default()).expect("not cancelled");
        assert!(narrow == wide, "{N}x{N}");
        let index = Index::new(&Frame::new(N, NARROW), 0..=MOST);
        let whole = BlockTable::small(Arc::new(index), narrow.into());
        let parts = open(N, &build(N));
        let visited = whole.visit(
            &Progress::default(),
            &mut |position: &Runners<N, N>, value, _| {
                assert_eq!(parts.look_up(position), Some(value), "{position:?}");
                ControlFlow::Continue(())
            },
        );
        assert!(visited.is_continue());
        let census = |table: &dyn quintet_solver::Table<Runners<N, N>>| {
            table.census(&Progress::default()).expect("intact").total()
        };
        assert_eq!(census(&parts), census(&whole));
    }
    check::<2>();
    check::<3>();
    check::<4>();
}

#[test]
fn a_build_resumes_with_the_first_missing_part_and_can_be_cancelled() {
    let parts = build(4);
    let write = |part: usize, before: &[Arc<dyn BlockSource>], progress: &Progress| {
        let mut out = Vec::new();
        let written = Builder::new(4).write(part, before, &mut out, progress);
        written.map(|()| out).map_err(|error| error.kind())
    };
    for missing in 0..MOST {
        let written = write(missing, &parts[..missing], &Progress::default());
        assert!(written == Ok(bytes(&*parts[missing])), "part {missing}");
    }
    let damaged: Vec<Arc<dyn BlockSource>> = vec![Arc::new(vec![0; 100])];
    let written = write(1, &damaged, &Progress::default());
    assert_eq!(written, Err(io::ErrorKind::InvalidData));
    assert!(BlockTable::large(&Frame::new(4, WIDE), parts[1..].to_vec()).is_none());
    let cancelled = Progress::default();
    cancelled.cancel();
    assert_eq!(write(0, &[], &cancelled), Err(io::ErrorKind::Interrupted));
}

/// A part in memory that counts how often it is discarded.
struct Discardable {
    bytes: Vec<u8>,
    discarded: AtomicUsize,
}

impl BlockSource for Discardable {
    fn size(&self) -> io::Result<u64> {
        self.bytes.size()
    }

    fn read_at(&self, place: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.bytes.read_at(place, buffer)
    }

    fn discard(&self) {
        self.discarded.fetch_add(1, Relaxed);
    }
}

#[test]
fn positions_of_a_damaged_part_are_searched() {
    let mut parts = build(3);
    let start = GridRunner::<3, 3>::start(Player::One);
    let is_solved = |table: &BlockTable| Oracle::<Runners<3, 3>>::is_solved(table);
    let expected = open(3, &parts).value(&start, Budget::NONE);
    assert!(expected.is_some());

    let mut damaged = bytes(&*parts[MOST - 1]);
    // A byte of a page that has not been read.
    damaged[5] ^= 1;
    let damaged = Arc::new(Discardable {
        bytes: damaged,
        discarded: AtomicUsize::new(0),
    });
    parts[MOST - 1] = damaged.clone();
    let table = open(3, &parts);
    assert!(is_solved(&table), "the damage has not been found");
    assert_eq!(table.value(&start, Budget::NONE), None);
    assert!(!is_solved(&table));
    assert_eq!(table.value(&start, Budget::positions(1_000_000)), expected);
    assert_eq!(damaged.discarded.load(Relaxed), 1);

    let table: &dyn quintet_solver::Table<Runners<3, 3>> = &table;
    assert_eq!(table.census(&Progress::default()), None);
    assert_eq!(table.verify(&Progress::default()), None);
}

#[test]
fn a_position_that_cannot_occur_has_no_value_and_is_not_damage() {
    let table = open(3, &build(3));
    let start = GridRunner::<3, 3>::start(Player::One);
    let runners = Player::BOTH.map(|player| start.runner(player));
    for (barriers, left) in [(0, [0, 0]), (0, [3, 2]), (0b110, [4, 0]), (1, [3, 2])] {
        let barriers = Cells::from_bits(barriers);
        let position = Runners::<3, 3>::new(runners, barriers, left, Player::One);
        assert_eq!(table.look_up(&position), None, "{position:?}");
    }
    assert!(table.look_up(&start).is_some());
    assert!(Oracle::<Runners<3, 3>>::is_solved(&table));
}

#[test]
fn a_wrong_value_in_any_part_is_found() {
    let parts = build(4);
    let verify = |parts: &[Arc<dyn BlockSource>]| {
        let progress = Progress::default();
        let verified: Option<Result<u64, Runners<4, 4>>> = open(4, parts).verify(&progress);
        (verified.expect("intact"), progress.share())
    };
    let (checked, share) = verify(&parts);
    // As many as a table in one piece has: see `index`.
    assert_eq!(checked, Ok(368_810));
    assert!(share > 0.5, "{share} of the work was done");

    for part in 0..MOST {
        let placed = MOST - 1 - part;
        let (index, mut table) = read(&Frame::new(4, WIDE), placed..=placed, &parts[part]);
        let is_later = |byte: &u8| Value::from_byte(*byte).distance() > Some(1);
        let place = table.iter().position(is_later);
        table[place.expect("such a value")] = Value::Endless.to_byte();
        let mut wrong = parts.clone();
        wrong[part] = write(&index, &table);
        assert!(verify(&wrong).0.is_err(), "part {part}");
    }
}

/// Returns the value of the start, the numbers of won, lost and endless positions, and the longest win.
fn signature<const N: usize>() -> (Option<Value>, [u64; 3], u8) {
    let table = open(N, &build(N));
    let start = GridRunner::<N, N>::start(Player::One);
    let value = table.value(&start, Budget::NONE);
    let table: &dyn quintet_solver::Table<Runners<N, N>> = &table;
    let census = table.census(&Progress::default()).expect("intact");
    let (longest, _) = census.longest_win.expect("some are won");
    (value, [census.won, census.lost, census.endless], longest)
}

#[test]
#[ignore = "half a minute of processor time, optimized"]
fn larger_boards_have_these_values_6x6() {
    let counts = [1_783_205_070, 1_289_558_026, 141_896_032];
    assert_eq!(signature::<6>(), (Some(Value::loss(30)), counts, 53));
}

#[test]
#[ignore = "minutes, and 12 GB of memory"]
fn larger_boards_have_these_values_7x7() {
    let counts = [25_652_106_200, 19_363_228_344, 3_613_473_014];
    assert_eq!(signature::<7>(), (Some(Value::loss(34)), counts, 67));
}

#[test]
fn blocks_fill_the_table_without_gaps_and_contain_all_images() {
    for (side, len) in [(2, 20), (3, 2_408), (4, 368_810), (5, 27_892_674)] {
        for stride in [NARROW, WIDE] {
            let index = Index::new(&Frame::new(side, stride), 0..=MOST);
            let frame = &index.frame;
            let mut end = 0;
            for block in (0..=MOST).rev().flat_map(|placed| index.layer(placed)) {
                assert_eq!(block.start, end);
                end = block.range().end;
                for symmetry in BoardSymmetry::ALL {
                    let barriers = symmetry.squares(frame, block.barriers);
                    let left = symmetry.players(block.left);
                    let found = index.find(Images::of(frame, barriers), left);
                    assert_eq!(found.expect("a block").1.start, block.start);
                }
                let found = index.find(Images::of(frame, block.barriers), block.left);
                let (symmetry, found) = found.expect("a block");
                let place = |(runners, side)| found.place(frame, symmetry, runners, side);
                let places = block.places().map(place);
                assert!(places.eq(block.range().map(Some)), "{block:?}");
            }
            assert_eq!((index.len(), end), (len, len));
        }
    }
}
