//! The settings of the server, from the command line, the environment and a file, in this order.
//!
//! Each setting is defined once, as a field of [`ServeArgs`]: clap reads it from the command line and the environment,
//! serde from the file, under the same name.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory};
use serde::{Deserialize, Deserializer, Serializer};
use toml::{Table, Value};

use crate::args::{Quintet, ServeArgs};
use crate::paper::shown_path;

/// The name under which the limits stand in a file.
const LIMIT: &str = "limit";

/// The variable of the environment that holds limits.
pub(crate) const LIMIT_VARIABLE: &str = "QUINTET_LIMIT";

/// The flags that are no settings.
const NO_SETTINGS: [&str; 3] = ["config", "open", "print-config"];

/// The settings in force: those that were given, and else those of the file.
pub(crate) fn in_force(given: &ServeArgs, matches: &ArgMatches) -> Result<ServeArgs> {
    let mut given = given.clone();
    add_limits(&mut given, matches)?;
    let Some(file) = &given.config else {
        return Ok(given);
    };
    read(file, &given, matches).with_context(|| shown_path(file))
}

/// Adds the limits of the environment to those of the command line, for which clap leaves all of them out.
fn add_limits(given: &mut ServeArgs, matches: &ArgMatches) -> Result<()> {
    if source(LIMIT, matches)? != Some(ValueSource::CommandLine) {
        return Ok(());
    }
    let Ok(variable) = std::env::var(LIMIT_VARIABLE) else {
        return Ok(());
    };
    let limits: Vec<_> = variable
        .split(',')
        .map(limit)
        .collect::<Result<_>>()
        .with_context(|| LIMIT_VARIABLE)?;
    // Of a limit that is given twice the last one counts.
    given.limits.splice(..0, limits);
    Ok(())
}

fn read(file: &Path, given: &ServeArgs, matches: &ArgMatches) -> Result<ServeArgs> {
    let text = fs::read_to_string(file)?;
    let from_file: Table = text.parse()?;
    let mut settings = Table::try_from(given)?;
    for (name, value) in from_file {
        let is_given = source(&name, matches)?
            .is_some_and(|source| !matches!(source, ValueSource::DefaultValue));
        match (settings.get_mut(&name), value) {
            (Some(Value::Table(given)), Value::Table(value)) if name == LIMIT => {
                for (name, value) in value {
                    given.entry(name).or_insert(value);
                }
            }
            (_, value) if !is_given => {
                settings.insert(name, value);
            }
            _ => {}
        }
    }
    let mut settings: ServeArgs = settings.try_into()?;
    settings.config = given.config.clone();
    settings.open = given.open;
    settings.print_config = given.print_config;
    Ok(settings)
}

/// Where the setting with a name in the file was given, if anywhere.
fn source(name: &str, matches: &ArgMatches) -> Result<Option<ValueSource>> {
    let command = Quintet::command();
    let serve = command.find_subcommand("serve").expect("it is defined");
    let mut arguments = serve.get_arguments();
    let is_it = |argument: &&Arg| argument.get_long() == Some(name) && !NO_SETTINGS.contains(&name);
    let Some(argument) = arguments.find(is_it) else {
        bail!("there is no setting '{}'", quintet_games::escape(name));
    };
    Ok(matches.value_source(argument.get_id().as_str()))
}

/// The settings as a file has them.
pub(crate) fn written(settings: &ServeArgs) -> Result<String> {
    Ok(Table::try_from(settings)?.to_string())
}

/// Limits by their names.
pub(crate) mod limits {
    use super::{BTreeMap, Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        limits: &[(String, u32)],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        // Of a limit that is given twice the last one counts.
        let limits: BTreeMap<_, _> = limits.iter().map(|(name, value)| (name, value)).collect();
        to.collect_map(limits)
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(
        from: D,
    ) -> Result<Vec<(String, u32)>, D::Error> {
        Ok(BTreeMap::deserialize(from)?.into_iter().collect())
    }
}

/// A setting that is written as on the command line.
pub(crate) mod as_text {
    use serde::de::Error;

    use super::{Deserialize, Deserializer, Display, FromStr, Serializer, Value};

    pub(crate) fn serialize<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>, T: FromStr<Err: Display>>(
        from: D,
    ) -> Result<T, D::Error> {
        let text = match Value::deserialize(from)? {
            Value::String(text) => text,
            // A switch.
            Value::Boolean(is_on) => u8::from(is_on).to_string(),
            other => other.to_string(),
        };
        text.parse().map_err(D::Error::custom)
    }
}

/// A limit as it is given on the command line.
pub(crate) fn limit(text: &str) -> Result<(String, u32)> {
    let parts = text.split_once('=');
    let limit = parts.and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    limit.ok_or_else(|| anyhow!("a limit is name=number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_the_same_name_everywhere() {
        let command = Quintet::command();
        let serve = command.find_subcommand("serve").expect("it is defined");
        let matches = serve.clone().get_matches_from(["serve"]);
        for argument in serve.get_arguments() {
            let name = argument.get_long().expect("a flag");
            let variable = argument.get_env().and_then(|variable| variable.to_str());
            assert_eq!(source(name, &matches).is_err(), NO_SETTINGS.contains(&name));
            if ["open", "print-config"].contains(&name) {
                assert_eq!(variable, None, "{name}");
                continue;
            }
            let expected = format!("QUINTET_{}", name.replace('-', "_").to_uppercase());
            assert_eq!(variable, Some(&*expected), "{name}");
        }
    }
}
