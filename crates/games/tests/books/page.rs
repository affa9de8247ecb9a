//! Drawings as a page shows them.

use quintet_catalogue::{catalogue, find};
use quintet_games::AnyPosition;
use quintet_testkit::books::{drawing, drawings};

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

/// Checks that a position is drawn as its book shows it under this title.
#[track_caller]
pub(crate) fn assert_drawn(position: &dyn AnyPosition, game: &str, title: &str) {
    assert_eq!(position.drawing(), drawing(game, title), "{game}, {title}");
}

#[test]
fn a_drawing_that_a_book_prints_ragged_has_the_same_characters_as_ours() {
    let characters = |text: &str| text.split_whitespace().collect::<String>();
    let mut count = 0;
    for listing in catalogue() {
        for (title, printed) in drawings(listing.id) {
            let Some(ours) = title.strip_suffix(", as printed") else {
                continue;
            };
            let ours = drawing(listing.id, ours);
            // Quad Block's book has this title only where it shows the game in play.
            let ours = ours.trim_start_matches("Current Grid:");
            assert_eq!(characters(ours), characters(&printed), "{title}");
            count += 1;
        }
    }
    assert!(count > 0, "some books print ragged drawings");
}
