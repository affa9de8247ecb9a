//! Players on the command line, and the policy for external ones.

use std::any::TypeId;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, ValueEnum};
use quintet_agents::{ADDRESSES, BadAddress, Key, Network, Policy, Prompt, read_player};
use quintet_arena::Who;
use quintet_games::escape;
use serde_json::Value;

use super::number::{amount, patience, seconds, whole};
use crate::paper::shown_path;

/// Parser of players.
#[derive(Clone)]
pub(super) struct PlayerParser {
    accepted: Accepted,
}

/// The players that an option accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accepted {
    All,
    /// All except people.
    Computers,
    /// Levels and random.
    BuiltIn,
}

impl TypedValueParser for PlayerParser {
    type Value = Who;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Who, clap::Error> {
        let text = value.to_string_lossy();
        let error = match read_player(&text) {
            Ok(Who::Human) if self.accepted == Accepted::Computers => {
                "only computer players can play here".to_owned()
            }
            Ok(who) if self.accepted == Accepted::BuiltIn && !who.is_built_in() => {
                "an opponent must be a level or random".to_owned()
            }
            Ok(who) => return Ok(who),
            Err(BadAddress::Unknown(_)) => return Err(self.unknown(&text, command, argument)),
            Err(error) => error.to_string(),
        };
        let argument = argument.map_or_else(String::new, |argument| format!(" for '{argument}'"));
        let message = format!("invalid value '{}'{argument}: {error}\n", escape(&text));
        Err(clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let addresses = match self.accepted {
            Accepted::BuiltIn => &[],
            _ => &ADDRESSES[..],
        };
        let names = self.names().chain([Who::SLIPS]);
        Some(Box::new(
            names
                .chain(addresses.iter().copied())
                .map(PossibleValue::new),
        ))
    }
}

impl PlayerParser {
    /// Returns the names without a parameter.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let all = Who::ALL.iter();
        let taken = all.filter(|who| self.accepted == Accepted::All || **who != Who::Human);
        taken.map(Who::name)
    }

    /// Returns the error for an unknown name, with a similar one.
    fn unknown(
        &self,
        text: &str,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
    ) -> clap::Error {
        let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
        let string = |text: &str| ContextValue::String(text.to_owned());
        if let Some(argument) = argument {
            error.insert(ContextKind::InvalidArg, string(&argument.to_string()));
        }
        error.insert(ContextKind::InvalidValue, string(&escape(text)));
        let values = self.possible_values().into_iter().flatten();
        let values = values.map(|value| value.get_name().to_owned()).collect();
        error.insert(ContextKind::ValidValue, ContextValue::Strings(values));
        if let Some(similar) = most_similar(text, self.names()) {
            error.insert(ContextKind::SuggestedValue, string(similar));
        }
        error
    }
}

/// Returns the most similar of these words, if it is similar enough to be a correction.
pub(crate) fn most_similar<'a>(
    text: &str,
    words: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    /// The same as in clap.
    const ENOUGH: f64 = 0.7;
    let text = text.to_lowercase();
    let scored = words
        .into_iter()
        .map(|word| (strsim::jaro(&text, word), word));
    let best = scored.max_by(|one, other| one.0.total_cmp(&other.0));
    best.filter(|(score, _)| *score > ENOUGH)
        .map(|(_, word)| word)
}

/// True if the value of an argument is a player.
pub(crate) fn is_player(arg: &clap::Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<Who>()
}

