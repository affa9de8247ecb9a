//! Tables in parts against tables in one piece, and damaged tables.

use std::sync::atomic::AtomicUsize;

use quintet_solver::Table as _;

use super::super::solve::compute;
use super::*;
use crate::game::Rules;
use crate::grid_runner::GridRunner;

/// All parts of the table of a board, in memory.
fn built(side: usize) -> Vec<Arc<dyn BlockSource>> {
    let progress = Progress::default();
    let mut builder = Builder::new(side);
    let mut kept: Vec<Arc<dyn BlockSource>> = Vec::new();
    for part in 0..PARTS {
        let mut out = Vec::new();
        let written = builder.write(part, &kept, &mut out, &progress);
        written.expect("memory takes all");
        kept.push(Arc::new(out));
    }
    kept
}

fn bytes(source: &dyn BlockSource) -> Vec<u8> {
    let mut bytes = vec![0; source.size().expect("in memory") as usize];
    source.read_at(0, &mut bytes).expect("in memory");
    bytes
}

/// The census of a table.
fn census<const N: usize>(table: &dyn solver::Table<Runners<N, N>>) -> Census<Runners<N, N>> {
    table.census(&Progress::default()).expect("not damaged")
}

fn parts_have_the_values_of_one_piece<const N: usize>() {
    let frame = Frame::new(N, WIDE);
    let bytes = compute::<u64>(N, &Progress::default()).expect("never cancelled");
    let whole = Table::new(Arc::new(Index::new(&frame, 0..=MOST)), bytes.into());
    let parts = LargeTable::open(N, built(N)).expect("all parts");
    let visited = whole.visit(&mut |position: &Runners<N, N>, value, _| {
        assert_eq!(parts.look_up(position), Some(value), "{position:?}");
        ControlFlow::Continue(())
    });
    assert!(visited.is_continue());
    assert_eq!(census::<N>(&parts).total(), census::<N>(&whole).total());
}

#[test]
fn a_table_in_parts_has_the_values_of_one_in_a_piece() {
    parts_have_the_values_of_one_piece::<2>();
    parts_have_the_values_of_one_piece::<3>();
    parts_have_the_values_of_one_piece::<4>();
}

#[test]
fn a_build_goes_on_with_the_first_part_that_is_missing() {
    let all = built(4);
    for missing in 0..PARTS {
        let mut out = Vec::new();
        let progress = Progress::default();
        let written = Builder::new(4).write(missing, &all[..missing], &mut out, &progress);
        written.expect("memory takes all");
        assert!(out == bytes(&*all[missing]), "part {missing}");
    }
    let damaged: Vec<Arc<dyn BlockSource>> = vec![Arc::new(vec![0; 100])];
    let written = Builder::new(4).write(1, &damaged, &mut Vec::new(), &Progress::default());
    assert!(written.is_err());
    assert!(LargeTable::open(4, all[1..].to_vec()).is_none());
}

/// A part in memory that counts how often it was discarded.
struct Discarded {
    bytes: Vec<u8>,
    times: AtomicUsize,
}

impl BlockSource for Discarded {
    fn size(&self) -> io::Result<u64> {
        self.bytes.size()
    }

    fn read_at(&self, place: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.bytes.read_at(place, buffer)
    }

    fn discard(&self) {
        self.times.fetch_add(1, Relaxed);
    }
}

#[test]
fn a_damaged_table_is_not_whole_and_its_damaged_positions_are_searched() {
    let mut parts = built(3);
    let start = GridRunner::<3, 3>::start(Player::One);
    let is_solved = |table: &LargeTable| Oracle::<Runners<3, 3>>::is_solved(table);
    let table = LargeTable::open(3, parts.clone()).expect("all parts");
    let expected = table.value(&start, Budget::NONE);
    assert!(expected.is_some() && is_solved(&table));

    let mut damaged = bytes(&*parts[PARTS - 1]);
    // A byte of a page that has not been read.
    damaged[5] ^= 1;
    let damaged = Arc::new(Discarded {
        bytes: damaged,
        times: AtomicUsize::new(0),
    });
    parts[PARTS - 1] = damaged.clone();
    let table = LargeTable::open(3, parts).expect("all parts");
    assert!(is_solved(&table), "the damage has not been found");
    assert_eq!(table.value(&start, Budget::NONE), None);
    assert!(!is_solved(&table));
    let found = table.value(&start, Budget::positions(1_000_000));
    assert_eq!(found, expected);
    assert_eq!(damaged.times.load(Relaxed), 1);

    let table: &dyn solver::Table<Runners<3, 3>> = &table;
    assert_eq!(table.census(&Progress::default()), None);
    assert_eq!(table.verify(&Progress::default()), None);
}

