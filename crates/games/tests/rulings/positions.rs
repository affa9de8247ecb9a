//! Texts that are not positions of their game are refused with what was found and what was wanted.

use quintet_catalogue::{catalogue, find};

/// Asserts of each text that it is refused, and with which words.
#[track_caller]
fn assert_no_positions(game: &str, texts: &[(&str, &str, &str)]) {
    let standard = find(game).expect("in the catalogue").standard();
    for (text, found, wanted) in texts {
        match standard.position(text) {
            Ok(position) => panic!("{text} is accepted as {position:?}"),
            Err(error) => assert_eq!((&*error.found, &*error.wanted), (*found, *wanted), "{text}"),
        }
    }
}

#[test]
fn a_gridlock_text_of_the_wrong_shape_is_refused() {
    assert_no_positions(
        "gridlock",
        &[
            ("", "0 fields", "2: cells, player to move"),
            ("..../..../..../....", "1 field", "2: cells, player to move"),
            (
                "..../..../..../.... 1 p",
                "3 fields",
                "2: cells, player to move",
            ),
            ("..../..../.... 1", "3 rows", "4 rows"),
            (".......... 1", "1 row", "4 rows"),
            ("..../...../..../.... 1", "5 cells in row 2", "4"),
            ("..../..../..../... 1", "3 cells in row 4", "4"),
            ("..../..../.Z../.... 1", "'Z' in row 3", "X, O or ."),
            ("..../..../..../.... 3", "player to move '3'", "1 or 2"),
            ("..../..../..../.... X", "player to move 'X'", "1 or 2"),
        ],
    );
}

#[test]
fn a_gridlock_text_with_impossible_counts_is_refused() {
    assert_no_positions(
        "gridlock",
        &[
            (
                "X.X./..../..../.... 2",
                "2 X and 0 O with player 2 to move",
                "as many of each, or one more of player 1's",
            ),
            (
                "X.../..../..../.... 1",
                "1 X and 0 O with player 1 to move",
                "as many of each, or one more of player 2's",
            ),
            (
                "O.O./..../X.../.... 2",
                "1 X and 2 O with player 2 to move",
                "as many of each, or one more of player 1's",
            ),
        ],
    );
}

#[test]
fn a_gridlock_text_with_an_x_beside_an_o_is_refused() {
    let wanted = "no X and O side by side";
    assert_no_positions(
        "gridlock",
        &[
            (
                "XO../..../..../.... 1",
                "the O at (1,2) beside an X",
                wanted,
            ),
            (
                "..../..X./..O./.... 1",
                "the O at (3,3) beside an X",
                wanted,
            ),
        ],
    );
}

#[test]
fn an_adjacency_block_text_of_the_wrong_shape_is_refused() {
    assert_no_positions(
        "adjacency-block",
        &[
            ("..........", "1 field", "2: cells, player to move"),
            (".........", "1 field", "2: cells, player to move"),
            ("......... 1", "9 cells in row 1", "10"),
            ("...../..... 1", "2 rows", "1 row"),
            ("....1..... 2", "'1' in row 1", "X, O or ."),
            (".......... 0", "player to move '0'", "1 or 2"),
        ],
    );
}

#[test]
fn an_adjacency_block_text_with_impossible_counts_is_refused() {
    assert_no_positions(
        "adjacency-block",
        &[(
            "XXX....... 2",
            "3 X and 0 O with player 2 to move",
            "as many of each, or one more of player 1's",
        )],
    );
}

#[test]
fn an_adjacency_block_text_with_an_x_beside_an_o_is_refused() {
    // The last grid of the book's playthrough.
    let row = find("adjacency-block")
        .expect("in the catalogue")
        .standard();
    let error = row.position("O.OXXXX..O 2").expect_err("X on 4, O on 3");
    assert!(error.found.ends_with("beside an X"), "{error}");
    assert_eq!(error.wanted, "no X and O side by side");
}

