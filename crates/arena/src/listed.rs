//! Lists of moves in one text.

/// The moves in a text: words with spaces between them, or moves in any spelling with commas
/// between them.
///
/// ```
/// # use quintet_arena::listed_moves;
/// assert!(listed_moves(" 2-2  3-3 ").eq(["2-2", "3-3"]));
/// assert!(listed_moves("2 2, 3 3").eq(["2 2", "3 3"]));
/// ```
pub fn listed_moves(list: &str) -> impl Iterator<Item = &str> {
    // Between commas a move may have spaces; without commas every word is a move.
    let has_commas = list.contains(',');
    let is_gap = move |char: char| {
        if has_commas {
            char == ','
        } else {
            char.is_whitespace()
        }
    };
    list.split(is_gap)
        .map(str::trim)
        .filter(|word| !word.is_empty())
}