#[test]
fn a_position_that_cannot_occur_is_not_taken_for_damage() {
    let table = LargeTable::open(3, built(3)).expect("all parts");
    let start = GridRunner::<3, 3>::start(Player::One);
    assert!(table.look_up(&start).is_some());
    let runners = Player::BOTH.map(|player| start.runner(player));
    // Neither player has a barrier left, and none is on the grid.
    let foreign = Runners::<3, 3>::new(runners, start.barriers(), [0, 0], Player::One);
    assert_eq!(table.look_up(&foreign), None);
    assert!(Oracle::<Runners<3, 3>>::is_solved(&table));
}

#[test]
fn every_value_is_verified_and_a_wrong_one_is_found() {
    let parts = built(4);
    let verified = |parts: Vec<Arc<dyn BlockSource>>| {
        let table = LargeTable::open(4, parts).expect("all parts");
        let progress = Progress::default();
        let verified: Option<Result<u64, Runners<4, 4>>> = table.verify(&progress);
        (verified.expect("not damaged"), progress.share())
    };
    let (checked, share) = verified(parts.clone());
    // As many as a table in one piece has: see `index`.
    assert_eq!(checked, Ok(368_810));
    assert!(share > 0.5, "{share} of the work was done");

    for part in 0..PARTS {
        let frame = Frame::new(4, WIDE);
        let mut layer = Layer::read(&frame, part, parts[part].clone()).expect("not damaged");
        let is_decided = |byte: &u8| {
            Value::from_byte(*byte)
                .distance()
                .is_some_and(|plies| plies > 1)
        };
        let place = layer.bytes.iter().position(is_decided);
        layer.bytes[place.expect("such a value")] = Value::Endless.to_byte();
        let mut out = Vec::new();
        let written = blocks::write(&layer.index, &layer.bytes, &mut out, &Progress::default());
        written.expect("memory takes all");
        let mut wrong = parts.clone();
        wrong[part] = Arc::new(out);
        assert!(verified(wrong).0.is_err(), "part {part}");
    }
}

#[test]
fn building_verifying_and_counting_can_be_cancelled() {
    let progress = Progress::default();
    progress.cancel();
    let mut out = Vec::new();
    let written = Builder::new(4).write(0, &[], &mut out, &progress);
    let error = written.expect_err("cancelled");
    assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    assert!(out.is_empty());

    let table = LargeTable::open(3, built(3)).expect("all parts");
    let oracle: &dyn Oracle<Runners<3, 3>> = &table;
    let table = oracle.table().expect("all positions");
    assert_eq!(table.verify(&progress), None);
    assert_eq!(table.census(&progress), None);
    assert!(oracle.is_solved(), "nothing is damaged");
}

/// The value of the start, the counts of won, lost and endless positions, and the longest win.
fn counted<const N: usize>() -> (Option<Value>, [u64; 3], u8) {
    let table = LargeTable::open(N, built(N)).expect("all parts");
    let start = GridRunner::<N, N>::start(Player::One);
    let census = census::<N>(&table);
    let (longest, _) = census.longest_win.expect("some are won");
    let counts = [census.won, census.lost, census.endless];
    (table.value(&start, Budget::NONE), counts, longest)
}

#[test]
#[ignore = "half a minute of processor time, optimised"]
fn larger_boards_have_these_values_6x6() {
    let counts = [1_783_205_070, 1_289_558_026, 141_896_032];
    assert_eq!(counted::<6>(), (Some(Value::loss(30)), counts, 53));
}

#[test]
#[ignore = "minutes, and 12 GB of memory"]
fn larger_boards_have_these_values_7x7() {
    let counts = [25_652_106_200, 19_363_228_344, 3_613_473_014];
    assert_eq!(counted::<7>(), (Some(Value::loss(34)), counts, 67));
}
