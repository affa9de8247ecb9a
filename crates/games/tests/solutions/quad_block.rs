//! Quad Block.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::thread;

use quintet_games::quad_block::{QuadBlock, Quads};
use quintet_games::{Markers, Notation, Rules};
use quintet_rules::{Player, Position, Wyrand};
use quintet_solver::{Allowance, Budget, Oracle, Progress, Value, line};

use crate::solutions::{
    are_solved, equal_the_reference_everywhere, equals_the_reference, is_not_enumerable,
    only_a_table_is_opened, opened, read, signature, solved, table, verified,
    wrong_bytes_are_found,
};

type Book = QuadBlock<5, 5>;

static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| table::<Book>(&Progress::default()));
pub(crate) static BOOK: LazyLock<Box<dyn Oracle<Quads<5, 5>>>> = LazyLock::new(fresh);

/// Returns an oracle without cached results.
fn fresh() -> Box<dyn Oracle<Quads<5, 5>>> {
    opened::<Book>(TABLE.clone()).expect("a computed table")
}

/// The value on a fully solved board.
fn value<const R: usize, const C: usize>(
    oracle: &dyn Oracle<Quads<R, C>>,
    position: &Quads<R, C>,
) -> Value {
    let value = oracle.value(position, Budget::NONE);
    value.unwrap_or_else(|| panic!("no value for {position:?}"))
}

/// The value by the rules, given the values of the positions after each move.
fn best<const R: usize, const C: usize>(
    position: &Quads<R, C>,
    mut value: impl FnMut(&Quads<R, C>) -> Value,
) -> Value {
    if position.outcome().is_some() {
        return Value::loss(0);
    }
    let after = position
        .moves()
        .map(|mv| value(&position.play_unchecked(mv)).one_ply_earlier());
    after.max().expect("an unfinished game has a move")
}

