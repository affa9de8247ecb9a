//! Grid Runner.

use std::sync::LazyLock;

use quintet_games::grid_runner::{GridRunner, Runners};
use quintet_games::{Notation, Rules};
use quintet_rules::{Player, Position, Random, Wyrand};
use quintet_solver::{Budget, Oracle, Progress, Value, is_consistent, reference};

use crate::solutions::{
    are_solved, equal_the_reference_everywhere, equals_the_reference, is_not_enumerable,
    only_a_table_is_opened, opened, read, signature, solved, table, verified,
    wrong_bytes_are_found,
};

/// The book's board.
type Book = GridRunner<5, 5>;

static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| table::<Book>(&Progress::default()));
pub(crate) static BOOK: LazyLock<Box<dyn Oracle<Runners<5, 5>>>> =
    LazyLock::new(|| opened::<Book>(TABLE.clone()).expect("computed"));

fn value<const N: usize>(oracle: &dyn Oracle<Runners<N, N>>, position: &Runners<N, N>) -> Value {
    let value = oracle.value(position, Budget::NONE);
    value.unwrap_or_else(|| panic!("no value for {}", position.write_position()))
}

#[test]
fn every_value_agrees_with_those_of_its_successors() {
    let counts = [65_528_412, 43_660_742, 1_534_944];
    let (found, longest) = signature::<Book>(&**BOOK);
    assert_eq!(found, (Value::loss(24), counts, 45));
    assert_eq!(
        longest.write_position(),
        "...../..XX2/..X../.X.../1.... 1 1 1"
    );
    assert_eq!(verified::<Book>(&**BOOK), 27_892_674);
}

/// The bytes do not depend on the distribution of the work over threads, and change only with the version of the layout.
#[test]
fn the_table_has_its_recorded_hash() {
    only_a_table_is_opened::<Book>(1, 27_892_674);
    assert_eq!(TABLE.len(), 27_892_674);
    let fnv = TABLE.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    assert_eq!(fnv, 10_536_516_091_970_988_649);
}

#[test]
fn one_wrong_value_is_found() {
    let wrong = |table: &[u8]| {
        let mut random = Wyrand::new(3);
        let mut place = || random.below(table.len() as u32) as usize;
        let wrong = |place: usize| match Value::from_byte(table[place]) {
            Value::Win(plies) => (place, Value::Win(plies.map(|plies| plies + 2)).to_byte()),
            Value::Loss(_) => (place, Value::Endless.to_byte()),
            Value::Endless => (place, Value::loss(4).to_byte()),
        };
        (0..20).map(|_| wrong(place())).collect()
    };
    // The wrong value itself, or one that depends on it.
    wrong_bytes_are_found::<GridRunner<4, 4>>(wrong, |oracle, position| {
        let stored = value(oracle, position);
        assert!(!is_consistent(position, stored, |next| oracle.value(next, Budget::NONE)));
    });
}

