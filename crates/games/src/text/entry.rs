//! A player's entry: from a line of text to words and numbers.

use crate::text::escape;

/// Why an entry is not a move at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// Another number of words than a move has here.
    WordCount {
        /// How many there were.
        found: usize,
    },
    /// A word that should have been a number.
    NotANumber {
        /// The word, made safe to show.
        found: String,
    },
    /// A word that should have been a cell.
    NotACell {
        /// The word, made safe to show.
        found: String,
    },
    /// A word that should have been an action.
    NotAnAction {
        /// The word, made safe to show.
        found: String,
    },
}

/// What is wrong with an entry: it says no move, or the move is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryError<R> {
    /// The text says no move.
    Malformed(Malformed),
    /// The move is not legal.
    Refused(R),
}

impl<R> From<Malformed> for EntryError<R> {
    fn from(malformed: Malformed) -> Self {
        EntryError::Malformed(malformed)
    }
}

/// The words of an entry, in either spelling: `2 3` or, as one word, `2-3`.
///
/// A dash joins words only in the one-word spelling and only between words, so `-2 3` and `2--3`
/// are not taken for something that nobody meant.
pub(crate) fn words(entry: &str) -> Vec<&str> {
    let words: Vec<_> = entry.split_whitespace().collect();
    match words[..] {
        [word] if word.split('-').all(|part| !part.is_empty()) => word.split('-').collect(),
        _ => words,
    }
}

/// The one-word spelling of a move: `MOVE B2` becomes `move-b2`.
pub fn hyphenated(mv: &str) -> String {
    mv.to_ascii_lowercase().replace(' ', "-")
}

/// Exactly `N` words.
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

/// A whole number, counted from 1 as in the books, as an index counted from 0.
///
/// Zero and numbers beyond any board come out as an index that no board has, so that they are
/// refused as off the grid, not as malformed.
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
    fn both_spellings_give_the_same_words() {
        for entry in ["1 2 2 2", "  1\t2  2 2 ", "1-2-2-2"] {
            assert_eq!(words(entry), ["1", "2", "2", "2"], "{entry:?}");
        }
    }

    #[test]
    fn a_dash_that_joins_nothing_stays_in_its_word() {
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
    fn only_digits_are_a_number() {
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
