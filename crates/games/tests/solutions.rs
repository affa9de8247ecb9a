//! The games that are known whole, compared with the slow reference everywhere.

mod solving;

use std::ops::ControlFlow;

use quintet_catalogue::catalogue;
use quintet_games::adjacency_block::AdjacencyBlock;
use quintet_games::grid_runner::{GridRunner, Runners};
use quintet_games::gridlock::Gridlock;
use quintet_games::matrix_isolation::MatrixIsolation;
use quintet_games::{Notation, Rules, Snort, Solving};
use quintet_rules::{Player, Position, Wyrand};
use quintet_solver::bounds::WideTable;
use quintet_solver::search::{Keyed, Plain, Search, Seeker};
use quintet_solver::{Budget, Census, Oracle, Progress, Value, reference};

use solving::{opened, solved, table};

/// Compares every position that can be reached, whichever player begins, and says how many there are.
fn equals_the_reference_everywhere<G: Solving + Notation>() -> usize {
    let oracle = solved::<G>();
    Player::BOTH
        .map(|first| {
            let values = reference::solve(G::start(first));
            for (position, value) in &values {
                let known = oracle.value(position, Budget::NONE);
                assert_eq!(known, Some(*value), "{}", G::write_position(position));
            }
            values.len()
        })
        .iter()
        .sum()
}

#[test]
fn every_value_of_adjacency_block_is_that_of_the_reference() {
    assert_eq!(
        equals_the_reference_everywhere::<AdjacencyBlock<10>>(),
        3538
    );
    assert_eq!(
        equals_the_reference_everywhere::<AdjacencyBlock<15>>(),
        241_018
    );
    macro_rules! check_rows {
        ($($cells:literal)*) => { $(equals_the_reference_everywhere::<AdjacencyBlock<$cells>>();)* };
    }
    check_rows!(1 2 3 4 5 6 7 8 9 11 12 13 14);
}

#[test]
fn every_value_of_gridlock_is_that_of_the_reference() {
    assert_eq!(equals_the_reference_everywhere::<Gridlock<4, 4>>(), 135_494);
    equals_the_reference_everywhere::<Gridlock<3, 3>>();
    macro_rules! check_grids {
        ($($rows:literal x $columns:literal)*) => {
            $(equals_the_reference_everywhere::<Gridlock<$rows, $columns>>();)*
        };
    }
    check_grids!(1 x 1 1 x 9 2 x 2 2 x 5 2 x 6 5 x 2 3 x 4 3 x 5);
}

/// Plays random games from a start and compares two oracles in every position that `is_asked`.
fn equal_in_random_games<P: Position>(
    start: P,
    seed: u64,
    is_asked: impl Fn(&P) -> bool,
    oracles: [&dyn Oracle<P>; 2],
) -> usize {
    let mut random = Wyrand::new(seed);
    let mut asked = 0;
    for _ in 0..200 {
        let mut position = start;
        loop {
            if is_asked(&position) {
                let [one, other] = oracles.map(|oracle| oracle.value(&position, Budget::UNBOUNDED));
                assert_eq!(one, other, "seed {seed}: {position:?}");
                assert!(one.is_some());
                asked += 1;
            }
            let Some(mv) = position.random_move(&mut random) else {
                break;
            };
            position = position.play_unchecked(mv);
        }
    }
    asked
}

/// A row is known by its segments, and a grid of one row by its cells.
#[test]
fn rows_have_the_same_values_by_segments_and_by_cells() {
    let start = AdjacencyBlock::<20>::start(Player::Two);
    let (row, grid) = (solved::<AdjacencyBlock<20>>(), solved::<Gridlock<1, 20>>());
    let asked = equal_in_random_games(start, 5, |_| true, [&*row, &*grid]);
    assert!(asked > 1500, "{asked}");
}

