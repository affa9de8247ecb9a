//! Tables in parts against tables in one piece, and what becomes of damaged ones.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use quintet_rules::Player;
use quintet_solver::blocks::{self, Blocks, Source};
use quintet_solver::{Budget, Build, Progress, Table as _, Value};

use super::*;
use crate::game::Rules;
use crate::grid_runner::GridRunner;
use crate::grid_runner::solution::pairs::Pairs;
use crate::grid_runner::solution::placement::Placement;
use crate::grid_runner::solution::table::{Table, compute};

/// All parts of the table of a board, in memory.
fn built(side: usize) -> Vec<Arc<dyn Source>> {
    let progress = Progress::default();
    let mut builder = Builder::new(side);
    let mut kept: Vec<Arc<dyn Source>> = Vec::new();
    for part in 0..parts() {
        let mut out = Vec::new();
        let written = builder.write(part, &kept, &mut out, &progress);
        written.expect("memory takes all");
        kept.push(Arc::new(out));
    }
    kept
}

fn bytes(source: &dyn Source) -> Vec<u8> {
    let mut bytes = vec![0; source.size().expect("in memory") as usize];
    source.read_at(0, &mut bytes).expect("in memory");
    bytes
}

#[test]
fn a_table_in_parts_has_the_values_of_one_in_a_piece() {
    for side in 2..=4 {
        let scope = Scope::<u64>::whole(side);
        let whole = compute(scope, &Progress::default()).expect("never cancelled");
        let whole = Table::new(Arc::new(KeptBlocks::new(Index::new(scope))), whole.into());
        let parts = LargeTable::open(side, built(side)).expect("all parts");
        for block in whole.blocks() {
            for runners in Pairs::of(&scope.frame, block.barriers).all() {
                for to_move in [0, 1] {
                    let placement = Placement {
                        barriers: block.barriers,
                        left: block.left,
                        runners,
                        to_move,
                    };
                    let value = parts.look_up(&placement);
                    assert!(value.is_some(), "{placement:?}");
                    assert_eq!(value, whole.look_up(&placement), "{placement:?}");
                }
            }
        }
        let progress = Progress::default();
        let counted = parts.count::<4, 4>(&progress).expect("not damaged");
        let census = whole.count::<4, 4>(&progress).expect("in memory");
        assert_eq!(counted.total(), census.total());
    }
}

#[test]
fn a_build_goes_on_with_the_first_part_that_is_missing() {
    let all = built(4);
    for missing in 0..parts() {
        let mut out = Vec::new();
        let progress = Progress::default();
        let written = Builder::new(4).write(missing, &all[..missing], &mut out, &progress);
        written.expect("memory takes all");
        assert!(out == bytes(&*all[missing]), "part {missing}");
    }
    let damaged: Vec<Arc<dyn Source>> = vec![Arc::new(vec![0; 100])];
    let written = Builder::new(4).write(1, &damaged, &mut Vec::new(), &Progress::default());
    assert!(written.is_err());
}

#[test]
fn a_build_that_is_cancelled_ends_without_a_part() {
    let progress = Progress::default();
    progress.cancel();
    let mut out = Vec::new();
    let written = Builder::new(4).write(0, &[], &mut out, &progress);
    let error = written.expect_err("cancelled");
    assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    assert!(out.is_empty());
}

/// A part in memory that counts how often it was thrown away.
struct Discarded {
    bytes: Vec<u8>,
    times: AtomicUsize,
}

