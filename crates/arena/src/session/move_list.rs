//! Lists of moves as text.

use quintet_games::{AnyPosition, hyphenated};

/// Splits a list of moves: words separated by spaces, or moves in either notation separated by commas.
///
/// ```
/// # use quintet_arena::listed_moves;
/// assert!(listed_moves(" 2-2  3-3 ").eq(["2-2", "3-3"]));
/// assert!(listed_moves("2 2, 3 3").eq(["2 2", "3 3"]));
/// ```
pub fn listed_moves(list: &str) -> impl Iterator<Item = &str> {
    // With commas, a move may contain spaces; without, every word is a move.
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

/// Returns the number of legal moves and a list of them, wrapped for a terminal.
pub fn legal_moves(position: &dyn AnyPosition) -> String {
    let moves: Vec<_> = position.moves().into_iter().map(|mv| mv.text).collect();
    let mut text = format!("Legal moves: {}\n ", moves.len());
    let mut used = 0;
    for (n, mv) in moves.iter().enumerate() {
        if used + mv.len() > 70 {
            text.push_str("\n ");
            used = 0;
        }
        let comma = if n + 1 < moves.len() { "," } else { "" };
        text.extend([" ", mv, comma]);
        used += 1 + mv.len() + comma.len();
    }
    text
}

/// Writes each move as one word.
pub fn one_words(moves: &[String]) -> String {
    let words: Vec<_> = moves.iter().map(|mv| hyphenated(mv)).collect();
    words.join(" ")
}
