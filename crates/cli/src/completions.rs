//! Completion scripts for shells.
//!
//! The scripts complete the sizes of the game that was typed: for them, each game is a subcommand with its own `--size`.

use clap::builder::{PossibleValue, PossibleValuesParser, Resettable};
use clap::{Arg, Command};
use clap_complete::Shell;
use quintet_games::Catalogue;

use crate::args::{self, is_game, is_player};

/// Returns the script for a shell.
pub(crate) fn script(shell: Shell, catalogue: Catalogue) -> Vec<u8> {
    let all: Vec<String> = catalogue.iter().flat_map(quintet_api::sizes).collect();
    let with_values = |arg: Arg| with_sizes(&with_words(arg), all.clone());
    let mut command = args::command(catalogue)
        .mut_arg("color", |arg| arg.hide_possible_values(false))
        .mut_args(with_values)
        .mut_subcommands(|subcommand| subcommand.mut_args(with_values));
    let with_a_game: Vec<_> = command
        .get_subcommands()
        .filter(|subcommand| takes_a_game(subcommand))
        .map(|subcommand| subcommand.get_name().to_owned())
        .collect();
    for name in with_a_game {
        command = command.mut_subcommand(name, |subcommand| with_games(&subcommand, catalogue));
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "quintet", &mut script);
    script
}

fn takes_a_game(command: &Command) -> bool {
    let mut positionals = command.get_positionals();
    positionals.any(|arg| arg.get_id() == "game" && is_game(arg))
}

/// Returns a command that has a subcommand for each game instead of an argument.
fn with_games(command: &Command, catalogue: Catalogue) -> Command {
    let is_other = |arg: &&Arg| arg.get_id() != "game";
    let others: Vec<Arg> = command.get_arguments().filter(is_other).cloned().collect();
    // Not `--size`: zsh would prefer it to that of the game.
    let is_common = |arg: &&Arg| !arg.is_positional() && arg.get_id() != "size";
    let options = others.iter().filter(is_common);
    let options = options.map(|arg| arg.clone().conflicts_with(Resettable::Reset));
    let games = catalogue.iter().map(|listing| {
        let sized = |arg: &Arg| with_sizes(arg, quintet_api::sizes(listing));
        Command::new(listing.id)
            .about(listing.summary)
            .args(others.iter().map(sized))
    });
    Command::new(leaked(command.get_name().to_owned()))
        .about(command.get_about().cloned().unwrap_or_default())
        .disable_help_subcommand(true)
        .args(options)
        .subcommands(games)
}

/// Sets the possible values of the option `--size`; returns any other argument unchanged.
fn with_sizes(arg: &Arg, mut sizes: Vec<String>) -> Arg {
    let arg = arg.clone();
    if arg.get_id() != "size" {
        return arg;
    }
    sizes.sort();
    sizes.dedup();
    let sizes = sizes.into_iter().map(leaked);
    arg.value_parser(PossibleValuesParser::new(sizes))
}

/// Removes the values of a player that are forms, such as `engine:COMMAND`.
fn with_words(arg: Arg) -> Arg {
    if !is_player(&arg) {
        return arg;
    }
    let values = arg.get_possible_values();
    let is_form = |value: &str| value.chars().any(char::is_uppercase);
    let words = values.iter().map(PossibleValue::get_name);
    let words = words
        .filter(|name| !is_form(name))
        .map(|name| leaked(name.to_owned()));
    let words = PossibleValuesParser::new(words.collect::<Vec<_>>());
    arg.value_parser(words)
}

/// Returns a name that lives as long as the program, which prints the script and exits.
fn leaked(name: String) -> &'static str {
    name.leak()
}
