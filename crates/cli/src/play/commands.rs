//! Commands that can be entered instead of a move. Parsing and help use the same list.

use std::path::PathBuf;

/// A command of the person.
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

/// Definition of a command. Its name must not be a move of any game.
struct Word {
    /// The name, and its argument if it has one.
    usage: &'static str,
    /// Other names.
    aliases: &'static [&'static str],
    help: &'static str,
    command: fn(&str) -> Command,
}

const fn word(usage: &'static str, help: &'static str, command: fn(&str) -> Command) -> Word {
    Word {
        usage,
        aliases: &[],
        help,
        command,
    }
}

impl Word {
    const fn or(self, aliases: &'static [&'static str]) -> Self {
        Word { aliases, ..self }
    }
}

const WORDS: &[Word] = &[
    word("help", "show this", |_| Command::Help).or(&["?"]),
    word("board", "show the board again", |_| Command::Board),
    word("moves", "list the legal moves", |_| Command::Moves),
    word("hint", "suggest a best move and explain it", |_| {
        Command::Hint
    }),
    word(
        "undo",
        "take back your last move and the computer's reply",
        |_| Command::Undo,
    ),
    word(
        "save FILE",
        "save the record; continue with quintet play --from FILE",
        |file| Command::Save(PathBuf::from(file)),
    ),
    word("resign", "resign the game", |_| Command::Resign),
    word("quit", "leave the game unfinished", |_| Command::Quit).or(&["q", "exit"]),
];

impl Command {
    /// Parses an entry, ignoring case. Returns `None` if it is not a command, and the usage if the argument is missing or
    /// superfluous.
    pub(super) fn parse(entry: &str) -> Option<Result<Self, String>> {
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

    /// Returns the list of commands.
    pub(super) fn help() -> String {
        let line = |word: &Word| {
            let usages: Vec<_> = [&word.usage]
                .into_iter()
                .chain(word.aliases)
                .copied()
                .collect();
            format!("  {:<15} {}", usages.join(", "), word.help)
        };
        let lines: Vec<_> = WORDS.iter().map(line).collect();
        lines.join("\n")
    }
}

impl Word {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        [split(self.usage).0]
            .into_iter()
            .chain(self.aliases.iter().copied())
    }
}

/// Splits off the first word.
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
            // Reaches every phase of every game.
            while let Some(mv) = position.moves().first().map(|mv| &mv.text) {
                for name in WORDS.iter().flat_map(Word::names) {
                    assert!(position.play(name).is_err(), "{name} in {position:?}");
                }
                assert_eq!(Command::parse(mv), None, "{mv} is not a command");
                position = position.play(mv).expect("a listed move is legal").position;
            }
        }
    }

    #[test]
    fn commands_are_parsed_in_any_case_and_with_their_argument() {
        assert_eq!(Command::parse(" HELP "), Some(Ok(Command::Help)));
        let file = PathBuf::from("my game.txt");
        assert_eq!(
            Command::parse("save  my game.txt"),
            Some(Ok(Command::Save(file)))
        );
        assert_eq!(
            Command::parse("save"),
            Some(Err("Enter save FILE.".to_owned()))
        );
        assert_eq!(
            Command::parse("undo 2"),
            Some(Err("Enter undo.".to_owned()))
        );
        for (other, command) in [
            ("?", Command::Help),
            ("q", Command::Quit),
            ("EXIT", Command::Quit),
        ] {
            assert_eq!(Command::parse(other), Some(Ok(command)));
        }
        assert_eq!(Command::parse("2 2"), None);
        assert_eq!(Command::parse(""), None);
    }
}
