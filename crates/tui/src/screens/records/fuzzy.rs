//! Fuzzy filter of names.

/// Scores a name whose characters contain those of the filter in order, ignoring case; `None` for any other name. Matches at
/// the start of the name or of a word, and matches in sequence, score higher.
pub(super) fn score(filter: &str, name: &str) -> Option<usize> {
    let mut wanted = filter.chars().flat_map(char::to_lowercase).peekable();
    let (mut score, mut run, mut before) = (0, 0, None);
    for char in name.chars() {
        let lower = char.to_lowercase().next();
        if wanted.peek().is_some() && lower == wanted.peek().copied() {
            wanted.next();
            run += 1;
            let is_word_start = before.is_none_or(|before: char| !before.is_alphanumeric());
            score += run + if is_word_start { 4 } else { 0 };
        } else {
            run = 0;
        }
        before = Some(char);
    }
    wanted.peek().is_none().then_some(score)
}

#[cfg(test)]
mod tests {
    use super::score;

    #[test]
    fn names_match_in_order_and_word_starts_score_higher() {
        let best = |filter: &str, names: &[&'static str]| {
            let scored = names
                .iter()
                .filter_map(|name| Some((score(filter, name)?, *name)));
            scored.max().map(|(_, name)| name)
        };
        assert_eq!(
            best("gr", &["grid-runner.txt", "big-row.txt"]),
            Some("grid-runner.txt")
        );
        assert_eq!(
            best("QB", &["quota-b.txt", "quad-block.txt"]),
            Some("quota-b.txt")
        );
        assert_eq!(
            best("block", &["bl-ock.txt", "quad-block.txt"]),
            Some("quad-block.txt")
        );
        assert_eq!(best("xyz", &["x.txt", "zyx"]), None);
        assert_eq!(score("", "anything"), Some(0));
    }
}
