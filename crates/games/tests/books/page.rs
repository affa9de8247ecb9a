//! Drawings as a page shows them.

use quintet_games::{AnyPosition, find};

/// The drawing of a position with a line break before and after it, as it stands in a literal.
pub(crate) fn drawn(position: &dyn AnyPosition) -> String {
    format!("\n{}\n", position.drawing())
}

/// The drawing of a position on a board of another size than the book's.
#[track_caller]
pub(crate) fn drawn_at_size(game: &str, size: &str, text: &str) -> String {
    let listing = find(game).expect("in the catalogue");
    let variant = listing.size(size).expect("a size of this game");
    match variant.position(text) {
        Ok(position) => drawn(&*position),
        Err(error) => panic!("{game} {size}: {text}: {error}"),
    }
}

/// What a drawing consists of, wherever it stands.
pub(crate) fn characters(drawing: &str) -> String {
    drawing.split_whitespace().collect()
}