#[test]
fn a_matrix_isolation_text_of_the_wrong_shape_is_refused() {
    assert_no_positions(
        "matrix-isolation",
        &[
            ("1.../..../..../...2", "1 field", "2: cells, player to move"),
            ("1.../..../...2 1", "3 rows", "4 rows"),
            ("1.../.../..../...2 1", "3 cells in row 2", "4"),
            ("1.../.O../..../...2 1", "'O' in row 2", "1, 2, X or ."),
            ("1.../..../..../...2 P1", "player to move 'P1'", "1 or 2"),
        ],
    );
}

#[test]
fn a_matrix_isolation_text_with_impossible_counts_is_refused() {
    assert_no_positions(
        "matrix-isolation",
        &[
            ("..../..../..../...2 1", "0 pieces of player 1", "one '1'"),
            ("1.../..../..../.... 1", "0 pieces of player 2", "one '2'"),
            ("1.../.1../..../...2 1", "2 pieces of player 1", "one '1'"),
            ("1.../..../.2../...2 1", "2 pieces of player 2", "one '2'"),
        ],
    );
}

#[test]
fn a_grid_runner_text_of_the_wrong_shape_is_refused() {
    let fields = "4: cells, player to move, barriers left of 1, barriers left of 2";
    assert_no_positions(
        "grid-runner",
        &[
            ("1..../...../...../...../....2 1", "2 fields", fields),
            ("1..../...../...../....2 1 3 3", "4 rows", "5 rows"),
            (
                "1..../....../...../...../....2 1 3 3",
                "6 cells in row 2",
                "5",
            ),
            (
                "1..../..P../...../...../....2 1 3 3",
                "'P' in row 2",
                "1, 2, X or .",
            ),
            (
                "1..../...../...../...../....2 9 3 3",
                "player to move '9'",
                "1 or 2",
            ),
        ],
    );
}

#[test]
fn a_grid_runner_text_with_impossible_counts_is_refused() {
    let runners = "one of each, or only the runner that has just captured the other";
    assert_no_positions(
        "grid-runner",
        &[
            (
                "1..../...../...../...../....2 1 4 3",
                "'4' barriers left",
                "a number from 0 to 3",
            ),
            (
                "1..../...../...../...../....2 1 3 x",
                "'x' barriers left",
                "a number from 0 to 3",
            ),
            (
                "1..../..X../..X../...../....2 1 3 3",
                "2 barriers on the grid with 3 and 3 left",
                "6 in all, so 0 on the grid",
            ),
            (
                "1..../...../...../...../....2 1 2 3",
                "0 barriers on the grid with 2 and 3 left",
                "6 in all, so 1 on the grid",
            ),
            (
                "...../...../...../...../..... 1 3 3",
                "0 of runner 1 and 0 of runner 2 with player 1 to move",
                runners,
            ),
            (
                "11.../...../...../...../....2 1 3 3",
                "2 of runner 1 and 1 of runner 2 with player 1 to move",
                runners,
            ),
            (
                "...../...../..1../...../..... 1 3 3",
                "1 of runner 1 and 0 of runner 2 with player 1 to move",
                runners,
            ),
        ],
    );
}

#[test]
fn a_grid_runner_text_with_a_goal_walled_off_is_refused() {
    let wanted = "barriers that leave both runners a path to their goals";
    assert_no_positions(
        "grid-runner",
        &[
            (
                "1..../...../...../....X/...X2 1 1 3",
                "runner 1 without a path to E5",
                wanted,
            ),
            (
                "1..../...../...../....X/...X2 2 1 3",
                "runner 2 without a path to A1",
                wanted,
            ),
            (
                "X..../.1.../...../...../....2 1 2 3",
                "runner 2 without a path to A1",
                wanted,
            ),
            (
                "1..../...../XXXXX/...../....2 1 1 0",
                "runner 1 without a path to E5",
                wanted,
            ),
        ],
    );
}

#[test]
fn a_grid_runner_text_that_was_won_before_its_last_move_is_refused() {
    assert_no_positions(
        "grid-runner",
        &[
            (
                "...../...../..2../...../....1 1 3 3",
                "runner 1 on its goal with player 1 to move",
                "player 2 to move, or the game still open",
            ),
            (
                "2..../...../..1../...../..... 2 3 3",
                "runner 2 on its goal with player 2 to move",
                "player 1 to move, or the game still open",
            ),
            (
                "2..../...../...../...../....1 1 3 3",
                "runner 1 on its goal with player 1 to move",
                "player 2 to move, or the game still open",
            ),
        ],
    );
}

