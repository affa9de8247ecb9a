//! The pages that `quintet rules` prints: every ruling is on the page of its game, and what the
//! pages say of an example is so.

use quintet_catalogue::{catalogue, find};
use quintet_games::MoveError;
use quintet_testkit::listing::{check_page, check_rulings};

use crate::ask::{at, legal};

/// The rulings of each game alone.
const OWN: [(&str, &[&str]); 5] = [
    ("gridlock", &["G1", "G2"]),
    ("adjacency-block", &["A1", "A2", "A3"]),
    ("matrix-isolation", &["M1", "M2", "M3", "M4"]),
    ("grid-runner", &["R1", "R2", "R3", "R4", "R5", "R6"]),
    ("quad-block", &["Q1", "Q2", "Q3", "Q4", "Q5"]),
];

#[test]
fn each_page_says_each_of_its_rulings_and_every_common_one() {
    let games = OWN.map(|(game, _)| game);
    assert!(catalogue().map(|listing| listing.id).eq(games), "{games:?}");
    for (game, own) in OWN {
        check_rulings(find(game).expect("in the catalogue"), own);
    }
}

#[test]
fn each_page_has_its_name_and_its_sizes_and_fits_a_terminal() {
    catalogue().for_each(check_page);
}

/// The position that a page draws, and what the page says about it.
struct Example {
    game: &'static str,
    position: &'static str,
    /// What the page says about it, on as many lines as it takes.
    said: &'static [&'static str],
    /// Moves that the page calls legal.
    legal: &'static [&'static str],
    /// Moves that the page calls illegal, with the reason.
    refused: &'static [(&'static str, &'static str)],
}

const EXAMPLES: [Example; 5] = [
    Example {
        game: "gridlock",
        position: "..../.X../..O./.... 1",
        said: &[
            "Here X is to move. The cells beside the O are closed: 2 3, 3 2, 3 4 and 4 3.",
            "for instance 1 1, or 1 2 beside the own marker, or 4 4,",
        ],
        legal: &["1 1", "1 2", "4 4"],
        refused: &[
            ("2 3", "beside-opponent"),
            ("3 2", "beside-opponent"),
            ("3 4", "beside-opponent"),
            ("4 3", "beside-opponent"),
        ],
    },
    Example {
        game: "adjacency-block",
        position: "O...XX...O 1",
        said: &[
            "2 and 9 are closed",
            "X may play 3, 4, 7 and 8;",
            "If O were to move instead, 4 and 7 would be closed and 2, 3, 8 and 9 open.",
        ],
        legal: &["3", "4", "7", "8"],
        refused: &[("2", "beside-opponent"), ("9", "beside-opponent")],
    },
    Example {
        game: "matrix-isolation",
        position: "..1./.XX./..X./..2. 2",
        said: &[
            "Here P2 is to move and can go to row 4, column 2 or to row 4, column 4.",
            "Row 3, column 3 is blocked; row 3, column 4 would be a diagonal step.",
        ],
        legal: &["4 2 3 2", "4 4 4 3"],
        refused: &[("3 3 3 2", "move-into-block"), ("3 4 3 2", "not-adjacent")],
    },
    Example {
        game: "grid-runner",
        position: "...../.1.../...../....X/....2 1 2 3",
        said: &[
            "BARRIER B3 is refused: B3 is beside P1's own runner.",
            "BARRIER D5 is refused: with E4 it would shut E5 off.",
            "BARRIER C3 and BARRIER E3 are fine, and so is a step to A2, B1, B3 or C2.",
        ],
        legal: &[
            "BARRIER C3",
            "BARRIER E3",
            "MOVE A2",
            "MOVE B1",
            "MOVE B3",
            "MOVE C2",
        ],
        refused: &[
            ("BARRIER B3", "beside-own-runner"),
            ("BARRIER D5", "cuts-off-runner"),
        ],
    },
    Example {
        game: "quad-block",
        position: ".O.../.OO../.XX../.X.../..... 1 p",
        said: &["Here 'X' is to move and wins on 11, 14, 16, 18 or 22:"],
        legal: &["11", "14", "16", "18", "22"],
        refused: &[],
    },
];

#[test]
fn the_drawing_on_each_page_is_what_the_program_draws() {
    for Example { game, position, .. } in EXAMPLES {
        let drawing = at(game, position).drawing();
        // On the page Quad Block's grid has no title and none of the indentation under it.
        let drawing = match drawing.strip_prefix("Current Grid:\n  ") {
            Some(grid) => grid.replace("\n  ", "\n"),
            None => drawing,
        };
        let on_the_page = format!("\n\n    {}\n\n", drawing.replace('\n', "\n    "));
        let page = find(game).expect("in the catalogue").rules;
        assert!(
            page.contains(&on_the_page),
            "{game}:\n{page}\n{on_the_page}"
        );
    }
}

#[test]
fn what_each_page_calls_legal_is_played_and_what_it_forbids_is_refused() {
    for example in EXAMPLES {
        let position = at(example.game, example.position);
        let page = find(example.game).expect("in the catalogue").rules;
        let words: Vec<_> = page.split_whitespace().collect();
        let page = words.join(" ");
        for said in example.said {
            assert!(page.contains(said), "{}: {said}", example.game);
        }
        for mv in example.legal {
            assert!(position.play(mv).is_ok(), "{mv} in {position:?}");
        }
        for (mv, reason) in example.refused {
            match position.play(mv) {
                Err(MoveError::Refused { reason: found, .. }) => {
                    assert_eq!(found, *reason, "{mv} in {position:?}");
                }
                other => panic!("{mv} in {position:?}: {other:?}"),
            }
        }
    }
}

#[test]
fn the_adjacency_block_page_is_right_about_the_other_player_too() {
    let position = at("adjacency-block", "O...XX...O 2");
    assert_eq!(legal(&*position), ["2", "3", "8", "9"]);
}

#[test]
fn the_quad_block_page_lists_exactly_the_winning_cells() {
    let position = at("quad-block", ".O.../.OO../.XX../.X.../..... 1 p");
    let wins = |mv: &String| {
        let played = position.play(mv).expect("a listed move is legal");
        played.position.outcome().is_some()
    };
    let winning: Vec<_> = legal(&*position).into_iter().filter(wins).collect();
    assert_eq!(winning, ["11", "14", "16", "18", "22"]);
}
