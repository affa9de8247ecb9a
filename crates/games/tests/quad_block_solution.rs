//! The solution of Quad Block against the rules, the slow reference and itself.

mod solving;

use std::collections::HashMap;
use std::sync::LazyLock;
use std::thread;

use quintet_games::quad_block::{QuadBlock, Quads};
use quintet_games::{Markers, Notation, Rules, Solving};
use quintet_rules::{Player, Position, Wyrand};
use quintet_solver::{Budget, Oracle, Progress, Value, reference};

use solving::{opened, solved, table};

type Book = QuadBlock<5, 5>;

/// More than any question about the book's size needs.
const PLENTY: Budget = Budget::positions(10_000_000);

static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| table::<Book>(&Progress::default()));
static ORACLE: LazyLock<Box<dyn Oracle<Quads<5, 5>>>> = LazyLock::new(fresh);

/// An oracle that has not been asked anything.
fn fresh() -> Box<dyn Oracle<Quads<5, 5>>> {
    opened::<Book>(TABLE.clone()).expect("the table that was computed")
}

fn read<const R: usize, const C: usize>(text: &str) -> Quads<R, C> {
    QuadBlock::<R, C>::read_position(text).expect("a position")
}

fn value(text: &str) -> Value {
    ORACLE
        .value(&read(text), PLENTY)
        .expect("every position of the book's size is known")
}

/// What the rules say, given the values of the positions after each move.
fn best<const R: usize, const C: usize>(
    position: &Quads<R, C>,
    mut value: impl FnMut(&Quads<R, C>) -> Value,
) -> Value {
    if position.outcome().is_some() {
        return Value::Loss(0);
    }
    let after = position
        .moves()
        .map(|mv| value(&position.play_unchecked(mv)).one_ply_earlier());
    after.max().expect("an unfinished game has a move")
}

/// Plain minimax down to the hole of sudden death.
fn minimax(position: &Quads<5, 5>, seen: &mut HashMap<Quads<5, 5>, Value>) -> Value {
    if position.in_sudden_death() && empty_cells(position) == 1 {
        return ORACLE
            .value(position, Budget::NONE)
            .expect("sudden death is known");
    }
    if let Some(known) = seen.get(position) {
        return *known;
    }
    let found = best(position, |next| minimax(next, seen));
    seen.insert(*position, found);
    found
}

fn empty_cells<const R: usize, const C: usize>(position: &Quads<R, C>) -> u32 {
    let [one, two] = Player::BOTH.map(|player| position.markers(player).len());
    (R * C) as u32 - one - two
}

/// The positions of random games, the finished ones too, up to a length that few games reach.
fn of_random_games<const R: usize, const C: usize>(
    games: u64,
    seed: u64,
) -> impl Iterator<Item = Quads<R, C>> {
    let mut random = Wyrand::new(seed);
    (0..games).flat_map(move |game| {
        let first = Player::BOTH[usize::from(game % 2 == 1)];
        let mut position = QuadBlock::<R, C>::start(first);
        let mut passed = vec![position];
        while passed.len() < 40
            && let Some(mv) = position.random_move(&mut random)
        {
            position = position.play_unchecked(mv);
            passed.push(position);
        }
        passed
    })
}

/// The same markers with the colours exchanged, so that the other player is to move.
fn recoloured(position: &Quads<5, 5>) -> Quads<5, 5> {
    let exchanged = |char| match char {
        'X' => 'O',
        'O' => 'X',
        '1' => '2',
        '2' => '1',
        other => other,
    };
    let text = Book::write_position(position);
    read(&text.chars().map(exchanged).collect::<String>())
}

#[test]
fn the_player_who_begins_on_the_empty_grid_wins_in_seven_but_not_from_a_corner() {
    for first in Player::BOTH {
        let start = Book::start(first);
        assert_eq!(ORACLE.value(&start, PLENTY), Some(Value::Win(7)));
        for (cell, mv) in start.moves().enumerate() {
            let is_corner = [0, 4, 20, 24].contains(&cell);
            let wanted = if is_corner {
                Value::Win(9)
            } else {
                Value::Loss(6)
            };
            let found = ORACLE.value(&start.play_unchecked(mv), PLENTY);
            assert_eq!(found, Some(wanted), "cell {}", cell + 1);
        }
    }
}

#[test]
fn sudden_death_is_counted_whole() {
    let census = ORACLE.census().expect("known whole");
    assert_eq!(census.won, 113_087_512);
    assert_eq!(census.lost, 21_705_232);
    assert_eq!(census.endless, 8_969_224);
    let (plies, position) = census.longest_win.expect("there are wins");
    assert_eq!(plies, 51);
    assert_eq!(
        Book::write_position(&position),
        "XXOOX/OXOOX/XX.OO/OOXOX/OXXXX 1 s"
    );
    assert_eq!(ORACLE.value(&position, Budget::NONE), Some(Value::Win(51)));
}

