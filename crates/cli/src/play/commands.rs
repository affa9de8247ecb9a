//! What can be entered besides moves. The help and the recognition come from one list.

use std::path::PathBuf;

/// What a person may ask for instead of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Help,
    Board,
    Moves,
    Hint,
    Undo,
    Save(PathBuf),
    Resign,
    Quit,
}

/// What can be entered, beginning with a word that is not a move of any game.
struct Word {
    /// The word and what must follow it, if anything must.
    usage: &'static str,
    /// Other words for the same.
    others: &'static [&'static str],
    help: &'static str,
    command: fn(&str) -> Command,
}

const fn word(usage: &'static str, help: &'static str, command: fn(&str) -> Command) -> Word {
    Word {
        usage,
        others: &[],
        help,
        command,
    }
}

impl Word {
    const fn or(self, others: &'static [&'static str]) -> Self {
        Word { others, ..self }
    }
}

const WORDS: &[Word] = &[
    word("help", "show this", |_| Command::Help).or(&["?"]),
    word("board", "show the board again", |_| Command::Board),
    word("moves", "list the legal moves", |_| Command::Moves),
    word(
        "hint",
        "name a best move if one is known, and why it is one",
        |_| Command::Hint,
    ),
    word(
        "undo",
        "take back your last move, and the answer of an opponent that is not human",
        |_| Command::Undo,
    ),
    word(
        "save FILE",
        "save the record so far; quintet play --from FILE continues it",
        |file| Command::Save(PathBuf::from(file)),
    ),
    word("resign", "give the game up", |_| Command::Resign),
    word("quit", "leave; the game stays unfinished", |_| {
        Command::Quit
    })
    .or(&["q", "exit"]),
];

impl Command {
    /// The command that an entry says, in any case; `None` if it must be a move. A command that
    /// lacks its argument, or has one too many, is an error that says how it is used.
    pub(super) fn read(entry: &str) -> Option<Result<Self, String>> {
        let (first, rest) = split(entry.trim());
        let found = WORDS
            .iter()
            .find(|word| word.names().any(|name| name.eq_ignore_ascii_case(first)))?;
        let (_, argument) = split(found.usage);
        let fits = argument.is_empty() == rest.is_empty();
        Some(if fits {
            Ok((found.command)(rest))
        } else {
            Err(format!("Enter {}.", found.usage))
        })
    }

    /// The list of commands, a line each.
    pub(super) fn help() -> String {
        let line = |word: &Word| {
            let usages: Vec<_> = [&word.usage]
                .into_iter()
                .chain(word.others)
                .copied()
                .collect();
            format!("  {:<13} {}", usages.join(", "), word.help)
        };
        let lines: Vec<_> = WORDS.iter().map(line).collect();
        lines.join("\n")
    }
}

impl Word {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        [split(self.usage).0]
            .into_iter()
            .chain(self.others.iter().copied())
    }
}

/// The first word, and what follows it.
fn split(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (first, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use quintet_games::Catalogue;
    use quintet_rules::Player;

    use super::*;

    #[test]
    fn no_command_is_a_move_of_any_game() {
        for variant in Catalogue::STANDARD.iter().flat_map(|listing| listing.sizes) {
            let mut position = variant.start(Player::One);
            // The first position of every phase of every game is on the way.
            while let Some(mv) = position.moves().first().map(|mv| &mv.text) {
                for name in WORDS.iter().flat_map(Word::names) {
                    assert!(position.play(name).is_err(), "{name} in {position:?}");
                }
                assert_eq!(Command::read(mv), None, "{mv} is no command");
                position = position.play(mv).expect("a listed move is legal").position;
            }
        }
    }

    #[test]
    fn commands_are_read_in_any_case_and_with_their_argument() {
        assert_eq!(Command::read(" HELP "), Some(Ok(Command::Help)));
        let file = PathBuf::from("my game.txt");
        assert_eq!(
            Command::read("save  my game.txt"),
            Some(Ok(Command::Save(file)))
        );
        assert_eq!(
            Command::read("save"),
            Some(Err("Enter save FILE.".to_owned()))
        );
        assert_eq!(Command::read("undo 2"), Some(Err("Enter undo.".to_owned())));
        for (other, command) in [
            ("?", Command::Help),
            ("q", Command::Quit),
            ("EXIT", Command::Quit),
        ] {
            assert_eq!(Command::read(other), Some(Ok(command)));
        }
        assert_eq!(Command::read("2 2"), None);
        assert_eq!(Command::read(""), None);
    }
}
