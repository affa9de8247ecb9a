//! Who plays, as text: people, levels and players from outside, and what those from outside may do.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, ValueEnum};
use quintet_agents::{ADDRESSES, Key, Network, Policy, Prompt, read_player};
use quintet_arena::Who;
use quintet_games::escape;

use crate::paper::shown_path;

/// Reads who plays.
#[derive(Clone)]
pub(super) struct PlayerParser {
    /// Whether it may be a person.
    takes_people: bool,
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
        let refused = match read_player(&text) {
            Ok(Who::Human) if !self.takes_people => "a person cannot play here".to_owned(),
            Ok(who) => return Ok(who),
            Err(fault) => fault.to_string(),
        };
        let argument = argument.map_or_else(String::new, |argument| format!(" for '{argument}'"));
        let message = format!("invalid value '{}'{argument}: {refused}\n", escape(&text));
        Err(clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let all = Who::ALL.iter();
        let taken = all.filter(|who| self.takes_people || **who != Who::Human);
        let names = taken.map(|who| PossibleValue::new(who.name()));
        let addresses = ADDRESSES.map(PossibleValue::new);
        Some(Box::new(names.chain(addresses)))
    }
}

/// A player from outside.
pub(super) fn outsider(text: &str) -> Result<Who, String> {
    match read_player(text) {
        Ok(who @ Who::Outside(_)) => Ok(who),
        Ok(_) => Err("it can be chosen anyway".to_owned()),
        Err(fault) => Err(fault.to_string()),
    }
}

pub(super) fn who_parser() -> PlayerParser {
    PlayerParser { takes_people: true }
}

/// Every player that is not a person.
pub(super) fn machine_parser() -> PlayerParser {
    PlayerParser {
        takes_people: false,
    }
}

/// An opponent that is always there.
pub(super) fn opponent(name: &str) -> Result<Who, String> {
    let who = read_player(name).map_err(|fault| fault.to_string())?;
    who.is_built_in()
        .then_some(who)
        .ok_or_else(|| "an opponent is a level, or random".to_owned())
}

/// What players from outside may do.
#[derive(Args)]
pub(crate) struct PolicyArgs {
    /// How many seconds a program from outside may think about a move; 10, a language model 120, unless said otherwise
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    move_time: Option<Duration>,

    /// How often a program from outside is asked again if its answer is no legal move
    #[arg(long, value_name = "N", default_value_t = Policy::default().retries)]
    retries: u32,

    /// What happens then: a random move is made for it, or it loses the game
    #[arg(long, value_enum, value_name = "random|loss", default_value_t = Otherwise::Random)]
    otherwise: Otherwise,

    /// How many seconds to wait, at one move, for an endpoint that is busy or out of reach
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = patience)]
    patience: Duration,

    /// How many requests may be sent to players behind the network
    #[arg(long, value_name = "N")]
    max_requests: Option<u64>,

    /// How many tokens language models may read and write
    #[arg(long, value_name = "N")]
    max_tokens: Option<u64>,

    #[arg(
        long,
        value_name = "[HOST=]VARIABLE",
        help = format!(
            "The variable of the environment with the key of language models, or of those at one host; {USUAL_KEY} \
             unless said otherwise; may be given several times"
        )
    )]
    key_from: Vec<String>,

    /// What language models are told: a text with gaps such as {drawing} (docs/agents.md lists them)
    #[arg(long, value_name = "FILE")]
    prompt: Option<PathBuf>,
}

/// The variable in which a key is looked for unless another one is named.
const USUAL_KEY: &str = "OPENAI_API_KEY";

/// What happens to a program that finds no legal move.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Otherwise {
    /// A random legal move is made for it
    Random,
    /// It loses the game
    Loss,
}

impl PolicyArgs {
    pub(crate) fn get(&self) -> Policy {
        Policy {
            time: self.move_time,
            retries: self.retries,
            loses: self.otherwise == Otherwise::Loss,
            patience: self.patience,
            most_requests: self.max_requests,
            most_tokens: self.max_tokens,
            ..Policy::default()
        }
    }

    /// What players behind the network share.
    pub(crate) fn network(&self) -> Result<Arc<Network>> {
        if self.key_from.is_empty() {
            return Ok(Arc::new(with_usual_key(Network::new(self.prompt()?))?));
        }
        let mut network = Network::new(self.prompt()?);
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

    fn prompt(&self) -> Result<Prompt> {
        let Some(file) = &self.prompt else {
            return Ok(Prompt::default());
        };
        let text = std::fs::read_to_string(file);
        let text = text.with_context(|| format!("{} cannot be read", shown_path(file)))?;
        text.parse().with_context(|| shown_path(file))
    }
}

/// The same with the key that is usually taken, if it is set.
pub(crate) fn with_usual_key(network: Network) -> Result<Network> {
    Ok(match key_in(USUAL_KEY)? {
        Some(key) => network.with_key(None, key),
        None => network,
    })
}

/// The key in a variable of the environment; `None` if it is not set or empty.
fn key_in(variable: &str) -> Result<Option<Key>> {
    let Some(text) = std::env::var_os(variable).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    // What is wrong with it must not be shown.
    match text.to_str().and_then(Key::new) {
        Some(key) => Ok(Some(key)),
        None => bail!("the key in {} cannot be sent", escape(variable)),
    }
}

/// A time of a millisecond to a day.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let seconds = seconds.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    let seconds = seconds.ok_or("wanted seconds, from 0.001 to 86400")?;
    Ok(Duration::from_secs_f64(seconds))
}

/// A time of nothing to a day.
fn patience(text: &str) -> Result<Duration, String> {
    if text == "0" {
        return Ok(Duration::ZERO);
    }
    seconds(text)
}