#[test]
fn every_value_of_sudden_death_follows_from_the_rules() {
    assert_eq!(ORACLE.verify(&Progress::default()), Some(Ok(22_503_308)));
}

#[test]
fn a_table_with_one_wrong_byte_is_not_verified() {
    let table = table::<QuadBlock<3, 4>>(&Progress::default());
    let oracle = |table| opened::<QuadBlock<3, 4>>(table).expect("the right length");
    assert!(matches!(
        oracle(table.clone()).verify(&Progress::default()),
        Some(Ok(_))
    ));
    for wrong in (0..table.len()).step_by(97) {
        for byte in [0, 2, 127, 252, 254, 255] {
            let mut table = table.clone();
            if table[wrong] != byte {
                table[wrong] = byte;
                let verified = oracle(table).verify(&Progress::default());
                assert!(
                    matches!(verified, Some(Err(_))),
                    "byte {wrong} set to {byte}"
                );
            }
        }
    }
}

#[test]
fn bytes_that_cannot_be_the_table_are_refused() {
    assert_eq!(Book::solution().table_version(), Some(3));
    assert_eq!(TABLE.len(), 29_953_728);
    assert!(opened::<Book>(Vec::new()).is_none());
    assert!(opened::<Book>(vec![0; 29_953_727]).is_none());
    assert_eq!(QuadBlock::<6, 6>::solution().table_version(), None);
}

#[test]
fn progress_ends_at_the_whole() {
    let progress = Progress::default();
    table::<QuadBlock<4, 4>>(&progress);
    assert!((progress.share() - 1.0).abs() < 1e-9);
}

/// Every position that can be reached from `start`.
fn equals_the_reference<const R: usize, const C: usize>(
    oracle: &dyn Oracle<Quads<R, C>>,
    start: Quads<R, C>,
    at_least: usize,
) {
    let values = reference::solve(start);
    assert!(values.len() >= at_least, "{} positions", values.len());
    for (position, value) in values {
        let found = oracle.value(&position, PLENTY);
        assert_eq!(found, Some(value), "{position:?}");
    }
}

#[test]
fn small_grids_equal_the_reference_everywhere() {
    for first in Player::BOTH {
        equals_the_reference(
            &*solved::<QuadBlock<3, 3>>(),
            QuadBlock::<3, 3>::start(first),
            5_000,
        );
        equals_the_reference(
            &*solved::<QuadBlock<2, 4>>(),
            QuadBlock::<2, 4>::start(first),
            2_000,
        );
    }
    equals_the_reference(
        &*solved::<QuadBlock<3, 4>>(),
        QuadBlock::<3, 4>::start(Player::One),
        100_000,
    );
    assert!(matches!(
        solved::<QuadBlock<3, 4>>().verify(&Progress::default()),
        Some(Ok(_))
    ));
    assert!(matches!(
        solved::<QuadBlock<2, 5>>().verify(&Progress::default()),
        Some(Ok(_))
    ));
}

#[test]
fn the_4x4_grid_equals_the_reference_from_late_positions_on() {
    let oracle = solved::<QuadBlock<4, 4>>();
    assert!(matches!(oracle.verify(&Progress::default()), Some(Ok(_))));
    let late = of_random_games::<4, 4>(10_000, 4)
        .filter(|position| position.outcome().is_none() && empty_cells(position) == 5);
    for position in late.take(2) {
        equals_the_reference(&*oracle, position, 50_000);
    }
    for position in of_random_games::<4, 4>(100, 5) {
        let wanted = best(&position, |next| oracle.value(next, PLENTY).expect("known"));
        assert_eq!(
            oracle.value(&position, PLENTY),
            Some(wanted),
            "{position:?}"
        );
    }
}

