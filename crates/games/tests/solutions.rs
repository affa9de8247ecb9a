//! The solutions of the games against the slow reference, the rules and each other.

mod grid_runner;
mod gridlock;
mod quad_block;

use std::ops::ControlFlow;
use std::sync::Arc;

use quintet_games::adjacency_block::AdjacencyBlock;
use quintet_games::grid_runner::GridRunner;
use quintet_games::gridlock::Gridlock;
use quintet_games::matrix_isolation::MatrixIsolation;
use quintet_games::quad_block::QuadBlock;
use quintet_games::{Catalogue, Notation, Rules, Solving};
use quintet_rules::Player;
use quintet_solver::bounds::BoundsTable;
use quintet_solver::search::{KeyedPosition, PlainSearch, Search};
use quintet_solver::{
    Allowance, Budget, Oracle, Progress, Solution, TableSource, Value, reference,
};

type OracleOf<G> = dyn Oracle<<G as Rules>::Position>;

/// The oracle of a game, its table computed now.
fn solved<G: Solving>() -> Box<OracleOf<G>> {
    let oracle = G::solution().oracle(&Progress::default());
    oracle.expect("never cancelled")
}

/// The table of a game that has one.
fn table<G: Solving>(progress: &Progress) -> Vec<u8> {
    let Solution::Table { compute, .. } = G::solution() else {
        panic!("{} {} has no table", G::ID, G::SIZE);
    };
    compute(progress).expect("never cancelled")
}

/// The oracle that uses a table, if the bytes can be one.
fn opened<G: Solving>(table: Vec<u8>) -> Option<Box<OracleOf<G>>> {
    let Solution::Table { open, .. } = G::solution() else {
        panic!("{} {} has no table", G::ID, G::SIZE);
    };
    open(TableSource::Computed(table))
}

