//! Formatting of text and numbers for people.

use std::fmt::Display;

/// Escapes control and invisible characters, and truncates after 40 characters.
///
/// ```
/// # use quintet_games::escape;
/// assert_eq!(escape("abc"), "abc");
/// assert_eq!(escape("a\u{1b}[2J"), "a\\u{1b}[2J");
/// assert_eq!(escape(&"9".repeat(1000)), format!("{}...", "9".repeat(40)));
/// ```
pub fn escape(text: &str) -> String {
    escape_up_to(40, text)
}

/// Returns the same as [`escape`], but truncates after `longest` characters.
pub fn escape_up_to(longest: usize, text: &str) -> String {
    let mut escaped = String::new();
    for (n, char) in text.chars().enumerate() {
        if n == longest {
            escaped.push_str("...");
            break;
        }
        if char.is_control() || is_invisible(char) {
            escaped.extend(char.escape_default());
        } else {
            escaped.push(char);
        }
    }
    escaped
}

/// Tests for characters that are invisible or change the direction of text.
fn is_invisible(char: char) -> bool {
    matches!(char, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Formats a number with its digits in groups.
///
/// ```
/// # use quintet_games::group_digits;
/// assert_eq!(group_digits(999), "999");
/// assert_eq!(group_digits(12_345_678), "12,345,678");
/// ```
pub fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(String::from_utf8_lossy)
        .collect();
    groups.join(",")
}

/// Formats a number as a word, or as digits above twelve.
///
/// ```
/// # use quintet_games::number_word;
/// assert_eq!(number_word(5), "five");
/// assert_eq!(number_word(13), "13");
/// ```
pub fn number_word(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(number)
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Formats a number of things: `1 row`, `4 rows`.
pub fn count<N: Copy + Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// Joins words in a sentence: `a, b and c` with the conjunction `and`.
pub fn join_words<T: AsRef<str>>(words: &[T], conjunction: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match &*words {
        [others @ .., last] if !others.is_empty() => {
            format!("{} {conjunction} {last}", others.join(", "))
        }
        words => words.concat(),
    }
}