/// Parses an external player.
pub(super) fn external_parser(text: &str) -> Result<Who, String> {
    match read_player(text) {
        Ok(who @ Who::Outside(_)) => Ok(who),
        Ok(_) => Err("not an external player; levels are always available".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns a parser of all players.
pub(super) fn who_parser() -> PlayerParser {
    PlayerParser {
        accepted: Accepted::All,
    }
}

/// Returns a parser of all players except people.
pub(super) fn machine_parser() -> PlayerParser {
    PlayerParser {
        accepted: Accepted::Computers,
    }
}

/// Returns a parser of levels and random.
pub(super) fn opponent_parser() -> PlayerParser {
    PlayerParser {
        accepted: Accepted::BuiltIn,
    }
}

/// Options for external players.
#[derive(Args)]
#[command(next_help_heading = "External players")]
pub(crate) struct PolicyArgs {
    /// Time per move for external players [default: 10, or 120 for language models]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    move_time: Option<Duration>,

    /// Number of retries after an illegal move by an external player
    #[arg(long, value_name = "N", default_value_t = Policy::default().retries, value_parser = whole::<u32>(..))]
    retries: u32,

    /// What to do if an external player gives no legal move
    #[arg(long, alias = "otherwise", value_enum, value_name = "ACTION", default_value_t = OnFailure::Random)]
    on_failure: OnFailure,

    /// Maximum time per move to wait for a busy or unreachable endpoint
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = patience)]
    patience: Duration,

    /// Maximum number of HTTP requests to external players
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    max_requests: Option<u64>,

    /// Maximum number of tokens used by language models
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    max_tokens: Option<u64>,

    #[arg(
        long,
        value_name = "NAME=VALUE",
        value_parser = parameter,
        help = "Field to add to requests to language models, such as temperature=0 or reasoning_effort=low; can be repeated"
    )]
    parameter: Vec<(String, Value)>,

    /// Prices per million prompt tokens and completion tokens, for one model or for all others; can be repeated
    #[arg(long, value_name = "[MODEL=]IN,OUT", value_parser = price)]
    price: Vec<(Option<String>, [f64; 2])>,

    /// Maximum total cost of language models, based on --price
    #[arg(long, value_name = "AMOUNT", requires = "price", value_parser = amount)]
    max_cost: Option<f64>,

    #[arg(
        long,
        value_name = "[HOST=]VARIABLE",
        help = format!(
            "Environment variable that holds the API key for language models, or for those on one host; can be \
             repeated [default: {DEFAULT_KEY}]"
        )
    )]
    key_from: Vec<String>,

    /// Prompt template for language models (see docs/agents.md)
    #[arg(long, value_name = "FILE")]
    prompt: Option<PathBuf>,
}

/// The default variable with an API key.
const DEFAULT_KEY: &str = "OPENAI_API_KEY";

/// What to do if a player finds no legal move.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OnFailure {
    /// Play a random legal move
    Random,
    /// Forfeit the game
    Loss,
}

impl PolicyArgs {
    pub(crate) fn get(&self) -> Policy {
        Policy {
            move_time: self.move_time,
            retries: self.retries,
            forfeits: self.on_failure == OnFailure::Loss,
            patience: self.patience,
            max_requests: self.max_requests,
            max_tokens: self.max_tokens,
            max_cost: self.max_cost,
            ..Policy::default()
        }
    }

    /// Returns the network that players behind HTTP share.
    pub(crate) fn network(&self) -> Result<Arc<Network>> {
        self.network_with(self.prompt()?)
    }

    /// Returns a network with this prompt.
    pub(crate) fn network_with(&self, prompt: Prompt) -> Result<Arc<Network>> {
        let parameters = self.parameter.iter().cloned().collect();
        let mut network = Network::new(prompt).with_parameters(parameters);
        for (model, price) in &self.price {
            network = network.with_price(model.clone(), *price);
        }
        if self.key_from.is_empty() {
            return Ok(Arc::new(with_default_key(network)?));
        }
        for named in &self.key_from {
            let (host, variable) = match named.rsplit_once('=') {
                Some((host, variable)) => (Some(host.to_owned()), variable),
                None => (None, &**named),
            };
            let key = key_in(variable)?;
            let key =
                key.with_context(|| format!("--key-from: {} is not set", escape(variable)))?;
            network = network.with_key(host, key);
        }
        Ok(Arc::new(network))
    }

    pub(crate) fn prompt(&self) -> Result<Prompt> {
        let Some(file) = &self.prompt else {
            return Ok(Prompt::default());
        };
        let text = std::fs::read_to_string(file);
        let text = text.with_context(|| format!("cannot read {}", shown_path(file)))?;
        text.parse().with_context(|| shown_path(file))
    }
}

/// Adds the key of the default variable, if it is set.
pub(crate) fn with_default_key(network: Network) -> Result<Network> {
    Ok(match key_in(DEFAULT_KEY)? {
        Some(key) => network.with_key(None, key),
        None => network,
    })
}

/// Returns the key in an environment variable; `None` if it is unset or empty.
fn key_in(variable: &str) -> Result<Option<Key>> {
    let Some(text) = std::env::var_os(variable).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    // The error must not show the key.
    match text.to_str().and_then(Key::new) {
        Some(key) => Ok(Some(key)),
        None => bail!("the key in {} has invalid characters", escape(variable)),
    }
}

/// Parses a field of a request: a value in JSON, or a word.
fn parameter(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    if ["model", "messages", "stream"].contains(&name) {
        return Err(format!("{name} cannot be changed"));
    }
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
    Ok((name.to_owned(), value))
}

/// Parses prices of a model or of all others.
fn price(text: &str) -> Result<(Option<String>, [f64; 2]), String> {
    let (model, prices) = match text.rsplit_once('=') {
        Some((model, prices)) => (Some(model.to_owned()), prices),
        None => (None, text),
    };
    let (prompt, completion) = prices
        .split_once(',')
        .ok_or("expected two prices, such as 0.15,0.60")?;
    Ok((model, [amount(prompt)?, amount(completion)?]))
}