#[test]
fn late_placing_positions_equal_plain_minimax() {
    let mut seen = HashMap::new();
    let mut checked = 0;
    for position in of_random_games::<5, 5>(1500, 1) {
        let is_placing = !position.in_sudden_death() && position.outcome().is_none();
        if is_placing && empty_cells(&position) <= 7 {
            let wanted = minimax(&position, &mut seen);
            assert_eq!(
                ORACLE.value(&position, PLENTY),
                Some(wanted),
                "{position:?}"
            );
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked} positions");
}

#[test]
fn values_of_all_phases_follow_from_those_one_ply_later() {
    // Two oracles that do not learn from each other's questions.
    let (before, after) = (fresh(), fresh());
    let mut kinds = [0; 4];
    for position in of_random_games::<5, 5>(300, 2) {
        let found = before.value(&position, PLENTY).expect("known");
        let wanted = best(&position, |next| after.value(next, PLENTY).expect("known"));
        assert_eq!(found, wanted, "{position:?}");
        let kind = match empty_cells(&position) {
            _ if position.outcome().is_some() => 0,
            0 => 1,
            1 if position.in_sudden_death() => 2,
            _ => 3,
        };
        kinds[kind] += 1;
    }
    assert!(kinds.iter().all(|count| *count > 5), "{kinds:?}");
}

#[test]
fn the_colours_make_no_difference() {
    for position in of_random_games::<5, 5>(200, 3) {
        assert_eq!(
            ORACLE.value(&position, PLENTY),
            ORACLE.value(&recoloured(&position), PLENTY),
            "{position:?}"
        );
    }
}

#[test]
fn finished_positions_are_lost_in_nothing() {
    for finished in [
        "XXXX./OOO../...../...../..... 2 p",
        "OOOO./XXX../...../...../..... 1 p",
        "XOXXX/OOOOX/XOOXO/XXOOO/XXXOX 2 p",
        "XOXOX/OOXXX/XOXOX/XXOOX/.OOOX 1 s",
        "OOXOX/XXOXX/XOXOO/XOOXX/O.XXO 2 s",
    ] {
        assert_eq!(
            ORACLE.value(&read(finished), Budget::NONE),
            Some(Value::Loss(0)),
            "{finished}"
        );
    }
}

#[test]
fn the_full_grid_is_known_without_search() {
    let mut lifts = 0;
    for position in of_random_games::<5, 5>(2000, 9) {
        if position.in_sudden_death() && empty_cells(&position) == 0 {
            let wanted = best(&position, |next| {
                ORACLE.value(next, Budget::NONE).expect("known")
            });
            assert_eq!(
                ORACLE.value(&position, Budget::NONE),
                Some(wanted),
                "{position:?}"
            );
            lifts += 1;
        }
    }
    assert!(lifts > 20, "{lifts} full grids");
}

#[test]
fn a_hard_position_is_known() {
    assert_eq!(value("..O../.OOOO/XX.../XX.../X.... 1 p"), Value::Loss(16));
}

#[test]
fn a_solved_grid_has_an_answer_whatever_the_budget() {
    let position = read("..O../.OOOO/XX.../XX.../X.... 1 p");
    assert_eq!(
        fresh().value(&position, Budget::NONE),
        Some(Value::Loss(16))
    );
    assert_eq!(
        fresh().value(&Book::start(Player::One), Budget::NONE),
        Some(Value::Win(7))
    );
}

#[test]
fn on_a_larger_grid_a_small_budget_gives_the_right_answer_or_none() {
    let oracle = solved::<QuadBlock<6, 6>>();
    let start = QuadBlock::<6, 6>::start(Player::One);
    let mut answers = [0; 2];
    for budget in (0..12).map(|power| 1 << power) {
        let found = oracle.value(&start, Budget::positions(budget));
        assert!(
            found.is_none_or(|found| found == Value::Win(7)),
            "{budget}: {found:?}"
        );
        answers[usize::from(found.is_some())] += 1;
    }
    assert!(answers[0] > 3 && answers[1] > 3, "{answers:?}");
}

#[test]
fn several_threads_may_ask_at_once() {
    let oracle = fresh();
    let positions: Vec<_> = of_random_games::<5, 5>(50, 6).collect();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for position in &positions {
                    let wanted = ORACLE.value(position, PLENTY);
                    assert_eq!(oracle.value(position, PLENTY), wanted, "{position:?}");
                }
            });
        }
    });
}

#[test]
fn larger_grids_are_won_in_seven_too() {
    fn is_won<const R: usize, const C: usize>() {
        let oracle = solved::<QuadBlock<R, C>>();
        for first in Player::BOTH {
            let start = QuadBlock::<R, C>::start(first);
            assert_eq!(
                oracle.value(&start, Budget::positions(10_000)),
                Some(Value::Win(7))
            );
        }
        assert_eq!(oracle.census(), None);
        assert_eq!(oracle.verify(&Progress::default()), None);
    }
    is_won::<6, 6>();
    is_won::<7, 7>();
}

#[test]
fn on_larger_grids_what_is_known_follows_from_the_rules() {
    fn follows<const R: usize, const C: usize>(seed: u64) {
        let oracle = solved::<QuadBlock<R, C>>();
        let mut known = 0;
        for position in of_random_games::<R, C>(20, seed) {
            let Some(value) = oracle.value(&position, Budget::positions(2_000)) else {
                continue;
            };
            known += 1;
            // What a value claims of each move, but without more budget it cannot always be told
            // whether it is so.
            let mut is_reached = position.outcome().is_some();
            for mv in position.moves() {
                let after = oracle.value(&position.play_unchecked(mv), Budget::positions(200_000));
                if let Some(after) = after.map(Value::one_ply_earlier) {
                    assert!(after <= value, "{position:?} {mv:?}");
                    is_reached |= after == value;
                } else {
                    assert!(matches!(value, Value::Win(_)), "{position:?} {mv:?}");
                }
            }
            assert!(is_reached, "{position:?}");
        }
        assert!(known > 100, "{known} known values");
    }
    follows::<6, 6>(7);
    follows::<7, 7>(8);
}