#[test]
fn smaller_boards_equal_the_reference_and_agree_with_the_rules() {
    equal_the_reference_everywhere! {
        GridRunner<3, 3> => 10_508,
    }
    are_solved! {
        GridRunner<3, 3> => (Value::loss(12), [6_192, 2_092, 0], 13), 2_408;
        GridRunner<4, 4> => (Value::loss(20), [925_888, 502_994, 4_126], 27), 368_810;
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
fn the_reference_finds_the_same_values_on_4x4_after_some_barriers() {
    let oracle = solved::<GridRunner<4, 4>>();
    for (text, count) in [
        ("1.../..X./..../...2 1 2 3", 238_939),
        ("1.../.X../..X./...2 2 3 1", 47_288),
    ] {
        let compared =
            equals_the_reference::<GridRunner<4, 4>>(&*oracle, read::<GridRunner<4, 4>>(text));
        assert_eq!(compared, count, "{text}");
    }
}

#[test]
#[ignore = "the reference takes 10 seconds for the whole board"]
fn the_reference_finds_the_same_values_on_4x4() {
    let start = Runners::<4, 4>::start(Player::One);
    let compared = equals_the_reference::<GridRunner<4, 4>>(&*solved::<GridRunner<4, 4>>(), start);
    assert_eq!(compared, 855_893);
}

/// Writes any arrangement, valid or not: `runners` are cells, `barriers` bits.
fn text<const N: usize>(
    runners: [usize; 2],
    barriers: u32,
    left: [u32; 2],
    to_move: Player,
) -> String {
    let symbol = |cell: usize| match cell {
        _ if barriers >> cell & 1 == 1 => 'X',
        _ if cell == runners[to_move.other() as usize] => ['2', '1'][to_move as usize],
        _ if cell == runners[to_move as usize] => ['1', '2'][to_move as usize],
        _ => '.',
    };
    let row = |row: usize| (0..N).map(|column| symbol(row * N + column)).collect();
    let rows: Vec<String> = (0..N).map(row).collect();
    format!("{} {to_move} {} {}", rows.join("/"), left[0], left[1])
}

#[test]
fn every_position_that_can_be_written_has_a_value_on_3x3() {
    let oracle = solved::<GridRunner<3, 3>>();
    let mut unfinished = 0;
    for barriers in 0..1 << 9 {
        for one_left in 0..=3 {
            let Some(two_left) = 6_u32.checked_sub(u32::count_ones(barriers) + one_left) else {
                continue;
            };
            for pair in 0..81 {
                for to_move in Player::BOTH {
                    let runners = [pair / 9, pair % 9];
                    let text = text::<3>(runners, barriers, [one_left, two_left], to_move);
                    let Ok(position) = Runners::<3, 3>::read_position(&text) else {
                        continue;
                    };
                    let value = value(&*oracle, &position);
                    assert!(
                        is_consistent(&position, value, |next| oracle.value(next, Budget::NONE)),
                        "{text}"
                    );
                    unfinished += u64::from(position.outcome().is_none());
                }
            }
        }
    }
    let table = oracle.table().expect("fully solved");
    let census = table.census(&Progress::default()).expect("not cancelled");
    assert_eq!(unfinished, census.total());
}

/// Returns random positions of the book's board, reachable or not, with their text form.
fn random_positions(seed: u64, count: usize) -> Vec<(String, Runners<5, 5>)> {
    let mut random = Wyrand::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let left = [random.below(4), random.below(4)];
        let mut barriers: u32 = 0;
        while barriers.count_ones() < 6 - left[0] - left[1] {
            barriers |= 1 << random.below(25);
        }
        let runners = [random.below(25) as usize, random.below(25) as usize];
        let to_move = Player::BOTH[random.below(2) as usize];
        let text = text::<5>(runners, barriers, left, to_move);
        if let Ok(position) = Runners::<5, 5>::read_position(&text) {
            positions.push((text, position));
        }
    }
    positions
}

#[test]
fn positions_that_can_be_written_have_values_on_5x5() {
    for (text, position) in random_positions(1, 20_000) {
        assert_eq!(position.write_position(), text);
        let value = value(&**BOOK, &position);
        assert_eq!(
            position.outcome().is_some(),
            value == Value::loss(0),
            "{text}"
        );
        assert!(
            is_consistent(&position, value, |next| BOOK.value(next, Budget::NONE)),
            "{text}: {value:?}"
        );
    }
}

#[test]
fn play_by_the_values_lasts_as_long_as_their_distance() {
    let positions = random_positions(2, 200);
    for (text, start) in positions {
        let Some(plies) = value(&**BOOK, &start).distance() else {
            continue;
        };
        let mut position = start;
        for left in (0..plies).rev() {
            let next = position.moves().map(|mv| position.play_unchecked(mv));
            position = next
                .min_by_key(|next| value(&**BOOK, next))
                .expect("the game is not over");
            assert_eq!(value(&**BOOK, &position).distance(), Some(left), "{text}");
        }
        assert!(position.outcome().is_some(), "{text}");
    }
}

/// Exchanges rows and columns.
fn mirrored(text: &str) -> String {
    let (cells, rest) = text.split_once(' ').expect("fields");
    let rows: Vec<&[u8]> = cells.split('/').map(str::as_bytes).collect();
    let column = |column: usize| rows.iter().map(|row| char::from(row[column])).collect();
    let columns: Vec<String> = (0..rows.len()).map(column).collect();
    format!("{} {rest}", columns.join("/"))
}

/// Rotates the board by 180° and exchanges the players.
fn exchanged(text: &str) -> String {
    let other = |symbol: char| match symbol {
        '1' => '2',
        '2' => '1',
        same => same,
    };
    let fields: Vec<&str> = text.split(' ').collect();
    let cells: String = fields[0].chars().rev().map(other).collect();
    let to_move: String = fields[1].chars().map(other).collect();
    format!("{cells} {to_move} {} {}", fields[3], fields[2])
}

#[test]
fn images_under_symmetry_have_the_same_value() {
    for (text, position) in random_positions(3, 20_000) {
        let value_of = |text: &str| {
            let position =
                Runners::<5, 5>::read_position(text).expect("the image of a position is one");
            value(&**BOOK, &position)
        };
        let expected = value(&**BOOK, &position);
        for image in [
            mirrored(&text),
            exchanged(&text),
            mirrored(&exchanged(&text)),
        ] {
            assert_eq!(value_of(&image), expected, "{text} {image}");
        }
    }
}

#[test]
fn larger_boards_have_no_table() {
    is_not_enumerable::<GridRunner<6, 6>>(false);
    is_not_enumerable::<GridRunner<7, 7>>(false);
}

/// Returns a position of a random game with `wanted` barriers in hand.
fn with_barriers_left<const N: usize>(random: &mut Wyrand, wanted: u8) -> Runners<N, N> {
    loop {
        let mut position = GridRunner::<N, N>::start(Player::One);
        while position.outcome().is_none() {
            let left = Player::BOTH.map(|player| position.barriers_left(player));
            if left.iter().sum::<u8>() == wanted {
                return position;
            }
            let moves: Vec<_> = position.moves().collect();
            let mv = moves[random.below(moves.len() as u32) as usize];
            position = position.play_unchecked(mv);
        }
    }
}

#[test]
fn without_a_table_positions_without_barriers_in_hand_are_solved() {
    fn check<const N: usize>() {
        let oracle = solved::<GridRunner<N, N>>();
        let mut random = Wyrand::new(2);
        let mut endless = 0;
        for _ in 0..10 {
            let position = with_barriers_left::<N>(&mut random, 0);
            let values = reference::solve(position);
            for (next, expected) in values.iter().step_by(100) {
                let found = oracle.value(next, Budget::positions(100_000));
                assert_eq!(found, Some(*expected), "{next:?}");
            }
            endless += values
                .values()
                .filter(|&&value| value == Value::Endless)
                .count();
        }
        assert!(endless > 0, "some positions are endless");
    }
    check::<6>();
    check::<7>();
}

#[test]
fn without_a_table_positions_with_one_barrier_in_hand_agree_with_their_successors() {
    let oracle = solved::<GridRunner<6, 6>>();
    let known = |position: &Runners<6, 6>| oracle.value(position, Budget::positions(2_000_000));
    let mut random = Wyrand::new(3);
    for _ in 0..3 {
        let position = with_barriers_left::<6>(&mut random, 1);
        let value = known(&position).expect("little can follow");
        assert!(is_consistent(&position, value, known), "{position:?}");
    }
}