impl Source for Discarded {
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
fn a_table_that_turns_out_to_be_damaged_is_not_whole_and_what_is_damaged_is_searched() {
    let whole = built(3);
    let start = GridRunner::<3, 3>::start(Player::One);
    let table = LargeTable::open(3, whole.clone()).expect("all parts");
    let is_whole = |table: &LargeTable| Oracle::<Runners<3, 3>>::is_whole(table);
    let expected = table.value(&start, Budget::NONE);
    assert!(expected.is_some() && is_whole(&table));

    let mut damaged = bytes(&**whole.last().expect("parts"));
    // A byte of a page, which nobody has read yet.
    damaged[5] ^= 1;
    let damaged = Arc::new(Discarded {
        bytes: damaged,
        times: AtomicUsize::new(0),
    });
    let mut sources = whole;
    *sources.last_mut().expect("parts") = damaged.clone();
    let table = LargeTable::open(3, sources).expect("all parts");
    assert!(is_whole(&table), "nothing is known of the damage");
    assert_eq!(table.value(&start, Budget::NONE), None);
    assert!(!is_whole(&table));
    let found = table.value(&start, Budget::positions(1_000_000));
    assert_eq!(found, expected);
    assert_eq!(damaged.times.load(Relaxed), 1, "it is told once");

    let progress = Progress::default();
    assert_eq!(table.count::<3, 3>(&progress), None);
    let verified: Option<Result<u64, Runners<3, 3>>> = table.verify(&progress);
    assert_eq!(verified, None);
}

#[test]
fn what_is_no_position_of_the_game_is_not_taken_for_damage() {
    let table = LargeTable::open(3, built(3)).expect("all parts");
    let start = GridRunner::<3, 3>::start(Player::One);
    let mut placement = Placement::of(&Scope::whole(3).frame, &start);
    assert!(table.look_up(&placement).is_some());
    placement.left = [0, 0];
    assert_eq!(table.look_up(&placement), None);
    assert!(Oracle::<Runners<3, 3>>::is_whole(&table));
}

#[test]
fn a_part_that_is_cut_off_has_no_end() {
    let whole = bytes(&*built(4)[0]);
    assert!(blocks::has_end(&whole));
    for length in (0..whole.len()).step_by(97) {
        assert!(
            !blocks::has_end(&whole[..length].to_vec()),
            "{length} bytes"
        );
    }
    assert!(LargeTable::open(4, Vec::new()).is_none());
}

#[test]
fn every_value_is_verified_and_a_wrong_one_is_found() {
    let parts = built(4);
    let verified = |parts: Vec<Arc<dyn Source>>| {
        let table = LargeTable::open(4, parts).expect("all parts");
        let progress = Progress::default();
        let verified: Option<Result<u64, Runners<4, 4>>> = table.verify(&progress);
        (verified.expect("not damaged"), progress.share())
    };
    let (checked, share) = verified(parts.clone());
    // As many as a table in one piece has: see `index`.
    assert_eq!(checked, Ok(368_810));
    assert!(share > 0.5, "{share} of the work was done");

    for part in 0..parts.len() {
        let layout = Arc::new(layout(Scope::whole(4), part));
        let kept = Blocks::open(layout.clone(), parts[part].clone()).expect("whole");
        let mut values = kept.all().expect("not damaged");
        let decided = |byte: &u8| Value::from_byte(*byte).distance().is_some_and(|it| it > 1);
        let place = values
            .iter()
            .position(decided)
            .expect("there are such values");
        values[place] = Value::Endless.to_byte();
        let mut out = Vec::new();
        let fill = blocks::of_table(&*layout, &values);
        blocks::write(&*layout, &fill, &mut out, &Progress::default()).expect("memory takes all");
        let mut wrong = parts.clone();
        wrong[part] = Arc::new(out);
        assert!(verified(wrong).0.is_err(), "part {part}");
    }
}

#[test]
fn checking_and_counting_can_be_cancelled() {
    let table = LargeTable::open(3, built(3)).expect("all parts");
    let progress = Progress::default();
    progress.cancel();
    let verified: Option<Result<u64, Runners<3, 3>>> = table.verify(&progress);
    assert_eq!(verified, None);
    assert_eq!(table.count::<3, 3>(&progress), None);
    assert!(
        Oracle::<Runners<3, 3>>::is_whole(&table),
        "nothing is damaged"
    );
}

fn counted<const N: usize>() -> (Option<Value>, [u64; 3], u8) {
    let table = LargeTable::open(N, built(N)).expect("all parts");
    let start = GridRunner::<N, N>::start(Player::One);
    let census = table.count::<N, N>(&Progress::default());
    let census = census.expect("not damaged");
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