/// Searches by plain minimax down to the empty cell of sudden death.
fn minimax(position: &Quads<5, 5>, seen: &mut HashMap<Quads<5, 5>, Value>) -> Value {
    if position.in_sudden_death() && empty_cells(position) == 1 {
        return value(&**BOOK, position);
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

/// The positions of random games, including the finished ones, up to a length that few games reach.
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

#[test]
fn the_first_player_wins_in_seven_but_not_from_a_corner() {
    for start in Player::BOTH.map(Book::start) {
        for (cell, mv) in start.moves().enumerate() {
            let is_corner = [0, 4, 20, 24].contains(&cell);
            let wanted = if is_corner {
                Value::win(9)
            } else {
                Value::loss(6)
            };
            let found = value(&**BOOK, &start.play_unchecked(mv));
            assert_eq!(found, wanted, "cell {}", cell + 1);
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
fn every_value_of_sudden_death_agrees_with_the_rules() {
    let counts = [113_087_512, 21_705_232, 8_969_224];
    let (found, longest) = signature::<Book>(&**BOOK);
    assert_eq!(found, (Value::win(7), counts, 51));
    // Of several the same one, whichever thread has found it.
    assert_eq!(
        longest.write_position(),
        "XXOOX/OXOOX/XX.OO/OOXOX/OXXXX 1 s"
    );
    assert_eq!(verified::<Book>(&**BOOK), 22_503_308);
    only_a_table_is_opened::<Book>(3, 29_953_728);
}

#[test]
fn a_table_with_one_wrong_byte_does_not_agree_with_the_rules() {
    let wrong = |table: &[u8]| {
        let places = (0..table.len()).step_by(97);
        places
            .flat_map(|place| [0, 2, 127, 252, 254, 255].map(|byte| (place, byte)))
            .collect()
    };
    wrong_bytes_are_found::<QuadBlock<3, 4>>(wrong, |_, _| {});
}

#[test]
fn small_grids_equal_the_reference_everywhere() {
    equal_the_reference_everywhere! {
        QuadBlock<3, 3> => 13_388,
    }
    let (oracle, start) = (solved::<QuadBlock<3, 4>>(), Quads::start(Player::One));
    assert_eq!(
        equals_the_reference::<QuadBlock<3, 4>>(&*oracle, start),
        137_723
    );
    are_solved! {
        QuadBlock<3, 4> => (Value::win(7), [9_320, 3_096, 0], 7), 2_760;
        QuadBlock<4, 4> => (Value::win(7), [190_136, 32_976, 17_608], 27), 29_418;
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
fn the_4x4_grid_equals_the_reference_from_late_positions_on() {
    type Grid = QuadBlock<4, 4>;
    let oracle = solved::<Grid>();
    let late = of_random_games::<4, 4>(10_000, 4)
        .filter(|position| position.outcome().is_none() && empty_cells(position) == 5);
    for position in late.take(2) {
        assert!(equals_the_reference::<Grid>(&*oracle, position) > 50_000);
    }
    for position in of_random_games::<4, 4>(100, 5) {
        let wanted = best(&position, |next| value(&*oracle, next));
        assert_eq!(value(&*oracle, &position), wanted, "{position:?}");
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
            assert_eq!(value(&**BOOK, &position), wanted, "{position:?}");
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked} positions");
}

#[test]
fn values_of_all_phases_follow_from_those_one_ply_later() {
    // Two oracles that share no cached results.
    let (before, after) = (fresh(), fresh());
    let is_full = |position: &Quads<5, 5>| position.in_sudden_death() && empty_cells(position) == 0;
    let full = of_random_games::<5, 5>(2000, 9).filter(is_full);
    let mut kinds = [0; 4];
    for position in of_random_games::<5, 5>(300, 2).chain(full) {
        let wanted = best(&position, |next| value(&*after, next));
        assert_eq!(value(&*before, &position), wanted, "{position:?}");
        let kind = match empty_cells(&position) {
            _ if position.outcome().is_some() => 0,
            0 => 1,
            1 if position.in_sudden_death() => 2,
            _ => 3,
        };
        kinds[kind] += 1;
    }
    assert!(
        kinds[1] > 20 && kinds.iter().all(|count| *count > 5),
        "{kinds:?}"
    );
}

#[test]
fn exchanging_the_players_does_not_change_a_value() {
    for position in of_random_games::<5, 5>(200, 3) {
        let exchanged = |char| match char {
            'X' => 'O',
            'O' => 'X',
            '1' => '2',
            '2' => '1',
            other => other,
        };
        let recolored: String = position.write_position().chars().map(exchanged).collect();
        let wanted = value(&**BOOK, &position);
        assert_eq!(
            value(&**BOOK, &read::<Book>(&recolored)),
            wanted,
            "{recolored}"
        );
    }
}

#[test]
fn a_hard_position_needs_no_budget() {
    let position = read::<Book>("..O../.OOOO/XX.../XX.../X.... 1 p");
    assert_eq!(value(&*fresh(), &position), Value::loss(16));
}

#[test]
fn several_threads_may_use_an_oracle() {
    let oracle = fresh();
    let positions: Vec<_> = of_random_games::<5, 5>(50, 6).collect();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for position in &positions {
                    let wanted = value(&**BOOK, position);
                    assert_eq!(value(&*oracle, position), wanted, "{position:?}");
                }
            });
        }
    });
}

#[test]
fn larger_grids_are_also_won_in_seven_and_a_small_budget_gives_no_wrong_answer() {
    fn is_won<const R: usize, const C: usize>() {
        is_not_enumerable::<QuadBlock<R, C>>(false);
        let oracle = solved::<QuadBlock<R, C>>();
        for start in Player::BOTH.map(QuadBlock::<R, C>::start) {
            let mut answers = [0; 2];
            for budget in (0..14).map(|power| 1 << power) {
                let found = oracle.value(&start, Budget::positions(budget));
                assert!(
                    found.is_none_or(|found| found == Value::win(7)),
                    "{budget}: {found:?}"
                );
                answers[usize::from(found.is_some())] += 1;
            }
            assert!(answers[0] > 3 && answers[1] > 3, "{answers:?}");
        }
    }
    is_won::<6, 6>();
    is_won::<7, 7>();
}

#[test]
fn on_larger_grids_values_follow_from_the_rules() {
    fn follows<const R: usize, const C: usize>(seed: u64) {
        let oracle = solved::<QuadBlock<R, C>>();
        let mut known = 0;
        for position in of_random_games::<R, C>(20, seed) {
            let Some(value) = oracle.value(&position, Budget::positions(2_000)) else {
                continue;
            };
            known += 1;
            // A search proves a win without the values of all moves.
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

/// An allowance for one search is used up by the first value if each value takes a search of its own.
#[test]
fn a_line_on_a_larger_grid_takes_one_search() {
    let oracle = solved::<QuadBlock<6, 6>>();
    let start = QuadBlock::<6, 6>::start(Player::One);
    let allowances = [(); 2].map(|()| Allowance::positions(500));
    let [by_one, by_many] = (allowances.each_ref()).map(|one| Budget::positions(500).within(one));
    assert_eq!(oracle.line(&start, by_one).len(), 7);
    assert_eq!(line(&start, |position| oracle.value(position, by_many)), []);
}
