//! Names and addresses of players.

use std::str::FromStr;

use quintet_arena::Who;
use quintet_games::{escape, join_words};
use ureq::http::Uri;

/// Address of an external player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// A UGI engine, as the words of its command line.
    Engine(Vec<String>),
    /// A program that answers HTTP POST requests at this URL.
    Http(String),
    /// A language model behind an OpenAI-compatible endpoint.
    Chat {
        /// The name of the model.
        model: String,
        /// The URL of the endpoint without `/chat/completions`.
        url: String,
    },
}

/// The forms of addresses, for help and error messages.
pub const ADDRESSES: [&str; 3] = ["engine:COMMAND", "http:URL", "chat:MODEL@URL"];

/// Error in the name or address of a player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadAddress {
    /// Neither a name nor an address.
    #[error("unknown player '{}'; available: {}", escape(.0), names())]
    Unknown(String),
    /// Missing command.
    #[error("engine: must be followed by a command")]
    Empty,
    /// Unclosed quotation mark.
    #[error("unclosed quotation mark in the command")]
    Unclosed,
    /// Missing model or URL.
    #[error(
        "chat: must be followed by a model, @ and a URL, such as chat:llama3@http://127.0.0.1:8080/v1"
    )]
    NoModel,
    /// Invalid URL.
    #[error("'{}' is not an http:// or https:// URL", escape(.0))]
    InvalidUrl(String),
    /// User name or password in a URL, which results would show.
    #[error("a URL of a player must not contain a user or password: it is shown in results")]
    Secret,
    /// URL with a query or fragment, to which no path can be appended.
    #[error(
        "the URL of a language model must end with a path, to which /chat/completions is added"
    )]
    Query,
}

fn names() -> String {
    let names = Who::ALL.iter().map(Who::name).chain([Who::SLIPS]);
    let all: Vec<_> = names.chain(ADDRESSES).collect();
    join_words(&all, "and")
}

/// Parses a player: a built-in one by its name, or an external one by its address.
///
/// ```
/// use quintet_agents::read_player;
/// use quintet_arena::Who;
///
/// assert_eq!(read_player("hard"), Ok(Who::Hard));
/// assert_eq!(read_player("engine:./mine"), Ok(Who::Outside("engine:./mine".into())));
/// assert!(read_player("genius").is_err());
/// ```
pub fn read_player(text: &str) -> Result<Who, BadAddress> {
    if let Ok(who) = text.parse() {
        return Ok(who);
    }
    text.parse::<Address>()?;
    Ok(Who::Outside(text.into()))
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        if let Some(command) = text.strip_prefix("engine:") {
            return engine(command);
        }
        if let Some(chat) = text.strip_prefix("chat:") {
            return model_at(chat);
        }
        // http://... is short for http:http://...
        if text.starts_with("http://") || text.starts_with("https://") {
            return checked(text).map(Address::Http);
        }
        if let Some(url) = text.strip_prefix("http:") {
            return checked(url).map(Address::Http);
        }
        Err(BadAddress::Unknown(text.to_owned()))
    }
}

fn engine(command: &str) -> Result<Address, BadAddress> {
    let words = words(command).ok_or(BadAddress::Unclosed)?;
    if words.is_empty() {
        return Err(BadAddress::Empty);
    }
    Ok(Address::Engine(words))
}

fn model_at(text: &str) -> Result<Address, BadAddress> {
    // Names of models may contain an @.
    let marks = ["@http://", "@https://"];
    let at = marks.iter().filter_map(|mark| text.find(mark)).min();
    let at = at.filter(|at| *at > 0).ok_or(BadAddress::NoModel)?;
    let url = checked(&text[at + 1..])?;
    if url.contains(['?', '#']) {
        return Err(BadAddress::Query);
    }
    Ok(Address::Chat {
        model: text[..at].to_owned(),
        url: url.trim_end_matches('/').to_owned(),
    })
}

/// Checks that a URL is valid and contains no secret.
fn checked(url: &str) -> Result<String, BadAddress> {
    let invalid = || BadAddress::InvalidUrl(url.to_owned());
    let uri: Uri = url.parse().map_err(|_| invalid())?;
    let authority = uri.authority().ok_or_else(invalid)?;
    if authority.as_str().contains('@') {
        return Err(BadAddress::Secret);
    }
    let is_http = matches!(uri.scheme_str(), Some("http" | "https"));
    if !is_http || authority.host().is_empty() {
        return Err(invalid());
    }
    Ok(url.to_owned())
}

/// Splits a command into words, which may be quoted. Returns `None` if a quotation mark is not closed.
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
    use std::sync::Arc;

    use super::*;

    #[test]
    fn an_address_is_freed_with_its_player() {
        let Ok(Who::Outside(address)) = read_player("engine:./mine") else {
            panic!("an external player");
        };
        let weak = Arc::downgrade(&address);
        drop(address);
        assert!(weak.upgrade().is_none());
    }

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

    #[test]
    fn urls_are_checked_and_models_may_have_any_name() {
        let read = |text: &str| text.parse::<Address>();
        let chat = |model: &str, url: &str| {
            Ok(Address::Chat {
                model: model.to_owned(),
                url: url.to_owned(),
            })
        };
        let http = |url: &str| Ok(Address::Http(url.to_owned()));
        assert_eq!(
            read("chat:org/m:free@https://host/v1/"),
            chat("org/m:free", "https://host/v1")
        );
        assert_eq!(
            read("chat:@cf/m@http://[::1]:80"),
            chat("@cf/m", "http://[::1]:80")
        );
        assert_eq!(read("http:http://h:1/move"), http("http://h:1/move"));
        assert_eq!(read("http://h:1/move?a=b"), http("http://h:1/move?a=b"));
        assert_eq!(read("https://h"), http("https://h"));
        for (text, refusal) in [
            ("chat:m", BadAddress::NoModel),
            ("chat:@http://h", BadAddress::NoModel),
            ("chat:m@http://h/v1?a=b", BadAddress::Query),
            ("chat:m@http://user:pass@h/v1", BadAddress::Secret),
            ("http://pass@h/", BadAddress::Secret),
            ("http:", BadAddress::InvalidUrl(String::new())),
            ("http:h", BadAddress::InvalidUrl("h".to_owned())),
            ("http://", BadAddress::InvalidUrl("http://".to_owned())),
            (
                "http:ftp://h/",
                BadAddress::InvalidUrl("ftp://h/".to_owned()),
            ),
        ] {
            assert_eq!(read(text), Err(refusal), "{text}");
        }
    }
}
