//! Parsing of answers of language models: lenient about the form, strict about the line with the move.

/// Characters that are treated as spaces: separators, quotation marks and Markdown.
const DECORATION: &[char] = &[
    '*', '_', '`', '"', '\'', '(', ')', '[', ']', '{', '}', '<', '>', '“', '”', '„', '‘', '’', '«',
    '»', '「', '」', ',', ';', '、', '$', '|', '#', '~', '→', '\u{a0}', '\u{200b}', '\u{feff}',
];

/// Returns the text of the last line that starts with `MOVE:`, or `None`. Moves elsewhere in the answer are ignored.
pub fn read_answer(reply: &str) -> Option<String> {
    let lines: Vec<_> = after_thinking(reply).lines().map(plain).collect();
    let (at, entry) = lines
        .iter()
        .enumerate()
        .rev()
        .find_map(|(at, line)| Some((at, after_mark(line)?)))?;
    if !entry.is_empty() {
        return Some(entry.to_owned());
    }
    // The move may follow in a block of its own.
    let below = lines[at + 1..].iter();
    let below = below
        .map(|line| without_stop(line))
        .find(|line| !line.is_empty());
    Some(below.unwrap_or_default().to_owned())
}

/// Returns the answer after the reasoning, if the reasoning is marked.
fn after_thinking(reply: &str) -> &str {
    match reply.rsplit_once("</think>") {
        Some((_, answer)) => answer,
        // Cut off while reasoning.
        None if reply.trim_start().starts_with("<think>") => "",
        None => reply,
    }
}

/// Normalizes a line: replaces decoration and full-width characters.
fn plain(line: &str) -> String {
    let narrow = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(letter as u32 - 0xfee0).expect("the ASCII letter of the same shape")
        }
        '。' => '.',
        '−' | '–' | '—' => '-',
        letter => letter,
    };
    let spaced = |letter: char| {
        if DECORATION.contains(&letter) {
            ' '
        } else {
            letter
        }
    };
    let text: String = line.chars().map(narrow).map(spaced).collect();
    // The rest of an arrow between two cells.
    let text = text.replace("- ", " ");
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}

/// Returns the rest of a normalized line that starts with `MOVE:`.
fn after_mark(line: &str) -> Option<&str> {
    let (mark, entry) = line.split_once(':')?;
    let mark = mark.trim().trim_start_matches(['-', '+', ' ']);
    mark.eq_ignore_ascii_case("move")
        .then(|| without_stop(entry))
}

/// Removes the end of a sentence.
fn without_stop(words: &str) -> &str {
    words.trim().trim_end_matches(['.', '!', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_the_line_does_not_matter() {
        for reply in [
            "MOVE: 2 3",
            "I think.\n\nMOVE: 2 3\n",
            "move: 2 3",
            "Move:2 3",
            "**MOVE: 2 3**",
            "**Move:** 2 3",
            "**MOVE**: `2 3`",
            "- MOVE: 2 3.",
            "> ### MOVE: \"2 3\"",
            "MOVE: (2, 3)",
            "MOVE: [2,3]",
            "MOVE: 2,3",
            "`MOVE: 2 3`",
            "```\nMOVE: 2 3\n```",
            "MOVE:\n```\n2 3\n```",
            "MOVE:\n\n**2 3**",
            "ＭＯＶＥ：２　３",
            "我选择中间。\nMOVE：2 3。",
            "Ich ziehe in die Mitte.\r\nMOVE: 2 3\r\n",
            "MOVE: 1 1\nNo, better:\nMOVE: 2 3",
            "<think>\nMOVE: 9 9\n</think>\nMOVE: 2 3",
            "MOVE: 2 3\n\nI hope that this is right.",
            "\"MOVE: 2 3\"",
            "MOVE : 2\u{a0}3",
        ] {
            assert_eq!(read_answer(reply).as_deref(), Some("2 3"), "{reply:?}");
        }
        assert_eq!(read_answer("MOVE: 5 -> 13").as_deref(), Some("5 13"));
        assert_eq!(read_answer("MOVE: 5 → 13").as_deref(), Some("5 13"));
        assert_eq!(read_answer("MOVE: 2-3").as_deref(), Some("2-3"));
        assert_eq!(
            read_answer("MOVE: Barrier C3!").as_deref(),
            Some("Barrier C3")
        );
    }

    #[test]
    fn several_moves_are_not_split_and_moves_in_prose_are_ignored() {
        assert_eq!(
            read_answer("MOVE: 2 3 or 1 1").as_deref(),
            Some("2 3 or 1 1")
        );
        assert_eq!(read_answer("MOVE:").as_deref(), Some(""));
        for reply in [
            "",
            "I play 2 3.",
            "2 3",
            "My next MOVE: 2 3",
            "The MOVE 2 3 is best",
            "ZUG: 2 3",
            "<think>\nMOVE: 2 3",
            "Remove: 2 3",
        ] {
            assert_eq!(read_answer(reply), None, "{reply:?}");
        }
    }
}
