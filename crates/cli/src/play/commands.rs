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

/// A word that is not a move of any game.
struct Word {
    name: &'static str,
    /// What follows the word, if anything must.
    argument: Option<&'static str>,
    help: &'static str,
    command: fn(&str) -> Command,
}

const WORDS: &[Word] = &[
    Word {
        name: "help",
        argument: None,
        help: "show this",
        command: |_| Command::Help,
    },
    Word {
        name: "board",
        argument: None,
        help: "show the board again",
        command: |_| Command::Board,
    },
    Word {
        name: "moves",
        argument: None,
        help: "list the legal moves",
        command: |_| Command::Moves,
    },
    Word {
        name: "hint",
        argument: None,
        help: "name a best move if one is known, and why it is one",
        command: |_| Command::Hint,
    },
    Word {
        name: "undo",
        argument: None,
        help: "take back your last move, and the answer of an opponent that is not human",
        command: |_| Command::Undo,
    },
    Word {
        name: "save",
        argument: Some("FILE"),
        help: "save the record of the game so far",
        command: |file| Command::Save(PathBuf::from(file)),
    },
    Word {
        name: "resign",
        argument: None,
        help: "give the game up",
        command: |_| Command::Resign,
    },
    Word {
        name: "quit",
        argument: None,
        help: "leave; the game stays unfinished",
        command: |_| Command::Quit,
    },
];

impl Command {
    /// The command that an entry says, in any case; `None` if it must be a move. A command that
    /// lacks its argument, or has one too many, is an error that says how it is used.
    pub(super) fn read(entry: &str) -> Option<Result<Self, String>> {
        let entry = entry.trim();
        let (first, rest) = entry.split_once(char::is_whitespace).unwrap_or((entry, ""));
        let found = WORDS
            .iter()
            .find(|word| word.name.eq_ignore_ascii_case(first))?;
        let rest = rest.trim();
        Some(match (found.argument, rest.is_empty()) {
            (Some(_), false) | (None, true) => Ok((found.command)(rest)),
            _ => Err(format!("Enter {}.", found.usage())),
        })
    }

    /// The list of commands, a line each.
    pub(super) fn help() -> String {
        let line = |word: &Word| format!("  {:<10} {}", word.usage(), word.help);
        let lines: Vec<_> = WORDS.iter().map(line).collect();
        lines.join("\n")
    }
}

impl Word {
    fn usage(&self) -> String {
        match self.argument {
            Some(argument) => format!("{} {argument}", self.name),
            None => self.name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use quintet_games::catalogue;
    use quintet_rules::Player;

    use super::*;

    #[test]
    fn no_command_is_a_move_of_any_game() {
        for variant in catalogue().flat_map(|listing| listing.sizes) {
            let mut position = variant.start(Player::One);
            // The first position of every phase of every game is on the way.
            while let Some(mv) = position.moves().first().map(|mv| &mv.text) {
                for word in WORDS {
                    assert!(
                        position.play(word.name).is_err(),
                        "{} in {position:?}",
                        word.name
                    );
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
        assert_eq!(Command::read("2 2"), None);
        assert_eq!(Command::read(""), None);
    }
}
