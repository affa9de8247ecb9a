//! The drawings of the rule books, committed in `books`, one file a game:
//!
//! ```text
//!     == turn 1
//!     Positions: 1 2 3 4 5 6 7 8 9 10
//!     Cells:     _ _ _ _ X _ _ _ _ _
//! ```
//!
//! A drawing that the book prints misaligned exists twice: aligned, and with `, as printed` after its title. In Quad Block's
//! book, the second line of turn 5 has an extra dash, which is omitted here.

use std::path::Path;

/// Returns all drawings of a game's book with their titles.
#[track_caller]
pub fn drawings(game: &str) -> Vec<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("books/{game}.txt"));
    let text = std::fs::read_to_string(&file);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let text = format!("\n{text}");
    let sections = text.split("\n== ").skip(1);
    sections
        .map(|section| section.split_once('\n').expect("a drawing below its title"))
        .map(|(title, drawing)| (title.to_owned(), drawing.trim_end().to_owned()))
        .collect()
}

/// Returns the drawing with this title in a game's book.
#[track_caller]
pub fn drawing(game: &str, title: &str) -> String {
    let found = drawings(game).into_iter().find(|(known, _)| known == title);
    found
        .unwrap_or_else(|| panic!("{game} has no drawing {title:?}"))
        .1
}
