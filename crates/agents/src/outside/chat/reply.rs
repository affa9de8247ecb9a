//! Reading what a language model says: tolerant about form, and only the line that is asked for.

/// What stands for a space, or is put around words to make them bold, quoted or code.
const DECORATION: &[char] = &[
    '*', '_', '`', '"', '\'', '(', ')', '[', ']', '{', '}', '<', '>', '“', '”', '„', '‘', '’', '«',
    '»', '「', '」', ',', ';', '、', '$', '|', '#', '~', '→', '\u{a0}', '\u{200b}', '\u{feff}',
];

/// What is entered in the last line that begins with `MOVE:`, be it a legal move or not; `None` if there is no such
/// line. A move that is only talked about is not taken.
pub(super) fn entry(reply: &str) -> Option<String> {
    let lines: Vec<_> = after_thinking(reply).lines().map(plain).collect();
    let (at, said) = lines
        .iter()
        .enumerate()
        .rev()
        .find_map(|(at, line)| Some((at, after_mark(line)?)))?;
    if !said.is_empty() {
        return Some(said.to_owned());
    }
    // The move may stand below, in a block of its own.
    let below = lines[at + 1..].iter();
    let below = below.map(|line| ended(line)).find(|line| !line.is_empty());
    Some(below.unwrap_or_default().to_owned())
}

/// What a model says after it has thought, where it marks what it thinks.
fn after_thinking(reply: &str) -> &str {
    match reply.rsplit_once("</think>") {
        Some((_, answer)) => answer,
        // It was stopped in the middle of it.
        None if reply.trim_start().starts_with("<think>") => "",
        None => reply,
    }
}

/// A line as plain words: decoration and the wide characters of East Asian scripts are replaced.
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
    // An arrow between two cells.
    let text = text.replace("- ", " ");
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}

/// What stands in a plain line after `MOVE:`.
fn after_mark(line: &str) -> Option<&str> {
    let (mark, said) = line.split_once(':')?;
    let mark = mark.trim().trim_start_matches(['-', '+', ' ']);
    mark.eq_ignore_ascii_case("move").then(|| ended(said))
}

/// Words without the end of a sentence.
fn ended(words: &str) -> &str {
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
            assert_eq!(entry(reply).as_deref(), Some("2 3"), "{reply:?}");
        }
        assert_eq!(entry("MOVE: 5 -> 13").as_deref(), Some("5 13"));
        assert_eq!(entry("MOVE: 5 → 13").as_deref(), Some("5 13"));
        assert_eq!(entry("MOVE: 2-3").as_deref(), Some("2-3"));
        assert_eq!(entry("MOVE: Barrier C3!").as_deref(), Some("Barrier C3"));
    }

    #[test]
    fn several_moves_stay_several_and_talk_is_no_move() {
        assert_eq!(entry("MOVE: 2 3 or 1 1").as_deref(), Some("2 3 or 1 1"));
        assert_eq!(entry("MOVE:").as_deref(), Some(""));
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
            assert_eq!(entry(reply), None, "{reply:?}");
        }
    }
}
