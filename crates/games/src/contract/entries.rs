//! The laws of entries: every move that can be written, and similar text.

use std::collections::HashSet;

use crate::{AnyPosition, LegalMove, MoveError};

/// The most candidates to try in a position; `salt` selects them if there are more.
const TRIED: usize = 500;

/// The number of candidates whose variations are tried.
const VARIED: usize = 25;

/// Checks that a candidate is played exactly if it is legal, and otherwise refused with a reason and a sentence.
pub(super) fn check_candidates(position: &dyn AnyPosition, moves: &[LegalMove], salt: u32) {
    let candidates = position.data().candidates();
    let listed: HashSet<_> = moves.iter().map(|mv| mv.text.as_str()).collect();
    let distinct: HashSet<_> = candidates.iter().map(String::as_str).collect();
    assert_eq!(
        distinct.len(),
        candidates.len(),
        "no candidate twice: {position:?}"
    );
    assert!(
        listed.is_subset(&distinct),
        "every legal move can be written: {position:?}"
    );
    for entry in sample(&candidates, TRIED, salt) {
        match position.play(entry) {
            Ok(played) => {
                assert_eq!(played.mv, *entry, "candidates round-trip: {position:?}");
                assert!(
                    listed.contains(entry.as_str()),
                    "{entry} is played but not listed: {position:?}"
                );
            }
            Err(error) => {
                assert!(
                    !listed.contains(entry.as_str()),
                    "{entry} is listed but refused: {position:?}"
                );
                assert!(
                    matches!(error, MoveError::Refused { .. }),
                    "{entry} is a move: {error} in {position:?}"
                );
                check_error(&error);
            }
        }
        let marks = position.marks(entry);
        assert!(
            marks.is_some_and(|marks| !marks.is_empty()),
            "{entry} names cells: {position:?}"
        );
    }
    for entry in sample(&candidates, VARIED, salt).flat_map(|entry| variations(entry)) {
        match position.play(&entry) {
            Ok(played) => assert!(
                listed.contains(&*played.mv),
                "{entry} is played as {}, which is not listed: {position:?}",
                played.mv
            ),
            Err(error) => check_error(&error),
        }
    }
}

/// Selects about `count` entries, evenly spaced.
fn sample(entries: &[String], count: usize, salt: u32) -> impl Iterator<Item = &String> {
    let step = entries.len().div_ceil(count).max(1);
    entries.iter().skip(salt as usize % step).step_by(step)
}

/// Returns variations of an entry: a word is removed, doubled, moved to the end, or replaced by one that is off the grid or
/// malformed.
fn variations(entry: &str) -> Vec<String> {
    let words: Vec<_> = entry.split(' ').collect();
    let mut variations = Vec::new();
    for n in 0..words.len() {
        let (before, word, after) = (&words[..n], words[n], &words[n + 1..]);
        let with = |middle: &[&str]| [before, middle, after].concat().join(" ");
        let further = format!("{word}9");
        variations.extend([
            with(&[]),
            with(&[word, word]),
            with(&[&further]),
            with(&["0"]),
            with(&["x"]),
            [before, after, &[word]].concat().join(" "),
        ]);
    }
    variations
}

/// Checks that an error is a sentence without control characters, and that a reason is a name for programs.
pub(super) fn check_error(error: &MoveError) {
    let sentence = error.to_string();
    assert!(sentence.ends_with('.'), "a refusal is a sentence: {error}");
    assert!(
        !sentence.contains(char::is_control),
        "errors are safe to show: {sentence:?}"
    );
    if let MoveError::Refused { reason, .. } = error {
        let is_code = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        assert!(
            !reason.is_empty() && reason.bytes().all(is_code),
            "a reason is a name for programs: {reason}"
        );
    }
}