#[test]
fn larger_boards_have_the_values_that_a_search_finds() {
    let row = solved::<AdjacencyBlock<30>>();
    let is_asked = |position: &Snort<1, 30>| position.count_moves() < 14;
    let start = AdjacencyBlock::<30>::start(Player::One);
    let asked = equal_in_random_games(start, 3, is_asked, [&*row, &Seeker::default()]);
    assert!(asked > 1500, "{asked}");
    let grid = solved::<Gridlock<5, 5>>();
    let is_asked = |position: &Snort<5, 5>| position.count_moves() < 13;
    let start = Gridlock::<5, 5>::start(Player::Two);
    let asked = equal_in_random_games(start, 4, is_asked, [&*grid, &Seeker::default()]);
    assert!(asked > 1000, "{asked}");
}

#[test]
fn a_row_of_thirty_is_won_in_25() {
    let start = AdjacencyBlock::<30>::start(Player::One);
    let value = solved::<AdjacencyBlock<30>>().value(&start, Budget::NONE);
    assert_eq!(value, Some(Value::Win(25)));
}

#[test]
fn where_there_are_too_many_positions_none_is_listed() {
    let row = solved::<AdjacencyBlock<30>>();
    assert!(row.is_whole() && !row.is_listed());
    assert!(row.census().is_none() && row.verify(&Progress::default()).is_none());
    let shown = row.visit(&mut |_, _, _| ControlFlow::Break(()));
    assert!(shown.is_continue());
}

#[test]
fn every_reachable_value_of_small_matrix_isolation_is_that_of_the_reference() {
    equals_the_reference_everywhere::<MatrixIsolation<3, 3>>();
    equals_the_reference_everywhere::<MatrixIsolation<2, 4>>();
    equals_the_reference_everywhere::<MatrixIsolation<3, 4>>();
}

/// A quarter of a minute without full optimisation, so it runs where the others run a second time.
#[test]
#[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
fn every_reachable_value_of_matrix_isolation_is_that_of_the_reference() {
    assert_eq!(
        equals_the_reference_everywhere::<MatrixIsolation<4, 4>>(),
        1_268_500
    );
}

/// What a game is worth, and how many positions of which value it has: numbers that any change of
/// rules or solver would change.
fn signature<G: Solving>() -> (Option<Value>, [u64; 3], Option<u8>) {
    let oracle = solved::<G>();
    let census: Census<_> = oracle.census().expect("known whole");
    let counts = [census.won, census.lost, census.endless];
    let start = oracle.value(&G::start(Player::One), Budget::NONE);
    assert_eq!(
        oracle.value(&G::start(Player::Two), Budget::NONE),
        start,
        "whichever player begins"
    );
    (start, counts, census.longest_win.map(|(plies, _)| plies))
}

#[test]
fn the_solved_games_have_their_signatures() {
    assert_eq!(
        signature::<AdjacencyBlock<10>>(),
        (Some(Value::Win(7)), [2098, 1176, 0], Some(7))
    );
    assert_eq!(
        signature::<Gridlock<4, 4>>(),
        (Some(Value::Loss(12)), [81_992, 48_810, 0], Some(11))
    );
    assert_eq!(
        signature::<AdjacencyBlock<20>>(),
        (Some(Value::Win(15)), [10_490_042, 6_673_864, 0], Some(17))
    );
    assert_eq!(
        signature::<MatrixIsolation<4, 4>>(),
        (Some(Value::Win(7)), [4_896_496, 1_665_296, 0], Some(7))
    );
}

/// Half a minute without full optimisation.
#[test]
#[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
fn every_position_of_gridlock_5x5_is_known() {
    assert_eq!(
        signature::<Gridlock<5, 5>>(),
        (Some(Value::Win(17)), [79_545_270, 50_787_172, 0], Some(19))
    );
    assert_eq!(
        solved::<Gridlock<5, 5>>().verify(&Progress::default()),
        Some(Ok(8_203_439))
    );
}

/// The law of `Oracle::is_whole`.
#[test]
fn where_every_position_is_known_the_start_has_a_value_whichever_player_begins() {
    let mut known = 0;
    for variant in catalogue().flat_map(|listing| listing.sizes) {
        let oracle = variant.solution().oracle(&Progress::default());
        let oracle = oracle.expect("never cancelled");
        assert_eq!(variant.is_whole(), oracle.is_whole(), "{variant:?}");
        if oracle.is_whole() {
            known += 1;
            for first in Player::BOTH {
                let value = oracle.value(&*variant.start(first), Budget::NONE);
                assert!(value.is_some(), "{variant:?}, player {first} begins");
            }
        }
    }
    assert!(known >= catalogue().count(), "{known} sizes are known");
}

