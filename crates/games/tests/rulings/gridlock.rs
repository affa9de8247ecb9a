//! G1 and G2.

use quintet_testkit::books;

use crate::ask::{after, assert_refused, at, legal, start};

const BESIDE: &str = "Invalid move. You cannot place next to an opponent's marker. \
                      Please choose a different cell.";

#[test]
fn g1_legal_is_what_is_on_the_grid_empty_and_not_beside_an_opponents_marker() {
    let position = at("gridlock", "..../.X../..O./.... 1");
    let open = [
        "1 1", "1 2", "1 3", "1 4", "2 1", "2 4", "3 1", "4 1", "4 2", "4 4",
    ];
    assert_eq!(legal(&*position), open);
    for beside in ["2 3", "3 2", "3 4", "4 3"] {
        assert_refused(&*position, beside, "beside-opponent", BESIDE);
    }
    for taken in ["2 2", "3 3"] {
        assert_refused(
            &*position,
            taken,
            "occupied",
            "Invalid move. That cell is already occupied. Please choose a different cell.",
        );
    }
    for off in ["0 1", "1 0", "5 1", "1 5"] {
        assert_refused(
            &*position,
            off,
            "off-the-grid",
            "Invalid move. Rows and columns must be between 1 and 4. Please choose a different cell.",
        );
    }
}

#[test]
fn g1_beside_your_own_markers_is_fine() {
    let position = at("gridlock", "..../.X../..../...O 1");
    for own_side in ["1 2", "2 1", "2 3", "3 2"] {
        after(&*position, &[own_side]);
    }
}

#[test]
fn g1_diagonals_never_matter() {
    let position = after(&*start("gridlock"), &["2 2"]);
    for corner in ["1 1", "1 3", "3 1", "3 3"] {
        after(&*position, &[corner]);
    }
}

#[test]
fn g1_the_edge_of_the_grid_does_not_wrap_around() {
    let position = at("gridlock", "...X/..../..../.... 2");
    for far in ["1 1", "2 1", "4 4"] {
        after(&*position, &[far]);
    }
}

#[test]
fn g2_the_display_is_the_boxed_drawing_with_blanks() {
    let drawing = after(&*start("gridlock"), &["2 2", "3 3"]).drawing();
    assert!(!drawing.contains('.'), "{drawing}");
    assert_eq!(drawing, books::drawing("gridlock", "turn 2"));
}