/// P1 alone on A1 says that it has captured P2 there; but P2 on A1 had won already.
#[test]
fn a_grid_runner_text_with_a_runner_captured_on_its_own_goal_is_refused() {
    let grid = find("grid-runner").expect("in the catalogue").standard();
    for text in [
        "1..../...../...../...../..... 2 3 3",
        "...../...../...../...../....2 1 3 3",
    ] {
        assert!(grid.position(text).is_err(), "{text} has been won twice");
    }
}

#[test]
fn a_quad_block_text_of_the_wrong_shape_is_refused() {
    assert_no_positions(
        "quad-block",
        &[
            (
                "...../...../...../...../..... 1",
                "2 fields",
                "3: cells, player to move, phase",
            ),
            ("...../...../...../..... 1 p", "4 rows", "5 rows"),
            (
                "...../...../....../...../..... 1 p",
                "6 cells in row 3",
                "5",
            ),
            (
                "...../...../..x../...../..... 2 p",
                "'x' in row 3",
                "X, O or .",
            ),
            (
                "...../...../...../...../..... p 1",
                "player to move 'p'",
                "1 or 2",
            ),
            (
                "...../...../...../...../..... 1 q",
                "phase 'q'",
                "p (placing) or s (sudden death)",
            ),
        ],
    );
}

#[test]
fn a_quad_block_text_with_impossible_counts_is_refused() {
    assert_no_positions(
        "quad-block",
        &[
            (
                "XX.../...../...../...../..... 2 p",
                "2 X and 0 O with player 2 to move",
                "as many of each, or one more of player 1's",
            ),
            (
                "XOXOX/OXOXO/XOXOX/OXOXO/XOXOX 1 s",
                "13 X and 12 O with player 1 to move",
                "as many of each, or one more of player 2's",
            ),
            (
                "XOXOX/OXOXO/XO.OX/OXOXO/XOXOX 1 s",
                "12 X and 12 O with one cell empty in sudden death",
                "13 of one and 11 of the other",
            ),
        ],
    );
}

#[test]
fn a_quad_block_text_that_is_won_twice_or_was_won_before_its_last_move_is_refused() {
    assert_no_positions(
        "quad-block",
        &[
            (
                "XXXX./OOOO./...../...../..... 1 p",
                "a group of four of both players",
                "one winner at the most",
            ),
            (
                "XXXX./O.O.O/...../...../..... 1 p",
                "player 1 to move with a group of four",
                "player 2 to move after the winning move",
            ),
            (
                "OOOO./X.X.X/...../....X/..... 2 p",
                "player 2 to move with a group of four",
                "player 1 to move after the winning move",
            ),
            (
                "XXXX./O.O.O/.O.O./O.O../XXXX. 2 p",
                "2 groups of four of one player while placing",
                "one at the most",
            ),
        ],
    );
}

#[test]
fn a_quad_block_text_in_the_wrong_phase_is_refused() {
    let wanted = "one, or none before the first marker is lifted";
    assert_no_positions(
        "quad-block",
        &[
            (
                "XOXOX/OXOXO/XOXOX/OXOXO/XOXOX 2 p",
                "p on a full grid that nobody has won",
                "s",
            ),
            (
                "XXXOX/OXOXO/XOXOX/OXOXO/XOXOO 2 s",
                "s on a full grid that has been won while placing",
                "p",
            ),
            (
                "...../...../...../...../..... 1 s",
                "25 empty cells in sudden death",
                wanted,
            ),
            (
                "..XOX/OXOXO/XOXOX/OXOXO/XOXOX 1 s",
                "2 empty cells in sudden death",
                wanted,
            ),
        ],
    );
}

#[test]
fn no_game_reads_the_start_of_another_size() {
    for listing in catalogue() {
        for variant in listing.sizes {
            for other in listing.sizes {
                let text = other.start(quintet_rules::Player::One).text();
                let is_own = variant.size() == other.size();
                assert_eq!(variant.position(&text).is_ok(), is_own, "{text}");
            }
        }
    }
}