fn read<G: Rules>(text: &str) -> G::Position {
    G::Position::read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Compares the values of all positions reachable from `start` with the reference, without a budget. Returns their number.
fn equals_the_reference<G: Solving>(oracle: &OracleOf<G>, start: G::Position) -> usize {
    let values = reference::solve(start);
    for (position, value) in &values {
        let found = oracle.value(position, Budget::NONE);
        assert_eq!(found, Some(*value), "{}", position.write_position());
    }
    values.len()
}

/// Compares all positions reachable from the two starts of a game. Returns their number.
fn equals_the_reference_everywhere<G: Solving>() -> usize {
    let oracle = solved::<G>();
    let from = |first| equals_the_reference::<G>(&*oracle, G::start(first));
    Player::BOTH.map(from).iter().sum()
}

/// The value of the start, the positions that are won, lost and endless, and the longest win: numbers that any change of
/// rules or solver would change. Then a position with the longest win.
fn signature<G: Solving>(oracle: &OracleOf<G>) -> ((Value, [u64; 3], u8), G::Position) {
    let [one, two] = Player::BOTH.map(|first| oracle.value(&G::start(first), Budget::NONE));
    assert_eq!(one, two, "{} {}, whichever player begins", G::ID, G::SIZE);
    let table = oracle.table().expect("fully solved");
    let census = completely(|progress| table.census(progress));
    let counts = [census.won, census.lost, census.endless];
    assert_eq!(census.total(), counts.iter().sum::<u64>());
    let (longest, position) = census.longest_win.expect("some are won");
    let value = oracle.value(&position, Budget::NONE);
    assert_eq!(value, Some(Value::win(longest)), "{position:?}");
    let start = one.expect("fully solved");
    ((start, counts, longest), position)
}

/// The number of values that agree with those of their successors, by the rules.
fn verified<G: Solving>(oracle: &OracleOf<G>) -> u64 {
    let table = oracle.table().expect("fully solved");
    completely(|progress| table.verify(progress)).expect("every value agrees")
}

/// Returns the result of work that is not cancelled, and checks that its progress reaches the end.
fn completely<T>(work: impl FnOnce(&Progress) -> Option<T>) -> T {
    let progress = Progress::default();
    let result = work(&progress).expect("not cancelled");
    assert!(
        (progress.share() - 1.0).abs() < f64::EPSILON,
        "{progress:?}"
    );
    result
}

/// Checks that bytes of another length are not accepted as the table of a game.
fn only_a_table_is_opened<G: Solving>(version: u32, len: usize) {
    assert_eq!(G::solution().table_version(), Some(version));
    for wrong in [0, 100, len - 1, len + 1] {
        assert!(opened::<G>(vec![0; wrong]).is_none(), "{wrong} bytes");
    }
    assert!(opened::<G>(vec![0; len]).is_some());
}

/// Checks that verification finds each of these wrong bytes. `see` gets the oracle and the position that disagrees.
fn wrong_bytes_are_found<G: Solving>(
    wrong: impl Fn(&[u8]) -> Vec<(usize, u8)>,
    see: impl Fn(&OracleOf<G>, &G::Position),
) {
    let table = table::<G>(&Progress::default());
    let mut wrong = wrong(&table);
    wrong.retain(|(place, byte)| table[*place] != *byte);
    assert!(!wrong.is_empty());
    for (place, byte) in wrong {
        let mut damaged = table.clone();
        damaged[place] = byte;
        let oracle = opened::<G>(damaged).expect("the length is right");
        match oracle
            .table()
            .expect("fully solved")
            .verify(&Progress::default())
        {
            Some(Err(position)) => see(&*oracle, &position),
            other => panic!("byte {place} set to {byte}: {other:?}"),
        }
    }
}

/// Compares the values of a compressed table with those of the table in memory, up to a number that only the books' boards
/// exceed. Returns the compressed length.
fn compressed_len<G: Solving>() -> usize {
    const MOST: usize = 600_000;
    let table = table::<G>(&Progress::default());
    let Solution::Table { write, open, .. } = G::solution() else {
        panic!("{} {} has no table", G::ID, G::SIZE);
    };
    let mut compressed = Vec::new();
    write(&table, &mut compressed).expect("memory takes all");
    let len = compressed.len();
    let sources = [
        TableSource::Computed(table),
        TableSource::Compressed(Arc::new(compressed)),
    ];
    let [expected, found] = sources.map(|source| {
        let oracle = open(source).expect("a table");
        let mut values = Vec::new();
        let _ = (oracle.table().expect("fully solved")).visit(
            &Progress::default(),
            &mut |position, value, images| {
                values.push((*position, value, images));
                if values.len() < MOST {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        values
    });
    assert!(expected == found, "{} {}", G::ID, G::SIZE);
    len
}

/// Checks that a size without a table cannot enumerate its positions.
fn is_not_enumerable<G: Solving>(is_solved: bool) {
    assert_eq!(G::solution().table_version(), None);
    let oracle = solved::<G>();
    assert_eq!(oracle.is_solved(), is_solved, "{} {}", G::ID, G::SIZE);
    assert!(oracle.table().is_none(), "{} {}", G::ID, G::SIZE);
}

/// Compares each board with the reference everywhere: `GAME => number of reachable positions`.
macro_rules! equal_the_reference_everywhere {
    ($($game:ty => $positions:literal,)*) => { $({
        let compared = crate::solutions::equals_the_reference_everywhere::<$game>();
        assert_eq!(compared, $positions, stringify!($game));
    })* };
}

/// Checks each board that is fully solved: `GAME => signature, number of verified values`.
macro_rules! are_solved {
    ($($game:ty => $signature:expr, $verified:literal;)*) => { $({
        let oracle = crate::solutions::solved::<$game>();
        let (signature, _) = crate::solutions::signature::<$game>(&*oracle);
        assert_eq!(signature, $signature, stringify!($game));
        assert_eq!(crate::solutions::verified::<$game>(&*oracle), $verified, stringify!($game));
    })* };
}

pub(crate) use {are_solved, equal_the_reference_everywhere};

#[test]
fn every_reachable_value_of_small_matrix_isolation_is_that_of_the_reference() {
    equal_the_reference_everywhere! {
        MatrixIsolation<3, 3> => 2548,
        MatrixIsolation<3, 4> => 37_602,
    }
}

/// A quarter of a minute without full optimization, so it runs where the others run a second time.
#[test]
#[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
fn every_reachable_value_of_matrix_isolation_is_that_of_the_reference() {
    equal_the_reference_everywhere! { MatrixIsolation<4, 4> => 1_268_500, }
}

#[test]
fn every_value_of_matrix_isolation_agrees_with_the_rules() {
    are_solved! {
        MatrixIsolation<4, 4> => (Value::win(7), [4_896_496, 1_665_296, 0], 7), 540_672;
    }
    only_a_table_is_opened::<MatrixIsolation<4, 4>>(1, 2_162_688);
    wrong_bytes_are_found::<MatrixIsolation<4, 4>>(
        |table| {
            let [right, wrong] = [Value::win(3), Value::win(5)].map(Value::to_byte);
            let place = table.iter().position(|byte| *byte == right);
            vec![(place.expect("some position is won in 3"), wrong)]
        },
        |_, _| {},
    );
}

#[test]
fn compressed_tables_have_the_same_values_and_these_lengths() {
    let lengths = [
        compressed_len::<GridRunner<2, 2>>(),
        compressed_len::<GridRunner<3, 3>>(),
        compressed_len::<GridRunner<4, 4>>(),
        compressed_len::<QuadBlock<2, 4>>(),
        compressed_len::<QuadBlock<3, 3>>(),
        compressed_len::<QuadBlock<4, 4>>(),
        compressed_len::<MatrixIsolation<4, 4>>(),
    ];
    assert_eq!(lengths, [55, 731, 36_590, 89, 101, 5_872, 331_761]);
}

/// The best published tables take 0.158 bit a position, without distances.
#[test]
#[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
fn compressed_tables_of_the_books_take_less_than_a_sixth_of_a_bit_a_position() {
    for (len, positions) in [
        (compressed_len::<GridRunner<5, 5>>(), 110_724_098),
        (compressed_len::<QuadBlock<5, 5>>(), 143_761_968),
    ] {
        assert!(8 * len < positions * 158 / 1000, "{len} bytes");
    }
}

/// Values of single positions, reachable or not.
#[test]
fn positions_have_the_values_of_the_table() {
    let rows = include_str!("tables/values.txt").lines().zip(1..);
    let matrix_isolation = solved::<MatrixIsolation<4, 4>>();
    for (row, line) in rows.filter(|(row, _)| !row.starts_with('#')) {
        let fields: Vec<_> = row.split(" | ").collect();
        let [game, text, expected] = fields[..] else {
            panic!("values.txt:{line}: expected GAME | POSITION | VALUE");
        };
        let value = match game {
            "matrix-isolation 4x4" => {
                matrix_isolation.value(&read::<MatrixIsolation<4, 4>>(text), Budget::NONE)
            }
            "grid-runner 5x5" => {
                grid_runner::BOOK.value(&read::<GridRunner<5, 5>>(text), Budget::NONE)
            }
            "grid-runner 6x6" => {
                solved::<GridRunner<6, 6>>().value(&read::<GridRunner<6, 6>>(text), Budget::NONE)
            }
            "quad-block 5x5" => {
                quad_block::BOOK.value(&read::<QuadBlock<5, 5>>(text), Budget::NONE)
            }
            _ => panic!("values.txt:{line}: no oracle of {game}"),
        };
        let value = match value.map(|value| (value.name(), value.distance())) {
            None => "unknown".to_owned(),
            Some((name, None)) => name.to_owned(),
            Some((name, Some(plies))) => format!("{name} {plies}"),
        };
        assert_eq!(value, expected, "values.txt:{line}: {text}");
    }
}

/// The law of `Oracle::is_solved`.
#[test]
fn the_start_of_a_solved_size_has_a_value_for_either_first_player() {
    let mut solved = 0;
    for variant in Catalogue::STANDARD.iter().flat_map(|listing| listing.sizes) {
        let oracle = variant.solution().oracle(&Progress::default());
        let oracle = oracle.expect("never cancelled");
        assert_eq!(variant.is_solved(), oracle.is_solved(), "{variant:?}");
        if oracle.is_solved() {
            solved += 1;
            for first in Player::BOTH {
                let value = oracle.value(&*variant.start(first), Budget::NONE);
                assert!(value.is_some(), "{variant:?}, player {first} begins");
            }
        }
    }
    assert!(
        solved >= Catalogue::STANDARD.iter().count(),
        "{solved} sizes are solved"
    );
}

#[test]
fn a_cancelled_computation_has_no_table() {
    let cancelled = Progress::default();
    cancelled.cancel();
    for variant in Catalogue::STANDARD.iter().flat_map(|listing| listing.sizes) {
        let solution = variant.solution();
        let is_cancelled = solution.oracle(&cancelled).is_none();
        let has_table = solution.table_version().is_some();
        assert_eq!(is_cancelled, has_table, "{variant:?}");
    }
    assert!(cancelled.share() < 1.0);
}

#[test]
fn cancelled_work_on_a_table_has_no_result() {
    let cancelled = Progress::default();
    cancelled.cancel();
    for listing in Catalogue::STANDARD.iter() {
        let solution = listing.standard().solution();
        let oracle = solution
            .oracle(&Progress::default())
            .expect("not cancelled");
        let table = oracle.enumerable_table().expect("fully solved");
        assert_eq!(table.census(&cancelled), None, "{}", listing.id);
        assert_eq!(table.verify(&cancelled), None, "{}", listing.id);
    }
}

/// Solved sizes have no limit, but a withdrawn request is not searched.
#[test]
fn a_withdrawn_request_is_not_searched() {
    for (game, size) in [("matrix-isolation", "5x5"), ("quad-block", "5x5")] {
        let variant = Catalogue::STANDARD
            .find(game)
            .and_then(|listing| listing.size(size));
        let variant = variant.expect("a size of the game");
        let oracle = variant.solution().oracle(&Progress::default());
        let (oracle, start) = (oracle.expect("not cancelled"), variant.start(Player::One));
        let allowance = Allowance::positions(1);
        let budget = Budget::positions(1).within(&allowance);
        assert!(oracle.value(&*start, budget).is_some(), "{game}: limited");
        allowance.withdraw();
        assert_eq!(oracle.value(&*start, budget), None, "{game}: withdrawn");
    }
}

#[test]
fn progress_runs_from_zero_to_one() {
    fn check<G: Solving>() {
        let progress = Progress::default();
        assert!(progress.share() < 0.01);
        table::<G>(&progress);
        assert!(
            (progress.share() - 1.0).abs() < 1e-9,
            "{} {}",
            G::ID,
            G::SIZE
        );
    }
    check::<QuadBlock<4, 4>>();
    check::<GridRunner<4, 4>>();
}

/// The number of positions that a search visits before it finds a value, which changes with any change of the search or of
/// the order of moves. The values confirm those of the tables.
#[test]
fn searches_have_their_node_counts() {
    fn nodes<P: KeyedPosition>(position: P) -> (u64, Option<Value>) {
        let budget = Budget::positions(10_000_000);
        let mut search = Search::new(BoundsTable::for_budget(budget));
        let value = search.value(&PlainSearch::default(), position, budget);
        (search.nodes(), value)
    }
    let first = Player::One;
    let runners = read::<GridRunner<5, 5>>(".1X../X.X../..2../...../..... 1 1 2");
    let found = [
        nodes(AdjacencyBlock::<15>::start(first)),
        nodes(Gridlock::<4, 4>::start(first)),
        nodes(MatrixIsolation::<5, 5>::start(first)),
        nodes(runners),
    ];
    let expected = [
        (65_255, Some(Value::win(11))),
        (49_495, Some(Value::loss(12))),
        (597_976, Some(Value::win(7))),
        (21_559, Some(Value::loss(10))),
    ];
    assert_eq!(found, expected);
}

#[test]
fn sizes_name_themselves() {
    assert_eq!(Gridlock::<2, 5>::SIZE.to_string(), "2x5");
}