#[test]
fn a_cancelled_computation_has_no_table() {
    let cancelled = Progress::default();
    cancelled.cancel();
    for variant in catalogue().flat_map(|listing| listing.sizes) {
        let solution = variant.solution();
        let oracle = solution.oracle(&cancelled);
        assert_eq!(
            oracle.is_none(),
            solution.table_version().is_some(),
            "{variant:?}"
        );
    }
    assert!(cancelled.share() < 1.0);
}

const TEN_MILLION: Budget = Budget::positions(10_000_000);

/// How many positions a search looks at before it knows a value: any change of the search or of the
/// order of moves changes it.
fn nodes<P: Keyed>(position: P, budget: Budget) -> (u64, Option<Value>) {
    let mut search = Search::new(WideTable::for_budget(budget));
    let value = search.value(&Plain::default(), position, budget);
    (search.nodes(), value)
}

#[test]
fn searches_have_their_node_counts() {
    let first = Player::One;
    let found = [
        nodes(AdjacencyBlock::<15>::start(first), TEN_MILLION),
        nodes(Gridlock::<4, 4>::start(first), TEN_MILLION),
        nodes(MatrixIsolation::<5, 5>::start(first), TEN_MILLION),
        nodes(runner(".1X../X.X../..2../...../..... 1 1 2"), TEN_MILLION),
    ];
    // The values are those of the tables, found in another way.
    let expected = [
        (65_255, Some(Value::Win(11))),
        (49_495, Some(Value::Loss(12))),
        (597_976, Some(Value::Win(7))),
        (21_559, Some(Value::Loss(10))),
    ];
    assert_eq!(found, expected);
}

fn runner(text: &str) -> Runners<5, 5> {
    GridRunner::read_position(text).expect("a position")
}

#[test]
fn whole_tables_agree_with_the_rules() {
    assert_eq!(
        solved::<AdjacencyBlock<10>>().verify(&Progress::default()),
        Some(Ok(892))
    );
    assert_eq!(
        solved::<AdjacencyBlock<15>>().verify(&Progress::default()),
        Some(Ok(60_343))
    );
    assert_eq!(
        solved::<Gridlock<4, 4>>().verify(&Progress::default()),
        Some(Ok(8659))
    );
    assert_eq!(
        solved::<MatrixIsolation<4, 4>>().verify(&Progress::default()),
        Some(Ok(540_672))
    );
}

#[test]
fn a_table_with_a_wrong_value_does_not_agree_with_the_rules() {
    let mut table = table::<MatrixIsolation<4, 4>>(&Progress::default());
    let wrong = table
        .iter()
        .position(|byte| *byte == Value::Win(3).to_byte());
    table[wrong.expect("some position is won in 3")] = Value::Win(5).to_byte();
    let oracle = opened::<MatrixIsolation<4, 4>>(table).expect("the length is right");
    assert!(matches!(oracle.verify(&Progress::default()), Some(Err(_))));
}

#[test]
fn a_table_of_another_length_is_refused() {
    assert!(opened::<MatrixIsolation<4, 4>>(vec![0; 100]).is_none());
}

#[test]
fn positions_that_play_cannot_reach_have_values_too() {
    let oracle = solved::<MatrixIsolation<4, 4>>();
    for (text, value) in [
        ("1X../X.../..../...2 1", Value::Loss(0)),
        ("1X../X.../..../...2 2", Value::Win(1)),
        ("12../..../..../.... 1", Value::Loss(4)),
    ] {
        let position = MatrixIsolation::<4, 4>::read_position(text).expect("a position");
        assert_eq!(oracle.value(&position, Budget::NONE), Some(value), "{text}");
    }
}

#[test]
fn sizes_name_themselves() {
    assert_eq!(Gridlock::<2, 5>::SIZE.to_string(), "2x5");
}
