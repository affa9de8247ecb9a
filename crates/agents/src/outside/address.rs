//! Players by name and address.

use std::str::FromStr;

use quintet_arena::Who;
use quintet_games::shown;

/// Where a program from outside is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// A program that is started by this command, word by word, and speaks UGI.
    Engine(Vec<String>),
}

/// A text that names no player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadAddress {
    /// It is neither a name nor an address.
    #[error("no player is called '{}': there are {}, and engine:COMMAND", shown(.0), names())]
    Unknown(String),
    /// There is nothing to start.
    #[error("engine: must be followed by a command")]
    Empty,
    /// A quotation mark has no partner.
    #[error("a quotation mark in the command has no partner")]
    Unclosed,
}

fn names() -> String {
    let names: Vec<_> = Who::ALL.iter().map(|who| who.name()).collect();
    names.join(", ")
}

/// The player that a text names: one that is built in, or one from outside. The text of an address is kept
/// until the program ends.
///
/// ```
/// use quintet_agents::read_player;
/// use quintet_arena::Who;
///
/// assert_eq!(read_player("hard"), Ok(Who::Hard));
/// assert_eq!(read_player("engine:./mine"), Ok(Who::Outside("engine:./mine")));
/// assert!(read_player("genius").is_err());
/// ```
pub fn read_player(text: &str) -> Result<Who, BadAddress> {
    if let Ok(who) = text.parse() {
        return Ok(who);
    }
    text.parse::<Address>()?;
    Ok(Who::Outside(String::leak(text.to_owned())))
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let Some(command) = text.strip_prefix("engine:") else {
            return Err(BadAddress::Unknown(text.to_owned()));
        };
        let words = words(command).ok_or(BadAddress::Unclosed)?;
        if words.is_empty() {
            return Err(BadAddress::Empty);
        }
        Ok(Address::Engine(words))
    }
}

/// The words of a command: separated by spaces, or between quotation marks of either kind. `None` if one has no
/// partner.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in command.chars() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, space) if space.is_whitespace() => words.extend(word.take()),
            (_, character) => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_into_words() {
        let read = |text: &str| text.parse::<Address>();
        let engine = |words: &[&str]| {
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            Ok(Address::Engine(words))
        };
        assert_eq!(read("engine:a"), engine(&["a"]));
        assert_eq!(
            read("engine: python3  my.py --name 'a b' \"\" c\"'\"d"),
            engine(&["python3", "my.py", "--name", "a b", "", "c'd"])
        );
        assert_eq!(read("engine: "), Err(BadAddress::Empty));
        assert_eq!(read("engine:a 'b"), Err(BadAddress::Unclosed));
        assert_eq!(
            read("motor:a"),
            Err(BadAddress::Unknown("motor:a".to_owned()))
        );
    }
}
