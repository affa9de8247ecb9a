//! Parsing of a player's entry.

use crate::text::escape;

/// Error for an entry that is not a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// The entry has the wrong number of words.
    WordCount {
        /// The number of words.
        found: usize,
    },
    /// A word is not a number.
    NotANumber {
        /// The escaped word.
        found: String,
    },
    /// A word is not a cell name.
    NotACell {
        /// The escaped word.
        found: String,
    },
    /// A word is not an action.
    NotAnAction {
        /// The escaped word.
        found: String,
    },
}

/// Error for an entry: it is not a move, or the rules refuse the move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryError<R> {
    /// The entry is not a move.
    Malformed(Malformed),
    /// The move is not legal.
    Refused(R),
}

impl<R> From<Malformed> for EntryError<R> {
    fn from(malformed: Malformed) -> Self {
        EntryError::Malformed(malformed)
    }
}

/// Splits an entry into words, in any spelling: `2 3`, `2-3`, `2,3` or `(2,3)`.
///
/// A dash joins words only if it is the only separator and has words on both sides, so `-2 3` and `2--3` are not split. The
/// same holds for commas and parentheses: `2,,3` and `(2,3` are not split.
pub(crate) fn words(entry: &str) -> Vec<&str> {
    let words = list_words(entry).unwrap_or_else(|| entry.split_whitespace().collect());
    match words[..] {
        [word] if word.split('-').all(|part| !part.is_empty()) => word.split('-').collect(),
        _ => words,
    }
}

/// Splits an entry with commas between words and parentheses around them. `None` if they are in other places.
fn list_words(entry: &str) -> Option<Vec<&str>> {
    const SIGNS: [char; 3] = [',', '(', ')'];
    let mut words = Vec::new();
    let (mut is_inside, mut last) = (false, ',');
    for piece in entry.split_inclusive(SIGNS) {
        let sign = piece
            .chars()
            .next_back()
            .filter(|sign| SIGNS.contains(sign));
        let before = words.len();
        words.extend(piece.trim_end_matches(SIGNS).split_whitespace());
        if words.len() > before {
            last = 'a';
        }
        match (sign, last) {
            (Some(','), 'a' | ')') => {}
            (Some('('), ',' | ')') if !is_inside => is_inside = true,
            (Some(')'), 'a') if is_inside => is_inside = false,
            (None, _) => continue,
            _ => return None,
        }
        last = sign.unwrap_or(last);
    }
    (!is_inside && matches!(last, 'a' | ')')).then_some(words)
}

/// Returns the hyphenated spelling of a move: `MOVE B2` becomes `move-b2`.
pub fn hyphenated(mv: &str) -> String {
    mv.to_ascii_lowercase().replace(' ', "-")
}

/// Requires exactly `N` words.
///
/// ```
/// # use quintet_games::text::{Malformed, expect_words};
/// assert_eq!(expect_words(&["2", "3"]), Ok(["2", "3"]));
/// assert_eq!(expect_words::<2>(&["2"]), Err(Malformed::WordCount { found: 1 }));
/// ```
pub fn expect_words<'a, const N: usize>(words: &[&'a str]) -> Result<[&'a str; N], Malformed> {
    words
        .try_into()
        .map_err(|_| Malformed::WordCount { found: words.len() })
}

/// Parses a number counted from 1, as in the books, to an index counted from 0.
///
/// Zero and very large numbers become an index that no board has, so that the move is refused as off the grid, not as
/// malformed.
///
/// ```
/// # use quintet_games::text::number;
/// assert_eq!(number("1"), Ok(0));
/// assert_eq!(number("0"), Ok(usize::MAX));
/// assert!(number("-1").is_err());
/// ```
pub fn number(word: &str) -> Result<usize, Malformed> {
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Malformed::NotANumber {
            found: escape(word),
        });
    }
    let number: usize = word.parse().unwrap_or(usize::MAX);
    Ok(number.checked_sub(1).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dash_that_does_not_join_words_stays_in_its_word() {
        for (entry, expected) in [
            ("-1 2", vec!["-1", "2"]),
            ("2--3", vec!["2--3"]),
            ("-5", vec!["-5"]),
            ("5-", vec!["5-"]),
            ("1-2 3", vec!["1-2", "3"]),
            ("", vec![]),
        ] {
            assert_eq!(words(entry), expected, "{entry:?}");
        }
    }

    #[test]
    fn commas_and_parentheses_separate_words() {
        for entry in [
            "2,3", " 2 , 3", "(2,3)", "( 2 3 )", "(2) (3)", "(2),3", "(2-3)",
        ] {
            assert_eq!(words(entry), ["2", "3"], "{entry:?}");
        }
        assert_eq!(words("(1,2) (3,4)"), ["1", "2", "3", "4"]);
        assert_eq!(words("(1,2), (3,4)"), ["1", "2", "3", "4"]);
        for entry in [
            "2,,3", ",2,3", "2,3,", "(2,3", "2,3)", "((2,3))", "()", "2(3)", ",",
        ] {
            assert_eq!(words(entry), [entry], "{entry:?}");
        }
    }

    #[test]
    fn a_number_consists_of_digits() {
        assert_eq!(number("1"), Ok(0));
        assert_eq!(number("007"), Ok(6));
        assert_eq!(number("0"), Ok(usize::MAX));
        assert_eq!(number("99999999999999999999999"), Ok(usize::MAX - 1));
        for word in ["", "+1", "-1", "1.0", "x", "٣", "1\0"] {
            assert!(
                matches!(number(word), Err(Malformed::NotANumber { .. })),
                "{word:?}"
            );
        }
    }
}
